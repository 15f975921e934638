/** Which config files there are: those that were named, or the nearest one above the working directory. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { ConfigError, UsageError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import { didYouMean } from './nearest.ts';

/** File extensions of a config, and how each is read. */
const FORMS = {
  '.json': 'json',
  '.jsonc': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.js': 'code',
  '.mjs': 'code',
  '.ts': 'code',
} as const;
const NAMES = Object.keys(FORMS).map((extension) => `mcp-budget.config${extension}`);
const PACKAGE = 'package.json';
/** Of package.json, what holds the config. */
export const PACKAGE_KEY = 'mcp-budget';

export interface FoundConfig {
  /** Absolute. */
  readonly path: string;
  /** Relative to the working directory, with forward slashes. */
  readonly file: string;
  readonly form: 'json' | 'yaml' | 'code' | 'package';
}

/**
 * Find the configs that `paths` name: files, folders that hold one, and globs; without any, search upwards from `cwd` to
 * the repository's root.
 * @throws UsageError for a name that matches nothing; ConfigError for a folder that holds two
 */
export async function findConfigs({
  cwd,
  paths,
  flag = '--config ',
}: {
  readonly cwd: string;
  readonly paths: readonly string[];
  /** What stands before a path in a message. */
  readonly flag?: string;
}): Promise<readonly FoundConfig[]> {
  if (paths.length === 0) {
    const path = searchUpwards(resolve(cwd));
    return path === undefined ? [] : [foundConfig(path, cwd)];
  }
  const found = await Promise.all(paths.map((path) => named(path, cwd, flag)));
  return [...new Set(found.flat())].map((path) => foundConfig(path, cwd));
}

/** The path of a file as it is shown: relative to `cwd`, with forward slashes. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, path).split(sep).join('/');
}

function foundConfig(path: string, cwd: string): FoundConfig {
  const file = shownPath(path, cwd);
  const extension = Object.keys(FORMS).find((one) => path.endsWith(one)) as keyof typeof FORMS | undefined;
  if (extension === undefined) {
    throw new UsageError(`${file}: no form of config`, { hint: `known: ${Object.keys(FORMS).join(', ')}` });
  }
  return { path, file, form: basename(path) === PACKAGE ? 'package' : FORMS[extension] };
}

function searchUpwards(folder: string): string | undefined {
  const path = configIn(folder);
  const above = dirname(folder);
  if (path !== undefined) return path;
  return above === folder || existsSync(join(folder, '.git')) ? undefined : searchUpwards(above);
}

/** The one config of a folder. @throws ConfigError for two */
function configIn(folder: string): string | undefined {
  const [first, second] = [...NAMES, PACKAGE]
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && (basename(path) !== PACKAGE || holdsConfig(path)));
  if (first !== undefined && second !== undefined) {
    throw new ConfigError(`two configs in ${folder}: ${basename(first)} and ${basename(second)}`, {
      hint: 'keep one of them, or name the one that is meant with --config',
    });
  }
  return first;
}

function holdsConfig(path: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isJsonObject(value) && Object.hasOwn(value, PACKAGE_KEY);
  } catch {
    // npm complains about a broken one; to a search it is one without the key.
    return false;
  }
}

async function named(word: string, cwd: string, flag: string): Promise<readonly string[]> {
  const path = resolve(cwd, word);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) return [path];
    const inside = configIn(path);
    if (inside !== undefined) return [inside];
    throw new UsageError(`${flag}${word}: no config in this folder`, { hint: `e.g. ${NAMES[0]}` });
  }
  const { isGlob, matchFiles, configsBelow } = await import('./config-glob.ts');
  if (!isGlob(word)) throw new UsageError(`${flag}${word}: no such file`, { hint: nearestFile(path) });
  const matched = matchFiles(word, cwd).filter((one) => basename(one) !== PACKAGE || holdsConfig(one));
  if (matched.length > 0) return matched;
  const there = configsBelow(cwd, NAMES).map((one) => shownPath(one, cwd));
  throw new UsageError(`${flag}${word}: matches no file`, {
    hint:
      didYouMean(word, there) ??
      (there.length === 0 ? `no ${NAMES[0]} below this folder` : `there are ${there.slice(0, 3).join(', ')}`),
  });
}

/** The nearest name to the first part of a path that is not there. */
function nearestFile(path: string): string | undefined {
  const folder = dirname(path);
  if (!existsSync(folder)) return folder === path ? undefined : nearestFile(folder);
  return statSync(folder).isDirectory() ? didYouMean(basename(path), readdirSync(folder)) : undefined;
}
