/** Every rule as `explain` and the page of rules tell it: those on definitions, and those of the gate. */
import type {
  ExplainedExample,
  ExplainedGroup,
  ExplainedReason,
  ExplainedRule,
} from '../model/explanation.ts';
import type { HostProfile } from '../model/host.ts';
import type { BadExample, LintRule, RuleExample, RuleReason } from '../model/lint.ts';
import type { RuleInfo } from '../model/report.ts';
import { ruleInHosts } from './lint/rule-hosts.ts';
import { lintRules } from './lint/rules/index.ts';
import { shownExample } from './lint/shown-example.ts';
import { rules as gateRules } from './rules.ts';

/** Groups in the order of the page, in words. */
export const GROUP_WORDS: Readonly<Record<ExplainedGroup, string>> = {
  names: 'Names',
  descriptions: 'Descriptions and instructions',
  schemas: 'Schemas',
  cost: 'Cost',
  stability: 'Stability and protocol',
  security: 'Security',
  conventions: 'Conventions of the specification',
  gate: 'Budgets, growth and what could not be measured',
};

/** All rules, those of plug-ins last, as the profiles of the registry know them. */
export function explainRules(
  profiles: readonly HostProfile[],
  ofPlugins: readonly LintRule[] = [],
): readonly ExplainedRule[] {
  const groups = Object.keys(GROUP_WORDS);
  const definitions = [...Object.values<LintRule>(lintRules), ...ofPlugins];
  const all = [
    ...definitions.map((rule) => explainDefinitionRule(rule, profiles)),
    ...gateRules.map(explainGateRule),
  ];
  return groups.flatMap((group) => all.filter((rule) => rule.group === group));
}

function explainDefinitionRule(rule: LintRule, profiles: readonly HostProfile[]): ExplainedRule {
  const { id, group, severity, summary, why, fix, sources } = rule;
  return {
    id,
    group,
    severity,
    outcome: 'finding',
    summary,
    why,
    reasons: Object.entries(rule.reasons).map(([code, reason]) => explainReason(rule, code, reason)),
    hosts: ruleInHosts(id, profiles),
    options: Object.entries(rule.options ?? {}).map(([name, option]) => ({ name, ...option })),
    fix,
    bad: rule.bad.map(explainBad),
    good: rule.good.map(explainExample),
    sources,
  };
}

function explainReason(
  rule: LintRule,
  code: string,
  { severity = rule.severity, summary, suggestion, concerns }: RuleReason,
): ExplainedReason {
  return { code, severity, summary, suggestion, concerns };
}

function explainBad(example: BadExample): ExplainedExample {
  const { reason, pointers, severity, severityInHosts } = example;
  return { ...explainExample(example), reason, pointers, severity, severityInHosts };
}

function explainExample(
  example: RuleExample & { readonly hosts?: readonly string[] | undefined },
): ExplainedExample {
  const { title, hosts, options } = example;
  return { title, hosts, options, shown: shownExample(example) };
}

function explainGateRule({ id, severity, outcome, summary, help }: RuleInfo): ExplainedRule {
  return {
    id,
    group: 'gate',
    severity,
    outcome,
    summary,
    why: help,
    reasons: [],
    hosts: [],
    options: [],
    fix: 'none',
    bad: [],
    good: [],
    sources: [],
  };
}
