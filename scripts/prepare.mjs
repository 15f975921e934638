// npm's `prepare`: build. Where a git repository is installed globally, as pre-commit does it, npm hands `--global` on to
// the step that should fetch the dependencies, and none are there by now.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(new URL('../node_modules/esbuild', import.meta.url))) {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('dependencies are missing: npm ci');
  const flags = ['--global=false', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  execFileSync(process.execPath, [npm, 'ci', ...flags], { cwd: root, stdio: 'inherit' });
}
await import('./build.mjs');
