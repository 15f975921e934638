/**
 * Values of an entry that must not reach an output: what came from outside the file, whatever it looks like, and
 * literals under a name that names a secret, or that look like one.
 */
import type { JsonValue } from '../../json.ts';
import type { ClientLaunch } from '../../model/client.ts';
import { secretsInArguments, secretsOf } from '../secrets.ts';
import { namesSecret } from '../server-env.ts';
import type { Parsed } from './containers.ts';
import { looksLikeCredential } from './credential-look.ts';
import { withoutVariables } from './dialects.ts';
import type { ClientFormat } from './format.ts';

export interface LaunchTexts {
  readonly launch: ClientLaunch;
  /** As the file has it. */
  readonly entry: Parsed;
  /** Values that came from outside the file. */
  readonly known: readonly string[];
}

/** All secret values of a launch. */
export function launchSecrets(
  { launch, entry, known }: LaunchTexts,
  format: ClientFormat,
): readonly string[] {
  const { command = '', args = [], env = {}, url, headers = {} } = launch;
  const literals = [
    ...Object.entries(env).flatMap(([name, value]) => (namesSecret(name) ? [] : [value])),
    ...variablesIn(args),
  ].filter(looksLikeCredential);
  const secretNames = Object.keys(env).filter(namesSecret);
  const isUrl = url !== undefined && URL.canParse(url);
  const found = [
    ...secretsInEntry(entry, format),
    // A URL with a gap in it cannot be taken apart; the rules for arguments find most of it.
    ...secretsOf(
      { kind: 'command', command, args: url === undefined ? args : [...args, url], env, cwd: '' },
      secretNames,
      [...literals, ...known],
    ),
    ...secretsOf(
      {
        kind: 'url',
        url: isUrl ? url : 'http://localhost',
        headers: secretHeaders(headers),
        transport: 'auto',
      },
      [],
    ),
  ];
  return [...new Set([...known.filter(isLongEnough), ...found.filter((value) => !isGapOnly(value))])];
}

/** A shorter one would be found in any text. */
function isLongEnough({ length }: string): boolean {
  return length >= 4;
}

/** Headers that carry a secret by their name or by their look; they are sent without blanks around them. */
function secretHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      SECRET_HEADERS.test(name) || namesSecret(name) || looksLikeCredential(value)
        ? [[name, value.trim()]]
        : [],
    ),
  );
}

const SECRET_HEADERS = /authorization|cookie|key|token/i;

/** Under names that name a secret; those of a sign-in stand beside what is none, and fields may hold a variable's name. */
function secretsInEntry(entry: Parsed, { fields, oauthKeys = [] }: ClientFormat): readonly string[] {
  const nameKeys = new Set([
    ...(fields.envNames ?? []),
    ...(fields.headerEnvNames ?? []),
    ...(fields.bearerEnvName ?? []),
  ]);
  const others = Object.entries(entry).filter(([key]) => !oauthKeys.includes(key) && !nameKeys.has(key));
  return [Object.fromEntries(others), ...oauthKeys.map((key) => entry[key] ?? null)].flatMap((part) =>
    typeof part === 'object' ? secretsInArguments(part as JsonValue) : [],
  );
}

/** What was to be filled in and was not: `Bearer ${TOKEN}` tells nothing. */
function isGapOnly(value: string): boolean {
  const rest = withoutVariables(value);
  return rest !== value && rest.replace(/^\w+\s+/, '').trim().length < 4;
}

/** `-e NAME=value` and `--env NAME=value` of a container runtime, under any name. */
function variablesIn(args: readonly string[]): readonly string[] {
  return args.flatMap((word, index) => {
    const isAfterFlag = /^(-e|--env)$/.test(args[index - 1] ?? '');
    const pair = isAfterFlag ? word : /^(?:--env=|-e=?)([A-Za-z_].*)$/s.exec(word)?.[1];
    const value = /^[A-Za-z_]\w*=(.+)$/s.exec(pair ?? '')?.[1];
    return value === undefined ? [] : [value];
  });
}
