/** Findings of several groups together, and what is told beside them. */
import { planFixes } from '../judge/lint/fix-plan.ts';
import { lint } from '../judge/lint/lint.ts';
import { buildMatrix } from '../judge/lint/matrix.ts';
import { sumSavings } from '../judge/lint/saving.ts';
import type { JsonValue } from '../json.ts';
import type { HostProfile } from '../model/host.ts';
import type { LintSettings } from '../model/lint-settings.ts';
import type { FixPlan, LintMatrix, LintSummary } from '../model/lint-report.ts';
import type { Finding } from '../model/report.ts';
import type { LintedGroup } from './lint-lists.ts';
import { snapshotKey } from './snapshot-folder.ts';

export interface SummaryOptions {
  readonly isMatrixAsked: boolean;
  readonly isPlanAsked: boolean;
}

export interface LintedRun {
  readonly findings: readonly Finding[];
  /** Without what decides whether it fails. */
  readonly summary: Omit<LintSummary, 'failOn' | 'warnOnly'>;
}

/** Join what was found in all groups. */
export function summarizeLint(
  groups: readonly LintedGroup[],
  { isMatrixAsked, isPlanAsked }: SummaryOptions,
): LintedRun {
  const findings = withoutRepeats(groups.flatMap((group) => group.findings));
  const open = findings.filter(({ accepted }) => !accepted);
  const rules = new Map(groups.flatMap(({ input }) => input.rules.map((rule) => [rule.id, rule] as const)));
  const hosts = new Map(
    groups.flatMap(({ input }) => input.inPlay.hosts.map((host) => [host.id, host] as const)),
  );
  return {
    findings,
    summary: {
      rules: [...rules.keys()],
      hosts: [...hosts.values()].map(({ id, label, shortLabel, asOf }) => ({
        id,
        label: shortLabel ?? label,
        asOf,
      })),
      isChosen: groups.length > 0 && groups.every(({ input }) => input.inPlay.isChosen),
      suppressed: groups.reduce((sum, { suppressed }) => sum + suppressed, 0),
      saving: sumSavings(open, {
        groupOf: (id) => rules.get(id)?.group,
        definitionOf: definitionsIn(groups),
        countTokens: groups[0]?.input.countTokens ?? (() => 0),
      }),
      ...(isMatrixAsked && { matrices: matricesOf(groups) }),
      ...(isPlanAsked && {
        fixPlan: joinPlans(groups.map(({ input, findings }) => planFixes(input, findings))),
      }),
    },
  };
}

function definitionsIn(groups: readonly LintedGroup[]): (finding: Finding) => JsonValue | undefined {
  const lists = new Map(
    groups.flatMap(({ input }) =>
      input.lists.map((list) => [snapshotKey(list.server, list.toolset), list.tools] as const),
    ),
  );
  return ({ server, toolset, index }) =>
    index === undefined ? undefined : lists.get(snapshotKey(server, toolset))?.[index];
}

/** Servers that several clients load are linted for each; what says the same is told once. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ ruleId, reason, severity, server, toolset, tool, pointer, message }) => {
    const key = JSON.stringify([ruleId, reason, severity, server, toolset, tool, pointer, message]);
    return seen.size !== seen.add(key).size;
  });
}

function joinPlans(plans: readonly FixPlan[]): FixPlan {
  const seen = new Set<string>();
  const tools = plans
    .flatMap((plan) => plan.tools)
    .filter(({ server, toolset, index, patch }) => {
      const key = JSON.stringify([server, toolset, index, patch]);
      return seen.size !== seen.add(key).size;
    });
  const add = (side: 'before' | 'after', unit: 'tokens' | 'bytes'): number =>
    tools.reduce((sum, tool) => sum + tool[side][unit], 0);
  return {
    tools,
    before: { tokens: add('before', 'tokens'), bytes: add('before', 'bytes') },
    after: { tokens: add('after', 'tokens'), bytes: add('after', 'bytes') },
  };
}

/** One matrix for the groups that are held against the same hosts. */
function matricesOf(groups: readonly LintedGroup[]): readonly LintMatrix[] {
  const byHosts = new Map<string, LintedGroup[]>();
  for (const group of groups) {
    const { hosts, isChosen } = group.input.inPlay;
    const key = JSON.stringify([isChosen, hosts.map(idOf)]);
    byHosts.set(key, [...(byHosts.get(key) ?? []), group]);
  }
  return [...byHosts.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { hosts, isChosen } = first.input.inPlay;
    const lists = alike.flatMap(({ input }) => input.lists);
    return [
      buildMatrix({
        findings: alike.flatMap(whateverSettings),
        hosts: hosts.map(idOf),
        isChosen,
        tools: lists.filter(({ isInTotal }) => isInTotal).reduce((sum, { tools }) => sum + tools.length, 0),
      }),
    ];
  });
}

function idOf({ id }: HostProfile): string {
  return id;
}

/** What a host does is the same whether somebody has suppressed, accepted or switched off the finding. */
function whateverSettings({ input }: LintedGroup): readonly Finding[] {
  const { settings, inPlay } = input;
  const rules = Object.entries(settings.rules).map(([id, { options }]) => [id, { options }] as const);
  const bare: LintSettings = {
    presets: [],
    rules: Object.fromEntries(rules),
    overrides: [],
    suppressions: [],
    pluginRules: settings.pluginRules,
  };
  return lint({ ...input, settings: bare, accepted: undefined, inPlay: { ...inPlay, isChosen: true } })
    .findings;
}
