/** Stored sign-ins for people: whose they are and how long they last; no token, no secret. */
import type { StoredSignIn } from '../capture/sign-in/stored-sign-in.ts';
import { escapeForTerminal } from '../report/escape.ts';

/** Lay out what is stored. */
export function listSignIns(signIns: readonly StoredSignIn[]): string {
  if (signIns.length === 0) return 'no sign-in is stored\n  to sign in: mcp-budget login <server or URL>\n';
  const lines = signIns
    .toSorted((a, b) => (a.resource < b.resource ? -1 : 1))
    .flatMap((signIn) => [
      signIn.resource,
      `  issuer   ${signIn.issuer}`,
      ...(signIn.scope === undefined || signIn.scope === '' ? [] : [`  scopes   ${signIn.scope}`]),
      `  expires  ${validity(signIn)}`,
    ]);
  return `${lines.map(escapeForTerminal).join('\n')}\n`;
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
