/** Find the authorization server of an MCP server. */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import type { Fetch } from '../proxy-fetch.ts';
import { isSecure } from '../secure-url.ts';
import { mayAsk } from './oauth-fetch.ts';
import type { Probe } from './probe.ts';
import { isWithin } from './stored-sign-in.ts';

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
  rejectUnsafe(metadata, url);
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
function rejectUnsafe(metadata: Sdk.AuthorizationServerMetadata, url: URL): void {
  const { issuer, authorization_endpoint: page, code_challenge_methods_supported: methods } = metadata;
  const where = describeUrl(issuer);
  if (methods?.includes('S256') !== true)
    throw unusable(`${where} does not announce PKCE with S256`, 'signing in would not be safe without it');
  const { protocol, username, password } = new URL(page);
  // A name in front of the host is there to be taken for the host.
  if (username !== '' || password !== '')
    throw unusable(`${where} signs people in on an address with a user name in it`, 'nothing was sent there');
  const isWeb = /^https?:$/.test(protocol);
  if (!isWeb || !mayAsk(page, url) || !isSecure(page))
    throw unusable(`${where} signs people in on a page that is not https`, 'nothing was sent there');
}

function noAuthorizationServer(url: URL, { status, authenticate }: Probe): CaptureError {
  const where = describeUrl(url);
  return status === 401
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
