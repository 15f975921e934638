/** What the command line is about: servers it names itself, and toolsets of a config. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tokenizeArgs } from 'args-tokenizer';
import { serverNameOf } from '../capture/read-list-file.ts';
import { resolvePlan } from '../config/plan.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ClientPlan } from '../model/client.ts';
import type { ConfigPlan, ToolsetGate, ToolsetPlan } from '../model/plan.ts';
import { chooseToolsets, isNamedBy, localName } from './choose-toolsets.ts';
import type { ClientTargets } from './client-targets.ts';
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
  /** The configs that were loaded: all that were found, or those whose servers may be named. */
  readonly configs: readonly ConfigPlan[];
  /** Of `--client`, and of clients' files among the targets. */
  readonly clients: readonly ClientPlan[];
  /** For people, of the clients. */
  readonly notes: readonly string[];
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
  const unclaimed = input.targets.filter((word) => !isOfConfig(word));
  const ofClients = await clientsFor(input, io, unclaimed);
  const clients = ofClients ?? NO_CLIENTS;
  const others = unclaimed.filter((word) => !clients.words.includes(word));
  const hint = await hintFor(others, input, io);
  const isEvery = isBare(input);
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
    ofConfig: gates.length + clients.toolsets.length,
    isClientNamed: ofClients !== undefined,
    flags: flagsFor(input, ofClients !== undefined && others.length === 0 && input.command === undefined),
    shell: io.env,
    context: {
      cwd: io.cwd,
      pathExists: (word) => isPath(word, io),
      splitWords,
      serverNames: configs.flatMap(({ toolsets }) => toolsets.map(({ server }) => server)),
      fileName: serverNameOf,
      hint,
    },
  });
  return {
    toolsets: [...gates, ...clients.toolsets, ...plan.toolsets],
    gates,
    configs,
    clients: clients.clients,
    notes: clients.notes,
    configOf: (toolset) => {
      const plan = configs.find(({ toolsets }) => toolsets.some((gate) => gate === toolset));
      return plan && { plan, localServer: localName(toolset.server, plan) };
    },
    window: configs.find(({ window }) => window !== undefined)?.window,
    secrets: [...secrets, ...clients.secrets, ...plan.secrets],
  };
}

/** A config is looked for only where a word may name one of its servers, or nothing else is named. */
async function configsFor(
  input: CommandInput,
  io: Io,
): Promise<{ readonly configs: readonly ConfigPlan[]; readonly secrets: readonly string[] }> {
  const isAsked = textsOption(input.options, 'config').length > 0;
  const mayName = input.targets.some(isName);
  return isAsked || isBare(input) || mayName
    ? loadConfigPlans(input, io, { isOffline: false })
    : { configs: [], secrets: [] };
}

/** Variables that are given with clients alone answer what their files ask for. */
function flagsFor(input: CommandInput, isClientsOnly: boolean): ReturnType<typeof readTargetFlags> {
  const flags = readTargetFlags(input);
  return isClientsOnly ? { ...flags, env: [] } : flags;
}

/** Clients' files are read only where a flag or a path may mean one: that takes time, and most runs have none. */
async function clientsFor(
  input: CommandInput,
  io: Io,
  unclaimed: readonly string[],
): Promise<ClientTargets | undefined> {
  const isAsked = textsOption(input.options, 'client').length > 0;
  const isAnswering = textsOption(input.options, 'input').length > 0;
  if (!isAsked && !isAnswering && !unclaimed.some((word) => mayDeclareServers(word, io))) return undefined;
  const { resolveClientTargets } = await import('./client-targets.ts');
  return resolveClientTargets(input, io, unclaimed);
}

const NO_CLIENTS: ClientTargets = {
  clients: [],
  toolsets: [],
  secrets: [],
  asks: [],
  notes: [],
  words: [],
};

/** For a word that names nothing: a client's server may be meant. */
async function hintFor(words: readonly string[], input: CommandInput, io: Io): Promise<string | undefined> {
  const stray = words.find((word) => /^[^-\s/\\.:][^\s/\\.:]*$/.test(word) && !isPath(word, io));
  if (stray === undefined) return undefined;
  const { hintOfClients } = await import('./client-words.ts');
  return hintOfClients(stray, input, io);
}

/** A key that clients keep servers under, or a format in which there are no lists of tools. */
const SERVER_KEYS =
  /"(mcpServers|servers|context_servers|mcp|mcp\.servers|packages|remotes|manifest_version)"\s*:/;

function mayDeclareServers(word: string, { cwd }: Io): boolean {
  if (/\.(toml|ya?ml|jsonc|mcpb)$/i.test(word)) return isPath(word, { cwd });
  try {
    return /\.json$/i.test(word) && SERVER_KEYS.test(readFileSync(resolve(cwd, word), 'utf8'));
  } catch {
    // It is told where the file is read as a list.
    return false;
  }
}

/** Nothing is named, so that the config's servers are meant. */
function isBare({ targets, command, options }: CommandInput): boolean {
  return targets.length === 0 && command === undefined && textsOption(options, 'client').length === 0;
}

/** No URL, package, command or path: paths have a dot or begin with a slash, names mostly have neither. */
function isName(word: string): boolean {
  return !/^(https?:\/\/|npm:|-$|[/\\.])|\s|\.\w+$/i.test(word);
}

/** What cannot be looked up is told when it is read. */
function isPath(word: string, { cwd }: Pick<Io, 'cwd'>): boolean {
  return existsSync(resolve(cwd, word));
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
