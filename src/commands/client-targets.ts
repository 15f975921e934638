/** `--client` and what belongs to it: the servers that clients load, as targets. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { discoverContext, type DiscoverContext } from '../config/clients/discover-context.ts';
import { isClientFile as isClientFileIn } from '../config/clients/plan-file.ts';
import { resolveClients, type ResolvedClients } from '../config/clients/plan.ts';
import { readVariables } from '../config/server-env.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { CommandInput } from './command.ts';
import { requireConsent } from './clients-consent.ts';
import { textsOption } from './option-values.ts';

export { printStarts } from './clients-starts.ts';

export interface ClientTargets extends ResolvedClients {
  /** Targets that are clients' files or name servers of theirs. */
  readonly words: readonly string[];
  /** Some client was named. */
  readonly isNamed: boolean;
}

/**
 * Resolve what `--client` names, and targets that are clients' files; ask for consent where it is needed. Targets that
 * name servers of these clients choose them. With `--dry-run` nothing is asked.
 * @param others targets that nothing else has claimed
 * @throws UsageError for a word that names no client here.
 */
export async function resolveClientTargets(
  input: CommandInput,
  io: Io,
  others: readonly string[],
): Promise<ClientTargets> {
  const paths = others.filter((word) => isPath(word, io) && isClientFile(word, io));
  const words = [...clientWords(input, io), ...paths];
  if (words.length === 0)
    return { clients: [], toolsets: [], secrets: [], notes: [], words: [], isNamed: false };
  const all = resolveClients(words, clientContext(input, io));
  const named = others.filter((word) => !paths.includes(word) && isServerOf(word, all));
  const chosen = named.length === 0 ? all : chooseServers(all, named);
  const isAllowed = input.options['allowProjectServers'] === true || isDryRun(input);
  const resolved = await requireConsent(chosen, { isAllowed, named }, io);
  return { ...resolved, words: [...paths, ...named], isNamed: true };
}

function isPath(word: string, { cwd }: Io): boolean {
  return /[/\\.]/.test(word) && !/^https?:\/\//i.test(word) && existsSync(resolve(cwd, word));
}

function isServerOf(word: string, { clients }: ResolvedClients): boolean {
  return clients.some(({ servers }) =>
    servers.some(({ name, plan }) => name === word || plan.server === word),
  );
}

function chooseServers(all: ResolvedClients, named: readonly string[]): ResolvedClients {
  const clients = all.clients.map((client) => ({
    ...client,
    servers: client.servers.filter(({ name, plan }) => named.includes(name) || named.includes(plan.server)),
  }));
  const kept = new Set(clients.flatMap(({ servers }) => servers.map(({ plan }) => plan)));
  return { ...all, clients, toolsets: all.toolsets.filter((plan) => kept.has(plan)) };
}

/** Tell whether only what would be started is asked for. */
export function isDryRun({ options }: CommandInput): boolean {
  return options['dryRun'] === true;
}

/** The words behind `--client`: comma lists, repeated; a path may hold a comma. */
export function clientWords({ options }: CommandInput, io: Io): readonly string[] {
  return textsOption(options, 'client').flatMap((text) => {
    if (text.trim() === '') throw new UsageError('--client is empty', { hint: 'e.g. --client cursor' });
    if (existsSync(resolve(io.cwd, text))) return [text];
    return text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  });
}

/** The world that clients' files are read in: `--env` is part of it. @throws UsageError for a malformed flag */
export function clientContext(input: CommandInput, { cwd, env }: Io): DiscoverContext {
  const given = readVariables(textsOption(input.options, 'env'), env);
  return discoverContext({ cwd, env: { ...env, ...given.env }, inputs: readInputs(input) });
}

/** Tell whether a path that was typed as a target is a client's file. Lists of tools are looked for first. */
export function isClientFile(path: string, { cwd, env }: Io): boolean {
  return isClientFileIn(path, discoverContext({ cwd, env }));
}

/** The value may be a secret, and is never shown. */
function readInputs({ options }: CommandInput): Readonly<Record<string, string>> {
  const pairs = textsOption(options, 'input').map((text) => {
    const at = text.indexOf('=');
    if (at > 0) return [text.slice(0, at), text.slice(at + 1)] as const;
    throw new UsageError('--input: not id=value', { hint: 'e.g. --input api-key="$API_KEY"' });
  });
  return Object.fromEntries(pairs);
}
