/** What the browser brought back, for a token that the MCP server takes. */
import { CaptureError } from '../../errors.ts';
import { quoteWord } from '../../shell-word.ts';
import { describeUrl } from '../describe-url.ts';
import { missingScope } from '../http-failure.ts';
import type { Callback } from './callback-server.ts';
import type { Agreed, Flow } from './flow.ts';
import { anewCommands } from './login-command.ts';
import { wordOf } from './oauth-failure.ts';
import { isTaken, probe, type Probe } from './probe.ts';
import { clientInformation } from './stored-token.ts';
import type { StoredSignIn } from './stored-sign-in.ts';
import { signInOf } from './tokens.ts';

/** Exchange the code, and try the token. @throws CaptureError where either is refused; the SDK's errors */
export async function exchange(
  flow: Flow,
  asked: Agreed & { readonly codeVerifier: string },
  { params }: Callback,
): Promise<StoredSignIn> {
  const { sdk, request } = flow;
  const { metadata, resource } = asked.found;
  const iss = params.get('iss') ?? undefined;
  // Before anything else of the answer is believed, its error too (RFC 9207, section 2.4).
  sdk.validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata.issuer,
    issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
  });
  const code = params.get('code');
  if (code === null) throw refused(flow, asked, params.get('error') ?? '');
  const tokens = await sdk.exchangeAuthorization(metadata.issuer, {
    metadata,
    clientInformation: clientInformation(asked),
    authorizationCode: code,
    codeVerifier: asked.codeVerifier,
    redirectUri: asked.redirectUri,
    resource,
    ...(iss !== undefined && { iss }),
    fetchFn: flow.oauthFetch,
  });
  const signedIn = signInOf(tokens, {
    resource,
    issuer: metadata.issuer,
    client: asked.client,
    scope: asked.scope,
  });
  const headers = { ...request.headers, authorization: `Bearer ${signedIn.accessToken}` };
  const after = await probe(sdk, request.url, { ...flow.probeOptions, headers });
  if (isTaken(asked.before, after)) return signedIn;
  throw notTaken(request.url, metadata.issuer, after);
}

function notTaken(url: URL, issuer: string, { status, headers, authenticate }: Probe): CaptureError {
  const where = describeUrl(url);
  const isRefusal = status === 401 || status === 403;
  const scope = missingScope(headers);
  const why =
    scope === undefined
      ? 'the token may lack a scope (--scope)'
      : `the token lacks a scope: --scope ${quoteWord(scope)}`;
  return new CaptureError(
    isRefusal ? 'auth-required' : 'protocol-error',
    isRefusal
      ? `not signed in: ${where} does not accept the token of ${describeUrl(issuer)} (HTTP ${status})`
      : `not signed in: ${where} answered HTTP ${status} to the token of ${describeUrl(issuer)}`,
    {
      hint: isRefusal
        ? `${why}, or be meant for another server; nothing was stored`
        : 'whether it takes the token is not known; nothing was stored, sign in again when the server works',
      authenticate,
    },
  );
}

function refused({ request }: Flow, { found, isKnownClient }: Agreed, error: string): CaptureError {
  const where = describeUrl(found.metadata.issuer);
  if (error === 'access_denied') {
    return new CaptureError('auth-required', `not signed in: access was denied at ${where} (access_denied)`, {
      hint: 'sign in again and allow it; the account may also lack the right',
    });
  }
  return new CaptureError('auth-required', `not signed in: ${where} answered ${wordOf(error)}`, {
    hint: `check --scope and --client-id${isKnownClient ? `; to register anew: ${anewCommands(request.url)}` : ''}`,
  });
}
