/** A rule on definitions as help, SARIF and docs tell it. */
import type { LintRule } from '../../model/lint.ts';
import type { RuleInfo } from '../../model/report.ts';

/** Describe a rule: why it matters, and what to do about each of its reasons. */
export function toRuleInfo({ id, severity, summary, why, reasons }: LintRule): RuleInfo {
  const advice = Object.values(reasons).map((reason) =>
    reason.summary === summary ? reason.suggestion : `${reason.summary} ${reason.suggestion}`,
  );
  return {
    id,
    // A rule that is off by itself tells only where a host or a config says so.
    severity: severity === 'off' ? 'info' : severity,
    outcome: 'finding',
    summary,
    help: [why, ...new Set(advice)].join('\n\n'),
  };
}
