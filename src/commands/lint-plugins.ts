/** The rules that a config may speak of: the shipped ones, and those of its plug-ins, whose code is run. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { importModule } from '../config/code-module.ts';
import type { RulesOfConfig } from '../config/config-lint.ts';
import type { Problem } from '../config/config-problems.ts';
import { isOfType } from '../config/config-lint-problems.ts';
import { didYouMean } from '../config/nearest.ts';
import { firstLineOf } from '../errors.ts';
import { readPluginRule } from '../judge/lint/plugin-rule.ts';
import { lintRules } from '../judge/lint/rules/index.ts';
import { rules as gateRules } from '../judge/rules.ts';
import type { LintRule } from '../model/lint.ts';

const EXPORT = 'export default [ … ] of rules, or export const rules';

interface Loaded {
  readonly rules: readonly LintRule[];
  readonly problems: readonly Omit<Problem, 'path'>[];
}

/** Load plug-ins, named from the folder of the config. What is wrong with one is told at its place. */
export async function rulesOfConfig(
  plugins: readonly string[],
  { path }: { readonly path: string },
): Promise<RulesOfConfig> {
  const shipped = Object.values<LintRule>(lintRules);
  const taken = new Map([...shipped, ...gateRules].map(({ id }) => [id, 'a shipped rule']));
  const ofPlugins: LintRule[] = [];
  const problems: Problem[] = [];
  for (const [index, plugin] of plugins.entries()) {
    const loaded = await loadPlugin(plugin, dirname(path));
    const own = loaded.rules.flatMap(({ id }) => {
      const other = taken.get(id);
      taken.set(id, `a rule of ${plugin}`);
      return other === undefined ? [] : [{ message: `rule ${id}: ${other} has this id already` }];
    });
    ofPlugins.push(...loaded.rules);
    problems.push(
      ...[...loaded.problems, ...own].map((problem) => ({
        ...problem,
        path: ['plugins', index],
        message: `${plugin}: ${problem.message}`,
      })),
    );
  }
  return { shipped, ofPlugins, problems };
}

async function loadPlugin(plugin: string, folder: string): Promise<Loaded> {
  const path = resolve(folder, plugin);
  const failed = (message: string, hint?: string): Loaded => ({ rules: [], problems: [{ message, hint }] });
  if (!isFile(path)) return failed('no such file', nearestFile(path));
  let exported: unknown;
  try {
    exported = await rulesIn(await importModule(path));
  } catch (cause) {
    return failed(`it cannot be run: ${firstLineOf(cause)}`);
  }
  if (exported === undefined) return failed('it exports no rules', EXPORT);
  if (!Array.isArray(exported)) return failed('what it exports is no list of rules', EXPORT);
  const read = exported.map((rule: unknown) => readPluginRule(rule, plugin));
  const rules = read.flatMap((one) => ('rule' in one ? [one.rule] : []));
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  return { rules, problems: [...problems, ...rules.flatMap(wrongDefaults)].map((message) => ({ message })) };
}

function wrongDefaults({ id, options = {} }: LintRule): readonly string[] {
  return Object.entries(options).flatMap(([name, { type, default: value }]) =>
    value === undefined || isOfType(value, type)
      ? []
      : [`rule ${id}: the default of option ${name} is not of its type, ${type}`],
  );
}

async function rulesIn(loaded: unknown): Promise<unknown> {
  const module = loaded as { readonly default?: unknown; readonly rules?: unknown };
  return (await module.default) ?? module.rules;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function nearestFile(path: string): string | undefined {
  const folder = dirname(path);
  return existsSync(folder) ? didYouMean(basename(path), readdirSync(folder)) : undefined;
}
