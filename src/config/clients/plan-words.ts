/** What `--client` names: a product, every product here, or a file. */
import { UsageError } from '../../errors.ts';
import type { ClientStack } from '../../model/client.ts';
import { didYouMean } from '../nearest.ts';
import { clientProducts, discoverClients, type ClientProduct } from './discover.ts';
import type { DiscoverContext } from './discover-context.ts';
import { lookedFor } from './discover-places.ts';
import { stackOfFile } from './plan-file.ts';

/** A client, and whether its files were named by their path. */
export interface NamedStack {
  readonly stack: ClientStack;
  readonly isByPath: boolean;
}

interface WordContext extends DiscoverContext {
  /** What stands before a word in a message. */
  readonly flag: string;
}

/**
 * The clients that words name, each once.
 * @throws UsageError for a name no client has, one that has no file here, and a file that is none of a client.
 */
export function readClientWords(
  words: readonly string[],
  given: DiscoverContext,
  { flag }: { readonly flag: string } = { flag: '--client ' },
): readonly NamedStack[] {
  const context = { ...given, flag };
  const named = words.flatMap((word) => readWord(word, context));
  if (named.length === 0) {
    throw new UsageError(`${flag}all: no client has a config file here`, {
      hint: 'mcp-budget clients tells where is looked; or name a file: --client path/to/mcp.json',
    });
  }
  const seen = new Set<string>();
  return named.filter(({ stack, isByPath }) => {
    const key = isByPath ? (stack.files[0]?.path ?? '') : stack.id;
    return !seen.has(key) && seen.add(key);
  });
}

function readWord(word: string, context: WordContext): readonly NamedStack[] {
  if (word === 'all') return discoverClients(context).map((stack) => ({ stack, isByPath: false }));
  const product = clientProducts.find(({ id }) => id === word);
  if (product !== undefined) return [{ stack: stackOf(product, context), isByPath: false }];
  // A file that is called like a client, or nearly so, is named by ./ only.
  if (!/[/\\.~]/.test(word)) throw unknownClient(word, context);
  return [{ stack: stackOfFile(word, context), isByPath: true }];
}

function stackOf({ id, label, formats }: ClientProduct, context: WordContext): ClientStack {
  const [stack] = discoverClients(context, { only: [id] });
  const isThere = stack !== undefined && stack.files.length + stack.asides.length > 0;
  if (isThere) return stack;
  const dead = stack?.warnings.map(({ message }) => message) ?? [];
  throw new UsageError(`${context.flag}${id}: ${label} has no config file here`, {
    hint: [...dead, `looked for ${lookedFor(formats, context).join('\n           ')}`].join('\n'),
  });
}

function unknownClient(word: string, { flag }: WordContext): UsageError {
  const ids = clientProducts.map(({ id }) => id);
  return new UsageError(`${flag}${word}: no such client`, {
    hint: didYouMean(word, ids) ?? `known: ${ids.join(', ')}, all; or a path`,
  });
}
