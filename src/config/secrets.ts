/** Collect the values that must never reach an output, by value, wherever the user gave them. */
import type { Launch } from '../model/plan.ts';
import { namesSecret } from './server-env.ts';

/** Shorter values would replace half of any text. */
const MIN_CHARS = 4;
/** Values of a secret-like name that say nothing. */
const HARMLESS = new Set(['true', 'false', 'null', 'none', 'undefined']);

/** All secret values of a launch; `secretNames` are those of its environment. */
export function secretsOf(launch: Launch, secretNames: readonly string[]): readonly string[] {
  return [...new Set(candidates(launch, secretNames))].filter(
    (value) => value.length >= MIN_CHARS && !HARMLESS.has(value.toLowerCase()),
  );
}

function candidates(launch: Launch, secretNames: readonly string[]): readonly string[] {
  if (launch.kind === 'file') return [];
  if (launch.kind === 'command') {
    return [...secretNames.map((name) => launch.env[name] ?? ''), ...secretArguments(launch.args)];
  }
  const { clientCredentials } = launch;
  return [
    ...Object.values(launch.headers).flatMap(headerSecrets),
    ...urlSecrets(launch.url),
    clientCredentials?.clientSecret ?? '',
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

function urlSecrets(text: string): readonly string[] {
  const url = new URL(text);
  const inUrl = [url.username, url.password].map((part) => decodeURIComponent(part));
  return [...inUrl, ...url.searchParams.values()];
}

/** `--api-key VALUE`, `--token=VALUE`, `API_KEY=VALUE`, and the same inside `-e NAME=VALUE`. */
function secretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((word, index) => {
    const at = word.indexOf('=');
    if (at > 0 && namesSecret(word.slice(0, at).replace(/^-+/, ''))) return [word.slice(at + 1)];
    const before = args[index - 1] ?? '';
    const isValue = before.startsWith('-') && !before.includes('=') && namesSecret(before.replace(/^-+/, ''));
    return isValue && !word.startsWith('-') ? [word] : [];
  });
}
