/** Tell the authorization server that a sign-in is over (RFC 7009). */
import type * as Sdk from '@modelcontextprotocol/client';
import { describeUrl } from '../describe-url.ts';
import type { Fetch } from '../proxy-fetch.ts';
import { isSecure } from '../secure-url.ts';
import { oauthFetch } from './oauth-fetch.ts';
import { oauthFailure } from './oauth-failure.ts';
import { clientInformation } from './stored-token.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

/**
 * Revoke the tokens of a sign-in. Undefined when that is done; else why it is not, for people.
 */
export async function revokeSignIn(
  signIn: StoredSignIn,
  { fetch: base, signal }: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const sdk = await import('@modelcontextprotocol/client');
  const { fetch, last } = oauthFetch(base, signIn.resource, signal);
  try {
    const metadata = await sdk.discoverAuthorizationServerMetadata(signIn.issuer, { fetchFn: fetch });
    const endpoint = textOf(metadata, 'revocation_endpoint');
    if (metadata === undefined || endpoint === undefined || !URL.canParse(endpoint) || !isSecure(endpoint))
      return `${describeUrl(signIn.issuer)} revokes no tokens`;
    const { refreshToken, accessToken } = signIn;
    const tokens = [
      ...(refreshToken === undefined ? [] : [['refresh_token', refreshToken] as const]),
      ['access_token', accessToken] as const,
    ];
    for (const [hint, token] of tokens) {
      const response = await fetch(endpoint, revocation(sdk, metadata, { signIn, hint, token }));
      await response.body?.cancel();
      if (!response.ok) return `${describeUrl(endpoint)} answered HTTP ${response.status}`;
    }
    return undefined;
  } catch (error) {
    if (signal.aborted) return 'no answer came in time';
    return oauthFailure(sdk, error, { last: last(), what: 'not revoked', check: '', isOauth: '' }).message;
  }
}

/** The SDK's type has it for metadata of one kind alone. */
function textOf(metadata: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = metadata?.[key];
  return typeof value === 'string' ? value : undefined;
}

interface Revocation {
  readonly signIn: StoredSignIn;
  readonly hint: string;
  readonly token: string;
}

/** The client proves itself as it does for a token; a public one by its name. */
function revocation(
  sdk: typeof Sdk,
  metadata: Sdk.AuthorizationServerMetadata,
  { signIn, hint, token }: Revocation,
): RequestInit {
  const supported =
    ('revocation_endpoint_auth_methods_supported' in metadata
      ? metadata.revocation_endpoint_auth_methods_supported
      : undefined) ??
    metadata.token_endpoint_auth_methods_supported ??
    [];
  const information = clientInformation(signIn);
  const method = sdk.selectClientAuthMethod(information, supported);
  const { clientId, clientSecret = '' } = signIn.client;
  const isBasic = method === 'client_secret_basic';
  return {
    method: 'POST',
    headers: isBasic
      ? { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
      : {},
    // A body, not the address: that stands in logs.
    body: new URLSearchParams({
      token,
      token_type_hint: hint,
      ...(!isBasic && { client_id: clientId }),
      ...(method === 'client_secret_post' && { client_secret: clientSecret }),
    }),
  };
}
