/** `--header`, `--bearer-env` and the OAuth client credentials: what a URL is asked with. */
import { UsageError } from '../errors.ts';
import type { UrlLaunch } from '../model/plan.ts';
import { readClientCredentials, type ClientCredentialFlags, type Shell } from './client-credentials.ts';
import { expandVariables, requireVariable, type Env } from './variables.ts';

export interface HeaderFlags extends ClientCredentialFlags {
  /** `Name: value`. */
  readonly header: readonly string[];
  /** Name of the variable that holds a bearer token. */
  readonly bearerEnv: string | undefined;
}

/** Read the flags into headers and credentials. @throws UsageError for an empty or malformed value. */
export function readHeaders(
  flags: HeaderFlags,
  shell: Shell,
): Pick<UrlLaunch, 'headers' | 'clientCredentials'> {
  const { env } = shell;
  const headers = Object.fromEntries(flags.header.map((text) => parseHeader(text, env)));
  if (flags.bearerEnv !== undefined)
    headers['authorization'] = `Bearer ${requireVariable('--bearer-env', flags.bearerEnv, env)}`;
  const clientCredentials = readClientCredentials(flags, shell);
  if (clientCredentials !== undefined && headers['authorization'] !== undefined) {
    throw new UsageError('--oauth-client-id and an Authorization header: which one is meant?');
  }
  return clientCredentials === undefined ? { headers } : { headers, clientCredentials };
}

/** RFC 9110, section 5.1: a field name is a token. */
const FIELD_NAME = /^[!#$%&'*+.^`|~\w-]+$/;

function parseHeader(text: string, env: Env): readonly [string, string] {
  const at = text.indexOf(':');
  const name = text.slice(0, Math.max(at, 0)).trim();
  // A header's values are secrets as a whole, so those of its variables need no list of their own.
  const value = expandVariables(text.slice(at + 1), `--header ${name}`, env).text.trim();
  if (at === -1 || !FIELD_NAME.test(name)) {
    throw new UsageError(`--header ${name === '' ? '(value not shown)' : name}: not "Name: value"`, {
      hint: "e.g. --header 'X-Api-Key: …'",
    });
  }
  const wrong = wrongInHeader(value);
  if (wrong !== undefined) {
    throw new UsageError(`--header ${name}: ${wrong}`, {
      hint: isBare(value) ? 'is the variable in it set? it is the shell that fills it in' : undefined,
    });
  }
  return [name.toLowerCase(), value];
}

/** What keeps a trimmed value from being sent. */
export function wrongInHeader(value: string): string | undefined {
  if (isBare(value)) return 'the value is empty';
  return /[^\t\x20-\x7e\x80-\xff]/.test(value) ? 'the value has a character no header may hold' : undefined;
}

/** A missing variable gives just this, and would be sent as no credential at all. */
function isBare(value: string): boolean {
  return value === '' || /^bearer$/i.test(value);
}
