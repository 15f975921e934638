import { execFile, type ExecFileException } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN } from './spawn.ts';

const TSC = resolve('node_modules/typescript/lib/tsc.js');
const EXAMPLE = 'node_modules/mcp-budget/fixtures/servers/example.mjs';

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

const REQUIRED = [
  'LICENSE',
  'README.md',
  'THIRD-PARTY-NOTICES.txt',
  'bin/mcp-budget.js',
  'dist/index.js',
  'dist/main.js',
  'dist/o200k_base.bin',
  'dist/types/index.d.ts',
  'dist/types/vitest.d.ts',
  'dist/vitest.js',
  'docs/ci.md',
  'fixtures/servers/example.mjs',
  'package.json',
  'schema.json',
  'schemas/report.schema.json',
  'schemas/snapshot.schema.json',
];
/** No sources, tests, source maps or other fixtures. */
const ALLOWED = /^(dist\/[\w./-]+(\.js|\.d\.ts)|schemas\/\w+\.schema\.json|docs\/\w+\.md|CHANGELOG\.md)$/;

let folder = '';
let app = '';
let packed: Packed;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-pack-'));
  app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  // Without scripts: `prepare` would rebuild dist while other tests run it.
  const told = await call('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], '.');
  const [only] = JSON.parse(told.stdout) as [Packed];
  packed = only;
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
  const installed = await call('npm', ['install', ...quiet, join(folder, packed.filename)], app);
  expect(installed.code, installed.stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Call a program without the variables that npm hands to its scripts, which would lead npm back to this folder. */
function call(command: string, args: readonly string[], cwd: string): Promise<Called> {
  const kept = Object.entries(process.env).filter(([name]) => !NPM_OWN.test(name));
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      { cwd, env: Object.fromEntries(kept), encoding: 'utf8' },
      (error: ExecFileException | null, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
      },
    );
  });
}
const NPM_OWN = /^(npm_(?!config_(registry|cache|userconfig|globalconfig)$)|INIT_CWD$|FORCE_COLOR$)/i;

describe('the package', () => {
  it('holds what is needed to run, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !REQUIRED.includes(path) && !ALLOWED.test(path))).toEqual([]);
    const missing = REQUIRED.filter((path) => !paths.includes(path));
    expect(missing).toEqual([]);
  });

  it('runs as a program', () => {
    const mode = packed.files.find(({ path }) => path === 'bin/mcp-budget.js')?.mode ?? 0;
    expect(mode & 0o111).toBe(0o111);
    expect(readFileSync(BIN, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('stays small with all that it needs', () => {
    const names = readdirSync(join(app, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const files = names.map((name) => statSync(join(app, 'node_modules', name)));
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(bytes).toBeLessThanOrEqual(12 * 1024 * 1024);
    const lock = readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: object };
    expect(Object.keys(packages).length).toBeLessThanOrEqual(20);
  });

  it('names every package that is in its bundle', async () => {
    const { metafile } = await build({
      entryPoints: ['src/main.ts', 'src/index.ts'],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      outdir: 'nowhere',
      write: false,
      metafile: true,
    });
    const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
    const bundled = inputs.flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []) : [],
    );
    const lines = readFileSync(join(app, 'node_modules/mcp-budget/THIRD-PARTY-NOTICES.txt'), 'utf8').split(
      '\n',
    );
    expect(new Set(bundled).size).toBeGreaterThan(5);
    // The vocabulary is in the package, but not in the bundle.
    expect(lines).toContain('Copyright (c) 2025 OpenAI, Shantanu Jain');
    for (const path of new Set([...bundled, 'node_modules/gpt-tokenizer'])) {
      const { name, version, license } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) as Record<
        string,
        string
      >;
      expect(lines).toContain(`${name} ${version} (${license})`);
    }
  });
});

describe('installed', () => {
  it('gives one table for every way to call it', async () => {
    const tables = await Promise.all(
      [
        ['npx', 'mcp-budget', 'measure', '--', 'node', EXAMPLE],
        ['npx', 'mcp-budget', 'measure', 'node', EXAMPLE],
        // npm takes this `--` for its own.
        ['npm', 'exec', 'mcp-budget', 'measure', '--', 'node', EXAMPLE],
        ['npm', 'exec', '--', 'mcp-budget', 'measure', '--', 'node', EXAMPLE],
      ].map(([command = '', ...args]) => call(command, args, app)),
    );
    const [first] = tables;
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('get_forecast') });
    for (const { code, stdout } of tables)
      expect({ code, stdout }).toEqual({ code: 0, stdout: first?.stdout });
  });

  it('measures from code, and its types are whole', async () => {
    writeFileSync(join(app, 'use.ts'), USE);
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['use.ts'] }));
    expect(await call('node', [TSC, '-p', '.'], app)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await call('node', ['use.js'], app)).toEqual({ code: 0, stdout: '2\n', stderr: '' });
    writeFileSync(join(app, 'use.ts'), USE.replace('(report: Report)', '(report: number)'));
    expect((await call('node', [TSC, '-p', '.'], app)).stdout).toContain('error TS2339');
  });
});

const STRICT = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
};
const USE = `import { measureList, type Measurement, type Report } from 'mcp-budget';
declare const console: { log(text: string): void };
const measurement: Measurement = await measureList([]);
export const countServers = (report: Report): number => report.servers.length;
console.log(String(measurement.bytes));
`;
