/** Sign in to an MCP server: OAuth 2.1 with a browser, as MCP 2025-11-25 and 2026-07-28 have it. */
import { randomBytes } from 'node:crypto';
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError, isKnownError, UsageError } from '../../errors.ts';
import type { SignInClient } from '../../model/plan.ts';
import { describeUrl } from '../describe-url.ts';
import { untilAborted } from '../http-channel.ts';
import type { Fetch } from '../proxy-fetch.ts';
import { findAuthorizationServer, isSecure, probe, type FoundServer } from './authorization-server.ts';
import { startCallbackServer, type Callback, type CallbackServer } from './callback-server.ts';
import { chooseClient } from './client.ts';
import { oauthFailure, rememberLast, wordOf } from './oauth-failure.ts';
import { clientInformation } from './stored-token.ts';
import type { StoredClient, StoredSignIn } from './stored-sign-in.ts';
import { signInOf } from './tokens.ts';

export interface SignInRequest extends SignInClient {
  readonly url: URL;
  /** For the MCP server alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly clientSecret?: string | undefined;
  /** Of the redirect; absent: any. */
  readonly port?: number | undefined;
  /** What is stored so far. */
  readonly stored: readonly StoredSignIn[];
}

export interface SignInIo {
  readonly fetch: Fetch;
  /** Ends the waiting; its reason is the failure. */
  readonly signal: AbortSignal;
  /** A person is to go there. */
  readonly onAuthorize: (url: URL) => void;
}

/**
 * Sign in and see that the server takes the token.
 * @throws CaptureError for what server, authorization server or person refuse; UsageError for a port in use
 */
export async function signIn(request: SignInRequest, io: SignInIo): Promise<StoredSignIn> {
  const { url } = request;
  if (!isSecure(url)) {
    throw new UsageError(`${describeUrl(url)}: a token is sent over https, or to this machine alone`, {
      hint: 'give the https:// URL of the server',
    });
  }
  const sdk = await import('@modelcontextprotocol/client');
  const { fetch, last } = rememberLast(io.fetch, url, io.signal);
  const flow: Flow = { sdk, request, io: { ...io, fetch } };
  try {
    return await run(flow);
  } catch (error) {
    if (isKnownError(error)) throw error;
    if (io.signal.aborted) throw io.signal.reason;
    throw oauthFailure(sdk, error, {
      last: last(),
      what: 'not signed in',
      check: 'check --client-id, --client-secret-env and --scope',
      isOauth: 'check the URL; does the server support signing in with OAuth?',
    });
  }
}

interface Flow {
  readonly sdk: typeof Sdk;
  readonly request: SignInRequest;
  readonly io: SignInIo;
}

