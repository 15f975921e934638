/** The stages that `explain` wires. */
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import { hostRegistry } from '../hosts/index.ts';
import type { Io } from '../io.ts';
import { explainRules, GROUP_WORDS } from '../judge/explain-rules.ts';
import { lintRules } from '../judge/lint/rules/index.ts';
import { rules as gateRules } from '../judge/rules.ts';
import type { ExplainedRule } from '../model/explanation.ts';
import { explainFormats, explainReporters } from '../report/explain/index.ts';
import { writeText } from '../report/render.ts';
import type { CommandInput } from './command.ts';
import { readNearestConfig } from './host-choice.ts';
import { choiceOption, textsOption } from './option-values.ts';
import { readStyle } from './output.ts';

/** Print what is known of the rules that were named, or of all in brief. @throws UsageError, ConfigError */
export async function printRules(input: CommandInput, io: Io): Promise<void> {
  const rules = await readRules(input, io);
  const named = [...new Set(input.targets)].map((id) => requireRule(id, rules));
  const reporter = await explainReporters[choiceOption(input.options, 'format', explainFormats)]();
  const isDetailed = named.length > 0;
  const shown = { rules: isDetailed ? named : rules, isDetailed, groups: GROUP_WORDS };
  await writeText(io.stdout, reporter(shown, readStyle(input, io)));
}

async function readRules(input: CommandInput, io: Io): Promise<readonly ExplainedRule[]> {
  const shipped: ReadonlySet<string> = new Set([...Object.keys(lintRules), ...gateRules.map(({ id }) => id)]);
  // Plug-ins are code: they are run where they are named, or where a rule can be one of theirs only.
  const isPluginAsked =
    textsOption(input.options, 'config').length > 0 || input.targets.some((id) => !shipped.has(id));
  const rulesOf = isPluginAsked ? (await import('./lint-plugins.ts')).rulesOfConfig : undefined;
  const config = await readNearestConfig(input, io, rulesOf);
  const profiles = hostRegistry(config?.hosts?.hostProfiles ?? []);
  return explainRules([...profiles.values()], config?.pluginRules ?? []);
}

function requireRule(id: string, rules: readonly ExplainedRule[]): ExplainedRule {
  const rule = rules.find((one) => one.id === id);
  if (rule !== undefined) return rule;
  throw new UsageError(`no rule ${id} is known`, {
    hint:
      didYouMean(
        id,
        rules.map((one) => one.id),
      ) ?? 'mcp-budget explain lists them',
  });
}
