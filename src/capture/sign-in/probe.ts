/** Ask an MCP server how it takes a first message: without a token, or with the one that a sign-in gave. */
import type * as Sdk from '@modelcontextprotocol/client';
import { isJsonObject } from '../../json.ts';
import { mediaTypeOf, parseJson, readBody } from '../http-body.ts';
import type { Fetch } from '../proxy-fetch.ts';
import { withDeadline } from './no-answer.ts';

/** How a server takes a first message. */
export interface Probe {
  readonly status: number;
  /** It answered as an MCP server does. */
  readonly isMcp: boolean;
  readonly headers: Headers;
  /** Of its challenge. */
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
  readonly authenticate: string | undefined;
}

export interface ProbeOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'mcp-budget', version: '0' },
  },
};

/** Send a server its first message. @throws NoAnswer */
export async function probe(sdk: typeof Sdk, url: URL, options: ProbeOptions): Promise<Probe> {
  return withDeadline(url, options.signal, async (signal) => {
    const response = await options.fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        ...options.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(INITIALIZE),
      signal,
    });
    const isMcp = await isMcpAnswer(response);
    await endSession(url, response, { ...options, signal });
    const { status, headers } = response;
    const { scope, resourceMetadataUrl } = sdk.extractWWWAuthenticateParams(response);
    const authenticate = headers.get('www-authenticate') ?? undefined;
    return { status, isMcp, headers, scope, resourceMetadataUrl, authenticate };
  });
}

/** More than any server says of itself. */
const MAX_BYTES = 1_000_000;

/** An error in JSON-RPC may be the server's word for "not without a token". */
async function isMcpAnswer(response: Response): Promise<boolean> {
  const isJson = response.ok && mediaTypeOf(response) === 'application/json';
  if (!isJson) {
    await response.body?.cancel();
    return response.ok && mediaTypeOf(response) === 'text/event-stream';
  }
  const body = await readBody(response, MAX_BYTES);
  const value = body === undefined ? undefined : parseJson(body.toString('utf8')).value;
  return isJsonObject(value) && isJsonObject(value['result']);
}

/** Nobody waits for a session that nobody uses; the server may refuse to end it (405). */
async function endSession(url: URL, response: Response, options: ProbeOptions): Promise<void> {
  const session = response.headers.get('mcp-session-id');
  if (!response.ok || session === null) return;
  const headers = { ...options.headers, 'mcp-session-id': session };
  await options
    .fetch(url, { method: 'DELETE', redirect: 'manual', headers, signal: options.signal })
    .then((ended) => ended.body?.cancel())
    .catch(() => {});
}

/** With these a server finds fault with the message, of which it has then read more than the token. */
const FAULT_STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 406, 411, 415, 422]);

/**
 * Whether the answer to a message with a token shows that the token was taken: the server talks, or it finds fault with
 * the message where it asked for a token before (2025-11-25, transports: an older server answers 400, 404 or 405).
 */
export function isTaken(before: Probe, after: Probe): boolean {
  if (after.status >= 200 && after.status < 300) return mediaTypeOf(after) !== 'text/html';
  // A 400 may be about the token as well (RFC 6750, section 3.1).
  if (!FAULT_STATUSES.has(after.status) || after.authenticate !== undefined) return false;
  return before.status === 401 || before.status === 403;
}
