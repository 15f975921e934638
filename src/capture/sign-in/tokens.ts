/** An authorization server's answer as a sign-in to keep. */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

/** RFC 6750, section 2.1: what a header can carry. */
const BEARER = /^[\w.~+/-]+=*$/;

/** Make a sign-in of tokens. @throws CaptureError for tokens that are no bearer tokens */
export function signInOf(
  tokens: Sdk.OAuthTokens,
  given: Pick<StoredSignIn, 'resource' | 'issuer' | 'client' | 'scope'>,
): StoredSignIn {
  if (tokens.token_type.toLowerCase() !== 'bearer' || !BEARER.test(tokens.access_token)) {
    throw new CaptureError(
      'unsupported',
      `${describeUrl(given.issuer)} gave a token that is no bearer token`,
    );
  }
  const now = Date.now();
  const scope = tokens.scope ?? given.scope;
  return {
    resource: given.resource,
    issuer: given.issuer,
    client: given.client,
    accessToken: tokens.access_token,
    ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
    ...(tokens.expires_in !== undefined && {
      expiresAt: new Date(now + tokens.expires_in * 1000).toISOString(),
    }),
    ...(scope !== undefined && { scope }),
    obtainedAt: new Date(now).toISOString(),
  };
}
