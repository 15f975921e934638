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
const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-readme-'));
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
function shell(command: string): Promise<Ran> {
  const line = command.replaceAll('https://mcp.example.com/mcp', `${peer.url}/mcp`);
  return new Promise((done) => {
    execFile(
      'bash',
      ['-c', `exec 2>&1; ${line}`],
      {
        cwd: folder,
        env: { ...process.env, ...plain, MCP_TOKEN: 'token-for-the-example', npm_config_offline: 'true' },
      },
      (error, stdout) => done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout }),
    );
  });
}

beforeAll(async () => {
  peer = await startPeer('http-v1');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(join(modules, '@modelcontextprotocol'));
  for (const name of ['everything', 'filesystem', 'memory']) {
    const installed = `@modelcontextprotocol/server-${name}`;
    symlinkSync(resolve('node_modules', installed), join(modules, installed));
    symlinkSync(resolve(`node_modules/.bin/mcp-server-${name}`), join(modules, `.bin/mcp-server-${name}`));
  }
  symlinkSync(process.cwd(), join(modules, 'mcp-budget'));
  symlinkSync(resolve('bin/mcp-budget.js'), join(modules, '.bin', 'mcp-budget'));
  cpSync('fixtures/servers/example.mjs', join(folder, 'fixtures/servers/example.mjs'));
  cpSync('fixtures/servers/example.mjs', join(folder, 'server.mjs'));
  const tools = ['get_a', 'get_alert', 'list_b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  writeFileSync(join(folder, 'list.json'), JSON.stringify(tools));
});

afterAll(async () => {
  await peer.stop();
  rmSync(folder, { recursive: true });
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
    let text = readme;
    for (const { text: block } of blocks.filter(({ language }) => language === 'console')) {
      const command = block.split('\n')[0] ?? '';
      const { output } = await shell(command.replace(/^\$ /, ''));
      text = text.replace(block, () => `${command}\n${output}`);
    }
    await expect(text).toMatchFileSnapshot('../README.md');
  });

  it('holds code that runs', async () => {
    const [code = ''] = blocks.filter(({ language }) => language === 'js').map(({ text }) => text);
    writeFileSync(join(folder, 'code.mjs'), code);
    const ran = await shell('node code.mjs');
    expect(ran).toEqual({ code: 0, output: '41 48\n' });
  });

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(() => readFileSync(link), link).not.toThrow();
  });
});
