/** `mcp-budget/vitest` as it is published: packed, in a project with a vitest of its own. */
import { execFile, type ExecFileException } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TSC = resolve('node_modules/typescript/lib/tsc.js');
const VITEST = resolve('node_modules/vitest/vitest.mjs');
let app = '';

beforeAll(async () => {
  app = mkdtempSync(join(tmpdir(), 'mcp-budget-vitest-'));
  const modules = join(app, 'node_modules');
  mkdirSync(join(modules, '@modelcontextprotocol'), { recursive: true });
  for (const name of ['vitest', 'zod', '@modelcontextprotocol/sdk', '@modelcontextprotocol/server']) {
    symlinkSync(resolve('node_modules', name), join(modules, name), 'dir');
  }
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  // Without scripts: `prepare` would rebuild dist while other tests run it.
  await call('npm', ['pack', '--ignore-scripts', '--pack-destination', app], '.');
  const tarball = readdirSync(app).find((name) => name.endsWith('.tgz')) ?? '';
  mkdirSync(join(modules, 'mcp-budget'));
  await call('tar', ['-xzf', tarball, '-C', join(modules, 'mcp-budget'), '--strip-components', '1'], app);
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

interface Called {
  readonly code: number;
  readonly output: string;
}

function call(command: string, args: readonly string[], cwd: string): Promise<Called> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      { cwd, env: { PATH, HOME, NO_COLOR: '1' }, encoding: 'utf8' },
      (error: ExecFileException | null, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });
}

it('is typed: what fits compiles, a wrong key and a wrong subject do not', async () => {
  writeFileSync(
    join(app, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: STRICT, files: ['use.test.ts'] }),
  );
  writeFileSync(join(app, 'use.test.ts'), USE);
  expect(await call('node', [TSC, '-p', '.'], app)).toEqual({ code: 0, output: '' });
  writeFileSync(join(app, 'use.test.ts'), USE.replace('bytes: 900', 'byte: 900'));
  expect((await call('node', [TSC, '-p', '.'], app)).output).toMatch(
    /use\.test\.ts\(\d+,\d+\): error TS2\d+.*'byte'/,
  );
  writeFileSync(join(app, 'use.test.ts'), USE.replace('measureServer(createServer)', 'measureServer(5)'));
  expect((await call('node', [TSC, '-p', '.'], app)).output).toContain('error TS2345');
});

it('gives a type to a config, without zod and the like beside it', async () => {
  const bare = join(app, 'bare');
  mkdirSync(join(bare, 'node_modules'), { recursive: true });
  cpSync(join(app, 'node_modules/mcp-budget'), join(bare, 'node_modules/mcp-budget'), { recursive: true });
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync('docs/config.md', 'utf8')) ?? [];
  expect(example).toContain('satisfies Config');
  const file = 'mcp-budget.config.ts';
  // Every declaration is checked, so that none needs a package.
  const compilerOptions = { ...STRICT, skipLibCheck: false, rootDir: '.' };
  writeFileSync(join(bare, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  writeFileSync(join(bare, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(bare, file), example);
  expect(await call('node', [TSC, '-p', '.'], bare)).toEqual({ code: 0, output: '' });
  writeFileSync(join(bare, file), example.replace('budget:', 'bugdet:'));
  expect((await call('node', [TSC, '-p', '.'], bare)).output).toMatch(/TS2\d+.*'bugdet'/);
});

it('runs: passes, and fails with the sizes', async () => {
  writeFileSync(join(app, 'use.test.ts'), USE);
  const passed = await call('node', [VITEST, 'run', '--root', app], app);
  expect(passed.output).toMatch(/Tests\s+2 passed/);
  expect(passed.code).toBe(0);
  writeFileSync(join(app, 'use.test.ts'), USE.replace('bytes: 900', 'bytes: 9'));
  const failed = await call('node', [VITEST, 'run', '--root', app], app);
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('notes does not fit its budget');
  expect(failed.output).toMatch(/bytes: \d+ bytes, limit 9, over by/);
});

const STRICT = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  // The declarations of vitest's own dependencies are not in this project.
  skipLibCheck: true,
  noEmit: true,
};
const USE = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createMcpHandler, McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { measureServer } from 'mcp-budget';
import 'mcp-budget/vitest';
import { expect, test } from 'vitest';
import * as z from 'zod';

function createServer(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('keep', { description: 'Keep a note.', inputSchema: { text: z.string() } }, () => ({ content: [] }));
  return server;
}
const handler = createMcpHandler(() => new McpServer2({ name: 'none', version: '1.0.0' }, { capabilities: { tools: {} } }));

test('fits', async () => {
  await expect(createServer()).toFitBudget({ bytes: 900, tokens: 120, instructions: { chars: 0 }, tool: { tokens: 100 } });
  await expect([{ name: 'a', inputSchema: z.object({ q: z.string() }) }]).toFitBudget({ tools: 1 }, { sdk: 1 });
  await expect(handler).not.toFitBudget({ tools: 5 });
  await expect(handler).toFitBudget({ tools: 5, minTools: 0 });
});
test('measures', async () => {
  const { snapshot, measurement } = await measureServer(createServer);
  expect(snapshot.tools).toHaveLength(measurement.tools);
});
`;
