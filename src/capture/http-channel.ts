/** What both HTTP transports need before the first request: where to, with which headers, through what. */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError, UsageError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { UrlLaunch } from '../model/plan.ts';
import type { OpenOptions } from './connection.ts';
import { describeUrl } from './describe-url.ts';
import { openHttpClient, type Fetch } from './proxy-fetch.ts';

export interface HttpChannel {
  /** Without userinfo, which `fetch` refuses. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** With proxy and OAuth, if the launch asks for them. */
  readonly fetch: Fetch;
  readonly close: () => Promise<void>;
}

/**
 * Prepare to speak HTTP with a launch's URL; nothing is sent yet.
 * @throws UsageError when a header cannot be sent, a proxy variable is malformed, or others can read stored sign-ins.
 */
export async function openHttpChannel(launch: UrlLaunch, options: OpenOptions): Promise<HttpChannel> {
  const url = new URL(launch.url);
  const headers = { ...basicAuthorization(url), ...launch.headers };
  url.username = '';
  url.password = '';
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  if (options.fetch !== undefined) return { url, headers, fetch: options.fetch, close: async () => {} };
  const client = await openHttpClient(options.env, options.connectMs);
  return {
    ...client,
    url,
    headers,
    fetch: await authorized(client.fetch, { launch, url, headers }, options),
  };
}

interface Target {
  readonly launch: UrlLaunch;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the launch says goes first; a stored sign-in is for where it says nothing. */
async function authorized(
  fetch: Fetch,
  { launch, url, headers }: Target,
  { env, onSecret = () => {} }: OpenOptions,
): Promise<Fetch> {
  if (launch.clientCredentials !== undefined) {
    const { withClientCredentials } = await import('./client-credentials.ts');
    return withClientCredentials(fetch, launch.clientCredentials, onSecret);
  }
  if (headers['authorization'] !== undefined) return fetch;
  const { withStoredToken } = await import('./sign-in/stored-token.ts');
  return withStoredToken(fetch, { url, env, onSecret });
}

function basicAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Checked here because the platform's own error repeats the value, which is a secret. */
function checkHeader(name: string, value: string): void {
  try {
    new Headers().append(name, value);
  } catch {
    throw new UsageError(`the header ${JSON.stringify(name)} cannot be sent`, {
      hint: 'its name or value holds a character HTTP does not allow, e.g. a line break at its end',
    });
  }
}

/** What the caller gave up with, or the deadline it stands for. */
export function abortFailure(signal: AbortSignal): CaptureError {
  const { reason } = signal;
  return reason instanceof CaptureError
    ? reason
    : new CaptureError('timeout', 'the answer was not waited for any longer');
}

/** Settle with the work, or reject as soon as the signal fires. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortFailure(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** Give a message the SDK's type; the session writes no other. */
export function toSdkMessage(sdk: typeof Sdk, message: JsonObject): Sdk.JSONRPCMessage {
  if (sdk.isJSONRPCRequest(message) || sdk.isJSONRPCNotification(message) || sdk.isJSONRPCResponse(message)) {
    return message;
  }
  throw new TypeError('not a JSON-RPC message');
}

/** The failure behind what the SDK threw; `known` is what the tap saw, and more precise. */
export function sendFailure(error: unknown, url: URL, known: CaptureError | undefined): CaptureError {
  if (error instanceof CaptureError) return error;
  return (
    known ??
    new CaptureError('protocol-error', `${describeUrl(url)} does not behave as an MCP endpoint`, {
      hint: 'check the path; a debugger such as the MCP Inspector may show more',
      cause: error,
    })
  );
}
