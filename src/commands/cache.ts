/**
 * Results kept by the hash of what they were made from, so that a check in which nothing has changed counts nothing.
 * What is kept holds no secret: it comes from committed files, or is a number.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VERSION } from '../version.ts';

export interface Cache {
  /** What was put under the key. */
  readonly get: (key: string) => Promise<string | undefined>;
  /** Keep a text; that a cache cannot be written is no failure. */
  readonly put: (key: string, text: string) => Promise<void>;
}

/** More are deleted, the oldest first. */
const MAX_FILES = 500;

const SUM_CHARS = 64;

function sumOf(key: string, text: string): string {
  return createHash('sha256').update(`${key}\n${text}`).digest('hex');
}

/** `node_modules/.cache` of the project, as other tools have it; else the user's cache folder, if there is one. */
export function cacheFolder(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) return join(modules, '.cache', 'mcp-budget', VERSION);
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) break;
  }
  const { XDG_CACHE_HOME: xdg = '', HOME: home = '' } = env;
  if (xdg !== '') return join(xdg, 'mcp-budget', VERSION);
  return home === '' ? undefined : join(home, '.cache', 'mcp-budget', VERSION);
}

/** Open the cache; without a folder it keeps nothing. `write` is the program's one writer. */
export function openCache(
  folder: string | undefined,
  write: (path: string, text: string) => Promise<void>,
): Cache {
  if (folder === undefined) return { get: async () => undefined, put: async () => {} };
  const pathOf = (key: string): string => join(folder, createHash('sha256').update(key).digest('hex'));
  return {
    get: async (key) => {
      const kept = await readFile(pathOf(key), 'utf8').catch(() => undefined);
      const text = kept?.slice(SUM_CHARS);
      // Whatever was cut off or written by others is none of ours.
      return text !== undefined && kept === sumOf(key, text) + text ? text : undefined;
    },
    put: async (key, text) => {
      await write(pathOf(key), sumOf(key, text) + text).catch(() => {});
      await prune(folder).catch(() => {});
    },
  };
}

async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MAX_FILES) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - MAX_FILES);
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
}
