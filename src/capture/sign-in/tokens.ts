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
  given: Pick<StoredSignIn, 'resource' | 'shown' | 'issuer' | 'client' | 'scope'>,
): StoredSignIn {
  if (tokens.token_type.toLowerCase() !== 'bearer' || !BEARER.test(tokens.access_token)) {
    throw new CaptureError(
      'unsupported',
      `${describeUrl(given.issuer)} gave a token that is no bearer token`,
    );
  }
  const now = Date.now();
  const expiresAt = expiryOf(tokens.expires_in, now);
  const scope = tokens.scope ?? given.scope;
  return {
    resource: given.resource,
    ...(given.shown !== undefined && { shown: given.shown }),
    issuer: given.issuer,
    client: given.client,
    accessToken: tokens.access_token,
    ...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(scope !== undefined && { scope }),
    obtainedAt: new Date(now).toISOString(),
  };
}

/** Ten years: what is longer is as good as for ever, and some numbers give no date at all. */
const MAX_SECONDS = 10 * 366 * 86_400;

/** Undefined where it was not told, or is no lifetime. */
function expiryOf(seconds: number | undefined, now: number): string | undefined {
  if (seconds === undefined || !(seconds > 0)) return undefined;
  return new Date(now + Math.min(seconds, MAX_SECONDS) * 1000).toISOString();
}
