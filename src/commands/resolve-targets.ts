/** What the command line is about: servers it names itself, and toolsets of a config. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { tokenizeArgs } from 'args-tokenizer';
import { serverNameOf } from '../capture/read-list-file.ts';
import { resolvePlan } from '../config/plan.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ConfigPlan, ToolsetGate, ToolsetPlan } from '../model/plan.ts';
import { chooseToolsets, isNamedBy, localName } from './choose-toolsets.ts';
import type { CommandInput } from './command.ts';
import { loadConfigPlans } from './config-plans.ts';
import { readTargetFlags } from './options.ts';
import { textsOption } from './option-values.ts';

export interface ResolvedTargets {
  readonly toolsets: readonly ToolsetPlan[];
  /** Those of `toolsets` that a config declares. */
  readonly gates: readonly ToolsetGate[];
  /** The config that declares a toolset, and the server's name in it. */
  readonly configOf: (
    plan: ToolsetPlan,
  ) => { readonly plan: ConfigPlan; readonly localServer: string } | undefined;
  /** Context window that a config sets. */
  readonly window: number | undefined;
  readonly secrets: readonly string[];
}

/**
 * Resolve the targets; without any, every server of the config that is not disabled.
 * @throws UsageError for a word that names nothing; ConfigError.
 */
export async function resolveTargets(input: CommandInput, io: Io): Promise<ResolvedTargets> {
  const { configs, secrets } = await configsFor(input, io);
  // A name that stands in the config is meant before a folder that happens to be here.
  const isOfConfig = (word: string): boolean =>
    isName(word) && configs.some((plan) => plan.toolsets.some((gate) => isNamedBy(word, plan, gate)));
  const named = input.targets.filter(isOfConfig);
  const others = input.targets.filter((word) => !isOfConfig(word));
  const isEvery = input.targets.length === 0 && input.command === undefined;
  const wanted = textsOption(input.options, 'toolset');
  if (wanted.length > 0 && configs.length === 0)
    throw new UsageError('--toolset: only a config has toolsets, and there is none');
  const chosen =
    isEvery || named.length > 0
      ? chooseToolsets(configs, { targets: named, toolsets: wanted }).flatMap(({ toolsets }) => toolsets)
      : [];
  const gates: readonly ToolsetGate[] = named.length > 0 ? chosen : chosen.filter((one) => !one.isDisabled);
  const plan = resolvePlan({
    targets: others,
    command: input.command,
    ofConfig: gates.length,
    flags: readTargetFlags(input),
    shell: io.env,
    context: {
      cwd: io.cwd,
      pathExists: (word) => isPath(word, io),
      splitWords,
      serverNames: configs.flatMap(({ toolsets }) => toolsets.map(({ server }) => server)),
      fileName: serverNameOf,
    },
  });
  return {
    toolsets: [...gates, ...plan.toolsets],
    gates,
    configOf: (toolset) => {
      const plan = configs.find(({ toolsets }) => toolsets.some((gate) => gate === toolset));
      return plan && { plan, localServer: localName(toolset.server, plan) };
    },
    window: configs.find(({ window }) => window !== undefined)?.window,
    secrets: [...secrets, ...plan.secrets],
  };
}

/** A config is looked for only where a word may name one of its servers, or nothing else is named. */
async function configsFor(
  input: CommandInput,
  io: Io,
): Promise<{ readonly configs: readonly ConfigPlan[]; readonly secrets: readonly string[] }> {
  const isAsked = textsOption(input.options, 'config').length > 0;
  const isBare = input.targets.length === 0 && input.command === undefined;
  const mayName = input.targets.some(isName);
  return isAsked || isBare || mayName
    ? loadConfigPlans(input, io, { isOffline: false })
    : { configs: [], secrets: [] };
}

/** No URL, package, command or path: paths have a dot or begin with a slash, names mostly have neither. */
function isName(word: string): boolean {
  return !/^(https?:\/\/|npm:|-$|[/\\.])|\s|\.\w+$/i.test(word);
}

/** What cannot be looked up is told when it is read. */
function isPath(word: string, io: Io): boolean {
  return existsSync(resolve(io.cwd, word));
}

/** Split a quoted command. @throws UsageError for a quote that is open */
export function splitWords(text: string): readonly string[] {
  try {
    return tokenizeArgs(text);
  } catch (cause) {
    throw new UsageError('cannot split a quoted command into words', {
      hint: 'a quote is open; or put the command after --',
      cause,
    });
  }
}
