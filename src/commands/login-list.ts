/** Stored sign-ins for people: whose they are and how long they last; no token, no secret. */
import { describeUrl } from '../capture/describe-url.ts';
import type { StoredSignIn } from '../capture/sign-in/stored-sign-in.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { REDACTED, redact } from '../report/redact.ts';

/** Lay out what is stored. */
export function listSignIns(signIns: readonly StoredSignIn[]): string {
  if (signIns.length === 0) return 'no sign-in is stored\n  to sign in: mcp-budget login <server or URL>\n';
  const lines = signIns
    .toSorted((a, b) => (a.resource < b.resource ? -1 : 1))
    .flatMap((signIn) => [
      showResource(signIn),
      `  issuer   ${describeUrl(signIn.issuer)}`,
      ...scopesOf(signIn).map((scopes) => `  scopes   ${scopes}`),
      `  expires  ${validity(signIn)}`,
    ]);
  return `${lines.map(escapeForTerminal).join('\n')}\n`;
}

/** The scopes that were granted, as the server says; what repeats a token is no scope. */
export function scopesOf({ scope = '', accessToken, refreshToken = '' }: StoredSignIn): readonly string[] {
  return scope === '' ? [] : [redact(scope, [accessToken, refreshToken]).value];
}

/** What a sign-in is for, as its login showed it: that knew the secrets of its launch. */
export function showResource({ resource, shown }: StoredSignIn): string {
  return shown ?? showUrl(resource);
}

/** A URL without what may be a key: some servers hand out URLs that hold one in their path. */
export function showUrl(url: string | URL): string {
  return describeUrl(url)
    .split('/')
    .map((part, index) => (index > 2 && isLikeKey(part) ? REDACTED : part))
    .join('/');
}

/** Long, with several digits among its letters: neither a word nor a version. */
function isLikeKey(part: string): boolean {
  return part.length >= 16 && /(\d.*){3}/.test(part) && /[a-z]/i.test(part);
}

/** How long a sign-in lasts, as far as it is known. */
export function validity({ expiresAt, refreshToken }: StoredSignIn): string {
  const renews = refreshToken !== undefined;
  if (expiresAt === undefined) return renews ? 'not told; it is renewed' : 'not told';
  const isOver = Date.parse(expiresAt) < Date.now();
  const day = expiresAt.replace(/\.\d+Z$/, 'Z');
  if (renews) return isOver ? `${day}: it is renewed when next used` : `${day}, then it is renewed`;
  return isOver ? `${day}: it is over, sign in again` : day;
}
