/** Which level and which options a rule has at a place, as presets, rules and overrides say. */
import { compileNameGlob } from '../../name-glob.ts';
import type {
  LintLevel,
  LintOverride,
  LintRule,
  LintSettings,
  LintSuppression,
  RuleOptions,
  RuleSetting,
} from '../../model/lint.ts';

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
  const overrides = settings.overrides.map((one) => ({ ...one, matches: matcherOf(one) }));
  const isSecurityOnly =
    settings.presets.includes('security') &&
    settings.presets.every((one) => one === 'security' || one === 'strict' || one === 'portable');
  const settingOf = (rule: LintRule, where: Whereabouts): RuleSetting =>
    overrides
      .filter(({ rules, matches }) => Object.hasOwn(rules, rule.id) && matches(where))
      .reduce<RuleSetting>(
        (before, { rules }) => merge(before, rules[rule.id]),
        Object.hasOwn(settings.rules, rule.id) ? (settings.rules[rule.id] ?? {}) : {},
      );
  const defaults = new Map<LintRule, RuleOptions>();
  const defaultsOf = (rule: LintRule): RuleOptions => {
    const known = defaults.get(rule);
    if (known !== undefined) return known;
    const made = Object.fromEntries(
      Object.entries(rule.options ?? {}).map(([name, option]) => [name, option.default]),
    );
    defaults.set(rule, made);
    return made;
  };
  return {
    isOn: (rule) =>
      !isSecurityOnly ||
      rule.group === 'security' ||
      Object.hasOwn(settings.rules, rule.id) ||
      settings.overrides.some(({ rules }) => Object.hasOwn(rules, rule.id)),
    at: (rule, where) => {
      const { severity, options } = settingOf(rule, where);
      // The same object wherever nothing is set: what is made of it is made once.
      return {
        severity,
        options: options === undefined ? defaultsOf(rule) : { ...defaultsOf(rule), ...options },
      };
    },
  };
}

function merge(before: RuleSetting, next: RuleSetting = {}): RuleSetting {
  return {
    severity: next.severity ?? before.severity,
    options: next.options === undefined ? before.options : { ...before.options, ...next.options },
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
