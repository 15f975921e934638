/** What went wrong between us and an authorization server, in words of ours: its own may repeat a secret. */
import type * as Sdk from '@modelcontextprotocol/client';
import { CaptureError, isKnownError } from '../../errors.ts';
import { describeUrl } from '../describe-url.ts';
import { errorCodes } from '../http-failure.ts';
import type { Fetch } from '../proxy-fetch.ts';

export interface OauthAttempt {
  /** What has failed: `no token`. */
  readonly what: string;
  /** What to check when the authorization server says no. */
  readonly check: string;
  /** What to check when it does not speak OAuth. */
  readonly isOauth: string;
  readonly authenticate?: string | null | undefined;
}

/** A `fetch` that remembers whom it asked last, as the SDK's errors do not say; it ends with the signal. */
export function rememberLast(
  base: Fetch,
  url: string | URL,
  signal: AbortSignal | null | undefined,
): { readonly fetch: Fetch; readonly last: () => string | URL } {
  let last = url;
  return {
    fetch: (to, init) => {
      last = to;
      return base(to, { ...init, signal: signal ?? null });
    },
    last: () => last,
  };
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
  const code = errorCodes(error)[0];
  if (code !== undefined)
    return fail(`${where} cannot be reached (${code})`, 'is the authorization server running?');
  return fail(`${where} did not answer as an authorization server does`, isOauth);
}

/** A code of RFC 6749, sections 4.1.2.1 and 5.2; free text of a server is not shown. */
export function wordOf(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'an error';
}
