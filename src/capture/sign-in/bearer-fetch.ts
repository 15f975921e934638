/** Requests to an MCP server that carry a token, and get another one when it is refused. */
import type { CaptureError } from '../../errors.ts';
import type { Fetch } from '../proxy-fetch.ts';

export interface TokenContext {
  /** What is asked for. */
  readonly url: string | URL;
  /** Not the tapped fetch: neither the launch's headers nor the session's bookkeeping are for authorization servers. */
  readonly base: Fetch;
  readonly signal: AbortSignal | null | undefined;
}

export interface TokenSource {
  /** The token to begin with; absent: the server is asked without one first. */
  readonly first?: (context: TokenContext) => Promise<string>;
  /** One more, after the server's answer 401. @throws CaptureError when there is none to be had */
  readonly renew: (challenge: Response, context: TokenContext) => Promise<string>;
  /** The failure that a 401 to that one is. */
  readonly refused: (url: string | URL, authenticate: string | undefined) => CaptureError;
}

/** Wrap `base` so that requests carry a token of the source; all requests share it. */
export function withBearer(base: Fetch, source: TokenSource): Fetch {
  let token: Promise<string> | undefined;

  async function send(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    if (token === undefined) return base(url, init);
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${await token}`);
    return base(url, { ...init, headers });
  }

  return async (url, init) => {
    const context = { url, base, signal: init?.signal };
    token ??= source.first?.(context);
    const used = token;
    const response = await send(url, init);
    if (response.status !== 401) return response;
    // Another request may have fetched a token while this one was under way.
    if (token === used) {
      token = source.renew(response, context);
      // Awaited below, and by the requests after; not before the next turn.
      token.catch(() => {});
    }
    await response.body?.cancel();
    const second = await send(url, init);
    if (second.status !== 401) return second;
    await second.body?.cancel();
    throw source.refused(url, second.headers.get('www-authenticate') ?? undefined);
  };
}
