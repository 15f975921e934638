/** Collect the values that must never reach an output, by value, wherever the user gave them. */
import type { JsonValue } from '../json.ts';
import type { Launch } from '../model/plan.ts';
import { namesSecret } from './server-env.ts';

/** Shorter values would replace half of any text. */
const MIN_CHARS = 4;
/** Values of a secret-like name that say nothing. */
const HARMLESS = new Set([
  'true',
  'false',
  'null',
  'none',
  'undefined',
  // What stands in for one, and would be replaced wherever a description speaks of such a thing.
  'placeholder',
  'dummy',
  'example',
  'changeme',
]);

/**
 * All secret values of a launch; `secretNames` are those of its environment, `values` are known to be secret for
 * another reason, as one that a variable gave.
 */
export function secretsOf(
  launch: Launch,
  secretNames: readonly string[],
  values: readonly string[] = [],
): readonly string[] {
  return worthHiding([...values, ...candidates(launch, secretNames)]);
}

/** Texts under names that name a secret, anywhere in the arguments of a call. */
export function secretsInArguments(value: JsonValue): readonly string[] {
  const texts: string[] = [];
  // Without recursion: nobody limits how deep a config nests them.
  const open: { readonly at: JsonValue; readonly isSecret: boolean }[] = [{ at: value, isSecret: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, isSecret } = next;
    if (typeof at === 'string' && isSecret) texts.push(at);
    if (typeof at !== 'object' || at === null) continue;
    const members = Object.entries(at) as readonly (readonly [string, JsonValue])[];
    for (const [name, inside] of members.toReversed())
      open.push({ at: inside, isSecret: isSecret || namesSecret(name) });
  }
  return worthHiding(texts);
}

/** Shorter lines of a longer secret, as of a key in PEM form, say too little to be replaced by themselves. */
const MIN_LINE_CHARS = 8;

/** A server that prints a secret of several lines prints them one by one. */
function linesOf(value: string): readonly string[] {
  const lines = value.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.length < 2 ? [] : lines.filter((line) => line.length >= MIN_LINE_CHARS);
}

function worthHiding(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => [value, ...linesOf(value)]))].filter(
    (value) => value.length >= MIN_CHARS && !HARMLESS.has(value.toLowerCase()),
  );
}

function candidates(launch: Launch, secretNames: readonly string[]): readonly string[] {
  if (launch.kind === 'file' || launch.kind === 'missing') return [];
  if (launch.kind === 'command') {
    return [
      ...secretNames.map((name) => launch.env[name] ?? ''),
      ...Object.values(launch.env).flatMap(embeddedSecrets),
      ...secretArguments(launch.args),
    ];
  }
  const { clientCredentials } = launch;
  return [
    ...Object.values(launch.headers).flatMap(headerSecrets),
    ...urlSecrets(launch.url),
    clientCredentials?.clientSecret ?? '',
    clientCredentials?.privateKey?.pem ?? '',
  ];
}

/** The whole value, and the credential behind its scheme (`Bearer …`, `Basic …`). */
function headerSecrets(value: string): readonly string[] {
  const credential = /^\w+\s+(\S+)$/.exec(value)?.[1];
  if (credential === undefined) return [value];
  const decoded = Buffer.from(credential, 'base64').toString('utf8');
  const isPair = value.toLowerCase().startsWith('basic ') && decoded.includes(':');
  return [value, credential, ...(isPair ? [decoded, decoded.slice(decoded.indexOf(':') + 1)] : [])];
}

/** Of a server's own URL: user, password and all of the query. */
function urlSecrets(text: string): readonly string[] {
  const { username, password, search } = new URL(text);
  const values = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [username, password, ...values].flatMap(spellings);
}

/** A part of a URL as written and decoded; a malformed escape has no decoded form. */
function spellings(part: string): readonly string[] {
  const decode = (text: string): readonly string[] => {
    try {
      return [decodeURIComponent(text)];
    } catch {
      return [];
    }
  };
  return [part, ...decode(part), ...decode(part.replaceAll('+', ' '))];
}

function secretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((word, index) => argumentSecrets(word, args[index - 1] ?? ''));
}

/** Secrets of one argument, by what it says itself and by the flag before it. */
export function secretsOfArgument(word: string, before: string): readonly string[] {
  return worthHiding(argumentSecrets(word, before));
}

