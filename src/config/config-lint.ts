/** What a config says of rules on definitions, as settings. */
import { isJsonObject } from '../json.ts';
import type { LintRule } from '../model/lint.ts';
import type { LintPreset, LintSettings, RuleSetting } from '../model/lint-settings.ts';
import type { Source } from '../model/budget.ts';
import type { Problem } from './config-problems.ts';
import type { ConfigFile, RulesEntry } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';

/** Rules that a config may speak of. */
export interface KnownRules {
  readonly shipped: readonly LintRule[];
  readonly ofPlugins: readonly LintRule[];
}

/** And what is wrong with the plug-ins that it names. */
export interface RulesOfConfig extends KnownRules {
  readonly problems: readonly Problem[];
}

/** Tell whether a config, whatever is wrong in it, says anything of rules but that it wants none. */
export function speaksOfRules(value: unknown): boolean {
  return isJsonObject(value) && value['lint'] !== false && ('lint' in value || 'plugins' in value);
}

/** Files of rules that a config names, whatever else is wrong in it; none where it wants no rules. */
export function pluginsOf(value: unknown): readonly string[] {
  if (!isJsonObject(value) || !speaksOfRules(value)) return [];
  const { plugins } = value;
  const isList = Array.isArray(plugins) && plugins.every((one) => typeof one === 'string' && one !== '');
  return isList ? (plugins as readonly string[]) : [];
}

/** Settings of a checked config; undefined where it says nothing. */
export function lintSettings(
  config: ConfigFile,
  pluginRules: readonly LintRule[],
  sourceOf: (path: KeyPath) => Source,
): LintSettings | false | undefined {
  const { lint } = config;
  if (lint === false) return false;
  if (!speaksOfRules(config)) return undefined;
  const { extends: presets = 'recommended', rules = {}, overrides = [], suppress = [] } = lint ?? {};
  return {
    presets: typeof presets === 'string' ? [presets] : [...new Set<LintPreset>(presets)],
    rules: ruleSettings(rules),
    overrides: overrides.map((one) => ({ ...one, rules: ruleSettings(one.rules) })),
    suppressions: suppress.map((one, index) => ({ ...one, source: sourceOf(['lint', 'suppress', index]) })),
    pluginRules,
  };
}

function ruleSettings(rules: RulesEntry): Readonly<Record<string, RuleSetting>> {
  return Object.fromEntries(Object.entries(rules).map(([id, setting]) => [id, ruleSetting(setting)]));
}

function ruleSetting(setting: RulesEntry[string]): RuleSetting {
  if (typeof setting === 'string') return { severity: setting };
  const { severity, ...options } = setting;
  return { severity, options: Object.keys(options).length === 0 ? undefined : options };
}
