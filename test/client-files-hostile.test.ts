/** Client files that nobody wrote by hand, in whole runs: the file is told as unreadable, and the others are shown. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mcpServers } from './clients-world.ts';
import { folderWith } from './config-folder.ts';
import { run, type Ran } from './run.ts';

const deep = `{"mcpServers":{"a":${'['.repeat(200_000)}`;
const others = { 'app/.git/HEAD': '', '.cursor/mcp.json': mcpServers('harbor') };

function inHome(home: string, args: readonly string[]): Promise<Ran> {
  return run(args, { cwd: join(home, 'app'), columns: 160, env: { HOME: home } });
}

function write(home: string, path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), bytes);
}

describe('a file without end', () => {
  it.each([
    ['JSON', 'app/.mcp.json', deep, 'nested deeper than 200 levels'],
    ['TOML', '.codex/config.toml', `a = ${'['.repeat(200_000)}`, 'nested deeper than 200 levels'],
    [
      'YAML',
      '.config/goose/config.yaml',
      'extensions: &a\n  q: { cmd: x, type: stdio, enabled: true, envs: *a }\n',
      'an alias stands inside what it names',
    ],
    ['JSON of all projects', '.claude.json', `{"projects":${'{"a":'.repeat(100_000)}`, 'nested deeper'],
  ])('in %s is unreadable, and the others are there', async (_, path, text, problem) => {
    const home = folderWith({ ...others, [path]: text });
    for (const args of [[], ['clients'], ['measure', '--client', 'all', '--dry-run']]) {
      const { code, stdout, stderr } = await inHome(home, args);
      expect(stderr).not.toContain('this is a bug');
      expect(stdout).toContain('harbor');
      if (args[0] === 'measure') continue;
      expect(code).toBe(3);
      expect(stdout).toContain(problem);
    }
  });

  it.each(['app/.claude/settings.json', 'app/.vscode/settings.json', '.claude/settings.json'])(
    'at %s stops nothing',
    async (path) => {
      const home = folderWith({ ...others, 'app/.mcp.json': mcpServers('crane'), [path]: deep });
      for (const args of [['clients'], ['measure', '--client', 'all', '--dry-run']]) {
        const { stdout, stderr } = await inHome(home, args);
        expect(stderr).not.toContain('this is a bug');
        expect(stdout).toContain('crane');
      }
    },
  );

  it.each([
    ['mcp-budget.config.json', `{"servers":${'{"a":'.repeat(100_000)}`, 'nested deeper than 200 levels'],
    ['mcp-budget.config.yaml', `servers: ${'['.repeat(20_000)}`, 'nested deeper than 200 levels'],
    ['mcp-budget.config.yaml', 'servers: &a\n  q: *a\n', 'an alias stands inside what it names'],
  ])('is no config: %s', async (name, text, problem) => {
    const home = folderWith({ ...others, [`app/${name}`]: text });
    const { code, stderr } = await inHome(home, ['check']);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('this is a bug');
  });
});

describe('bytes that are no UTF-8', () => {
  it('are told with their line', async () => {
    const home = folderWith(others);
    const text = Buffer.from('{"mcpServers":{\n"quay\xff":{"command":"node"}}}', 'latin1');
    write(home, 'app/.mcp.json', text);
    const { code, stdout } = await inHome(home, ['clients', '--format', 'json']);
    expect(code).toBe(0);
    const { clients } = JSON.parse(stdout) as {
      clients: readonly { files: readonly { file: string; warnings: readonly unknown[] }[] }[];
    };
    const files = clients.flatMap((client) => client.files);
    expect(files.find(({ file }) => file === '.mcp.json')?.warnings).toEqual([
      { code: 'not-utf8', message: 'line 2 holds bytes that are no UTF-8: what they stood for is lost' },
    ]);
    expect(files.find(({ file }) => file === '~/.cursor/mcp.json')?.warnings).toEqual([]);
  });

  it('are read where they are none: a character of every length', async () => {
    const home = folderWith({ ...others, 'app/.mcp.json': mcpServers('kéy-键-🔑') });
    const { stdout } = await inHome(home, ['clients']);
    expect(stdout).toContain('kéy-键-🔑');
    expect(stdout).not.toContain('UTF-8');
  });

  it.each(['utf16le', 'utf16be'])('as %s are told as what they are', async (encoding) => {
    const home = folderWith(others);
    const bytes = Buffer.from(`\uFEFF${JSON.stringify(mcpServers('a'))}`, 'utf16le');
    write(home, 'app/.mcp.json', encoding === 'utf16be' ? bytes.swap16() : bytes);
    const { code, stdout } = await inHome(home, ['clients']);
    expect(code).toBe(3);
    expect(stdout).toContain('unreadable, it is UTF-16: save it as UTF-8');
  });
});

it('a thousand servers with a secret each are shown without any', async () => {
  const servers = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [
      `s${index}`,
      {
        command: 'node',
        args: [`--token=argument-${index * 7919}`],
        env: { API_TOKEN: `value-${index * 6007}x` },
      },
    ]),
  );
  const home = folderWith({ ...others, '.cursor/mcp.json': { mcpServers: servers } });
  for (const args of [['clients'], ['measure', '--client', 'cursor', '--dry-run']]) {
    const { code, stdout } = await inHome(home, args);
    expect(code).toBe(0);
    expect(stdout).toContain('s999');
    expect(stdout).not.toMatch(/argument-\d|value-\d/);
  }
});
