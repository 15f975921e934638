/** How a list differs from an earlier one, tool by tool: told from hashes, so that a neighbour's change is never one. */
import type {
  Difference,
  FieldChange,
  RecordedTool,
  RecordedToolset,
  ToolChange,
} from '../model/baseline.ts';
import { TEXT_FIELDS } from '../metrics.ts';

/** Compare two lists. Pure; `since` is what the earlier one is called. */
export function compareToolsets(before: RecordedToolset, after: RecordedToolset, since: string): Difference {
  const { byTool, ...sizes } = before;
  const names = { before: Object.keys(byTool), after: Object.keys(after.byTool) };
  const changes = [...new Set([...names.before, ...names.after])].flatMap((name) =>
    compareTools(name, own(byTool, name), own(after.byTool, name)),
  );
  const isSame = changes.length === 0;
  return {
    since,
    before: sizes,
    tools: changes.toSorted(bySize),
    isReordered: isSame && before.order !== undefined && before.order !== after.order,
  };
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function compareTools(
  name: string,
  before: RecordedTool | undefined,
  after: RecordedTool | undefined,
): readonly ToolChange[] {
  if (before?.sha256 === after?.sha256) return [];
  const tokens = changeOf(tokensOf(before), tokensOf(after));
  const bytes = sizeOf(after) - sizeOf(before);
  if (before === undefined) return [{ name, kind: 'added', tokens, bytes, fields: [] }];
  if (after === undefined) return [{ name, kind: 'removed', tokens, bytes, fields: [] }];
  return [{ name, kind: 'changed', tokens, bytes, fields: compareFields(before.fields, after.fields) }];
}

function sizeOf(tool: RecordedTool | undefined): number {
  return tool === undefined ? 0 : tool.bytes;
}

/** A tool that is not there takes nothing; one too large to be counted takes nobody knows how much. */
function tokensOf(tool: RecordedTool | undefined): number | undefined {
  return tool === undefined ? 0 : tool.tokens;
}

function changeOf(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

function compareFields(
  before: RecordedTool['fields'],
  after: RecordedTool['fields'],
): readonly FieldChange[] {
  return TEXT_FIELDS.flatMap((field) => {
    const [old, now] = [before[field], after[field]];
    if (old?.sha256 === now?.sha256) return [];
    return [{ field, chars: (now?.chars ?? 0) - (old?.chars ?? 0) }];
  });
}

function bySize(left: ToolChange, right: ToolChange): number {
  const size = ({ tokens }: ToolChange): number => Math.abs(tokens ?? 0);
  return (
    size(right) - size(left) ||
    Math.abs(right.bytes) - Math.abs(left.bytes) ||
    (left.name < right.name ? -1 : 1)
  );
}
