/** A stored sign-in in front of its MCP server: its token is sent, renewed in time, and kept. */
import { CaptureError, isKnownError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import type { Fetch } from '../proxy-fetch.ts';
import { withBearer, type TokenContext } from './bearer-fetch.ts';
import { loginCommand } from './login-command.ts';
import { oauthFailure } from './oauth-failure.ts';
import { oauthFetch } from './oauth-fetch.ts';
import { readStore, storePath, updateStore } from './store.ts';
import { isSameSignIn, signInsFor, storedSecrets, type StoredSignIn } from './stored-sign-in.ts';
import { signInOf } from './tokens.ts';

/** Clocks differ, and a request takes its time. */
const EARLY_MS = 30_000;

export interface StoredTokens {
  /** The server, as it was given. */
  readonly url: URL;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onSecret: (value: string) => void;
}

/**
 * Wrap `base` with the sign-in that is stored for a URL; `base` itself where there is none. The token goes to the
 * resource's own origin and nowhere else.
 * @throws UsageError for a store that others can read.
 */
export async function withStoredToken(base: Fetch, { url, env, onSecret }: StoredTokens): Promise<Fetch> {
  const path = storePath(env);
  const signIns = path === undefined ? [] : await readStore(path);
  const [found] = signInsFor(signIns, url);
  if (path === undefined || found === undefined) return base;
  let current = found;
  const tell = (signIn: StoredSignIn): void => storedSecrets([signIn]).forEach(onSecret);
  tell(current);

  async function renewed(context: TokenContext, authenticate?: string | null): Promise<string> {
    current = await renew(path ?? '', current, { ...context, url, authenticate });
    tell(current);
    return current.accessToken;
  }
  const bearing = withBearer(base, {
    first: async (context) =>
      isExpired(current) && current.refreshToken !== undefined ? renewed(context) : current.accessToken,
    renew: (challenge, context) => renewed(context, challenge.headers.get('www-authenticate')),
    refused: (_, authenticate) =>
      signInAgain(url, 'does not accept the token that the sign-in gave', authenticate),
  });
  const { origin } = new URL(found.resource);
  return (to, init) => (new URL(to).origin === origin ? bearing(to, init) : base(to, init));
}

/** Tell whether a sign-in's token is over, or nearly so. */
export function isExpired({ expiresAt }: StoredSignIn): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) - EARLY_MS < Date.now();
}

interface RenewContext extends TokenContext {
  readonly url: URL;
  readonly authenticate?: string | null | undefined;
}

/** Get new tokens and store them; those that another process has got meanwhile are taken as they are. */
async function renew(path: string, used: StoredSignIn, context: RenewContext): Promise<StoredSignIn> {
  let fresh = used;
  await updateStore(path, async (signIns) => {
    const stored = signIns.find((one) => isSameSignIn(one, used));
    if (stored === undefined) throw signInAgain(context.url, 'was signed out of', context.authenticate);
    fresh = stored;
    if (stored.accessToken !== used.accessToken) return signIns;
    fresh = await askAgain(stored, context);
    return signIns.map((one) => (one === stored ? fresh : one));
  });
  return fresh;
}

/** Renew at the issuer that gave the tokens, whatever the MCP server now says. */
async function askAgain(stored: StoredSignIn, context: RenewContext): Promise<StoredSignIn> {
  const { refreshToken, issuer, resource } = stored;
  const { url, base, signal, authenticate } = context;
  if (refreshToken === undefined)
    throw signInAgain(url, 'does not accept the stored token any longer', authenticate);
  const sdk = await import('@modelcontextprotocol/client');
  const { fetch: fetchFn, last } = oauthFetch(base, resource, signal);
  try {
    const metadata = await sdk.discoverAuthorizationServerMetadata(issuer, { fetchFn });
    const tokens = await sdk.refreshAuthorization(issuer, {
      ...(metadata && { metadata }),
      clientInformation: clientInformation(stored),
      refreshToken,
      resource,
      fetchFn,
    });
    return signInOf(tokens, stored);
  } catch (error) {
    if (signal?.aborted === true || isKnownError(error)) throw error;
    throw oauthFailure(sdk, error, {
      last: last(),
      what: `the sign-in to ${describeUrl(url)} could not be renewed`,
      check: `sign in again: ${loginCommand(url)}`,
      isOauth: `try later, or sign in again: ${loginCommand(url)}`,
      authenticate,
    });
  }
}

/** The client of a sign-in as the SDK takes it. */
export function clientInformation({ client }: Pick<StoredSignIn, 'client'>) {
  const { clientId, clientSecret, authMethod } = client;
  return {
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    ...(authMethod !== undefined && { token_endpoint_auth_method: authMethod }),
  };
}

function signInAgain(url: URL, how: string, authenticate: string | null | undefined): CaptureError {
  return new CaptureError('auth-required', `${describeUrl(url)} ${how}`, {
    hint: `sign in again: ${loginCommand(url)}`,
    authenticate: authenticate ?? undefined,
  });
}
