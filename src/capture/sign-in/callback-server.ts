/** Wait on this machine's own address for what the browser brings back (RFC 8252, section 7.3). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { UsageError } from '../../errors.ts';
import { errorCodes } from '../http-failure.ts';

export interface Callback {
  readonly params: URLSearchParams;
  /** Show the browser what came of it. */
  readonly show: (text: string) => Promise<void>;
}

export interface CallbackServer {
  readonly redirectUri: string;
  /** The one that carries the state; never rejects. */
  readonly callback: Promise<Callback>;
  /** Callbacks with another state: of another sign-in, or forged. */
  readonly strays: () => number;
  readonly close: () => Promise<void>;
}

const PATH = '/callback';

/**
 * Listen on 127.0.0.1. `preferred` is a port to take if it is free; `port` one that must be.
 * @throws UsageError when `port` is not to be had
 */
export async function startCallbackServer(
  state: string,
  { port, preferred = 0 }: { readonly port?: number | undefined; readonly preferred?: number | undefined },
): Promise<CallbackServer> {
  let strays = 0;
  let arrive: ((callback: Callback) => void) | undefined;
  const callback = new Promise<Callback>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const params = paramsOf(request);
    if (params === undefined) return answer(response, 404, 'nothing here');
    if (params.get('state') !== state) {
      strays += 1;
      return answer(response, 400, 'This answer belongs to another sign-in, and was not used.');
    }
    return arrive?.({ params, show: (text) => answer(response, 200, text) });
  });

  async function listen(on: number): Promise<void> {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  }
  if (port !== undefined) await listen(port).catch((error: unknown) => reject(port, error));
  else await listen(preferred).catch(() => listen(0));

  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    redirectUri: `http://127.0.0.1:${used}${PATH}`,
    callback,
    strays: () => strays,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function reject(port: number, cause: unknown): never {
  const code = errorCodes(cause)[0] ?? 'failed';
  throw new UsageError(`--port ${port}: ${code === 'EADDRINUSE' ? 'it is in use' : code}`, {
    hint: 'name another one, or none: any that is free will do, unless the client is registered for one',
    cause,
  });
}

function paramsOf({ method, url = '' }: IncomingMessage): URLSearchParams | undefined {
  const base = 'http://127.0.0.1';
  if (method !== 'GET' || !URL.canParse(url, base)) return undefined;
  const { pathname, searchParams } = new URL(url, base);
  return pathname === PATH ? searchParams : undefined;
}

/** As plain text, in which nothing acts; the address, which holds the code, is sent nowhere. */
function answer(response: ServerResponse, status: number, text: string): Promise<void> {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    connection: 'close',
  });
  return new Promise((resolve) => {
    // A browser that has gone takes nothing more.
    response.once('close', resolve);
    response.end(`mcp-budget\n\n${text}\n`);
  });
}
