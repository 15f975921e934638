/** Which client signs in: the one that is named, the one registered before, or one registered now. */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import type { Fetch } from '../proxy-fetch.ts';
import type { StoredClient, StoredSignIn } from './stored-sign-in.ts';

export interface ClientChoice {
  /** An id, or the URL of a client id metadata document. */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** The sign-in that is stored for this server and issuer. */
  readonly known: StoredSignIn | undefined;
  readonly redirectUri: string;
  readonly scope: string | undefined;
}

/** Choose a client, and register one where none is known (RFC 7591). @throws CaptureError, the SDK's errors */
export async function chooseClient(
  sdk: typeof Sdk,
  metadata: Sdk.AuthorizationServerMetadata,
  { fetch, ...choice }: ClientChoice & { readonly fetch: Fetch },
): Promise<StoredClient> {
  const { clientId, clientSecret, known, redirectUri } = choice;
  if (clientId !== undefined) return { clientId, ...(clientSecret !== undefined && { clientSecret }) };
  const before = known?.client;
  const isFitting = before?.registeredFor === undefined || before.registeredFor === redirectUri;
  if (before !== undefined && isFitting && !isSecretExpired(before)) return before;
  if (metadata.registration_endpoint === undefined) {
    throw new CaptureError(
      'auth-required',
      `not signed in: ${describeUrl(metadata.issuer)} registers no clients`,
      {
        hint: 'name one that it knows: --client-id ID, with --client-secret-env NAME if it has a secret',
      },
    );
  }
  const registered = await sdk.registerClient(metadata.issuer, {
    metadata,
    clientMetadata: clientMetadata(redirectUri, metadata),
    ...(choice.scope !== undefined && { scope: choice.scope }),
    fetchFn: fetch,
  });
  return {
    clientId: registered.client_id,
    registeredFor: redirectUri,
    ...(registered.client_secret && { clientSecret: registered.client_secret }),
    ...(registered.client_secret_expires_at !== undefined && {
      secretExpiresAt: registered.client_secret_expires_at,
    }),
    ...(registered.token_endpoint_auth_method && {
      authMethod: registered.token_endpoint_auth_method,
    }),
  };
}

function isSecretExpired({ secretExpiresAt = 0 }: StoredClient): boolean {
  return secretExpiresAt !== 0 && secretExpiresAt * 1000 < Date.now();
}

/** A program on a person's machine keeps no secret (RFC 8252, section 8.4), unless the server insists on one. */
function clientMetadata(
  redirectUri: string,
  { token_endpoint_auth_methods_supported: methods }: Sdk.AuthorizationServerMetadata,
): Sdk.OAuthClientMetadata {
  const isPublic = methods === undefined || methods.includes('none');
  const method = isPublic ? 'none' : methods.find((one) => one.startsWith('client_secret_'));
  return {
    client_name: 'mcp-budget',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    ...(method !== undefined && { token_endpoint_auth_method: method }),
  };
}
