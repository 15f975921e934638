/** Hosts for a person: a line each, or everything known of those that were named. */
import { layColumns, type Column } from '../columns.ts';
import { breakCommands } from '../escape-command.ts';
import { escapeForTerminal } from '../escape.ts';
import { layHanging, layLabelled, longest, wrap } from '../layout.ts';
import type { HostProfile } from '../../model/host.ts';
import { formatNoun } from '../../numbers.ts';
import { describeHost } from './describe.ts';
import { HOST_COLUMNS, KINDS, type HostColumn } from './cells.ts';
import type { HostsReporter, ShownHosts } from './index.ts';

export const hostsTable: HostsReporter = (shown, { columns }) => {
  const sections = shown.isDetailed
    ? shown.profiles.map((profile) => details(profile, shown, columns))
    : [list(shown.profiles, columns), legend(shown, columns)];
  return breakCommands(`${sections.join('\n\n')}\n`);
};

function details(profile: HostProfile, { lookup }: ShownHosts, columns: number): string {
  const { id, label, kind } = profile;
  const title = wrap(`${escapeForTerminal(id)}: ${escapeForTerminal(label)}, ${KINDS[kind]}`, columns);
  const rows = describeHost(profile, lookup).map(({ label, lines }) =>
    layLabelled(label, lines.map((line) => hang(line, columns)).join('\n'), columns),
  );
  return [...title, '', ...rows].join('\n');
}

/** A fact of several lines is told from the next one by its indent. */
function hang(line: string, columns: number): string {
  const labelWidth = columns < 60 ? 2 : 16;
  return layHanging(escapeForTerminal(line), { columns: columns - labelWidth, indent: 2 });
}

/** Columns that are left out one after the other until the rest fits. */
const EXPENDABLE = ['label', 'kind', 'asOf'] as const satisfies readonly HostColumn[];
const right = { align: 'right' } as const satisfies Column;
const LAYOUT: Readonly<Partial<Record<HostColumn, Column>>> = {
  nameLimit: right,
  tools: right,
  description: right,
};
const GAP = 2;
/** What the widest cell of what a config states may take. */
const MAX_CELL = 48;

function list(profiles: readonly HostProfile[], columns: number): string {
  const all = Object.keys(HOST_COLUMNS) as HostColumn[];
  for (let left = 0; left <= EXPENDABLE.length; left += 1) {
    const dropped = new Set<HostColumn>(EXPENDABLE.slice(0, left));
    const kept = all.filter((column) => !dropped.has(column));
    const rows = [
      kept.map((column) => HOST_COLUMNS[column].title),
      ...profiles.map((profile) =>
        kept.map((column) => escapeForTerminal(HOST_COLUMNS[column].cell(profile) ?? '–')),
      ),
    ];
    const widths = kept.map((_, at) => Math.min(MAX_CELL, longest(rows.map((row) => row[at] ?? ''))));
    const width = widths.reduce((sum, one) => sum + one + GAP, -GAP);
    if (width > columns) continue;
    return layColumns(
      rows,
      kept.map((column, at) => ({ ...LAYOUT[column], maxWidth: widths[at] })),
    );
  }
  return profiles.map((profile) => card(profile, columns)).join('\n');
}

/** A host on a terminal that is too narrow for columns. */
function card(profile: HostProfile, columns: number): string {
  const { id: _id, label: _label, kind: _kind, ...limits } = HOST_COLUMNS;
  const facts = Object.values(limits).flatMap(({ title, cell }) => {
    const value = cell(profile);
    return value === undefined ? [] : [`${title} ${escapeForTerminal(value)}`];
  });
  const title = `${escapeForTerminal(profile.id)}: ${escapeForTerminal(profile.label)}, ${KINDS[profile.kind]}`;
  const lines = [layHanging(title, { columns, indent: 2 }), ...wrap(facts.join(', '), columns - 2)];
  return [lines[0], ...lines.slice(1).map((line) => `  ${line}`)].join('\n');
}

function legend({ profiles, configured }: ShownHosts, columns: number): string {
  const lines = [
    `${formatNoun(profiles.length, 'host')}. – or absent: not known, which does not mean unlimited. ?: the evidence is too weak for an error.`,
    'Names are counted with their prefix, in characters; tools over all servers.',
    ...(configured.length === 0 ? [] : [`The config names ${configured.join(', ')}.`]),
    'Dates, sources and all else of one: mcp-budget hosts <id>',
  ];
  return lines.flatMap((line) => wrap(escapeForTerminal(line), columns)).join('\n');
}
