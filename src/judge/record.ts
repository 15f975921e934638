/** From a measurement to the sizes and hashes that a baseline keeps. */
import { createHash } from 'node:crypto';
import type { BaselineState, RecordedTool, RecordedToolset } from '../model/baseline.ts';
import type { Measurement, TextField, ToolMeasurement } from '../model/measurement.ts';

/** Enough to tell texts of one place apart. */
const HASH_DIGITS = 16;

/** What is recorded of a list beside its tools: counts that a measurement does not hold. */
export interface OtherCounts {
  readonly prompts?: number | undefined;
  readonly resources?: number | undefined;
}

type Measured = Pick<Measurement, 'tools' | 'bytes' | 'instructions' | 'views' | 'byTool'>;

/** Record a list: tokens in the generic view. Pure. */
export function recordToolset(measured: Measured, others: OtherCounts): RecordedToolset {
  const { tools, bytes, instructions, views, byTool } = measured;
  return {
    tools,
    bytes,
    tokens: views.generic?.tokens.value,
    instructions: {
      chars: instructions.chars,
      bytes: instructions.bytes,
      tokens: instructions.tokens,
      sha256: instructions.sha256?.slice(0, HASH_DIGITS),
    },
    prompts: others.prompts,
    resources: others.resources,
    order: hashOrder(byTool),
    byTool: Object.fromEntries(nameApart(byTool.map((tool) => [tool.name, recordTool(tool)]))),
  };
}

function hashOrder(tools: readonly ToolMeasurement[]): string {
  const names = JSON.stringify(tools.map(({ name }) => name));
  return createHash('sha256').update(names).digest('hex').slice(0, HASH_DIGITS);
}

function recordTool({ bytes, sha256, fields, views }: ToolMeasurement): RecordedTool {
  const recorded = Object.entries(fields).map(([field, { chars, sha256 }]) => [
    field,
    { chars, sha256: sha256.slice(0, HASH_DIGITS) },
  ]);
  return {
    tokens: views.generic?.tokens,
    bytes,
    sha256: sha256.slice(0, HASH_DIGITS),
    fields: Object.fromEntries(recorded) as Partial<Record<TextField, { chars: number; sha256: string }>>,
  };
}

/** The second tool of one name is `name#2`. */
function nameApart(
  named: readonly (readonly [string, RecordedTool])[],
): readonly (readonly [string, RecordedTool])[] {
  const taken = new Set<string>();
  return named.map(([name, tool]) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}#${count}`;
    taken.add(unique);
    return [unique, tool];
  });
}

/** The baseline's entry for a toolset. */
export function recordedOf(
  { localServer, toolset }: { readonly localServer: string; readonly toolset: string },
  { baseline }: Pick<BaselineState, 'baseline'>,
): RecordedToolset | undefined {
  const server = baseline?.servers;
  if (server === undefined || !Object.hasOwn(server, localServer)) return undefined;
  const toolsets = server[localServer];
  return toolsets !== undefined && Object.hasOwn(toolsets, toolset) ? toolsets[toolset] : undefined;
}
