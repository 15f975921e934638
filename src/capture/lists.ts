/** Read lists to their end, page by page, keeping every entry as it was sent. */
import { CaptureError } from '../errors.ts';
import { compactJson } from '../json-text.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { CaptureOptions } from '../model/plan.ts';
import type { Listing, ListPage, Warning } from '../model/snapshot.ts';
import { METHOD_NOT_FOUND, RpcError } from './envelope.ts';
import { describePage, type KnownCursors } from './listing.ts';
import type { Session } from './session.ts';

export interface ListMethod {
  readonly method: string;
  /** The key of the result that holds the entries. */
  readonly key: string;
  /** The server capability that declares the list. */
  readonly capability: string;
}

export const TOOLS: ListMethod = { method: 'tools/list', key: 'tools', capability: 'tools' };
/** Lists whose size is shown beside the tools; templates are declared with `resources`. */
export const OTHER_LISTS = {
  prompts: { method: 'prompts/list', key: 'prompts', capability: 'prompts' },
  resources: { method: 'resources/list', key: 'resources', capability: 'resources' },
  resourceTemplates: {
    method: 'resources/templates/list',
    key: 'resourceTemplates',
    capability: 'resources',
  },
} as const satisfies Record<string, ListMethod>;

export interface ListRead {
  readonly entries: readonly JsonValue[];
  /** Bytes of the frames that brought the pages; a frame shared by several answers of a batch counts for each. */
  readonly frameBytes: number;
  readonly pages: readonly ListPage[];
  /** Why reading stopped before the end; absent for a complete list. */
  readonly cutOff?: Warning | undefined;
  readonly loop?: Listing['loop'];
  /** False when the server does not know the method. */
  readonly exists: boolean;
}

/**
 * Read all pages of one list. The empty string is a cursor (2025-11-25, pagination): reading ends where `nextCursor`
 * is absent, null or no string. What was read is kept when a cursor or page repeats, or a cap is reached.
 * @throws RpcError for an error answer, CaptureError for silence or an answer without the list.
 */
export async function readList(
  session: Session,
  list: ListMethod,
  options: { readonly timeoutMs: number } & Pick<CaptureOptions, 'maxPages' | 'maxBytes'>,
): Promise<ListRead> {
  const entries: JsonValue[] = [];
  const cursors: KnownCursors = new Map();
  const seenPages = new Set<string>();
  const pages: ListPage[] = [];
  let frameBytes = 0;
  let cursor: string | undefined;
  const done = (end: End = {}): ListRead => ({ entries, frameBytes, pages, exists: true, ...end });

  for (;;) {
    const { bytes, result } = await session.call(
      list.method,
      cursor === undefined ? {} : { cursor },
      options.timeoutMs,
    );
    const page = pageOf(list, result);
    frameBytes += bytes;
    const facts = describePage(result, page.length, cursors);
    pages.push(facts);
    const at = pages.length - 1;
    const text = at > 0 || 'nextCursor' in result ? compactJson(page) : undefined;
    if (text !== undefined && seenPages.has(text) && page.length > 0)
      return done({ cutOff: loopOf(list, 'a page came twice'), loop: { page: at, kind: 'page' } });
    for (const entry of page) entries.push(entry);
    if (text !== undefined) seenPages.add(text);

    const { nextCursor } = result;
    if (typeof nextCursor !== 'string') {
      if (nextCursor !== undefined && nextCursor !== null) {
        session.peculiarities.warn({
          id: 'cursor-no-string',
          message: `${list.method} answered a nextCursor that is no string`,
        });
      }
      return done();
    }
    const end = endBehind(list, { isKnown: cursors.has(nextCursor), at, frameBytes }, options);
    if (end !== undefined) return done(end);
    cursors.set(nextCursor, facts.nextCursor ?? '');
    cursor = nextCursor;
  }
}

/** Why reading ends before the list does. */
type End = Pick<ListRead, 'cutOff' | 'loop'>;

/** What ends the reading behind a page that names a next one. */
function endBehind(
  list: ListMethod,
  {
    isKnown,
    at,
    frameBytes,
  }: { readonly isKnown: boolean; readonly at: number; readonly frameBytes: number },
  { maxPages, maxBytes }: Pick<CaptureOptions, 'maxPages' | 'maxBytes'>,
): End | undefined {
  if (isKnown) return { cutOff: loopOf(list, 'a cursor came twice'), loop: { page: at, kind: 'cursor' } };
  if (at + 1 >= maxPages) {
    const message = `${list.method}: stopped after ${at + 1} pages (--max-pages)`;
    return { cutOff: cap('page-cap', message), loop: { page: at, kind: 'too-many' } };
  }
  if (frameBytes < maxBytes) return undefined;
  return { cutOff: cap('byte-cap', `${list.method}: stopped after ${frameBytes} bytes (--max-bytes)`) };
}

/** As `readList`, but a method the server does not know is an empty list that does not exist: a fact, no failure. */
export async function readListIfKnown(
  session: Session,
  list: ListMethod,
  options: Parameters<typeof readList>[2],
): Promise<ListRead> {
  try {
    return await readList(session, list, options);
  } catch (error) {
    if (error instanceof RpcError && error.code === METHOD_NOT_FOUND) {
      return { entries: [], frameBytes: 0, pages: [], exists: false };
    }
    throw error;
  }
}

export interface OtherList extends Pick<ListRead, 'entries' | 'pages'> {
  /** Key of the snapshot. */
  readonly name: string;
  readonly method: string;
}

/**
 * Read prompts, resources and resource templates as far as the server declares them. A failure of one is a warning:
 * it never voids the tools.
 */
export async function readOtherLists(
  session: Session,
  capabilities: JsonObject | undefined,
  options: CaptureOptions,
): Promise<readonly OtherList[]> {
  const read = Object.entries(OTHER_LISTS).map(async ([name, list]): Promise<readonly OtherList[]> => {
    if (capabilities?.[list.capability] === undefined) return [];
    try {
      const { entries, pages, exists, cutOff } = await readListIfKnown(session, list, {
        ...options,
        timeoutMs: options.deadlines.otherListMs,
      });
      if (cutOff !== undefined) session.peculiarities.warn({ ...cutOff, id: `${list.key}-${cutOff.id}` });
      return exists ? [{ name, method: list.method, entries, pages }] : [];
    } catch (error) {
      if (!(error instanceof RpcError || error instanceof CaptureError)) throw error;
      session.peculiarities.warn({
        id: `${list.key}-not-read`,
        message: `${list.method} failed: ${error.message}`,
      });
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

function pageOf(list: ListMethod, result: JsonObject): readonly JsonValue[] {
  const page = result[list.key];
  if (Array.isArray(page)) return page;
  throw new CaptureError('protocol-error', `${list.method} was answered without a list of ${list.key}`, {
    hint: 'an answer that holds no list is never read as an empty one',
  });
}

function loopOf(list: ListMethod, how: string): Warning {
  return cap('pagination-loop', `${list.method}: ${how}, reading would never end; the list is cut off there`);
}

function cap(id: string, message: string): Warning {
  return { id, message };
}
