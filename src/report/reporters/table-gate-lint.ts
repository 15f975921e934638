/** What rules on definitions found, in a gate: what fails in blocks, the rest counted. */
import { isFailing } from '../findings.ts';
import {
  countLint,
  groupLintFindings,
  isLintFinding,
  nameTool,
  openLintGroups,
  type LintFindings,
} from '../lint-groups.ts';
import { escapeForTerminal } from '../escape.ts';
import { wrap } from '../layout.ts';
import { formatCount, formatNoun } from '../../numbers.ts';
import type { Gate } from '../../model/report.ts';
import { describeAccepted, describeLint } from './table-lint-blocks.ts';
import type { Page } from './table-page.ts';

/** A block for what fails, a line for the others and for what the baseline has accepted. */
export function gateLintBlocks(page: Page, gate: Gate): readonly string[] {
  const { report, options } = page;
  const groups = openLintGroups(report);
  const shown = options.verbose ? groups : groups.filter((group) => fails(group, gate));
  const others = groups.filter((group) => !shown.includes(group));
  const accepted = report.findings.filter((finding) => finding.accepted && isLintFinding(finding));
  return [
    ...describeLint(page, shown),
    ...(others.length === 0 ? [] : [describeOthers(page, others)]),
    describeAccepted(page, groupLintFindings(accepted, report.lint)),
  ];
}

/** A line for what fails. */
export function gateLintLines({ report }: Page, gate: Gate): readonly string[] {
  const word = gate.warnOnly ? 'warn' : 'FAIL';
  return openLintGroups(report)
    .filter((group) => fails(group, gate))
    .map(({ first, all }) => {
      const more = all.length === 1 ? '' : ` and ${formatCount(all.length - 1)} more`;
      return escapeForTerminal(`${word}  ${nameTool(first)}${more}  ${first.ruleId}: ${first.message}`);
    });
}

function fails({ first }: LintFindings, gate: Gate): boolean {
  return isFailing(first, gate);
}

function describeOthers({ options }: Page, groups: readonly LintFindings[]): string {
  const { error, warning, info } = countLint(groups.flatMap(({ all }) => all));
  const counts = [
    ...(error > 0 ? [formatNoun(error, 'error')] : []),
    ...(warning > 0 ? [formatNoun(warning, 'warning')] : []),
    ...(info > 0 ? [`${formatCount(info)} info`] : []),
  ];
  const line = `lint     ${counts.join(', ')} that do not fail: npx mcp-budget lint shows them`;
  return wrap(line, options.columns).join('\n');
}
