/** Sizes against limits and the baseline. */
import { nameMetric, recordedSizeOf } from '../../metrics.ts';
import { shortLabel } from '../changes.ts';
import { checksOf, closestCheck } from '../checks.ts';
import type { Block } from '../document.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import { placeOf } from '../findings.ts';
import { formatCount, formatNoun, formatPercent, formatSigned } from '../../numbers.ts';
import { tokensOf, type NamedToolset } from '../totals.ts';
import type { Check } from '../../model/budget.ts';
import type { Gate, Report } from '../../model/report.ts';
import { headRow, tableRow } from './markdown-tables.ts';

/** One table; its rows name the server too where there are several. */
export function sizeBlocks(report: Report, gate: Gate, told: readonly NamedToolset[]): readonly Block[] {
  if (told.length === 0) return [];
  const labels = [...new Set(told.flatMap(({ toolset }) => toolset.difference?.since ?? []))];
  const [label] = labels;
  const hasBefore = label !== undefined;
  const before = labels.length === 1 && hasBefore ? escapeForMarkdown(shortLabel(label)) : 'baseline';
  const titles = [
    'toolset',
    ...(hasBefore ? [before] : []),
    'now',
    ...(hasBefore ? ['change'] : []),
    'limit',
    'left',
  ];
  return [
    {
      head: headRow(titles),
      rows: told.flatMap((one) => {
        const name =
          report.servers.length > 1 ? placeOf({ ...one, toolset: one.toolset.name }) : one.toolset.name;
        return sizeRows(report, gate, { one, name: escapeForMarkdown(name), hasBefore });
      }),
    },
  ];
}

const MARKS: Readonly<Record<Check['verdict'], string>> = {
  over: '❌ ',
  near: '⚠️ ',
  stale: '💤 ',
  'not-measured': '❔ ',
  ok: '',
};

/** What is over in a host whose loading is not confirmed does not fail. */
function markOf({ verdict, ruleId }: Check): string {
  return ruleId === 'budget-host-unsure' && verdict === 'over' ? MARKS.near : MARKS[verdict];
}

/** Tokens of the generic view: what a table is about where nothing else is said. */
function isPlain({ metric, view, host }: Check): boolean {
  return metric === 'tokens' && view === 'generic' && host === undefined;
}

interface SizeRow {
  readonly one: NamedToolset;
  /** Escaped. */
  readonly name: string;
  readonly hasBefore: boolean;
}

/** A row for each limit that is not simply kept, or else for the one that is closest. */
function sizeRows(report: Report, gate: Gate, { one, name, hasBefore }: SizeRow): readonly string[] {
  const { server, toolset } = one;
  const checks = checksOf(gate, server, toolset.name);
  const closest = closestCheck(checks);
  const special = checks.filter(({ verdict }) => verdict !== 'ok');
  const shown = special.length > 0 ? special : closest === undefined ? [] : [closest];
  if (shown.length > 0) return shown.map((check) => checkRow(check, { one, name, hasBefore }));
  const tokens = tokensOf(report, toolset);
  const [now, old] = [tokens ?? 0, toolset.difference?.before.tokens];
  return [
    tableRow([
      name,
      ...(hasBefore ? [old === undefined ? '' : formatCount(old)] : []),
      tokens === undefined ? 'not counted' : formatCount(tokens),
      ...(hasBefore ? [describeChange(old, now)] : []),
      'none',
      '',
    ]),
  ];
}

function checkRow(check: Check, { one: { toolset }, name, hasBefore }: SizeRow): string {
  const { verdict, actual, limit, growth, tool, metric } = check;
  const ofTool = tool === undefined ? '' : ` ${escapeForMarkdown(tool)}`;
  const what = isPlain(check) ? '' : ` ${nameMetric(check)}`;
  const old =
    check.before ??
    (toolset.difference === undefined || check.view !== 'generic' || check.host !== undefined
      ? undefined
      : recordedSizeOf(toolset.difference.before, metric));
  const now = actual === undefined ? 'not measured' : formatCount(actual);
  return tableRow([
    `${markOf(check)}${name}${ofTool}${what}`,
    ...(hasBefore ? [old === undefined ? '' : formatCount(old)] : []),
    verdict === 'over' ? `**${now}**` : now,
    ...(hasBefore ? [actual === undefined ? '' : describeChange(old, actual)] : []),
    growth === undefined ? formatCount(limit) : `${formatCount(limit)} (growth ${escapeForMarkdown(growth)})`,
    actual === undefined ? '' : formatSigned(limit - actual).replace('+', ''),
  ]);
}

/** One limit on the sum of all servers. */
export function totalRow(check: Check): string {
  const { actual = 0, limit } = check;
  return tableRow([
    `${markOf(check)}${escapeForMarkdown(placeOf(check))} ${nameMetric(check)}`,
    formatCount(actual),
    formatCount(limit),
    formatSigned(limit - actual).replace('+', ''),
  ]);
}

function describeChange(old: number | undefined, now: number): string {
  if (old === undefined) return '';
  if (old === now) return 'none';
  const share = old === 0 ? '' : ` (${now < old ? '−' : '+'}${formatPercent(Math.abs(now - old), old)})`;
  return `${formatSigned(now - old)}${share}`;
}

/** Lists that are what they were, with the limit they are closest to. */
export function foldUnchanged(
  report: Report,
  gate: Gate,
  unchanged: readonly NamedToolset[],
): readonly Block[] {
  if (unchanged.length === 0) return [];
  return [
    {
      head: [
        `<details><summary>${formatNoun(unchanged.length, 'toolset')} unchanged</summary>`,
        '',
        ...headRow(['toolset', 'now', 'limit', 'left']),
      ],
      rows: unchanged.map((one) => {
        const check = closestCheck(checksOf(gate, one.server, one.toolset.name));
        const place = escapeForMarkdown(placeOf({ server: one.server, toolset: one.toolset.name }));
        if (check?.actual === undefined) {
          const tokens = tokensOf(report, one.toolset);
          return tableRow([place, tokens === undefined ? 'not counted' : formatCount(tokens), 'none', '']);
        }
        const what = isPlain(check) ? '' : ` ${nameMetric(check)}`;
        return tableRow([
          `${place}${what}`,
          formatCount(check.actual),
          formatCount(check.limit),
          formatCount(check.limit - check.actual),
        ]);
      }),
      tail: ['', '</details>'],
    },
  ];
}
