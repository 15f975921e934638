/** What a word on the command line names: a URL, a package, a file, or a command; and the server it stands for. */
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { FileLaunch } from '../model/plan.ts';
import { didYouMean } from './nearest.ts';

export type Target =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | FileLaunch;

export interface TargetContext {
  readonly cwd: string;
  readonly pathExists: (word: string) => boolean;
  readonly splitWords: (text: string) => readonly string[];
  readonly serverNames: readonly string[];
  /** For a word that names nothing. */
  readonly hint?: string | undefined;
}

/** Decide what one word names. @throws UsageError when it names nothing. */
export function readTarget(word: string, context: TargetContext): Target {
  if (/^https?:\/\//i.test(word)) return { kind: 'url', url: readUrl(word) };
  if (word.startsWith('npm:'))
    return { kind: 'command', words: ['npx', '-y', readPackage(word.slice('npm:'.length))] };
  if (word.trim() === '') throw new UsageError('a target is empty', { hint: 'is a variable in it not set?' });
  if (word === '-') return { kind: 'file', path: '-', shown: 'standard input' };
  if (context.pathExists(word)) return { kind: 'file', path: resolve(context.cwd, word), shown: word };
  if (/\s/.test(word.trim())) return { kind: 'command', words: context.splitWords(word) };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(word))
    throw new UsageError(`${word.split(':')[0]}: URLs of this kind are not supported`, {
      hint: 'a server is reached by http:// or https://',
    });
  if (/[/\\.]/.test(word)) return { kind: 'file', path: resolve(context.cwd, word), shown: word };
  throw unknownTarget(word, context);
}

/** A short name for a server that has none: the package, script, host or file that it is made of. */
export function nameOfTarget(target: Target, fileName: (path: string) => string): string {
  if (target.kind === 'url') return new URL(target.url).host;
  if (target.kind === 'file') return target.path === '-' ? 'stdin' : fileName(target.path);
  return nameOfCommand(target.words);
}

/** Give every server a name of its own: the second `memory` becomes `memory-2`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`;
    taken.add(unique);
    return unique;
  });
}

/** Programs that only run something else; the name comes from what they run. */
const RUNNERS = new Set([
  'npx',
  'npm',
  'pnpm',
  'pnpx',
  'yarn',
  'bunx',
  'bun',
  'uvx',
  'uv',
  'pipx',
  'node',
  'deno',
  'tsx',
  'python',
  'python3',
  'sh',
  'bash',
  'env',
  'docker',
  'podman',
]);
const RUNNER_VERBS = new Set(['exec', 'run', 'x', 'dlx', 'tool']);

function nameOfCommand(words: readonly string[]): string {
  const program = nameOfWord(words[0] ?? '');
  if (!RUNNERS.has(program)) return program;
  // Of `node -e 'code' x` nothing names the server: what stands behind the code belongs to it.
  const ran = words
    .slice(1)
    .find((word) => !word.startsWith('-') && !RUNNER_VERBS.has(word) && !/^[A-Z_]+=/.test(word));
  const isName = ran !== undefined && /^[\w@.:/\\~+-]*[a-z][\w@.:/\\~+-]*$/i.test(ran);
  return isName ? nameOfWord(ran) : program;
}

/** File and folder names that say nothing about the server in them. */
const GENERIC_NAMES = /^(index|main|server|cli|app|start|stdio|dist|build|out|lib|src|bin|\.|\.\.|)$/i;

/** `@scope/server-memory@1.2.0` is `server-memory`, `/home/me/weather/dist/index.js` is `weather`. */
function nameOfWord(word: string): string {
  const isPackage = word.startsWith('@') || (!/[\\/]/.test(word) && /.@/.test(word));
  if (isPackage) return nameOfPackage(word);
  const parts = word
    .replaceAll('\\', '/')
    .replace(/\.(c|m)?(js|ts|py|rb|sh|cmd|exe)$/i, '')
    .split('/');
  // `.bin` holds programs of packages, and is none.
  const installed = parts.at(-2) === '.bin' ? -1 : parts.lastIndexOf('node_modules');
  const isScoped = parts[installed + 1]?.startsWith('@') === true;
  const inPackage = parts.slice(installed + 1, installed + (isScoped ? 3 : 2)).join('/');
  if (installed !== -1 && inPackage !== '') return nameOfPackage(inPackage);
  return parts.findLast((part) => !GENERIC_NAMES.test(part)) ?? (parts.at(-1) || 'server');
}

/** The scope of `@playwright/mcp` tells more than its name. */
function nameOfPackage(spec: string): string {
  const [, scope, name = ''] = /^(?:@([^/]+)\/)?([^@]*)/.exec(spec) ?? [];
  return scope !== undefined && /^(mcp|mcp-server|server)$/i.test(name) ? scope : name || 'server';
}

/** The message holds the scheme only, and no cause: the rest of the word, which the cause repeats, may be a secret. */
function readUrl(word: string): string {
  if (URL.canParse(word)) return new URL(word).href;
  throw new UsageError(`not a URL: ${word.split(':')[0]}://…`);
}

/** npm's own rule for names, loosely: an optional scope, no space, no leading dash; a version, tag or range may follow. */
const PACKAGE = /^(@[a-z\d~-][\w.~-]*\/)?[a-z\d~][\w.~-]*(@[^\s@]+)?$/i;

function readPackage(spec: string): string {
  if (PACKAGE.test(spec)) return spec;
  throw new UsageError(`npm:${spec} names no package`, {
    hint: 'write npm:name, npm:@scope/name or npm:name@version',
  });
}

function unknownTarget(word: string, { serverNames, hint }: TargetContext): UsageError {
  const known = hint ?? didYouMean(word, serverNames);
  return new UsageError(`unknown target: ${word} is no program on the PATH and no path`, {
    hint: known ?? 'a target is a URL, a path with / or an extension, npm:package, or a command after --',
  });
}