function argumentSecrets(word: string, before: string): readonly string[] {
  const flagBefore = /^-[^=]*$/.test(before) ? before : '';
  return [
    ...namedSecrets(word, flagBefore),
    ...headerArguments(word, flagBefore),
    ...embeddedSecrets(word.replace(/^-[\w-]*=/, '')),
  ];
}

/** `--api-key VALUE`, `--token=VALUE`, `API_KEY=VALUE`, the same inside `-e NAME=VALUE`, and `--user NAME:VALUE`. */
function namedSecrets(word: string, flagBefore: string): readonly string[] {
  const [, inWord = '', afterEquals = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  const isPlainName = inWord !== '' && !/[?\s;]|:\/\//.test(inWord);
  const isAfterFlag = flagBefore !== '' && !word.startsWith('-');
  const isUser = /^(-u|--(proxy-)?user)$/.test(inWord);
  return [
    ...(isPlainName && namesSecret(inWord.replace(/^-+/, '')) ? [afterEquals] : []),
    ...(isUser ? passwordOfUser(afterEquals) : []),
    ...(/^-u[^=-]/.test(word) ? passwordOfUser(word.slice(2)) : []),
    ...(isAfterFlag && namesSecret(flagBefore.replace(/^-+/, '')) ? [word] : []),
    ...(isAfterFlag && /^(-[uU]|--(proxy-)?user)$/.test(flagBefore) ? passwordOfUser(word) : []),
  ];
}

/** `name:password`; `1000:1000` is a user and a group. */
function passwordOfUser(value: string): readonly string[] {
  const at = value.indexOf(':');
  return at === -1 || /^\d+:\d+$/.test(value) ? [] : [value.slice(at + 1)];
}

/** Headers that say nothing secret, and whose values are words that tool lists use. */
const PUBLIC_HEADERS = /^(accept(-\w+)*|content-type|user-agent|mcp-protocol-version)$/i;

/** `Name: value` behind `--header` or `-H`, in the same word too; without one, where the name names a secret. */
function headerArguments(word: string, flagBefore: string): readonly string[] {
  const [, flagInWord, name = '', gap, value = ''] =
    /^(--headers?=|-H=?)?([\w-]+):(\s*)(?!\/\/|\d+$)(\S.*)$/s.exec(word) ?? [];
  if (value === '' || PUBLIC_HEADERS.test(name)) return [];
  const isHeader = flagInWord !== undefined || /^(--headers?|-H)$/.test(flagBefore);
  // `secret:read` is a scope rather than a header.
  const isLikeOne = gap !== '' || /^((proxy-)?authorization$|x-)/i.test(name);
  return isHeader || (isLikeOne && namesSecret(name)) ? headerSecrets(value.trim()) : [];
}

/** In any text: passwords of URLs, secret-like keys of queries and of connection strings. */
function embeddedSecrets(text: string): readonly string[] {
  return [...userinfoSecrets(text), ...querySecrets(text), ...connectionSecrets(text)];
}

/**
 * `scheme://user:password@`; people forget to encode `/`, `?` and `#`, so these are taken too where nothing else
 * fits. What stands alone before the `@` of an HTTP URL is a token.
 */
function userinfoSecrets(text: string): readonly string[] {
  const passwords = text.matchAll(/:\/\/[^\s/?#@:[]*:(?:([^\s/?#]*)|(?!\d*[/?#])(\S*?))@/g);
  const tokens = text.matchAll(/https?:\/\/([^\s/?#@:[]+):?@/gi);
  return [
    ...[...passwords].map(([, strict, lenient]) => strict ?? lenient ?? ''),
    ...[...tokens].map(([, token]) => token ?? ''),
  ].flatMap(spellings);
}

function querySecrets(text: string): readonly string[] {
  return [...text.matchAll(/[?&#]([^=&#?\s]+)=([^&#\s]*)/g)].flatMap(([, key = '', value = '']) =>
    spellings(key).some(namesSecret) ? spellings(value) : [],
  );
}

/** `Server=x;Password=X`, `host=x password=X`, `x:6379,password=X`. */
function connectionSecrets(text: string): readonly string[] {
  const end = text.includes(';') ? ';' : /\s/.test(text) ? String.raw`\s` : ',';
  const pair = new RegExp(`(?<![?&#\\w.-])([\\w.-]+)\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^${end}]*))`, 'g');
  return [...text.matchAll(pair)].flatMap(([, key = '', double, single, bare = '']) =>
    namesSecret(key) ? [double ?? single ?? bare.trim(), /^\S*/.exec(bare)?.[0] ?? ''] : [],
  );
}
