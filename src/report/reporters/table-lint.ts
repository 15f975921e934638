/** The screen of `lint`: what rules complain of, worst first, then the totals and what to do next. */
import { escapeForTerminal } from '../escape.ts';
import { isUnmeasured, openFindings } from '../findings.ts';
import { countLint, groupLintFindings, isLintFinding, openLintGroups } from '../lint-groups.ts';
import { layHanging, layLabelled, nameSome, wrap } from '../layout.ts';
import { formatCount, formatNoun, formatPercent } from '../../numbers.ts';
import type { LintSummary } from '../../model/lint-report.ts';
import { describeAccepted, describeLint } from './table-lint-blocks.ts';
import type { Page } from './table-page.ts';
import { describeNotMeasured, describeRemarks } from './table-remarks.ts';

/** As many hosts are named; more are counted. */
const NAMED_HOSTS = 4;

/** Lay out a report of `lint`. */
export async function lintScreen(page: Page, lint: LintSummary): Promise<string> {
  const { report, options, toolsets } = page;
  const missing = toolsets.filter((one) => isUnmeasured(one, report));
  if (options.quiet) return `${lintVerdict(page, lint)}\n`;
  const isOther = lint.matrices !== undefined || lint.fixPlan !== undefined;
  const accepted = report.findings.filter((finding) => finding.accepted && isLintFinding(finding));
  const sections = [
    ...(isOther ? [] : describeLint(page, openLintGroups(report))),
    ...(isOther ? [] : [describeAccepted(page, groupLintFindings(accepted, lint))]),
    ...(lint.matrices === undefined
      ? []
      : (await import('./table-lint-matrix.ts')).describeMatrices(page, lint)),
    ...(lint.fixPlan === undefined
      ? []
      : (await import('./table-lint-plan.ts')).describePlan(page, lint.fixPlan)),
    ...missing.map((one) => describeNotMeasured(one, options)),
    [
      ...describeOthers(page),
      describeRemarks(options.verbose ? toolsets : missing, options),
      ...(report.notes ?? []).map((note) => layLabelled('note', escapeForTerminal(note), options.columns)),
    ]
      .filter((text) => text !== '')
      .join('\n'),
    [...closingLines(page, lint), lintVerdict(page, lint)].join('\n'),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Findings about the settings, not about a definition. */
function describeOthers({ report, options }: Page): readonly string[] {
  return openFindings(report)
    .filter((finding) => !isLintFinding(finding))
    .map(({ severity, message, suggestion, source }) => {
      const at =
        source === undefined ? '' : `${source.file}${source.line === undefined ? '' : `:${source.line}`}  `;
      const text = `${at}${message}${suggestion === undefined ? '' : `; ${suggestion}`}`;
      return layHanging(`${severity.padEnd(9)}${escapeForTerminal(text)}`, {
        columns: options.columns,
        indent: 9,
      });
    });
}

function closingLines(page: Page, lint: LintSummary): readonly string[] {
  const { columns } = page.options;
  const { error, warning, info } = countLint(page.report.findings);
  // A line says it all.
  if (error + warning + info === 0 && lint.matrices === undefined) return [];
  return [
    layLabelled('Held against', escapeForTerminal(nameHosts(lint)), columns),
    ...(lint.saving === undefined
      ? []
      : [layLabelled('Repairs', describeSaving(page, lint.saving), columns)]),
    ...nextStep(page, lint),
  ];
}

/** Whose facts they are, and of when. */
function nameHosts({ hosts, isChosen }: LintSummary): string {
  if (hosts.length <= NAMED_HOSTS) return hosts.map(({ label, asOf }) => `${label} (${asOf})`).join(', ');
  const days = hosts.map(({ asOf }) => asOf).toSorted();
  const facts = `facts of ${[...new Set([days[0], days.at(-1)])].join(' to ')}`;
  if (!isChosen) return `all ${hosts.length} APIs and clients, ${facts}; none was chosen (--host)`;
  return `${nameSome(
    hosts.map(({ label }) => label),
    NAMED_HOSTS,
  )}; ${facts}`;
}

function describeSaving({ totals }: Page, { tokens, isAtMost }: NonNullable<LintSummary['saving']>): string {
  const share = totals.tokens === 0 ? '' : ` (${formatPercent(tokens, totals.tokens)})`;
  return `would save ${isAtMost ? 'up to ' : ''}${formatNoun(tokens, 'token')}${share} on every request`;
}

/** A command is never wrapped, so that it can be copied. */
function nextStep({ report, options }: Page, lint: LintSummary): readonly string[] {
  const isRepairable = report.findings.some(({ isPatchSafe }) => isPatchSafe === true);
  const [flag, does] =
    isRepairable && lint.fixPlan === undefined
      ? ['--fix-plan', 'safe repairs as JSON patches']
      : lint.matrices === undefined
        ? ['--matrix', 'which host takes which tool']
        : ['--format json', 'every finding'];
  const own = options.args.replaceAll(/(^| )--(matrix|fix-plan)(?= |$)/g, '').trimStart();
  const command = escapeForTerminal(`npx mcp-budget lint ${flag} ${own}`.trimEnd());
  return [`${layLabelled('Next', does, options.columns)}\n  ${command}`];
}

/** `FAIL  2 errors, 3 warnings, 5 info · 12 tools · 45 rules · exit 1`. */
function lintVerdict({ report, options, toolsets, totals, color }: Page, lint: LintSummary): string {
  const { exitCode, redacted, measured } = report.summary;
  const { error, warning, info } = countLint(report.findings);
  const accepted = report.findings.filter((one) => one.accepted).length;
  const missing = toolsets.length - measured;
  const found =
    error + warning + info === 0
      ? `nothing found${lint.isChosen ? '' : ` for ${lint.hosts.length} APIs and clients`}`
      : `${formatNoun(error, 'error')}, ${formatNoun(warning, 'warning')}, ${formatCount(info)} info`;
  const facts = [
    found,
    ...(accepted > 0 ? [`${formatCount(accepted)} accepted`] : []),
    ...(lint.suppressed > 0 ? [`${formatCount(lint.suppressed)} suppressed`] : []),
    ...(missing > 0
      ? [`${formatCount(missing)} of ${formatNoun(toolsets.length, 'list')} not measured`]
      : []),
    formatNoun(totals.tools, 'tool'),
    formatNoun(lint.rules.length, 'rule'),
    ...(lint.failOn === 'error' ? [] : [`--fail-on ${lint.failOn}`]),
    ...(lint.warnOnly ? ['--warn-only'] : []),
    ...(redacted > 0 ? [`${formatNoun(redacted, 'occurrence')} of secrets replaced`] : []),
    `exit ${exitCode}`,
  ];
  const line = `${exitCode === 0 ? 'PASS' : 'FAIL'}  ${facts.join(' · ')}`;
  const text = options.quiet ? line : wrap(line, options.columns).join('\n');
  return exitCode === 0 ? text : color.red(text);
}
