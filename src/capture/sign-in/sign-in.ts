/** Sign in to an MCP server: OAuth 2.1 with a browser, as MCP 2025-11-25 and 2026-07-28 have it. */
import { randomBytes } from 'node:crypto';
import { isKnownError, UsageError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import { statusFailure } from '../http-failure.ts';
import { mediaTypeOf } from '../http-body.ts';
import { isSecure } from '../secure-url.ts';
import { authorize } from './authorize.ts';
import { findAuthorizationServer, type FoundServer } from './authorization-server.ts';
import { startCallbackServer, type CallbackServer } from './callback-server.ts';
import { chooseClient } from './client.ts';
import type { Agreed, Flow, SignInIo, SignInRequest } from './flow.ts';
import { oauthFailure } from './oauth-failure.ts';
import { oauthFetch } from './oauth-fetch.ts';
import { probe, type Probe } from './probe.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

/**
 * Sign in and see that the server takes the token; undefined where it asks for no sign-in.
 * @throws CaptureError for what server, authorization server or person refuse; UsageError for a port in use
 */
export async function signIn(request: SignInRequest, io: SignInIo): Promise<StoredSignIn | undefined> {
  const { url, headers } = request;
  if (!isSecure(url)) {
    throw new UsageError(`${describeUrl(url)}: a token is sent over https, or to this machine alone`, {
      hint: 'give the https:// URL of the server',
    });
  }
  const sdk = await import('@modelcontextprotocol/client');
  const { fetch, last } = oauthFetch(io.fetch, url, io.signal);
  const probeOptions = { fetch: io.fetch, signal: io.signal, headers };
  try {
    return await run({ sdk, request, io, oauthFetch: fetch, probeOptions });
  } catch (error) {
    if (isKnownError(error) || io.signal.aborted) throw error;
    throw oauthFailure(sdk, error, {
      last: last(),
      what: 'not signed in',
      check: 'check --client-id, --client-secret-env and --scope',
      isOauth: 'check the URL; does the server support signing in with OAuth?',
    });
  }
}

async function run(flow: Flow): Promise<StoredSignIn | undefined> {
  const { sdk, request } = flow;
  const { url } = request;
  const before = await probe(sdk, url, flow.probeOptions);
  const { status, headers } = before;
  if (before.isMcp && !request.isForced) return undefined;
  // A token would not be taken there either.
  if (status >= 300 && status < 400)
    throw statusFailure({ url, status, headers, mediaType: mediaTypeOf(before), isFirst: true });
  const found = await findAuthorizationServer(sdk, url, { fetch: flow.oauthFetch, challenge: before });
  const { issuer } = found.metadata;
  if (request.issuer !== undefined && request.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new sdk.AuthorizationServerMismatchError(request.issuer, issuer);
  const known = request.stored.find((one) => one.resource === found.resource && one.issuer === issuer);
  const state = randomBytes(32).toString('base64url');
  const registered = known?.client.registeredFor;
  const server = await startCallbackServer(state, {
    port: request.port,
    preferred: registered === undefined ? undefined : Number(new URL(registered).port),
  });
  try {
    const agreed = await agree(flow, { found, before, known, server });
    return await authorize(flow, agreed, { state, server });
  } finally {
    await server.close();
  }
}

interface Parties {
  readonly found: FoundServer;
  readonly before: Probe;
  readonly known: StoredSignIn | undefined;
  readonly server: CallbackServer;
}

/** Settle which client asks for which scopes. */
async function agree(flow: Flow, { found, before, known, server }: Parties): Promise<Agreed> {
  const { sdk, request } = flow;
  const { redirectUri } = server;
  const scope = request.scope ?? withOffline(found);
  const { clientId, clientSecret } = request;
  const choice = { clientId, clientSecret, known, redirectUri, scope, fetch: flow.oauthFetch };
  const client = await chooseClient(sdk, found.metadata, choice);
  return { found, before, client, isKnownClient: client === known?.client, redirectUri, scope };
}

/** A refresh token is asked for where the authorization server has a scope for it (OpenID Connect Core, section 11). */
function withOffline({ scope, metadata: { scopes_supported: supported } }: FoundServer): string | undefined {
  const scopes = scope?.split(' ') ?? [];
  if (
    scope === undefined ||
    scopes.includes('offline_access') ||
    supported?.includes('offline_access') !== true
  )
    return scope;
  return [...scopes, 'offline_access'].join(' ');
}
