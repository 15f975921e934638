import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The folder above that holds `.git`: a folder, or a file in a worktree. */
export function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryRoot(above);
}

/** From a repository's root to a folder in it, `packages/a/`; empty where they are the same or there is none. */
export function pathPrefix(root: string | undefined, folder: string): string {
  const path = root === undefined ? '' : relative(root, folder).split(sep).join('/');
  return path === '' ? '' : `${path}/`;
}
