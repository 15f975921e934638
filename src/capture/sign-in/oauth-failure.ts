/** What went wrong between us and an authorization server, in words of ours: its own may repeat a secret. */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError, isKnownError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import { NoAnswer } from './no-answer.ts';

export interface OauthAttempt {
  /** What has failed: `no token`. */
  readonly what: string;
  /** What to check when the authorization server says no. */
  readonly check: string;
  /** What to check when it does not speak OAuth. */
  readonly isOauth: string;
  readonly authenticate?: string | null | undefined;
}

/** Name the failure. The cause is left out: the SDK puts whole answers of the authorization server into its messages. */
export function oauthFailure(
  sdk: typeof Sdk,
  error: unknown,
  { last, ...attempt }: OauthAttempt & { readonly last: string | URL },
): CaptureError {
  if (isKnownError(error) && error instanceof CaptureError) return error;
  const where = describeUrl(last);
  const { what, check, isOauth, authenticate } = attempt;
  const fail = (how: string, hint: string): CaptureError =>
    new CaptureError('auth-required', `${what}: ${how}`, { hint, authenticate: authenticate ?? undefined });
  if (error instanceof sdk.OAuthError) return fail(`${where} answered ${wordOf(error.code)}`, check);
  if (error instanceof sdk.RegistrationRejectedError) {
    return fail(
      `${where} registers no client (HTTP ${error.status})`,
      'register one there by hand and name it: --client-id ID',
    );
  }
  if (error instanceof sdk.AuthorizationServerMismatchError || error instanceof sdk.IssuerMismatchError) {
    return fail(
      `${where} belongs to another issuer than expected`,
      'no secret was sent; check the issuer in the config',
    );
  }
  if (error instanceof sdk.InsecureTokenEndpointError) {
    return fail(`the token endpoint ${describeUrl(error.tokenEndpoint)} is not https`, 'no secret was sent');
  }
  if (error instanceof NoAnswer) return fail(error.message, error.hint);
  return fail(`${where} did not answer as an authorization server does`, isOauth);
}

/** A code of RFC 6749, sections 4.1.2.1 and 5.2; free text of a server is not shown. */
export function wordOf(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'an error';
}
