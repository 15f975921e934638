/** The text of a baseline: sorted, one line a tool, so that a diff shows what changed. */
import type { Baseline, RecordedTool, RecordedToolset } from '../model/baseline.ts';
import type { AcceptedFinding } from '../model/lint-settings.ts';

/** Write a baseline. Deterministic: sorted by name, whatever order the servers answered in. */
export function serializeBaseline({ method, servers, raises, accepted }: Baseline): string {
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
    `  "raises": ${list(raises.map((raise) => line(raise)))}${accepted === undefined ? '' : ','}`,
    ...(accepted === undefined ? [] : [`  "accepted": ${list(acceptedLines(accepted))}`]),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function toolsetText({ byTool, ...sizes }: RecordedToolset): string {
  const { tools, bytes, tokens, instructions, prompts, resources, order } = sizes;
  const rows = Object.entries({ tools, bytes, tokens, instructions, prompts, resources, order })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}: ${line(value)}`);
  const tool = ([name, recorded]: readonly [string, RecordedTool]): string =>
    `${JSON.stringify(name)}: ${line(recorded)}`;
  return block([...rows, `"byTool": ${block(sorted(byTool).map(tool), 8)}`], 6);
}

/** Sorted by what they say, each once: servers answer in any order. */
function acceptedLines(accepted: readonly AcceptedFinding[]): readonly string[] {
  const lines = accepted.map(({ server, toolset, tool, rule, reason, pointer, also, severity, because }) =>
    line({ server, toolset, tool, rule, reason, pointer, also, severity, because }),
  );
  return [...new Set(lines)].sort();
}

/** `{ "a": 1 }` on one line; keys without a value are left out. */
function line(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
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
