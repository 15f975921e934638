/** `--client` and what belongs to it: the servers that clients load, as targets. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { discoverContext } from '../config/clients/discover-context.ts';
import { isClientFile as isClientFileIn } from '../config/clients/plan-file.ts';
import { resolveClients, secretsIn, type ResolvedClients } from '../config/clients/plan.ts';
import type { Io } from '../io.ts';
import type { ClientServerPlan } from '../model/client.ts';
import type { CommandInput } from './command.ts';
import { clientContext, clientWords, isBareName, requireAsked, unknownServer } from './client-words.ts';
import { consentTo, withoutRefused } from './clients-consent.ts';

export { printStarts } from './clients-starts.ts';

export interface ClientTargets extends ResolvedClients {
  /** Targets that are clients' files or name servers of theirs. */
  readonly words: readonly string[];
}

/**
 * Resolve what `--client` names, and targets that are clients' files; ask for consent where it is needed. Targets that
 * name servers of these clients choose them. With `--dry-run` nothing is asked. What a project's file names is opened
 * for the servers that were allowed only. Undefined where no client is named.
 * @param others targets that nothing else has claimed
 * @throws UsageError for a word that names no client here, and one that names none of their servers.
 */
export async function resolveClientTargets(
  input: CommandInput,
  io: Io,
  others: readonly string[],
): Promise<ClientTargets | undefined> {
  const paths = others.filter((word) => isPath(word, io) && isClientFile(word, io));
  const words = [...clientWords(input, io), ...paths];
  const context = clientContext(input, io);
  if (words.length === 0) {
    requireAsked(context.inputs, []);
    return undefined;
  }
  const isFree = input.options['allowProjectServers'] === true;
  const all = resolveClients(words, isFree ? { ...context, isAllowed: () => true } : context);
  requireAsked(context.inputs, all.asks);
  const named = others.filter((word) => !isOtherTarget(word, io) && isServerOf(word, all));
  const unknown = others.find(
    (word) => !paths.includes(word) && !named.includes(word) && isBareName(word, io),
  );
  if (unknown !== undefined) throw unknownServer(unknown, all);
  const isChosen = (one: ClientServerPlan): boolean =>
    named.length === 0 || named.includes(one.name) || named.includes(one.plan.server);
  const chosen = chooseServers(all, isChosen);
  const done = { words: [...paths, ...named] };
  if (isFree || isDryRun(input)) return { ...chosen, ...done };
  // What may have been meant for a file or folder here is no yes.
  const meant = named.filter((word) => !existsSync(resolve(io.cwd, word)));
  const isAllowed = await consentTo(chosen, { named: meant, all }, io);
  const allowed = withoutRefused(chosen, isAllowed, io);
  const uses = chosen.clients.flatMap(({ servers }) => servers);
  if (!uses.some((use) => use.withheld !== undefined && isAllowed(use))) return { ...allowed, ...done };
  // Now that somebody has allowed it, the files that the entries name are read.
  const keys = new Set(uses.map(keyOf));
  const openKeys = new Set(uses.filter(isAllowed).map(keyOf));
  const read = resolveClients(words, {
    ...context,
    isAllowed: (path, name) => openKeys.has(keyOf({ path, name })),
  });
  const again = chooseServers(read, (one) => keys.has(keyOf(one)));
  return { ...withoutRefused(again, (one) => openKeys.has(keyOf(one)), io), ...done };
}

function keyOf({ path, name }: Pick<ClientServerPlan, 'path' | 'name'>): string {
  return JSON.stringify([path, name]);
}

/** What a word means whatever a project calls its servers. */
function isOtherTarget(word: string, io: Io): boolean {
  return /^(https?:\/\/|npm:|-$)/i.test(word) || isPath(word, io);
}

function isPath(word: string, { cwd }: Io): boolean {
  return /[/\\.]/.test(word) && !/^https?:\/\//i.test(word) && existsSync(resolve(cwd, word));
}

function isServerOf(word: string, { clients }: ResolvedClients): boolean {
  return clients.some(({ servers }) =>
    servers.some(({ name, plan }) => name === word || plan.server === word),
  );
}

function chooseServers(
  all: ResolvedClients,
  isChosen: (server: ClientServerPlan) => boolean,
): ResolvedClients {
  const clients = all.clients.map((client) => ({ ...client, servers: client.servers.filter(isChosen) }));
  const kept = new Set(clients.flatMap(({ servers }) => servers.map(({ plan }) => plan)));
  const toolsets = all.toolsets.filter((plan) => kept.has(plan));
  return { ...all, clients, toolsets, secrets: secretsIn(clients) };
}

/** Tell whether only what would be started is asked for. */
export function isDryRun({ options }: CommandInput): boolean {
  return options['dryRun'] === true;
}

/** Tell whether a path that was typed as a target is a client's file. Lists of tools are looked for first. */
export function isClientFile(path: string, { cwd, env }: Io): boolean {
  return isClientFileIn(path, discoverContext({ cwd, env }));
}
