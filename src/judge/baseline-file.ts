/** The baseline file: sorted, one line a tool, so that a diff shows what changed and two branches merge. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { Baseline, Method, Raise, RecordedTool, RecordedToolset } from '../model/baseline.ts';

/** Write a baseline. Deterministic: sorted by name, whatever order the servers answered in. */
export function serializeBaseline({ method, servers, raises }: Baseline): string {
  const lines = [
    '{',
    '  "schemaVersion": 1,',
    `  "method": ${line(method)},`,
    `  "servers": ${block(
      sorted(servers).map(
        ([server, toolsets]) =>
          `${JSON.stringify(server)}: ${block(
            sorted(toolsets).map(([name, toolset]) => `${JSON.stringify(name)}: ${toolsetText(toolset)}`),
            4,
          )}`,
      ),
      2,
    )},`,
    `  "raises": ${list(raises.map((raise) => line(raise)))}`,
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function toolsetText({ byTool, ...sizes }: RecordedToolset): string {
  const { tools, bytes, tokens, instructions, prompts, resources } = sizes;
  const rows = Object.entries({ tools, bytes, tokens, instructions, prompts, resources })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}: ${line(value)}`);
  const tool = ([name, recorded]: readonly [string, RecordedTool]): string =>
    `${JSON.stringify(name)}: ${line(recorded)}`;
  return block([...rows, `"byTool": ${block(Object.entries(byTool).map(tool), 8)}`], 6);
}

/** `{ "a": 1 }` on one line; keys without a value are left out. */
function line(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  return `{ ${members.map(([key, member]) => `${JSON.stringify(key)}: ${line(member)}`).join(', ')} }`;
}

function block(members: readonly string[], indent: number): string {
  const pad = ' '.repeat(indent);
  return members.length === 0 ? '{}' : `{\n${members.map((one) => `${pad}  ${one}`).join(',\n')}\n${pad}}`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${item}`).join(',\n')}\n  ]`;
}

function sorted<T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

export type ReadBaseline =
  | { readonly baseline: Baseline }
  | { readonly problem: 'unreadable' | 'other-method'; readonly message: string };

/** Read a baseline's text. What it cannot be compared with is a value, as budgets are judged all the same. */
export function parseBaseline(text: string, method: Method): ReadBaseline {
  if (/^(<{7}|={7}|>{7})( |$)/m.test(text)) return unreadable('it holds the marks of an unsettled merge');
  const value = parse(text);
  if (value === undefined) return unreadable('it is no JSON');
  if (!isJsonObject(value)) return unreadable('it is no JSON object');
  if (value['schemaVersion'] !== 1)
    return otherMethod(`it has schema version ${JSON.stringify(value['schemaVersion'] ?? null)}, not 1`);
  const { method: stamp, servers, raises } = value;
  const theirs = isJsonObject(stamp) ? describeMethod(stamp) : 'no method';
  const ours = describeMethod({ ...method });
  if (theirs !== ours) return otherMethod(`its sizes are of ${theirs}, these of ${ours}`);
  const wrong = findWrong(servers) ?? findWrongRaise(raises);
  if (wrong !== undefined) return unreadable(`${wrong} is not what a baseline holds`);
  return {
    baseline: {
      schemaVersion: 1,
      method,
      servers: servers as unknown as Baseline['servers'],
      raises: (raises ?? []) as unknown as readonly Raise[],
    },
  };
}

function unreadable(message: string): ReadBaseline {
  return { problem: 'unreadable', message };
}

function otherMethod(message: string): ReadBaseline {
  return { problem: 'other-method', message };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function describeMethod({ tokenizer, view, viewVersion }: JsonObject): string {
  const text = (value: JsonValue = null): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  return `${text(tokenizer)}, view ${text(view)}, version ${text(viewVersion)}`;
}

/** Key path of the first value that has not the type it must have. */
function findWrong(servers: JsonValue | undefined): string | undefined {
  if (!isJsonObject(servers)) return 'servers';
  for (const [server, toolsets] of Object.entries(servers)) {
    if (!isJsonObject(toolsets)) return `servers.${server}`;
    for (const [name, toolset] of Object.entries(toolsets)) {
      const wrong = findWrongInToolset(toolset);
      if (wrong !== undefined) return `servers.${server}.${name}${wrong}`;
    }
  }
  return undefined;
}

function findWrongRaise(raises: JsonValue | undefined): string | undefined {
  if (raises === undefined || (Array.isArray(raises) && raises.every(isJsonObject))) return undefined;
  return 'raises';
}

function findWrongInToolset(toolset: JsonValue): string | undefined {
  if (!isJsonObject(toolset)) return '';
  const { tools, bytes, tokens, instructions, prompts, resources, byTool } = toolset;
  if (!isCount(tools)) return '.tools';
  if (!isCount(bytes)) return '.bytes';
  for (const [key, value] of Object.entries({ tokens, prompts, resources })) {
    if (!isCountOrAbsent(value)) return `.${key}`;
  }
  if (!isJsonObject(instructions)) return '.instructions';
  const { chars, bytes: ofInstructions, tokens: theirTokens } = instructions;
  if (!isCount(chars) || !isCount(ofInstructions) || !isCountOrAbsent(theirTokens)) return '.instructions';
  if (!isJsonObject(byTool)) return '.byTool';
  const tool = Object.entries(byTool).find(([, one]) => !isTool(one));
  return tool === undefined ? undefined : `.byTool.${tool[0]}`;
}

function isTool(tool: JsonValue): boolean {
  if (!isJsonObject(tool) || !isCount(tool['bytes']) || typeof tool['sha256'] !== 'string') return false;
  const fields = tool['fields'];
  if (!isCountOrAbsent(tool['tokens'])) return false;
  return (
    isJsonObject(fields) &&
    Object.values(fields).every(
      (field) => isJsonObject(field) && isCount(field['chars']) && typeof field['sha256'] === 'string',
    )
  );
}

function isCountOrAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || isCount(value);
}

function isCount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
