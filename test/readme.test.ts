/**
 * Every command and output of the README, run as it stands there. `npx vitest run test/readme.test.ts -u` writes the
 * outputs anew.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPeer, type Peer } from './http-peers.ts';

const readme = readFileSync('README.md', 'utf8');
let folder: string;
let peer: Peer;

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language = '', text = '']) => ({
    language,
    text,
  }),
);
const commandsOf = (language: string): readonly string[] =>
  blocks
    .filter((block) => block.language === language)
    .flatMap(({ text }) => text.split('\n').filter((line) => line !== ''));

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** What a test runner or terminal may have set. */
const plain = { NO_COLOR: undefined, FORCE_COLOR: undefined, COLUMNS: undefined };

/** Run a line in a shell of its own, in a folder like a user's: the package installed, a server and a list in it. */
function shell(command: string, cwd = folder): Promise<Ran> {
  const line = command.replaceAll('https://mcp.example.com/mcp', `${peer.url}/mcp`);
  return new Promise((done) => {
    execFile(
      'bash',
      ['-c', `exec 2>&1; ${line}`],
      {
        cwd,
        env: { ...process.env, ...plain, ...ownEnv(cwd) },
      },
      (error, stdout) => done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout }),
    );
  });
}

/** A home of its own: what the README shows is not what this machine has. */
const ownEnv = (cwd: string) => ({
  HOME: homeOf(cwd),
  XDG_CONFIG_HOME: undefined,
  CLAUDE_CONFIG_DIR: undefined,
  ENABLE_TOOL_SEARCH: undefined,
  CI: undefined,
  MCP_TOKEN: 'token-for-the-example',
  npm_config_offline: 'true',
});

const homeOf = (cwd: string): string => `${cwd}-home`;

/** Two servers in the user's Cursor, one of them in the project's Claude Code as well. */
function addClients(cwd: string): void {
  const memory = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] };
  const everything = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'] };
  const notes = {
    url: 'https://mcp.example.com/mcp',
    headers: { Authorization: 'Bearer ${env:NOTES_TOKEN}' },
  };
  mkdirSync(join(homeOf(cwd), '.cursor'), { recursive: true });
  mkdirSync(join(cwd, '.git'));
  writeFileSync(
    join(homeOf(cwd), '.cursor/mcp.json'),
    JSON.stringify({ mcpServers: { memory, everything, notes } }),
  );
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { memory } }));
}

function fillFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'mcp-budget-readme-'));
  const modules = join(made, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(join(modules, '@modelcontextprotocol'));
  for (const name of ['everything', 'filesystem', 'memory']) {
    const installed = `@modelcontextprotocol/server-${name}`;
    symlinkSync(resolve('node_modules', installed), join(modules, installed));
    symlinkSync(resolve(`node_modules/.bin/mcp-server-${name}`), join(modules, `.bin/mcp-server-${name}`));
  }
  for (const name of ['@modelcontextprotocol/sdk', 'zod', 'vitest'])
    symlinkSync(resolve('node_modules', name), join(modules, name));
  symlinkSync(process.cwd(), join(modules, 'mcp-budget'));
  symlinkSync(resolve('bin/mcp-budget.js'), join(modules, '.bin', 'mcp-budget'));
  cpSync('fixtures/servers/example.mjs', join(made, 'fixtures/servers/example.mjs'));
  cpSync('fixtures/servers/example.mjs', join(made, 'server.mjs'));
  cpSync('fixtures/servers/media.mjs', join(made, 'media.mjs'));
  cpSync('fixtures/servers/lint.mjs', join(made, 'tracker.mjs'));
  const tools = ['get_a', 'get_alert', 'list_b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  writeFileSync(join(made, 'list.json'), JSON.stringify(tools));
  writeFileSync(join(made, 'create-server.mjs'), CREATE_SERVER);
  addClients(made);
  return made;
}

const CREATE_SERVER = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export function createServer() {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('add_note', { description: 'Add a note.', inputSchema: { text: z.string() } }, () => ({
    content: [],
  }));
  return server;
}
`;

beforeAll(async () => {
  peer = await startPeer('http-v1');
  folder = fillFolder();
});

afterAll(async () => {
  await peer.stop();
  rmSync(folder, { recursive: true });
  rmSync(homeOf(folder), { recursive: true });
});

describe('the README', () => {
  const lines = commandsOf('sh');

  it.each(lines.filter((line) => !line.startsWith('npm ')))('%s', async (line) => {
    const { code, output } = await shell(line);
    expect(code, output).toBe(0);
  });

  it('names the scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(lines.filter((line) => line.startsWith('npm '))).toEqual(['npm ci', 'npm start', 'npm test']);
    expect(scripts['start']).toBe('node bin/mcp-budget.js measure -- node fixtures/servers/example.mjs');
    expect(scripts['test']).toMatch(/vitest run$/);
    // CI proves `npm ci` and `npm test`: it runs just these.
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm ci$.*^npm test$/ms);
  });

  it('shows what its commands print', async () => {
    const own = fillFolder();
    let text = readme;
    for (const { language, text: block } of blocks) {
      // A file that the commands after it work on names itself in its first line.
      const [, name] = /^\/\/ (\S+\.jsonc)\n/.exec(block) ?? [];
      if (language === 'jsonc' && name !== undefined) {
        writeFileSync(join(own, name), block);
        rmSync(join(own, 'mcp-budget.baseline.json'), { force: true });
      }
      if (language !== 'console') continue;
      const command = block.split('\n')[0] ?? '';
      const { output } = await shell(command.replace(/^\$ /, ''), own);
      text = text.replace(block, () => `${command}\n${output}`);
    }
    await expect(text).toMatchFileSnapshot('../README.md');
    rmSync(own, { recursive: true });
    rmSync(homeOf(own), { recursive: true });
  });

  it('holds code that runs', async () => {
    const [code = ''] = blocks.filter(({ language }) => language === 'js').map(({ text }) => text);
    writeFileSync(join(folder, 'code.mjs'), code);
    const ran = await shell('node code.mjs');
    expect(ran).toEqual({ code: 0, output: '41 48\n' });
  });

  it('holds a test that passes, and fails for a larger list', async () => {
    const [test = ''] = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
    writeFileSync(join(folder, 'tools.test.ts'), test);
    const passed = await shell('node node_modules/vitest/vitest.mjs run tools.test.ts');
    expect(passed.code, passed.output).toBe(0);
    writeFileSync(join(folder, 'tools.test.ts'), test.replace('8_000', '80'));
    const failed = await shell('node node_modules/vitest/vitest.mjs run tools.test.ts');
    expect(failed.output).toMatch(/limit 80, over by/);
    expect(failed.code).toBe(1);
  });

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(() => readFileSync(link), link).not.toThrow();
  });
});
