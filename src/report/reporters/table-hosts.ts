/** What hosts pay: a line each under the sizes, or a table with a column a host. */
import { layColumns, type Column } from '../columns.ts';
import { escapeForTerminal } from '../escape.ts';
import { placeOf } from '../findings.ts';
import {
  describeChanges,
  describeLists,
  describeLoading,
  describeMissing,
  describeShare,
  describeToolLimit,
  describeTooMany,
} from '../hosted.ts';
import { layLabelled, longest } from '../layout.ts';
import { isConfirmed } from '../../hosts/severity.ts';
import { formatCount } from '../../numbers.ts';
import type { HostSize } from '../../model/host.ts';
import type { NamedToolset } from '../totals.ts';
import type { Page } from './table-page.ts';

/** Tell whether hosts are compared with one another. */
export function hasHostTable({ report }: Page): boolean {
  return askedFor(report.hosts ?? []).length > 1;
}

function askedFor(hosts: readonly HostSize[]): readonly HostSize[] {
  return hosts.filter(({ isAside }) => isAside !== true);
}

/** What stands in the context before the first message, a line a host. */
export function beforeYouType({ report, options }: Page): readonly string[] {
  const lines = (report.hosts ?? []).map((host) => {
    const label = escapeForTerminal(host.label);
    const amount = host.upfront === undefined ? 'not counted' : formatCount(host.upfront);
    const later =
      host.deferral.isDeferred && host.loaded !== undefined
        ? `, ${formatCount(host.loaded)} once all is loaded`
        : '';
    const about = describeLoading(host, escapeForTerminal);
    if (host.isAside === true) return `${label} would load ${amount} (${about})`;
    const share = describeShare(host, escapeForTerminal);
    const missing = describeMissing(host, escapeForTerminal);
    const rest = [share, missing].filter((text) => text !== '').join('; ');
    return `${label} ${amount} (${about})${later}${rest === '' ? '' : `: ${rest}`}`;
  });
  return lines.length === 0 ? [] : [layLabelled('Before you type', lines.join('\n'), options.columns)];
}

/** What each host does to the lists, and what is not known of it. */
export function hostNotes({ report, options }: Page): readonly string[] {
  const hosts = askedFor(report.hosts ?? []);
  const isTable = hosts.length > 1;
  return hosts.flatMap((host) => {
    const facts = [
      ...(isTable ? [describeLoading(host, escapeForTerminal)] : []),
      ...(isTable || host.toolLimit === undefined ? [] : [`tool limit: ${limitText(host)}`]),
      ...(isTable && host.missing !== undefined ? [describeMissing(host, escapeForTerminal)] : []),
      ...describeTooMany(host),
      ...describeLists(host, escapeForTerminal),
      ...describeChanges(host, escapeForTerminal),
    ];
    const asOf = host.profile === undefined || facts.length === 0 ? '' : ` (as of ${host.profile.asOf})`;
    return facts.length === 0
      ? []
      : [layLabelled(escapeForTerminal(host.label), `${facts.join('; ')}${asOf}`, options.columns)];
  });
}

function limitText(host: HostSize): string {
  const isSure = host.toolLimit !== undefined && isConfirmed(host.toolLimit.confidence);
  return `${describeToolLimit(host)}${isSure ? '' : ' unconfirmed'}`;
}

type Figure = 'upfront' | 'loaded';

const HEADS: Readonly<Record<Figure, string>> = { upfront: 'start', loaded: 'loaded' };
const GAP = 2;

/** A column a host; as many side by side as the terminal takes, the others below. */
export function hostTable(page: Page): string {
  const rows = page.toolsets.filter(({ toolset }) => toolset.tools !== undefined);
  if (rows.length === 0) return '';
  const left = leftColumns(page, rows);
  const nameWidth = Math.min(longest(left.map(([name]) => name)), page.options.columns < 60 ? 12 : 24);
  const room = page.options.columns - nameWidth - GAP - longest(left.map(([, tools]) => tools));
  const hosts = askedFor(page.report.hosts ?? []).map((host) => hostColumn(host, rows));
  return groupBy(hosts, room)
    .map((group) => {
      const cells = left.map((row, index) => [...row, ...group.map((column) => column[index] ?? '')]);
      const [head = '', second = '', ...lines] = layColumns(cells, [
        { maxWidth: nameWidth },
        { align: 'right' },
        ...group.map((column): Column => ({ align: 'right', maxWidth: widthOf(column, room) - GAP })),
      ]).split('\n');
      return [page.color.bold(head), page.color.bold(second), ...lines].join('\n');
    })
    .join('\n\n');
}

/** What the rows are: two heads, the lists, their sum where there are several, and what a host makes of it. */
function leftColumns(
  { report }: Page,
  rows: readonly NamedToolset[],
): readonly (readonly [name: string, tools: string])[] {
  return [
    ['', ''],
    ['server', 'tools'],
    ...rows.map(
      ({ server, toolset }) =>
        [
          escapeForTerminal(placeOf({ server, toolset: toolset.name })),
          formatCount(toolset.tools ?? 0),
        ] as const,
    ),
    ...(rows.length > 1
      ? [['total', report.totals === undefined ? '' : formatCount(report.totals.tools)] as const]
      : []),
    ['of window', ''],
    ['tool limit', ''],
  ];
}

/** Cells of one host; two figures stand in each where definitions are deferred. */
function hostColumn(host: HostSize, rows: readonly NamedToolset[]): readonly string[] {
  const isDeferred = host.lists.some(({ upfront, loaded }) => upfront !== loaded);
  const figures: readonly Figure[] = isDeferred ? ['upfront', 'loaded'] : ['upfront'];
  const lines = [
    figures.map((figure) => HEADS[figure]),
    ...rows.map((row) => figures.map((figure) => listText(host, row, figure))),
    ...(rows.length > 1 ? [figures.map((figure) => figureText(host[figure]))] : []),
  ];
  const widths = figures.map((_, index) => longest(lines.map((line) => line[index] ?? '')));
  const gap = ' '.repeat(GAP);
  return [
    escapeForTerminal(host.label),
    ...lines.map((line) => line.map((text, index) => text.padStart(widths[index] ?? 0)).join(gap)),
    describeShare(host, escapeForTerminal).replace(/ \(.*/, ''),
    describeToolLimit(host),
  ];
}

/** A client may load one list twice, under two names. */
function listText({ lists }: HostSize, row: NamedToolset, figure: Figure): string {
  const own = lists.filter(({ server, toolset }) => server === row.server && toolset === row.toolset.name);
  if (own.length === 0) return '–';
  const [first, ...more] = own.map((list) => list[figure]);
  return figureText(
    more.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), first),
  );
}

function figureText(value: number | undefined): string {
  return value === undefined ? 'not counted' : formatCount(value);
}

/** With the gap before it. A label from a config can have any length. */
function widthOf(column: readonly string[], room: number): number {
  return Math.min(GAP + longest(column), Math.max(room, GAP + 1));
}

function groupBy(
  columns: readonly (readonly string[])[],
  room: number,
): readonly (readonly (readonly string[])[])[] {
  const groups: (readonly string[])[][] = [];
  let left = 0;
  for (const column of columns) {
    const width = widthOf(column, room);
    const group = groups.at(-1);
    if (group === undefined || width > left) {
      groups.push([column]);
      left = room - width;
    } else {
      group.push(column);
      left -= width;
    }
  }
  return groups;
}
