/** Requests to authorization servers: who is asked is a stranger's word, and so is what comes back. */
import { describeUrl } from '../describe-url.ts';
import { readBody } from '../http-body.ts';
import type { Fetch } from '../proxy-fetch.ts';
import { isLoopback, isSecure } from '../secure-url.ts';
import { NoAnswer, withDeadline } from './no-answer.ts';

/** Metadata and tokens have a few kilobytes. */
const MAX_BYTES = 1_000_000;

export interface OauthFetch {
  readonly fetch: Fetch;
  /** Who was asked last: the SDK's errors do not say. */
  readonly last: () => string | URL;
}

/**
 * A `fetch` that reads whole answers within a cap and a time, and sends nothing on where a redirect leads. Its first
 * failure is its last: the SDK goes on after some, to servers that nobody named.
 * @param from the MCP server whose word is followed
 */
export function oauthFetch(
  base: Fetch,
  from: string | URL,
  signal: AbortSignal | null | undefined,
): OauthFetch {
  let last: string | URL = from;
  let failure: NoAnswer | undefined;

  async function ask(to: string | URL, init: RequestInit | undefined): Promise<Response> {
    if (!mayAsk(to, from)) throw unsafe(to, from);
    return withDeadline(to, signal, async (ends) => {
      const response = await base(to, { ...init, redirect: 'manual', signal: ends });
      rejectRedirect(response, to, init);
      return whole(response, to);
    });
  }

  return {
    last: () => last,
    async fetch(to, init) {
      if (failure !== undefined) throw failure;
      last = to;
      return ask(to, init).catch((error: unknown) => {
        if (error instanceof NoAnswer) failure = error;
        throw error;
      });
    },
  };
}

/**
 * Whether `from` may lead to a URL. MCP 2025-11-25, security best practices, "Server-Side Request Forgery": a server
 * elsewhere has nothing to ask of this machine. A server without TLS may name itself.
 */
export function mayAsk(to: string | URL, from: string | URL): boolean {
  if (new URL(to).origin === new URL(from).origin) return true;
  return isSecure(to) && (!isLoopback(to) || isLoopback(from));
}

/** The SDK follows within one origin, and takes any other redirect for "not here": of what was sent, it must be told. */
function rejectRedirect(response: Response, to: string | URL, init: RequestInit | undefined): void {
  const { status, headers } = response;
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null || init?.method !== 'POST') return;
  const target = URL.canParse(location, String(to)) ? new URL(location, to) : undefined;
  const isKept = status === 307 || status === 308;
  if (isKept && target?.origin === new URL(to).origin) return;
  response.body?.cancel().catch(() => {});
  const where = target === undefined ? '' : ` to ${describeUrl(target)}`;
  throw new NoAnswer(
    `${describeUrl(to)} redirects (HTTP ${status})${where}`,
    'what was sent is for that server alone, and was not sent on; tell whoever runs it',
  );
}

/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

async function whole(response: Response, url: string | URL): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await readBody(response, MAX_BYTES);
  if (body !== undefined)
    return new Response(BODILESS.has(status) ? null : new Uint8Array(body), { status, statusText, headers });
  throw new NoAnswer(
    `${describeUrl(url)}: the answer is larger than ${MAX_BYTES} bytes`,
    'no authorization server answers like that; check the URL',
  );
}

function unsafe(to: string | URL, from: string | URL): NoAnswer {
  return new NoAnswer(
    `${describeUrl(to)} ${isLoopback(to) ? 'is on this machine' : 'is not https'}`,
    `${describeUrl(from)} leads there; nothing was sent`,
  );
}
