import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder above that holds `.git`: a folder, or a file in a worktree. */
export function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryRoot(above);
}
