/** Which level and which options a rule has at a place, as presets, rules and overrides say. */
import { compileNameGlob } from '../../name-glob.ts';
import type { LintLevel, LintRule, RuleOptions } from '../../model/lint.ts';
import type { LintOverride, LintSettings, LintSuppression } from '../../model/lint-settings.ts';

/** All rules at their default. */
export const RECOMMENDED: LintSettings = {
  presets: ['recommended'],
  rules: {},
  overrides: [],
  suppressions: [],
  pluginRules: [],
};

/** Names inside the config; `tool` is absent for what concerns a list. */
export interface Whereabouts {
  readonly server: string;
  readonly toolset: string;
  readonly tool?: string | undefined;
}

export interface RuleAt {
  /** What the user has set; absent: the rule's own. */
  readonly severity?: LintLevel | undefined;
  readonly options: RuleOptions;
}

type Matcher = (where: Whereabouts) => boolean;

/** Compile settings; the answers for a rule are asked for each tool. */
export function compileSettings(settings: LintSettings): {
  readonly isOn: (rule: LintRule) => boolean;
  readonly at: (rule: LintRule, where: Whereabouts) => RuleAt;
} {
  const overrides = settings.overrides.map((one, index) => ({ ...one, index, matches: matcherOf(one) }));
  const isSecurityOnly =
    settings.presets.includes('security') &&
    settings.presets.every((one) => one === 'security' || one === 'strict' || one === 'portable');
  const isLeftOut = (rule: LintRule): boolean =>
    isSecurityOnly && rule.group !== 'security' && !Object.hasOwn(settings.rules, rule.id);
  const known = new Map<LintRule, Map<string, RuleAt>>();
  return {
    isOn: (rule) => !isLeftOut(rule) || settings.overrides.some(({ rules }) => Object.hasOwn(rules, rule.id)),
    at: (rule, where) => {
      const own = overrides.filter(({ rules, matches }) => Object.hasOwn(rules, rule.id) && matches(where));
      if (own.length === 0 && isLeftOut(rule)) return OFF;
      // The same object wherever the same is set: what is made of it is made once.
      const key = own.map(({ index }) => index).join();
      const ofRule = known.get(rule) ?? new Map<string, RuleAt>();
      const made = ofRule.get(key) ?? settle(rule, [settings.rules, ...own.map(({ rules }) => rules)]);
      known.set(rule, ofRule.set(key, made));
      return made;
    },
  };
}

const OFF: RuleAt = { severity: 'off', options: {} };

/** The rule's own options, and what is set of it, the last first. */
function settle(rule: LintRule, stated: readonly LintSettings['rules'][]): RuleAt {
  const set = stated.flatMap((rules) => (Object.hasOwn(rules, rule.id) ? [rules[rule.id] ?? {}] : []));
  const defaults = Object.entries(rule.options ?? {}).map(([name, option]) => [name, option.default]);
  return {
    severity: set.findLast(({ severity }) => severity !== undefined)?.severity,
    options: Object.assign(Object.fromEntries(defaults), ...set.map(({ options }) => options)) as RuleOptions,
  };
}

/** Compile the patterns of an override or a suppression. */
export function matcherOf({
  server,
  toolset,
  tool,
}: Pick<LintOverride | LintSuppression, 'server' | 'toolset' | 'tool'>): Matcher {
  const globs = { server: compile(server), toolset: compile(toolset), tool: compile(tool) };
  return (where) =>
    (globs.server?.(where.server) ?? true) &&
    (globs.toolset?.(where.toolset) ?? true) &&
    (globs.tool === undefined || (where.tool !== undefined && globs.tool(where.tool)));
}

function compile(pattern: string | undefined): ((name: string) => boolean) | undefined {
  return pattern === undefined ? undefined : compileNameGlob(pattern);
}
