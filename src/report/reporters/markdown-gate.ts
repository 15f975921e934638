/** The summary of a gate: verdict, what changed against which limit, why, and the cheapest fix. */
import { nameMetric } from '../../metrics.ts';
import { describeChanges } from '../changes.ts';
import { checksOf } from '../checks.ts';
import type { Block } from '../document.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import { checkOf, isFailing, isUnmeasured, openFindings, placeOf, severityIn } from '../findings.ts';
import { formatCount, formatNoun, formatSigned } from '../../numbers.ts';
import { countGate } from '../gate-counts.ts';
import { isLintFinding } from '../lint-groups.ts';
import { listToolsets, type NamedToolset } from '../totals.ts';
import type { Finding, Gate, Report } from '../../model/report.ts';
import { lintFindingsBlock } from './markdown-lint.ts';
import { foldUnchanged, sizeBlocks, totalRow } from './markdown-sizes.ts';
import { headRow, notMeasuredBlock, tableRow, toolBlocks } from './markdown-tables.ts';

/** As many changes are named for each list. */
const NAMED = 5;

/** The blocks of a gate's summary, verdict first. */
export function gateBlocks(report: Report, gate: Gate): readonly Block[] {
  const all = listToolsets(report);
  const measured = all.filter(({ toolset }) => toolset.tools !== undefined);
  const told = measured.filter((one) => isTold(one, gate));
  const unchanged = measured.filter((one) => !told.includes(one));
  const total = gate.checks.filter(({ server, verdict }) => server === '' && verdict !== 'not-measured');
  return [
    { head: [`### ${headline(report, gate)}`] },
    ...sizeBlocks(report, gate, told),
    ...(total.length === 0
      ? []
      : [{ head: headRow(['sum', 'now', 'limit', 'left']), rows: total.map(totalRow) }]),
    ...whyBlock(told),
    ...fixBlock(report, gate),
    ...notMeasuredBlock(
      report,
      all.filter((one) => isUnmeasured(one, report)),
    ),
    ...otherBlock(report, gate),
    ...lintFindingsBlock(report),
    ...foldUnchanged(report, gate, unchanged),
    ...toolBlocks(report, measured),
  ];
}

function headline(report: Report, gate: Gate): string {
  const failing = openFindings(report).filter((finding) => isFailing(finding, gate));
  const [first, ...others] = failing;
  const { near, notMeasured } = countGate(report, gate);
  const mark = report.summary.exitCode === 0 ? (failing.length + near > 0 ? '⚠️' : '✅') : '❌';
  if (first === undefined) {
    if (notMeasured > 0) return `${mark} ${formatNoun(notMeasured, 'tool list')} not measured`;
    const close = near > 0 ? `, ${formatCount(near)} near its limit` : '';
    return `${mark} Within budget: ${formatNoun(listToolsets(report).length, 'tool list')}${close}`;
  }
  const more = others.length === 0 ? '' : ` and ${formatCount(others.length)} more`;
  const unmeasured = notMeasured === 0 ? '' : `, ${formatCount(notMeasured)} not measured`;
  return `${mark} ${describeFirst(first, gate)}${more}${unmeasured}`;
}

function describeFirst(finding: Finding, gate: Gate): string {
  const { actual, limit, tool } = finding;
  const place = `${escapeForMarkdown(placeOf(finding))}${tool === undefined ? '' : ` ${escapeForMarkdown(tool)}`}`;
  const check = checkOf(gate, finding);
  if (check === undefined || actual === undefined || limit === undefined)
    return `${place}: ${escapeForMarkdown(finding.message)}`;
  const excess = `${formatCount(actual)} of ${formatCount(limit)} ${nameMetric(check)} (${formatSigned(actual - limit)})`;
  return `Tool list over budget: ${place} ${excess}`;
}

/** Lists with anything to say of: a limit that is not simply kept, or a change. */
function isTold({ server, toolset }: NamedToolset, gate: Gate): boolean {
  const { difference } = toolset;
  return (
    checksOf(gate, server, toolset.name).some(({ verdict }) => verdict !== 'ok') ||
    (difference !== undefined && difference.tools.length > 0) ||
    difference === undefined
  );
}

function whyBlock(told: readonly NamedToolset[]): readonly Block[] {
  const rows = told.flatMap(({ server, toolset }) => {
    const changes = toolset.difference === undefined ? [] : describeChanges(toolset.difference);
    if (changes.length === 0) return [];
    const named = changes
      .slice(0, NAMED)
      .map(({ name, amount, what }) => `${escapeForMarkdown(name)} ${amount} (${what})`);
    const more = changes.length > NAMED ? ` · ${formatCount(changes.length - NAMED)} more` : '';
    const place = told.length > 1 ? `${escapeForMarkdown(placeOf({ server, toolset: toolset.name }))}: ` : '';
    return [`- ${place}${named.join(' · ')}${more}`];
  });
  return rows.length === 0 ? [] : [{ head: ['**Why**', ''], rows }];
}

function fixBlock(report: Report, gate: Gate): readonly Block[] {
  const rows = openFindings(report).flatMap((finding) => {
    const { fix } = finding;
    if (fix === undefined || !isFailing(finding, gate)) return [];
    const then = `${formatCount(fix.after)} ${fix.isEnough ? 'passes' : 'is still over'}`;
    return [
      `- ${escapeForMarkdown(placeOf(finding))}: ${escapeForMarkdown(fix.message)}: ${formatSigned(-fix.saved)}, then ${then}`,
    ];
  });
  return rows.length === 0 ? [] : [{ head: ['**Cheapest fix**', ''], rows }];
}

/** Findings as they say it themselves, with what to do and where. */
function otherBlock(report: Report, gate: Gate): readonly Block[] {
  const rows = openFindings(report)
    .filter((finding) => finding.outcome !== 'not-measured' && !isLintFinding(finding))
    .map((finding) => {
      const { severity, message, suggestion, location, source } = finding;
      const place = location ?? source;
      const at =
        place === undefined ? '' : `${place.file}${place.line === undefined ? '' : `:${place.line}`}`;
      return tableRow([
        isFailing(finding, gate) && severityIn(gate, finding) === 'error'
          ? '❌ fails'
          : severity === 'info'
            ? 'note'
            : severityIn(gate, finding),
        escapeForMarkdown(placeOf(finding)),
        escapeForMarkdown(message),
        suggestion === undefined ? '' : escapeForMarkdown(suggestion),
        at === '' ? '' : escapeForMarkdown(at),
      ]);
    });
  if (rows.length === 0) return [];
  return [{ head: headRow(['finding', 'where', 'what', 'try', 'at'], 'texts'), rows }];
}
