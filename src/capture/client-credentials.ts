/**
 * OAuth 2.1 client credentials in front of an MCP server: on a 401 find the authorization server (RFC 9728), ask it
 * for a token, send the request again. Built from the SDK's steps rather than its `auth()`, which writes to stderr
 * when a secret is refused and asks a second time.
 */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError } from '../errors.ts';
import type { ClientCredentials } from '../model/plan.ts';
import { describeUrl } from './describe-url.ts';
import type { Fetch } from './proxy-fetch.ts';
import { withBearer, type TokenContext } from './sign-in/bearer-fetch.ts';
import { oauthFailure } from './sign-in/oauth-failure.ts';
import { oauthFetch } from './sign-in/oauth-fetch.ts';

type OnSecret = (value: string) => void;

/** Wrap `base` so that requests to the server carry a token once it asks for one. */
export function withClientCredentials(
  base: Fetch,
  credentials: ClientCredentials,
  onSecret: OnSecret = () => {},
): Fetch {
  return withBearer(base, {
    async renew(challenge, context) {
      const token = await requestToken(challenge, credentials, context);
      onSecret(token);
      return token;
    },
    refused: (url, authenticate) =>
      new CaptureError(
        'auth-required',
        `${describeUrl(url)} does not accept the token its authorization server gave`,
        {
          hint: 'the client may lack a scope, or the token is meant for another server',
          authenticate,
        },
      ),
  });
}

async function requestToken(
  challenge: Response,
  credentials: ClientCredentials,
  { url, base, signal }: TokenContext,
): Promise<string> {
  const sdk = await import('@modelcontextprotocol/client');
  const { fetch, last } = oauthFetch(base, url, signal);
  try {
    return await discoverAndAsk(sdk, sdk.extractWWWAuthenticateParams(challenge), {
      url,
      fetch,
      credentials,
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw oauthFailure(sdk, error, {
      last: last(),
      what: 'no token',
      check:
        credentials.clientSecret === undefined
          ? 'check client id, private key and scope'
          : 'check client id, client secret and scope',
      isOauth: 'check that the server supports client credentials',
      authenticate: challenge.headers.get('www-authenticate'),
    });
  }
}

interface TokenRequest {
  readonly url: string | URL;
  readonly fetch: Fetch;
  readonly credentials: ClientCredentials;
}

async function discoverAndAsk(
  sdk: typeof Sdk,
  challenge: ReturnType<(typeof Sdk)['extractWWWAuthenticateParams']>,
  { url, fetch: fetchFn, credentials }: TokenRequest,
): Promise<string> {
  const { resourceMetadataUrl } = challenge;
  const found = await sdk.discoverOAuthServerInfo(url, {
    fetchFn,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  });
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found;
  // Without one set by the user the server itself names who may see the secret, as RFC 9728 has it.
  const expectedIssuer = credentials.issuer ?? metadata?.issuer ?? authorizationServerUrl;
  const provider = await providerOf(sdk, credentials, expectedIssuer);
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

async function providerOf(
  sdk: typeof Sdk,
  { clientId, clientSecret, privateKey }: ClientCredentials,
  expectedIssuer: string,
): Promise<Sdk.OAuthClientProvider> {
  if (privateKey === undefined)
    return new sdk.ClientCredentialsProvider({ clientId, clientSecret: clientSecret ?? '', expectedIssuer });
  const { createPrivateKey } = await import('node:crypto');
  return new sdk.PrivateKeyJwtProvider({
    clientId,
    // As JWK: of PEM the SDK takes PKCS #8 alone, and no EdDSA.
    privateKey: { ...createPrivateKey(privateKey.pem).export({ format: 'jwk' }) },
    algorithm: privateKey.algorithm,
    expectedIssuer,
  });
}
