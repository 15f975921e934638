/** What the answers of a list say beside its entries: pages, cursors, and hints for caches. */
import type { JsonObject, JsonValue } from '../json.ts';
import type { Listing, ListPage } from '../model/snapshot.ts';
import type { OtherList } from './lists.ts';
import type { SettledList } from './settle.ts';

/** Cursors of one list, and what stands for each: a cursor may hold a token, and differ from run to run. */
export type KnownCursors = Map<string, string>;

/** Describe one answer of a list. */
export function describePage(result: JsonObject, tools: number, known: KnownCursors): ListPage {
  const { nextCursor, ttlMs, cacheScope } = result;
  return {
    tools,
    ...(typeof nextCursor === 'string' && { nextCursor: known.get(nextCursor) ?? `#${known.size + 1}` }),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(cacheScope !== undefined && { cacheScope }),
  };
}

const SCOPES: ReadonlySet<JsonValue | undefined> = new Set(['public', 'private']);

/**
 * Name the caching fields that a complete result lacks or breaks, `prompts/list ttlMs`. MCP 2026-07-28, Caching
 * (SEP-2549): `ttlMs` is an integer of 0 or more, `cacheScope` is `public` or `private` and the same on all pages.
 */
export function brokenHints(
  method: string,
  pages: readonly { readonly ttlMs?: JsonValue | undefined; readonly cacheScope?: JsonValue | undefined }[],
): readonly string[] {
  const isTtl = (value: JsonValue | undefined): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  const [first] = pages;
  const isScope = (value: JsonValue | undefined): boolean => SCOPES.has(value) && value === first?.cacheScope;
  return [
    ...(pages.every(({ ttlMs }) => isTtl(ttlMs)) ? [] : [`${method} ttlMs`]),
    ...(pages.every(({ cacheScope }) => isScope(cacheScope)) ? [] : [`${method} cacheScope`]),
  ];
}

/** Describe how the tool list was read. `greeted`: broken hints of the greeting; undefined where the protocol has none. */
export function describeListing(
  { pages, loop, difference }: SettledList,
  others: readonly OtherList[],
  greeted: readonly string[] | undefined,
): Listing {
  const missing =
    greeted === undefined
      ? []
      : [...greeted, ...others.flatMap((list) => brokenHints(list.method, list.pages))];
  return {
    pages,
    ...(loop !== undefined && { loop }),
    ...(difference !== undefined && { difference }),
    ...(missing.length > 0 && { hintsMissing: missing }),
  };
}
