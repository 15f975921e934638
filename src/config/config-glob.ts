/** Files that a glob matches, without what is installed or belongs to git. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import picomatch from 'picomatch';

const SKIPPED = new Set(['node_modules', '.git']);

/** Tell a glob from a plain path. */
export function isGlob(word: string): boolean {
  return picomatch.scan(word).isGlob;
}

/** Paths of the files a glob matches, absolute and sorted. */
export function matchFiles(glob: string, cwd: string): readonly string[] {
  const { base, glob: rest } = picomatch.scan(glob);
  const folder = resolve(cwd, base);
  const matches = picomatch(rest, { dot: true });
  return filesBelow(folder, '')
    .filter((path) => matches(path))
    .map((path) => join(folder, path));
}

/** Paths of all files of these names. */
export function configsBelow(folder: string, names: readonly string[]): readonly string[] {
  return filesBelow(folder, '')
    .filter((path) => names.includes(basename(path)))
    .map((path) => join(folder, path));
}

/** Links to folders are followed, as workspaces have them; a folder that leads back into itself is read once. */
function filesBelow(root: string, below: string, above: readonly string[] = []): readonly string[] {
  const folder = join(root, below);
  const real = realPathOf(folder);
  if (real === undefined || above.includes(real)) return [];
  return entriesOf(folder).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const found = entry.isSymbolicLink() ? statSync(join(root, path), { throwIfNoEntry: false }) : entry;
    if (found?.isDirectory() === true)
      return SKIPPED.has(entry.name) ? [] : filesBelow(root, path, [...above, real]);
    return found?.isFile() === true ? [path] : [];
  });
}

function realPathOf(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Sorted by name; a folder that may not be read holds nothing for us. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
