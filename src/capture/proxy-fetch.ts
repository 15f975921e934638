/** The `fetch` below all HTTP: the one of Node, or, behind a proxy, the one of undici 7. */
import type * as Undici from 'undici';
import { CaptureError, UsageError } from '../errors.ts';
import { networkFailure, PROXY_CONNECT_FAILED } from './http-failure.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface HttpClient {
  readonly fetch: Fetch;
  /** Drop every connection. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Read HTTP_PROXY, HTTPS_PROXY and NO_PROXY, lower case first as curl does; undefined when no proxy is named.
 * @throws UsageError when a variable is no URL of a proxy.
 */
export function readProxySettings(env: Env): ProxySettings | undefined {
  const httpProxy = readProxy(env, 'http_proxy');
  const httpsProxy = readProxy(env, 'https_proxy');
  if (httpProxy === '' && httpsProxy === '') return undefined;
  return { httpProxy, httpsProxy, noProxy: read(env, 'no_proxy') };
}

/**
 * Open an HTTP client. Node 20's `fetch` ignores proxy variables (Node 24 reads them with NODE_USE_ENV_PROXY), so
 * undici is loaded when one is set. Loopback goes through the proxy too unless NO_PROXY says otherwise.
 * @param connectMs limit for reaching the proxy and, past NO_PROXY, the host; Node's own `fetch` gives up after 10 s.
 * @throws UsageError when a proxy variable is malformed.
 */
export async function openHttpClient(env: Env, connectMs: number): Promise<HttpClient> {
  const settings = readProxySettings(env);
  if (settings === undefined) return { fetch: (url, init) => fetch(url, init), close: async () => {} };
  const undici = await import('undici');
  const dispatcher = new undici.EnvHttpProxyAgent({
    // Empty texts keep undici from reading this process's own environment.
    ...settings,
    connect: { timeout: connectMs },
    proxyTls: { timeout: connectMs },
    // Plain HTTP is asked of the proxy by absolute URL, as curl does; many proxies allow CONNECT to port 443 only.
    proxyTunnel: false,
    clientFactory: (origin, poolOptions) => createProxyPool(new undici.Pool(origin, poolOptions)),
  });
  return {
    fetch: (url, init) => fetchThrough(undici, dispatcher, { url, init }),
    close: () => dispatcher.destroy().catch(() => {}),
  };
}

async function fetchThrough(
  undici: typeof Undici,
  dispatcher: Undici.EnvHttpProxyAgent,
  { url, init }: { readonly url: string | URL; readonly init: RequestInit | undefined },
): Promise<Response> {
  const { method, headers, body, signal, redirect } = init ?? {};
  const response = await undici
    .fetch(url, {
      method: method ?? 'GET',
      headers: [...new Headers(headers)],
      // What the SDK sends is text or a form.
      body: typeof body === 'string' || body instanceof URLSearchParams ? body : null,
      signal: signal ?? null,
      redirect: redirect ?? 'follow',
      dispatcher,
    })
    .catch((error: unknown) => {
      throw signal?.aborted === true ? error : mentionProxy(networkFailure(error, url));
    });
  // As this Node's own class: undici 7 brings another one of the same name.
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers: [...response.headers] });
}

/**
 * undici 7.30 takes a CONNECT that ends with a closed socket (UND_ERR_SOCKET) for a passing trouble and repeats it
 * without end, about a thousand times a second. Another code makes it fail.
 */
function createProxyPool(pool: Undici.Pool): Undici.Pool {
  const connect = pool.connect.bind(pool);
  return Object.assign(pool, {
    connect: async (options: Undici.Dispatcher.ConnectOptions) => {
      try {
        return await connect(options);
      } catch (error) {
        throw Object.assign(new Error('CONNECT failed', { cause: error }), { code: PROXY_CONNECT_FAILED });
      }
    },
  });
}

function mentionProxy(failure: CaptureError): CaptureError {
  const { status, message, hint, cause } = failure;
  const proxy =
    'requests go through the proxy of HTTP_PROXY or HTTPS_PROXY, unless NO_PROXY exempts the host';
  return new CaptureError(status, message, { hint: hint === undefined ? proxy : `${hint}\n${proxy}`, cause });
}

function readProxy(env: Env, name: string): string {
  const value = read(env, name);
  if (value === '') return '';
  const url = value.includes('://') ? value : `http://${value}`;
  const isProxy = URL.canParse(url) && /^(https?|socks5?):$/.test(new URL(url).protocol);
  if (isProxy) return url;
  throw new UsageError(`the variable ${name.toUpperCase()} is not the URL of a proxy`, {
    hint: 'it should look like http://proxy.example.com:3128; unset it to connect directly',
  });
}

function read(env: Env, name: string): string {
  return env[name] ?? env[name.toUpperCase()] ?? '';
}
