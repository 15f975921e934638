/** What is typed for clients: `--client`, `--input`, names of servers; and what is wrong with it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { discoverContext, type DiscoverContext } from '../config/clients/discover-context.ts';
import { clientProducts, discoverClients } from '../config/clients/discover.ts';
import type { ResolvedClients } from '../config/clients/plan.ts';
import { didYouMean } from '../config/nearest.ts';
import { readVariables } from '../config/server-env.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { quoteWord } from '../shell-word.ts';
import type { CommandInput } from './command.ts';
import { textsOption } from './option-values.ts';

/** No path, URL, package or command. */
export function isBareName(word: string, { cwd }: Io): boolean {
  return word !== '' && !/[\s/\\.:]|^-$/.test(word) && !existsSync(resolve(cwd, word));
}

/** A word that is meant for a server of these clients, and names none. */
export function unknownServer(word: string, { clients }: ResolvedClients): UsageError {
  const names = [...new Set(clients.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  const declared = clients.map(
    ({ label, servers }) =>
      `${label} declares ${servers.length === 0 ? 'no server' : servers.map(({ name }) => name).join(', ')}`,
  );
  return new UsageError(`${word} is no server of ${clients.map(({ label }) => label).join(', ')}`, {
    hint: [didYouMean(word, names), ...declared, 'a command stands after -- or in quotes']
      .filter((line) => line !== undefined)
      .join('\n'),
  });
}

/** Where a word that names nothing else is a server of clients here: how to say so. */
export function hintOfClients(word: string, input: CommandInput, io: Io): string | undefined {
  const declaring = discoverClients(clientContext(input, io)).filter(({ servers }) =>
    servers.some(({ name }) => name === word),
  );
  if (declaring.length === 0) return undefined;
  return declaring
    .map(({ id, label }) => `a server of ${label}: --client ${id} ${quoteWord(word)}`)
    .join('\n');
}

/** Refuse an answer that nothing asks for. @throws UsageError */
export function requireAsked(inputs: DiscoverContext['inputs'], asks: readonly string[]): void {
  const unknown = Object.keys(inputs).find((id) => !asks.includes(id));
  if (unknown === undefined) return;
  const known = asks.length === 0 ? 'nothing is asked for here' : `asked for: ${asks.join(', ')}`;
  throw new UsageError(`--input ${unknown}: nothing asks for it`, {
    hint: [didYouMean(unknown, asks), known].filter((line) => line !== undefined).join('\n'),
  });
}

/** The words behind `--client`: comma lists, repeated. */
export function clientWords({ options }: CommandInput, io: Io): readonly string[] {
  return textsOption(options, 'client').flatMap((text) => {
    const words = splitClientWords(text, io);
    if (words.length > 0) return words;
    throw new UsageError('--client is empty', { hint: 'e.g. --client cursor' });
  });
}

/**
 * Split a comma list of clients. A path may hold a comma; ids go before files, so that no file of a project can take
 * the place of the clients that are named.
 */
export function splitClientWords(text: string, { cwd }: Pick<Io, 'cwd'>): readonly string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const isList = words.some((word) => word === 'all' || clientProducts.some(({ id }) => id === word));
  return !isList && /[/\\.~]/.test(text) && existsSync(resolve(cwd, text)) ? [text] : words;
}

/** The world that clients' files are read in: `--env` is part of it. @throws UsageError for a malformed flag */
export function clientContext(input: CommandInput, { cwd, env }: Io): DiscoverContext {
  const given = readVariables(textsOption(input.options, 'env'), env);
  return discoverContext({ cwd, env: { ...env, ...given.env }, inputs: readInputs(input) });
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
