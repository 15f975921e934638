/** Find the baseline: the config's file, another one, or one at a git revision. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { shownPath } from '../config/config-find.ts';
import { UsageError } from '../errors.ts';
import { parseBaseline } from '../judge/read-baseline.ts';
import type { BaselineState, Method } from '../model/baseline.ts';

/** Far above any baseline: 300 bytes a tool. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface BaselineRequest {
  /** Of the config: absolute. */
  readonly path: string;
  /** `--baseline`: a file, `REVISION:path`, or `REVISION:` for the config's file at that revision. */
  readonly asked: string | undefined;
  readonly cwd: string;
  /** Of this process, for git. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly method: Method;
}

/**
 * Read the baseline that sizes are compared with.
 * @throws UsageError for a file or revision that was named and is not there.
 */
export async function readBaseline(request: BaselineRequest): Promise<BaselineState> {
  const { asked, cwd, path, method } = request;
  const revision = asked === undefined ? undefined : readRevision(asked, cwd);
  if (revision !== undefined) return readAtRevision(revision, request);
  const file = asked === undefined ? path : resolve(cwd, asked);
  const label = shownPath(file, cwd);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return undefined;
    throw new UsageError(`cannot read the baseline ${label}: ${codeOf(cause) ?? 'failed'}`, {
      hint: 'is it a file, and may it be read? "baseline": { "file": … } names another',
      cause,
    });
  });
  if (text !== undefined) return toState(text, label, method);
  if (asked === undefined) return { status: 'none', label };
  throw new UsageError(`there is no baseline ${label}`, {
    hint: 'write it with mcp-budget check --update, or name a git revision: --baseline origin/main:',
  });
}

interface Revision {
  readonly name: string;
  readonly path: string;
}

/** `C:\x` is a path, and so is whatever exists under its whole name. */
function readRevision(asked: string, cwd: string): Revision | undefined {
  const at = asked.indexOf(':');
  if (at === -1 || /^[A-Za-z]:[\\/]/.test(asked) || existsSync(resolve(cwd, asked))) return undefined;
  return { name: asked.slice(0, at), path: asked.slice(at + 1) };
}

async function readAtRevision(revision: Revision, request: BaselineRequest): Promise<BaselineState> {
  const { cwd, method, path } = request;
  const file = revision.path === '' ? path : resolve(cwd, revision.path);
  // In a hook git says which repository it means, and would take this folder for its root.
  const env = Object.fromEntries(Object.entries(request.env).filter(([name]) => !name.startsWith('GIT_')));
  // Loaded late: most runs ask git nothing.
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const execute = promisify(execFile);
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    try {
      const { stdout } = await execute('git', ['-C', dirname(file), ...args], { env, maxBuffer: MAX_BYTES });
      return stdout;
    } catch {
      return undefined;
    }
  };
  // A revision that begins with a dash would be read as an option.
  const isName = revision.name !== '' && !revision.name.startsWith('-');
  const commit = isName
    ? (await git('rev-parse', '--verify', '--short', `${revision.name}^{commit}`))?.trim()
    : undefined;
  if (commit === undefined) {
    throw new UsageError(`--baseline: git knows no revision ${revision.name} here`, {
      hint: 'in CI, fetch it first (actions/checkout: fetch-depth: 0), or name a file',
    });
  }
  const label = `${revision.name}@${commit}`;
  const text = await git('show', `${commit}:./${basename(file)}`);
  if (text === undefined && revision.path !== '' && !existsSync(file)) {
    throw new UsageError(`--baseline: there is no ${shownPath(file, cwd)}, neither at ${label} nor here`, {
      hint: `the config's own baseline: --baseline ${revision.name}:`,
    });
  }
  if (text !== undefined) return toState(text, label, method);
  const whole = `${label}:${shownPath(file, cwd)}`;
  // A clone without blobs, or a broken one, knows the name and cannot read what it stands for.
  const listed = await git('ls-tree', '--name-only', commit, `./${basename(file)}`);
  return listed === ''
    ? { status: 'none', label: whole }
    : {
        status: 'unreadable',
        label: whole,
        message: 'git cannot read it',
        hint: 'fetch it: git fetch, or a clone with blobs',
      };
}

function toState(text: string, label: string, method: Method): BaselineState {
  const read = parseBaseline(text.replace(/^\uFEFF/, ''), method);
  return 'baseline' in read
    ? { status: 'read', label, baseline: read.baseline }
    : { status: read.problem, label, message: read.message, outdated: read.outdated };
}

function isMissing(cause: unknown): boolean {
  return codeOf(cause) === 'ENOENT';
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
