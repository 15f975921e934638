import { execFile, execFileSync, type ExecFileException } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment } from './composite-action.ts';
import { copyRepository } from './repository-copy.ts';

const [hook = {}, ...others] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly Record<
  string,
  unknown
>[];

describe('the hook', () => {
  it('is one, judges what is committed, and runs once', () => {
    expect(others).toEqual([]);
    expect(hook).toEqual({
      id: 'mcp-budget',
      name: 'mcp-budget',
      description: expect.stringMatching(/starts no server.*no network/i) as string,
      entry: 'mcp-budget check --offline',
      language: 'node',
      files: expect.any(String) as string,
      pass_filenames: false,
      require_serial: true,
      stages: ['pre-commit'],
      // The name of the stage was another one before: pre-commit 3.2.0, changelog.
      minimum_pre_commit_version: '3.2.0',
    });
  });

  const isChosen = (path: string): boolean => new RegExp(String(hook['files'])).test(path);
  it.each([
    'mcp-budget.config.json',
    'mcp-budget.config.jsonc',
    'packages/a/mcp-budget.config.yaml',
    'mcp-budget.config.yml',
    'mcp-budget.config.js',
    'mcp-budget.config.mjs',
    'mcp-budget.config.ts',
    'package.json',
    'mcp-budget.baseline.json',
    'snapshots/media.core.snapshot.json',
    '.mcp.json',
    '.cursor/mcp.json',
    '.vscode/mcp.json',
  ])('runs for %s', (path) => expect(isChosen(path)).toBe(true));

  it.each([
    'README.md',
    'src/server.ts',
    'package-lock.json',
    'my-mcp-budget.config.json',
    'mcp-budget.config.json.bak',
    'mcp-budget.config.toml',
    'mcp.json.md',
    'snapshot.json',
  ])('does not run for %s', (path) => expect(isChosen(path)).toBe(false));
});

describe('where dependencies are missing', () => {
  // pre-commit 4.6 installs a clone by `npm install -g`, and npm hands --global on to the step that should fetch them.
  it('prepare fetches them first, for itself and not globally', () => {
    const clone = copyRepository();
    const told = join(clone, 'npm.json');
    // In npm's place: what it was called with, and the dependencies that are here.
    writeFileSync(
      join(clone, 'npm.mjs'),
      `import { symlinkSync, writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(told)}, JSON.stringify([process.argv.slice(2), process.cwd()]));
       symlinkSync(${JSON.stringify(resolve('node_modules'))}, 'node_modules');`,
    );
    const env = { ...environment(), npm_execpath: join(clone, 'npm.mjs'), npm_config_global: 'true' };
    execFileSync(process.execPath, ['scripts/prepare.mjs'], { cwd: clone, env, stdio: 'pipe' });
    expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual([
      ['ci', '--global=false', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'],
      clone,
    ]);
    const version = execFileSync(process.execPath, ['bin/mcp-budget.js', '--version'], { cwd: clone });
    expect(String(version)).toMatch(/^\d+\.\d+\.\d+\n$/);
    rmSync(dirname(clone), { recursive: true });
  });
});

describe('at a commit', () => {
  let folder = '';

  beforeAll(() => {
    folder = project();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const entry = (network: 'off' | 'on' = 'on') => {
    const [command = '', ...args] = String(hook['entry']).split(' ');
    // Nothing but the hook itself and Node can be started.
    const bin = join(folder, 'bin');
    const env = { PATH: bin, HOME: folder, ...(network === 'off' && { NODE_OPTIONS: NO_NETWORK(folder) }) };
    return call(join(bin, command), args, { cwd: folder, env });
  };

  /** A project whose server cannot be started, with a snapshot of its list. */
  function project(): string {
    const path = mkdtempSync(join(tmpdir(), 'mcp-budget-hooked-'));
    mkdirSync(join(path, '.git'));
    mkdirSync(join(path, 'bin'));
    symlinkSync(process.execPath, join(path, 'bin/node'));
    symlinkSync(resolve('bin/mcp-budget.js'), join(path, 'bin/mcp-budget'));
    return path;
  }

  function write(tokens: number): void {
    const config = { servers: { weather: { command: './server', budget: { tokens } } } };
    writeFileSync(join(folder, 'mcp-budget.config.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'server'), '#!/bin/sh\n: > started\n', { mode: 0o755 });
    writeFileSync(join(folder, 'forbid.mjs'), FORBID);
  }

  it('has nothing to judge before a snapshot is committed', async () => {
    write(690);
    const { code, output } = await entry();
    expect(code, output).toBe(3);
    expect(output).toContain('mcp-budget snapshot');
  });

  it('judges the snapshot, starts nothing and needs no network', async () => {
    const args = [resolve('fixtures/servers/example.mjs')];
    const record = ['snapshot', '--name', 'weather', '--out', 'snapshots', '--', process.execPath, ...args];
    const recorded = await call(resolve('bin/mcp-budget.js'), record, {
      cwd: folder,
      env: environment(),
    });
    expect(recorded.code, recorded.output).toBe(0);
    for (const [tokens, code] of [
      [690, 0],
      [600, 1],
    ] as const) {
      write(tokens);
      const ran = await entry('off');
      expect(ran.code, ran.output).toBe(code);
      expect(ran.output).toContain(`exit ${code}`);
    }
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it('would be noticed if it did either', async () => {
    const live = await call(join(folder, 'bin/mcp-budget'), ['check'], {
      cwd: folder,
      env: { PATH: join(folder, 'bin'), HOME: folder, NODE_OPTIONS: NO_NETWORK(folder) },
    });
    expect(live.output).toContain('forbidden here');
    expect(live.code).not.toBe(0);
  });
});

const NO_NETWORK = (folder: string): string => `--import=${join(folder, 'forbid.mjs')}`;
const FORBID = `import childProcess from 'node:child_process';
import dns from 'node:dns';
import net from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
const forbid = () => { throw new Error('forbidden here'); };
for (const name of ['spawn', 'spawnSync', 'exec', 'execFile', 'execFileSync', 'fork']) childProcess[name] = forbid;
net.Socket.prototype.connect = forbid;
dns.lookup = forbid;
syncBuiltinESMExports();
`;

interface Called {
  readonly code: number;
  readonly output: string;
}

function call(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Called> {
  return new Promise((done) => {
    execFile(command, args, { ...options, encoding: 'utf8' }, (error: ExecFileException | null, out, err) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), output: `${out}${err}` });
    });
  });
}
