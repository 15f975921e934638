/** What a rule says of itself, in words of raw text: for the terminal and for the page. */
import { actionWords, confidenceWords } from '../../hosts/words.ts';
import { groupBy } from '../hosts/evidence.ts';
import type {
  ExplainedExample,
  ExplainedReason,
  ExplainedRule,
  RuleInHost,
} from '../../model/explanation.ts';
import type { LintLevel } from '../../model/lint.ts';

const FIX_WORDS: Readonly<Record<ExplainedRule['fix'], string>> = {
  safe: '`lint --fix-plan` prints the repairs that are safe',
  suggest: 'repairs are told, not made',
  none: 'no repair by itself',
};

const OUTCOME_WORDS: Readonly<Record<ExplainedRule['outcome'], string>> = {
  finding: 'fails where `--fail-on` reaches it (exit 1; by default errors)',
  'not-measured': 'counts as not measured (exit 3)',
  mistake: 'a mistake in the config (exit 2)',
};

/** Level, and what it leads to. */
export function describeLevel({ group, severity, outcome, fix }: ExplainedRule): string {
  if (group === 'gate') return `${severity}; ${OUTCOME_WORDS[outcome]}`;
  return `${describeSeverity(severity)}; ${FIX_WORDS[fix]}`;
}

/** A level; `off` is one as well. */
export function describeSeverity(severity: LintLevel): string {
  return severity === 'off' ? 'off unless a chosen host minds, or the config turns it on' : severity;
}

/** Whether it depends on hosts. */
export function describeConcern({ severity, concerns }: ExplainedReason): string {
  return concerns === 'everyone' ? severity : `${severity}, where a host minds`;
}

/** What hosts take and do, those that do the same together; each with its evidence, date and sources. */
export function describeHosts(hosts: readonly RuleInHost[]): readonly {
  readonly names: readonly string[];
  readonly reasons: string;
  readonly does: string;
}[] {
  const does = ({ what, action }: RuleInHost): string =>
    what === '' ? actionWords[action] : `${what}: ${actionWords[action]}`;
  return groupBy(hosts, (one) => JSON.stringify([one.reasons, does(one)])).map((group) => ({
    names: group.map(({ label, confidence, asOf, sources }) => {
      const evidence = [`${confidence}, ${asOf}`, ...sources].join('; ');
      return `${label} (${evidence})`;
    }),
    reasons: describeReasons(group[0]),
    does: does(group[0]),
  }));
}

/** The kinds of evidence that hosts are known by, in words. */
export function describeEvidence(hosts: readonly RuleInHost[]): readonly string[] {
  return [...new Set(hosts.map(({ confidence }) => confidence))].map(
    (confidence) => `${confidence}: ${confidenceWords[confidence]}`,
  );
}

/** Reasons in brackets, where they are not all. */
function describeReasons({ reasons }: Pick<RuleInHost, 'reasons'>): string {
  return reasons.length === 0 ? 'all' : reasons.map((code) => `\`${code}\``).join(', ');
}

/** What is found of a bad example. */
export function describeFinding({ reason, severity, hosts, severityInHosts }: ExplainedExample): string {
  const own = severity === 'off' ? 'nothing without a host' : (severity ?? 'nothing');
  const inHosts =
    hosts === undefined ? '' : `; ${severityInHosts ?? severity ?? 'nothing'} in ${hosts.join(', ')}`;
  return `\`${reason ?? ''}\`: ${own}${inHosts}`;
}

/** Where a good one is good, and with which options an example is held against the rule. */
export function describeConditions({ reason, hosts, options }: ExplainedExample): string {
  return [
    ...(reason === undefined && hosts !== undefined
      ? [hosts.length === 0 ? 'without a host' : `in ${hosts.join(', ')}`]
      : []),
    ...(options === undefined ? [] : [`with ${JSON.stringify(options)}`]),
  ].join(', ');
}

/** The value of an option that nobody has set. */
export function describeDefault(value: ExplainedRule['options'][number]['default']): string {
  return value === undefined ? 'none' : `\`${JSON.stringify(value)}\``;
}
