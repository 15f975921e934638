/** Read lists to their end, page by page, keeping every entry as it was sent. */
import { CaptureError } from '../errors.ts';
import { compactJson } from '../json-text.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { CaptureOptions } from '../model/plan.ts';
import type { Warning } from '../model/snapshot.ts';
import { METHOD_NOT_FOUND, RpcError } from './envelope.ts';
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
  readonly pages: number;
  /** Why reading stopped before the end; absent for a complete list. */
  readonly cutOff?: Warning | undefined;
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
  const cursors = new Set<string>();
  let previousPage: string | undefined;
  let frameBytes = 0;
  let pages = 0;
  let cursor: string | undefined;
  const done = (cutOff?: Warning): ListRead => ({ entries, frameBytes, pages, exists: true, cutOff });

  for (;;) {
    const { bytes, result } = await session.call(
      list.method,
      cursor === undefined ? {} : { cursor },
      options.timeoutMs,
    );
    const page = pageOf(list, result);
    frameBytes += bytes;
    pages += 1;
    const text = pages > 1 || 'nextCursor' in result ? compactJson(page) : undefined;
    if (text !== undefined && text === previousPage && page.length > 0)
      return done(loop(list, 'a page came twice'));
    for (const entry of page) entries.push(entry);
    previousPage = text;

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
    if (cursors.has(nextCursor)) return done(loop(list, 'a cursor came twice'));
    if (pages >= options.maxPages)
      return done(cap('page-cap', `${list.method}: stopped after ${pages} pages (--max-pages)`));
    if (frameBytes >= options.maxBytes) {
      return done(cap('byte-cap', `${list.method}: stopped after ${frameBytes} bytes (--max-bytes)`));
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
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
      return { entries: [], frameBytes: 0, pages: 0, exists: false };
    }
    throw error;
  }
}

/**
 * Read prompts, resources and resource templates as far as the server declares them. A failure of one is a warning:
 * it never voids the tools.
 */
export async function readOtherLists(
  session: Session,
  capabilities: JsonObject | undefined,
  options: CaptureOptions,
): Promise<Partial<Record<keyof typeof OTHER_LISTS, readonly JsonValue[]>>> {
  const read = Object.entries(OTHER_LISTS).map(async ([name, list]) => {
    if (capabilities?.[list.capability] === undefined) return [];
    try {
      const { entries, exists, cutOff } = await readListIfKnown(session, list, {
        ...options,
        timeoutMs: options.deadlines.otherListMs,
      });
      if (cutOff !== undefined) session.peculiarities.warn({ ...cutOff, id: `${list.key}-${cutOff.id}` });
      return exists ? [[name, entries] as const] : [];
    } catch (error) {
      if (!(error instanceof RpcError || error instanceof CaptureError)) throw error;
      session.peculiarities.warn({
        id: `${list.key}-not-read`,
        message: `${list.method} failed: ${error.message}`,
      });
      return [];
    }
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}

function pageOf(list: ListMethod, result: JsonObject): readonly JsonValue[] {
  const page = result[list.key];
  if (Array.isArray(page)) return page;
  throw new CaptureError('protocol-error', `${list.method} was answered without a list of ${list.key}`, {
    hint: 'an answer that holds no list is never read as an empty one',
  });
}

function loop(list: ListMethod, how: string): Warning {
  return cap('pagination-loop', `${list.method}: ${how}, reading would never end; the list is cut off there`);
}

function cap(id: string, message: string): Warning {
  return { id, message };
}
