/** From a measurement to the sizes and hashes that a baseline keeps. */
import type { JsonValue } from '../json.ts';
import type { BaselineState, RecordedTool, RecordedToolset } from '../model/baseline.ts';
import type { Measurement, TextField, ToolMeasurement } from '../model/measurement.ts';
import { HASH_DIGITS, hashDefinition, hashText } from './definition-hash.ts';

/** What is recorded of a list beside its tools: counts that a measurement does not hold. */
export interface OtherCounts {
  readonly prompts?: number | undefined;
  readonly resources?: number | undefined;
  /** The tools as they were sent, those of the measurement one by one; absent: nobody holds them against these. */
  readonly definitions?: readonly JsonValue[] | undefined;
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
    byTool: Object.fromEntries(
      nameApart(byTool.map((tool, index) => [tool.name, recordTool(tool, others.definitions?.[index])])),
    ),
  };
}

function hashOrder(tools: readonly ToolMeasurement[]): string {
  return hashText(JSON.stringify(tools.map(({ name }) => name)));
}

function recordTool(
  { bytes, sha256, fields, views }: ToolMeasurement,
  definition: JsonValue | undefined,
): RecordedTool {
  const recorded = Object.entries(fields).map(([field, { chars, sha256 }]) => [
    field,
    { chars, sha256: sha256.slice(0, HASH_DIGITS) },
  ]);
  return {
    tokens: views.generic?.tokens,
    bytes,
    sha256: sha256.slice(0, HASH_DIGITS),
    fields: Object.fromEntries(recorded) as Partial<Record<TextField, { chars: number; sha256: string }>>,
    canonical: definition === undefined ? undefined : hashDefinition(definition),
  };
}

/** The second tool of one name is `name#2`. */
export function nameApart<Tool>(
  named: readonly (readonly [string, Tool])[],
): readonly (readonly [string, Tool])[] {
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
