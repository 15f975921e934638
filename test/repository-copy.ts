/** This repository as a fresh clone of a tag has it: without what is built or installed. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

/** As `.gitignore` has it; and whatever a test or an editor leaves in a hidden folder. */
const LEFT_OUT =
  /^(node_modules|dist|dist-.*|coverage|.*\.tgz|THIRD-PARTY-NOTICES\.txt|o200k_base\.bin|\.git)$/;

/** Copy the repository into a new folder. */
export function copyRepository(): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'mcp-budget-clone-'))), 'mcp-budget');
  cpSync('.', folder, {
    recursive: true,
    filter: (source) => relative('.', source) === '' || !LEFT_OUT.test(basename(source)),
  });
  return folder;
}

/** Make a folder a repository with one commit, which `origin/main` stands for too. */
export function commitAll(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  git(folder, ...person, 'commit', '--quiet', '--message', 'All of it');
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
}

function git(cwd: string, ...args: readonly string[]): void {
  // A hook that runs these tests points git at its own repository.
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  execFileSync('git', args, { cwd, env: Object.fromEntries(env), stdio: 'pipe' });
}
