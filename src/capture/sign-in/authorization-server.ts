/** Find the authorization server of an MCP server, and ask the server how it takes a request. */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import type { Fetch } from '../proxy-fetch.ts';
import { isWithin } from './stored-sign-in.ts';

/** How a server takes a first request. */
export interface Probe {
  readonly isRefused: boolean;
  /** Of its challenge. */
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
  readonly authenticate: string | undefined;
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

/** Send a server its first message, to see whether it wants a token or takes the one in the headers. */
export async function probe(
  sdk: typeof Sdk,
  url: URL,
  { fetch, headers }: { readonly fetch: Fetch; readonly headers: Readonly<Record<string, string>> },
): Promise<Probe> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(INITIALIZE),
  });
  const session = response.headers.get('mcp-session-id');
  await response.body?.cancel();
  if (response.ok && session !== null) {
    // It may refuse (405); nobody waits for a session that nobody uses.
    await fetch(url, { method: 'DELETE', headers: { ...headers, 'mcp-session-id': session } })
      .then((ended) => ended.body?.cancel())
      .catch(() => {});
  }
  const { scope, resourceMetadataUrl } = sdk.extractWWWAuthenticateParams(response);
  const authenticate = response.headers.get('www-authenticate') ?? undefined;
  return { isRefused: response.status === 401, scope, resourceMetadataUrl, authenticate };
}

export interface FoundServer {
  /** What a token is asked for (RFC 8707). */
  readonly resource: string;
  readonly metadata: Sdk.AuthorizationServerMetadata;
  /** Scopes that the server names for its use. */
  readonly scope: string | undefined;
}

/**
 * Find who signs people in to a server: by its metadata (RFC 9728) the authorization server, by that one's (RFC 8414
 * or OpenID Connect) where to go.
 * @throws CaptureError where there is none, or one that cannot be used safely; the SDK's errors
 */
export async function findAuthorizationServer(
  sdk: typeof Sdk,
  url: URL,
  { fetch, challenge }: { readonly fetch: Fetch; readonly challenge: Probe },
): Promise<FoundServer> {
  const { resourceMetadataUrl } = challenge;
  const found = await sdk.discoverOAuthServerInfo(url, {
    fetchFn: fetch,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  });
  const { authorizationServerMetadata: metadata, resourceMetadata } = found;
  if (metadata === undefined) throw noAuthorizationServer(url, challenge);
  const resource = resourceMetadata?.resource ?? canonicalUri(url);
  if (!isWithin(url, resource)) {
    throw unusable(
      `${describeUrl(url)} names another resource than itself: ${describeUrl(resource)}`,
      'a token for that one is not for this one; tell whoever runs the server',
    );
  }
  rejectUnsafe(metadata);
  return { resource, metadata, scope: challenge.scope ?? resourceMetadata?.scopes_supported?.join(' ') };
}

/** MCP 2025-11-25, authorization, "Canonical Server URI": no fragment, and no slash that says nothing. */
function canonicalUri(url: URL): string {
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}

/**
 * MCP 2025-11-25, authorization: PKCE that is not announced is not there, and then a client must not go on. What is
 * opened in a browser is a web page and nothing else.
 */
function rejectUnsafe(metadata: Sdk.AuthorizationServerMetadata): void {
  const where = describeUrl(metadata.issuer);
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw unusable(`${where} does not announce PKCE with S256`, 'signing in would not be safe without it');
  if (!isSecure(metadata.authorization_endpoint))
    throw unusable(`${where} signs people in on a page that is not https`, 'nothing was sent there');
}

/** Https, or this machine. */
export function isSecure(url: string | URL): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
  );
}

function noAuthorizationServer(url: URL, { isRefused, authenticate }: Probe): CaptureError {
  const where = describeUrl(url);
  return isRefused
    ? new CaptureError('auth-required', `${where} wants a login and names no authorization server`, {
        hint: "give it a token: --bearer-env NAME or --header 'Authorization: …'",
        authenticate,
      })
    : unusable(
        `${where} asks for no login, and names no authorization server`,
        `measure it as it is: mcp-budget measure ${where}`,
      );
}

function unusable(message: string, hint: string): CaptureError {
  return new CaptureError('unsupported', `not signed in: ${message}`, { hint });
}
