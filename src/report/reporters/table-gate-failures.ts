/** One block a failure: which limit, what changed, what is heaviest, and what to do. */
import { nameMetric, recordedSizeOf } from '../../metrics.ts';
import { describeChanges } from '../changes.ts';
import { escapeForTerminal } from '../escape.ts';
import { checkOf } from '../findings.ts';
import { layColumns } from '../columns.ts';
import { layAdvice, layHanging, layLabelled, longest } from '../layout.ts';
import { formatCount, formatPercent, formatSigned } from '../../numbers.ts';
import type { Check, Source } from '../../model/budget.ts';
import type { Difference } from '../../model/baseline.ts';
import type { Finding, Gate, ToolsetReport } from '../../model/report.ts';
import { failureLine } from './table-gate-lines.ts';
import type { Page } from './table-page.ts';

/** Of each list and rule as many are told in full; the rest in a line. */
const IN_FULL = 3;
/** As many changes and heaviest tools are named. */
const NAMED = 3;

/** A block for each failing finding; of many alike the first three. */
export function describeFailures(page: Page, gate: Gate, failing: readonly Finding[]): readonly string[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of failing) {
    const key = JSON.stringify([finding.server, finding.toolset, finding.ruleId, finding.metric]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const told = new Set<ToolsetReport>();
  return [...groups.values()].flatMap((group) => {
    const shown = page.options.verbose ? group : group.slice(0, IN_FULL);
    const rest = group.slice(shown.length);
    return [
      ...shown.map((finding) => describeFailure(page, gate, { finding, told })),
      ...(rest.length === 0 ? [] : [describeRest(page, rest)]),
    ];
  });
}

function describeRest({ options: { columns } }: Page, rest: readonly Finding[]): string {
  const names = rest.slice(0, NAMED).map(({ tool, message }) => tool ?? message);
  const more = rest.length > NAMED ? ' …' : '';
  const text = `and ${formatCount(rest.length)} more like the last (--verbose): ${names.join(', ')}${more}`;
  return layHanging(`      ${escapeForTerminal(text)}`, { columns, indent: 6 });
}

interface Told {
  readonly finding: Finding;
  /** Lists whose changes stand in a block above. */
  readonly told: Set<ToolsetReport>;
}

function describeFailure(page: Page, gate: Gate, { finding, told }: Told): string {
  const { options, color } = page;
  const [head = '', ...more] = layHanging(failureLine(finding, gate), {
    columns: options.columns,
    indent: 6,
  }).split('\n');
  const check = checkOf(gate, finding);
  const row = (label: string, text: string): string =>
    layLabelled(`  ${label}`, escapeForTerminal(text), options.columns);
  const { source, location, fix, suggestion } = finding;
  const isElsewhere = location !== undefined && location.file !== source?.file;
  return [
    [options.colorLevel === 0 ? head : color.red(head), ...more].join('\n'),
    ...(source === undefined ? [] : [row('limit', placeInFile(source))]),
    ...(isElsewhere ? [row('at', placeInFile(location))] : []),
    ...(check === undefined ? [] : describeList(page, check, told)),
    ...(fix === undefined
      ? []
      : [
          row(
            'fix',
            `${fix.message}: ${formatSigned(-fix.saved)} → ${formatCount(fix.after)}, ${fix.isEnough ? 'passes' : 'not enough'}`,
          ),
        ]),
    ...(suggestion === undefined ? [] : [layAdvice('  try', escapeForTerminal(suggestion), options.columns)]),
  ].join('\n');
}

function placeInFile({ file, line, key = '' }: Omit<Source, 'key'> & { readonly key?: string }): string {
  return `${file}${line === undefined ? '' : `:${line}`}${key === '' ? '' : `  ${key}`}`;
}

/** What changed in the list since the baseline, and what is heaviest in it; once a list. */
function describeList(page: Page, check: Check, told: Set<ToolsetReport>): readonly string[] {
  const { toolset } =
    page.toolsets.find((one) => one.server === check.server && one.toolset.name === check.toolset) ?? {};
  if (toolset === undefined || check.tool !== undefined) return [];
  const isOfTools = ['tools', 'bytes', 'tokens'].includes(check.metric);
  const since = toolset.difference === undefined ? [] : [sinceLine(page, check, toolset.difference)];
  if (told.has(toolset) || !isOfTools) return since;
  told.add(toolset);
  const isInBytes = check.unit === 'bytes';
  const heaviest = heaviestOf(toolset, check);
  return [
    ...since,
    ...(toolset.difference === undefined ? [] : changeRows(page, toolset.difference, isInBytes)),
    ...(heaviest === '' ? [] : [layLabelled('  heaviest', heaviest, page.options.columns)]),
  ];
}

function sinceLine({ options }: Page, check: Check, { since, before }: Difference): string {
  const [old, now = 0] = [recordedSizeOf(before, check.metric), check.actual];
  const change =
    old === undefined || check.view !== 'generic'
      ? ''
      : now === old
        ? `: ${formatCount(now)}, unchanged`
        : `: ${nameMetric(check)} ${formatCount(old)} → ${formatCount(now)} (${formatSigned(now - old)}${old === 0 ? '' : `, ${now < old ? '−' : '+'}${formatPercent(Math.abs(now - old), old)}`})`;
  return layHanging(`  since ${escapeForTerminal(since)}${change}`, { columns: options.columns, indent: 4 });
}

function changeRows({ options }: Page, difference: Difference, isInBytes: boolean): readonly string[] {
  const all = describeChanges(difference, isInBytes);
  const shown = options.verbose ? all : all.slice(0, NAMED);
  if (shown.length === 0) return [];
  const rows = shown.map(({ sign, name, amount, what }) => [
    `    ${sign} ${escapeForTerminal(name)}`,
    amount,
    what,
  ]);
  const amounts = longest(rows.map(([, amount = '']) => amount));
  const isNarrow = options.columns < 60;
  const names = Math.min(
    longest(rows.map(([name = '']) => name)),
    isNarrow ? options.columns - amounts - 4 : Math.max(20, options.columns - amounts - 34),
  );
  const what = Math.max(10, options.columns - names - amounts - 6);
  const text = layColumns(
    isNarrow ? rows.map((row) => row.slice(0, 2)) : rows,
    [{ maxWidth: names }, { align: 'right' as const, maxWidth: amounts }, { maxWidth: what }].slice(
      0,
      isNarrow ? 2 : 3,
    ),
  );
  const more = all.length - shown.length;
  return [text, ...(more === 0 ? [] : [`    and ${formatCount(more)} more (--verbose)`])];
}

function heaviestOf({ byTool = [] }: ToolsetReport, { unit, view }: Check): string {
  const sizes = byTool
    .map((tool) => ({
      name: tool.name,
      size: unit === 'bytes' ? tool.bytes : (tool.views[view]?.tokens ?? 0),
    }))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, NAMED);
  return sizes.map(({ name, size }) => `${escapeForTerminal(name)} ${formatCount(size)}`).join(' · ');
}
