/**
 * OAuth 2.1 client credentials in front of an MCP server: on a 401 find the authorization server (RFC 9728), ask it
 * for a token, send the request again. Built from the SDK's steps rather than its `auth()`, which writes to stderr
 * when a secret is refused and asks a second time.
 */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError } from '../errors.ts';
import type { UrlLaunch } from '../model/plan.ts';
import { describeUrl } from './describe-url.ts';
import { errorCodes } from './http-failure.ts';
import type { Fetch } from './proxy-fetch.ts';

type Credentials = NonNullable<UrlLaunch['clientCredentials']>;

/** Wrap `base` so that requests to the server carry a token once it asks for one. */
export function withClientCredentials(base: Fetch, credentials: Credentials): Fetch {
  let token: Promise<string> | undefined;

  async function send(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    if (token === undefined) return base(url, init);
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${await token}`);
    return base(url, { ...init, headers });
  }

  return async (url, init) => {
    const used = token;
    const response = await send(url, init);
    if (response.status !== 401) return response;
    // Another request may have fetched a token while this one was under way.
    if (token === used) token = requestToken(response, { url, base, credentials, signal: init?.signal });
    await response.body?.cancel();
    const second = await send(url, init);
    if (second.status !== 401) return second;
    await second.body?.cancel();
    throw new CaptureError(
      'auth-required',
      `${describeUrl(url)} does not accept the token its authorization server gave`,
      {
        hint: 'the client may lack a scope, or the token is meant for another server',
        authenticate: second.headers.get('www-authenticate') ?? undefined,
      },
    );
  };
}

interface TokenRequest {
  readonly url: string | URL;
  readonly base: Fetch;
  readonly credentials: Credentials;
  readonly signal: AbortSignal | null | undefined;
}

async function requestToken(challenge: Response, request: TokenRequest): Promise<string> {
  const { base, signal } = request;
  const sdk = await import('@modelcontextprotocol/client');
  let last = request.url;
  // Not the tapped fetch: neither the launch's headers nor the session's bookkeeping are for this server.
  const fetchFn: Fetch = (url, init) => {
    last = url;
    return base(url, { ...init, signal: signal ?? null });
  };
  try {
    return await discoverAndAsk(sdk, sdk.extractWWWAuthenticateParams(challenge), {
      ...request,
      base: fetchFn,
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw tokenFailure(error, { sdk, url: last, authenticate: challenge.headers.get('www-authenticate') });
  }
}

async function discoverAndAsk(
  sdk: typeof Sdk,
  challenge: ReturnType<(typeof Sdk)['extractWWWAuthenticateParams']>,
  { url, base: fetchFn, credentials }: TokenRequest,
): Promise<string> {
  const { resourceMetadataUrl } = challenge;
  const found = await sdk.discoverOAuthServerInfo(url, {
    fetchFn,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  });
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found;
  const provider = new sdk.ClientCredentialsProvider({
    clientId: credentials.clientId,
    clientSecret: credentials.clientSecret,
    // Without one set by the user the server itself names who may see the secret, as RFC 9728 has it.
    expectedIssuer: credentials.issuer ?? metadata?.issuer ?? authorizationServerUrl,
  });
  // Throws when the metadata speaks of another server than the one asked.
  await sdk.selectResourceURL(url, provider, resourceMetadata);
  const scope = credentials.scope ?? challenge.scope ?? resourceMetadata?.scopes_supported?.join(' ') ?? '';
  const tokens = await sdk.fetchToken(provider, authorizationServerUrl, {
    fetchFn,
    ...(metadata && { metadata }),
    ...(resourceMetadata && { resource: resourceMetadata.resource }),
    ...(scope !== '' && { scope }),
  });
  return tokens.access_token;
}

interface TokenFailure {
  readonly sdk: typeof Sdk;
  /** What was asked last. */
  readonly url: string | URL;
  readonly authenticate: string | null;
}

/** The cause is left out: the SDK puts whole answers of the authorization server into its messages. */
function tokenFailure(error: unknown, { sdk, url, authenticate }: TokenFailure): CaptureError {
  const where = describeUrl(url);
  const fail = (what: string, hint: string): CaptureError =>
    new CaptureError('auth-required', `no token: ${what}`, { hint, authenticate: authenticate ?? undefined });
  if (error instanceof sdk.OAuthError) {
    // A code of RFC 6749, section 5.2, or free text of the server.
    const code = /^[a-z_]{1,40}$/.test(error.code) ? error.code : 'an error';
    return fail(`${where} answered ${code}`, 'check client id, client secret and scope');
  }
  if (error instanceof sdk.AuthorizationServerMismatchError || error instanceof sdk.IssuerMismatchError) {
    return fail(
      `${where} belongs to another issuer than expected`,
      'the secret was not sent; check the issuer in the config',
    );
  }
  if (error instanceof sdk.InsecureTokenEndpointError) {
    return fail(
      `the token endpoint ${describeUrl(error.tokenEndpoint)} is not https`,
      'the secret was not sent',
    );
  }
  const code = errorCodes(error)[0];
  if (code !== undefined)
    return fail(`${where} cannot be reached (${code})`, 'is the authorization server running?');
  return fail(
    `${where} did not answer as an authorization server does`,
    'check that the server supports client credentials',
  );
}
