/** The summary of `lint`: the verdict, what is wrong once for all tools that have it alike, who takes what, and repairs. */
import type { Block } from '../document.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import { isUnmeasured, openFindings } from '../findings.ts';
import { countLint, isLintFinding, nameTool, openLintGroups, type LintFindings } from '../lint-groups.ts';
import { foldRows, LEGEND, MARKS } from '../lint-matrix.ts';
import { formatCount, formatNoun, formatPercent, formatSigned } from '../../numbers.ts';
import { listToolsets, sumReport } from '../totals.ts';
import type { FixPlan, LintMatrix, LintSummary, ToolRepair } from '../../model/lint-report.ts';
import type { Report } from '../../model/report.ts';
import { headRow, notMeasuredBlock, tableRow } from './markdown-tables.ts';

/** As many tools are named that one row is about. */
const NAMED = 3;

/** The blocks of a lint report, verdict first. */
export function lintBlocks(report: Report, lint: LintSummary): readonly Block[] {
  const missing = listToolsets(report).filter((one) => isUnmeasured(one, report));
  return [
    { head: [`### ${headline(report)}`, '', describeHosts(report, lint)] },
    ...lintFindingsBlock(report),
    ...settingsBlock(report),
    ...(lint.matrices ?? []).flatMap((matrix) => matrixBlock(matrix, lint)),
    ...(lint.fixPlan === undefined ? [] : planBlock(lint.fixPlan)),
    ...notMeasuredBlock(report, missing),
  ];
}

/** What rules complain of, a row for what several tools have alike; nothing where nothing is wrong. */
export function lintFindingsBlock(report: Report): readonly Block[] {
  const rows = openLintGroups(report).map(groupRow);
  return rows.length === 0
    ? []
    : [{ head: headRow(['lint', 'rule', 'tools', 'what', 'try'], 'texts'), rows }];
}

function headline(report: Report): string {
  const { error, warning, info } = countLint(report.findings);
  const { exitCode } = report.summary;
  const { tools } = sumReport(report);
  if (error + warning + info === 0)
    return exitCode === 0
      ? `✅ Nothing found in ${formatNoun(tools, 'tool')}`
      : '❌ Nothing found, not all measured';
  const mark = exitCode === 0 ? '⚠️' : '❌';
  return `${mark} ${formatNoun(error, 'error')}, ${formatNoun(warning, 'warning')}, ${formatCount(info)} info in ${formatNoun(tools, 'tool')}`;
}

function describeHosts(report: Report, { hosts, isChosen, saving, suppressed }: LintSummary): string {
  const days = hosts.map(({ asOf }) => asOf).toSorted();
  const whose = isChosen
    ? hosts.map(({ label }) => escapeForMarkdown(label)).join(', ')
    : `all ${hosts.length} APIs and clients`;
  const { tokens } = sumReport(report);
  const accepted = report.findings.filter((one) => one.accepted).length;
  const facts = [
    `held against ${whose} (facts of ${[...new Set([days[0], days.at(-1)])].join(' to ')})`,
    ...(saving === undefined
      ? []
      : [
          `repairs would save ${saving.isAtMost ? 'up to ' : ''}${formatNoun(saving.tokens, 'token')} (${formatPercent(saving.tokens, tokens)})`,
        ]),
    ...(accepted > 0 ? [`${formatCount(accepted)} accepted in the baseline`] : []),
    ...(suppressed > 0 ? [`${formatCount(suppressed)} suppressed`] : []),
  ];
  return facts.join(' · ');
}

function groupRow({ first, all }: LintFindings): string {
  const names = all.slice(0, NAMED).map((one) => escapeForMarkdown(nameTool(one)));
  const more = all.length - names.length;
  return tableRow([
    first.severity,
    escapeForMarkdown(first.ruleId),
    more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : names.join(', '),
    escapeForMarkdown(first.message),
    first.suggestion === undefined ? '' : escapeForMarkdown(first.suggestion),
  ]);
}

/** Findings about the settings, not about a definition. */
function settingsBlock(report: Report): readonly Block[] {
  const rows = openFindings(report)
    .filter((finding) => !isLintFinding(finding) && finding.outcome !== 'not-measured')
    .map(({ severity, message, suggestion = '' }) =>
      tableRow([
        severity,
        escapeForMarkdown(message),
        suggestion === '' ? '' : escapeForMarkdown(suggestion),
      ]),
    );
  return rows.length === 0 ? [] : [{ head: headRow(['settings', 'what', 'try'], 'texts'), rows }];
}

function matrixBlock(matrix: LintMatrix, lint: LintSummary): readonly Block[] {
  const { hosts, hostsHeld, tools } = matrix;
  const labels = new Map(lint.hosts.map(({ id, label }) => [id, label]));
  const others = `${formatCount(hostsHeld - hosts.length)} of ${formatNoun(hostsHeld, 'host')} take all ${formatNoun(tools, 'tool')} as they are.`;
  if (hosts.length === 0) return [{ head: [others] }];
  const rows = foldRows(matrix, false).map(({ label, effects }) =>
    tableRow([escapeForMarkdown(label), ...hosts.map((id) => MARKS[effects[id] ?? 'ok'])]),
  );
  const head = headRow(['tool', ...hosts.map((id) => escapeForMarkdown(labels.get(id) ?? id))], 'texts');
  return [{ head, rows, tail: ['', `${LEGEND}.${hostsHeld > hosts.length ? ` ${others}` : ''}`] }];
}

function planBlock({ tools, before, after }: FixPlan): readonly Block[] {
  if (tools.length === 0) return [{ head: ['No finding has a repair that is safe to make without a look.'] }];
  const sum = `${formatCount(before.tokens)} → ${formatNoun(after.tokens, 'token')} (${formatSigned(after.tokens - before.tokens)})`;
  return [
    { head: headRow(['tool', 'tokens', 'bytes', 'patch']), rows: tools.map(repairRow), tail: ['', sum] },
  ];
}

function repairRow({ server, toolset, tool, index, patch, before, after }: ToolRepair): string {
  return tableRow([
    escapeForMarkdown(nameTool({ server, toolset, tool, index })),
    `${formatCount(before.tokens)} → ${formatCount(after.tokens)}`,
    `${formatCount(before.bytes)} → ${formatCount(after.bytes)}`,
    patch.map((step) => escapeForMarkdown(JSON.stringify(step))).join('<br>'),
  ]);
}
