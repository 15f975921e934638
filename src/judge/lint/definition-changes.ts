/** Definitions held against the hashes of those that were accepted. */
import { compactBytes, compactJson } from '../../json-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import type { HashedPart, RecordedField, RecordedTool, RecordedToolset } from '../../model/baseline.ts';
import type { LintTool } from '../../model/lint.ts';
import { HASHED_PARTS, hashDefinition, hashText } from '../definition-hash.ts';
import { nameApart } from '../record.ts';

export type ChangedPart = HashedPart | 'description';

export interface DefinitionChange {
  readonly tool: LintTool;
  readonly kind: 'changed' | 'added';
  /** Parts that are known to have changed; none where only others did, or nobody can tell. */
  readonly parts: readonly ChangedPart[];
  /** Tokens of the accepted one, 0 where there was none; undefined where they were not counted. */
  readonly tokensBefore: number | undefined;
}

export interface RemovedTool {
  readonly name: string;
  readonly tokensBefore: number | undefined;
}

export interface DefinitionChanges {
  /** In the order of the list. */
  readonly changes: readonly DefinitionChange[];
  readonly removed: readonly RemovedTool[];
}

/** Tell what differs from the accepted list. Neither the order of tools nor that of keys counts. */
export function compareWithAccepted(
  tools: readonly LintTool[],
  { byTool }: RecordedToolset,
): DefinitionChanges {
  // Under another name, as where a secret in it was replaced, a tool is known by its hash all the same.
  const byHash = new Map(Object.entries(byTool).map(([name, { canonical }]) => [canonical?.tool, name]));
  const found = new Set<string>();
  const changes = nameApart(tools.map((tool) => [nameOf(tool), tool])).flatMap(([name, tool]) => {
    const hashes = hashDefinition(tool.raw);
    const same = byHash.get(hashes.tool);
    const recorded = Object.hasOwn(byTool, name) ? byTool[name] : undefined;
    if (same !== undefined) found.add(same);
    if (recorded !== undefined) found.add(name);
    if (same !== undefined) return [];
    const change = recorded === undefined ? added(tool) : changed(tool, recorded, hashes);
    return change === undefined ? [] : [change];
  });
  const removed = Object.entries(byTool).filter(([name]) => !found.has(name));
  return { changes, removed: removed.map(([name, { tokens }]) => ({ name, tokensBefore: tokens })) };
}

/** As a measurement names it. */
function nameOf({ name = '', index }: LintTool): string {
  return name === '' ? `#${index + 1} (no name)` : name;
}

function added(tool: LintTool): DefinitionChange {
  return { tool, kind: 'added', parts: [], tokensBefore: 0 };
}

function changed(
  tool: LintTool,
  recorded: RecordedTool,
  hashes: ReturnType<typeof hashDefinition>,
): DefinitionChange | undefined {
  const { canonical, fields, tokens } = recorded;
  const raw = isJsonObject(tool.raw) ? tool.raw : {};
  const parts: ChangedPart[] = hasOtherText(fields.description, raw) ? ['description'] : [];
  if (canonical === undefined) {
    parts.push(
      ...(['inputSchema', 'outputSchema'] as const).filter((part) => hasOtherSize(fields[part], raw[part])),
    );
    // Keys in another order give another hash and the same size: only a size is proof.
    if (parts.length === 0 && compactBytes(tool.raw) === recorded.bytes) return undefined;
  } else parts.push(...HASHED_PARTS.filter((part) => canonical[part] !== hashes[part]));
  return { tool, kind: 'changed', parts, tokensBefore: tokens };
}

/** A description is hashed as a text. */
function hasOtherText(before: RecordedField | undefined, { description }: JsonObject): boolean {
  if (description === undefined || typeof description === 'string')
    return before?.sha256 !== (description === undefined ? undefined : hashText(description));
  return before === undefined;
}

function hasOtherSize(before: RecordedField | undefined, value: JsonValue | undefined): boolean {
  return before?.chars !== (value === undefined ? undefined : compactJson(value).length);
}