async function run(flow: Flow): Promise<StoredSignIn> {
  const { sdk, request, io } = flow;
  const challenge = await probe(sdk, request.url, { fetch: io.fetch, headers: request.headers });
  const found = await findAuthorizationServer(sdk, request.url, { fetch: io.fetch, challenge });
  const { issuer } = found.metadata;
  if (request.issuer !== undefined && request.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new sdk.AuthorizationServerMismatchError(request.issuer, issuer);
  const known = request.stored.find((one) => one.resource === found.resource && one.issuer === issuer);
  const state = randomBytes(32).toString('base64url');
  const before = known?.client.registeredFor;
  const server = await startCallbackServer(state, {
    port: request.port,
    preferred: before === undefined ? undefined : Number(new URL(before).port),
  });
  try {
    return await authorize(flow, { found, known, state, server });
  } finally {
    await server.close();
  }
}

interface Asking {
  readonly found: FoundServer;
  readonly known: StoredSignIn | undefined;
  readonly state: string;
  readonly server: CallbackServer;
}

async function authorize(flow: Flow, { found, known, state, server }: Asking): Promise<StoredSignIn> {
  const { sdk, request, io } = flow;
  const { metadata, resource } = found;
  const { redirectUri } = server;
  const scope = request.scope ?? withOffline(found.scope, metadata);
  const { clientId, clientSecret } = request;
  const choice = { clientId, clientSecret, known, redirectUri, scope };
  const client = await chooseClient(sdk, metadata, { ...choice, fetch: io.fetch });
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(metadata.issuer, {
    metadata,
    clientInformation: clientInformation({ client }),
    redirectUrl: redirectUri,
    state,
    resource,
    ...(scope !== undefined && { scope }),
  });
  io.onAuthorize(authorizationUrl);
  const callback = await untilAborted(server.callback, io.signal).catch((error: unknown) => {
    throw mentionStrays(error, server.strays());
  });
  try {
    const signedIn = await exchange(flow, callback, { found, client, codeVerifier, redirectUri, scope });
    await callback.show(`Signed in to ${describeUrl(request.url)}. You can close this window.`);
    return signedIn;
  } catch (error) {
    await callback.show('Not signed in; the terminal says why. You can close this window.');
    throw error;
  }
}

/** A refresh token is asked for where the authorization server has a scope for it (OpenID Connect Core, section 11). */
function withOffline(
  scope: string | undefined,
  { scopes_supported: supported }: Sdk.AuthorizationServerMetadata,
): string | undefined {
  const scopes = scope?.split(' ') ?? [];
  if (
    scope === undefined ||
    scopes.includes('offline_access') ||
    supported?.includes('offline_access') !== true
  )
    return scope;
  return [...scopes, 'offline_access'].join(' ');
}

interface Exchange {
  readonly found: FoundServer;
  readonly client: StoredClient;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly scope: string | undefined;
}

async function exchange(flow: Flow, { params }: Callback, asked: Exchange): Promise<StoredSignIn> {
  const { sdk, io, request } = flow;
  const { metadata, resource } = asked.found;
  const iss = params.get('iss') ?? undefined;
  // Before anything else of the answer is believed, its error too (RFC 9207, section 2.4).
  sdk.validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata.issuer,
    issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
  });
  const code = params.get('code');
  if (code === null) throw refused(metadata.issuer, params.get('error') ?? '');
  const tokens = await sdk.exchangeAuthorization(metadata.issuer, {
    metadata,
    clientInformation: clientInformation(asked),
    authorizationCode: code,
    codeVerifier: asked.codeVerifier,
    redirectUri: asked.redirectUri,
    resource,
    ...(iss !== undefined && { iss }),
    fetchFn: io.fetch,
  });
  const signedIn = signInOf(tokens, {
    resource,
    issuer: metadata.issuer,
    client: asked.client,
    scope: asked.scope,
  });
  const headers = { ...request.headers, authorization: `Bearer ${signedIn.accessToken}` };
  const { isRefused, authenticate } = await probe(sdk, request.url, { fetch: io.fetch, headers });
  if (!isRefused) return signedIn;
  throw new CaptureError(
    'auth-required',
    `not signed in: ${describeUrl(request.url)} does not accept the token of ${describeUrl(metadata.issuer)}`,
    {
      hint: 'the token may lack a scope (--scope), or be meant for another server; nothing was stored',
      authenticate,
    },
  );
}

function refused(issuer: string, error: string): CaptureError {
  const where = describeUrl(issuer);
  if (error === 'access_denied') {
    return new CaptureError('auth-required', `not signed in: access was denied at ${where} (access_denied)`, {
      hint: 'sign in again and allow it; the account may also lack the right',
    });
  }
  return new CaptureError('auth-required', `not signed in: ${where} answered ${wordOf(error)}`, {
    hint: 'check --scope and --client-id; to register anew: mcp-budget logout, then login',
  });
}

/** Nobody came, but somebody else did. */
function mentionStrays(error: unknown, strays: number): unknown {
  if (strays === 0 || !(error instanceof CaptureError) || error.status !== 'timeout') return error;
  const message = `${error.message}; ${strays === 1 ? 'an answer' : `${strays} answers`} with another state came`;
  return new CaptureError('timeout', message, { hint: error.hint });
}
