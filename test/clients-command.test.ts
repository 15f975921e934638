/** `clients`, and the program without arguments: what is here, and nothing started. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from './config-folder.ts';
import { mcpServers } from './clients-world.ts';
import { run, type Ran, type RunOptions } from './run.ts';

const memory = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] };

/** A home with a repository `app` in it. */
function homeWith(files: Readonly<Record<string, unknown>>): string {
  return folderWith({ 'app/.git/HEAD': '', ...files });
}

function inHome(home: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run(args, { cwd: join(home, 'app'), columns: 80, ...options, env: { HOME: home, ...options.env } });
}

const firstContact = {
  '.cursor/mcp.json': {
    mcpServers: { notion: { url: 'https://mcp.notion.com/mcp' }, tavily: memory, memory },
  },
  'app/.mcp.json': { mcpServers: { memory } },
};

describe('the first screen', () => {
  it('names files, servers and the next command', async () => {
    const { code, stdout, stderr } = await inHome(homeWith(firstContact), []);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'Cursor       ~/.cursor/mcp.json   notion, tavily, memory',
        'Claude Code  .mcp.json (project)  memory',
        'Nothing was started.',
        'Measure:  npx mcp-budget measure --client cursor',
        '',
      ].join('\n'),
    );
  });

  it('names every file that a client loads, also one that is named after another', async () => {
    const home = homeWith({ ...firstContact, 'app/.vscode/mcp.json': { servers: { own: memory } } });
    const { stdout } = await inHome(home, []);
    expect(stdout).toMatch(/VS Code +\.vscode\/mcp\.json \(project\) +own\n/);
    expect(stdout).toMatch(/VS Code +\.mcp\.json \(project\) +memory\n/);
  });

  it('names the config and what to do with it', async () => {
    const home = homeWith({ 'app/mcp-budget.config.json': { servers: { a: memory, b: memory } } });
    const { code, stdout } = await inHome(home, []);
    expect(code).toBe(0);
    expect(stdout).toContain('Config mcp-budget.config.json: 2 servers: a, b\n');
    expect(stdout).toContain('npx mcp-budget check\n');
  });

  it('runs no config in code', async () => {
    const home = homeWith({});
    const trace = join(home, 'ran');
    const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(trace)}, ''); export default {};`;
    writeFileSync(join(home, 'app/mcp-budget.config.mjs'), code);
    const { stdout } = await inHome(home, []);
    expect(stdout).toContain('Config mcp-budget.config.mjs: code, which was not run');
    expect(existsSync(trace)).toBe(false);
  });

  it('says what to do where nothing is', async () => {
    const { code, stdout } = await inHome(homeWith({}), []);
    expect(code).toBe(0);
    expect(stdout).toContain('No server is declared here');
    expect(stdout).toContain('npx mcp-budget measure -- ');
  });

  it('leaves help as it is', async () => {
    const { stdout } = await inHome(homeWith(firstContact), ['--help']);
    expect(stdout).toMatch(/^Examples:\n/);
  });
});

const several = {
  '.cursor/mcp.json': {
    mcpServers: {
      ready: memory,
      off: { ...memory, disabled: true },
      asks: { ...memory, env: { KEY: '${env:NOT_SET}' } },
      text: { command: 'npx', args: '-y x' },
      hidden: memory,
    },
  },
  'app/.cursor/mcp.json': { mcpServers: { hidden: { command: 'near' } } },
  '.codex/config.toml':
    '[mcp_servers.filtered]\ncommand = "node"\nenabled_tools = ["read", "list"]\ndisabled_tools = ["write"]\n',
  '.kiro/settings/mcp.json': { mcpServers: { off: { command: 'x', disabled: true } } },
  '.config/zed/settings.json': { theme: 'One' },
  '.claude.json': { mcpServers: { u: memory }, projects: { '/srv/other': { mcpServers: { x: memory } } } },
};

describe('clients', () => {
  it('tells every file, server and reason', async () => {
    const { code, stdout } = await inHome(homeWith(several), ['clients'], { columns: 120 });
    expect(code).toBe(0);
    for (const text of [
      /^Cursor {2}--client cursor$/m,
      /^ {2}\.cursor\/mcp\.json \(project\): 1 server$/m,
      /started only after a yes, or with --allow-project-servers/,
      /^ {2}~\/\.cursor\/mcp\.json \(user\): 5 servers, 1 disabled$/m,
      /^ {4}ready {3}ready {8}npx -y @modelcontextprotocol\/server-memory$/m,
      /^ {4}off {5}disabled {5}switched off in its entry {2}\(~\/\.cursor\/mcp\.json:\d+\)$/m,
      /^ {4}asks {4}needs input {2}needs variable NOT_SET \(env\.KEY\)$/m,
      /^ {4}text {4}faulty {7}args is a string, expected a list/m,
      /^ {4}hidden {2}ready {8}not loaded: the entry in \.cursor\/mcp\.json counts$/m,
      /only 2 tools: read, list$/m,
      /without 1 tool: write$/m,
      /^ {2}~\/\.kiro\/settings\/mcp\.json \(user\): 1 server, all disabled$/m,
      /^ {2}~\/\.config\/zed\/settings\.json \(user\): declares no server; looked for context_servers$/m,
      /1 server; 1 server of other projects not listed$/m,
      /^Nothing was started\.$/m,
    ]) {
      expect(stdout).toMatch(text);
    }
  });

  it('only those that are named, by id or by path', async () => {
    const home = homeWith(several);
    const { stdout } = await inHome(home, ['clients', 'codex', 'kiro', '--format', 'json']);
    expect((JSON.parse(stdout) as { clients: { id: string }[] }).clients.map(({ id }) => id)).toEqual([
      'codex',
      'kiro',
    ]);
    const named = await inHome(home, ['clients', '.cursor/mcp.json']);
    expect(named.code).toBe(0);
    expect(named.stdout).toMatch(/^Cursor \(\.cursor\/mcp\.json\) {2}--client \.cursor\/mcp\.json$/m);
  });

  it.each<[word: string, message: string, hint: string]>([
    ['cursr', 'cursr: no such client', 'did you mean cursor?'],
    ['junie', 'junie: JetBrains Junie has no config file here', '~/.junie/mcp/mcp.json'],
    ['no.json', 'no such file: no.json', 'mcp-budget clients'],
    ['~/.config/zed/settings.json', 'declares no server', 'looked for '],
  ])('%s is a mistake', async (word, message, hint) => {
    const { code, stderr } = await inHome(homeWith(several), ['clients', word]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it('a file that cannot be read is told with its place, beside the others, and ends with 3', async () => {
    const home = homeWith({ ...firstContact, 'app/.cursor/mcp.json': '{\n  "mcpServers": {\n    "a": }\n}' });
    mkdirSync(join(home, '.codex/config.toml'), { recursive: true });
    for (const args of [[], ['clients']]) {
      const { code, stdout } = await inHome(home, args, { columns: 160 });
      expect(code).toBe(3);
      expect(stdout).toMatch(/unreadable, line 3, column 10: not JSON/);
      expect(stdout).toContain('server-memory'.slice(7));
    }
    const alone = await inHome(home, ['clients', 'cursor', '--format', 'json']);
    expect(JSON.parse(alone.stdout)).toMatchObject({
      clients: [
        { files: [{ answer: 'unreadable', problem: { line: 3, column: 10 } }, { answer: 'declares' }] },
      ],
    });
  });

  it('the formats are told', async () => {
    const { code, stderr } = await inHome(homeWith({}), ['clients', '--format', 'xml']);
    expect(code).toBe(2);
    expect(stderr).toContain('table, json');
  });
});

describe('every width is readable', () => {
  it.each([40, 59, 60, 80, 120, 200])('%i columns', async (columns) => {
    const home = homeWith({ ...several, 'app/.vscode/mcp.json': { servers: { s: memory } } });
    for (const args of [[], ['clients']]) {
      const { stdout } = await inHome(home, args, { columns });
      const lines = stdout.split('\n').filter((line) => !line.includes('npx mcp-budget '));
      // A single word, as the name of a package, stays whole.
      const wide = lines.filter((line) => line.length > columns && /\S\s/.test(line));
      expect(wide).toEqual([]);
      for (const name of ['ready', 'off', 'asks', 'filtered']) expect(stdout).toContain(name);
    }
  });
});

const ESC = '\u001b[31m';
const hostile = [
  `${ESC}red`,
  'two\nlines',
  '\u202Eevil',
  '::error::x',
  '##[error]x',
  '__proto__',
  'a\u0000b',
  '🐈',
];

it('tells what switched a server off, where, and what else decides over it', async () => {
  const home = homeWith({
    'app/.mcp.json': { mcpServers: { off: memory, both: memory } },
    '.codex/config.toml': '[mcp_servers.slow]\ncommand = "x"\nstartup_timeout_sec = 10\n',
    '.cursor/mcp.json': {
      mcpServers: {
        signs: { url: 'https://mcp.example.com/mcp', auth: { CLIENT_ID: 'x' } },
        gone: { command: 'x', envFile: '/nowhere/.env' },
      },
    },
  });
  const state = {
    mcpServers: { both: memory },
    projects: { [join(home, 'app')]: { disabledMcpjsonServers: ['off', 'both'] } },
  };
  writeFileSync(join(home, '.claude.json'), JSON.stringify(state));
  const { stdout } = await inHome(home, ['clients'], { columns: 300 });
  const reason = `switched off in ~/.claude.json projects.${join(home, 'app')} disabledMcpjsonServers`;
  expect(stdout).toContain(`off   disabled     ${reason}\n`);
  expect(stdout).toMatch(/both {2}disabled {5}not loaded: the entry in ~\/\.claude\.json counts\n/);
  expect(stdout.split(reason)).toHaveLength(3);
  expect(stdout).toContain('start limit 10 s\n');
  expect(stdout).toMatch(/signs {2}ready/);
  expect(stdout).toContain('where nobody has signed in: mcp-budget login https://mcp.example.com/mcp\n');
  expect(stdout).toContain('needs file /nowhere/.env (envFile)');
  const measured = await inHome(home, ['measure', '--client', 'claude-code', 'off'], { columns: 300 });
  expect(measured.stdout).toContain(`switch it on at ~/.claude.json projects.`);
  expect(measured.stdout).not.toContain('.mcp.json:');
});

it('hostile names act on no terminal and no runner', async () => {
  const entry = (name: string): object => ({ command: name, args: [name], disabledTools: [name] });
  const servers = Object.fromEntries(hostile.map((name) => [`s${name}`, entry(name)]));
  const text = JSON.stringify({ mcpServers: servers }).replace('"s__proto__"', '"__proto__"');
  const home = homeWith({
    '.codeium/windsurf/mcp_config.json': text,
    '.cursor/mcp.json': `{ "mcpServers": ${ESC}`,
  });
  for (const args of [[], ['clients', '--verbose'], ['clients', '--format', 'json']]) {
    const { stdout, stderr } = await inHome(home, args, { columns: 100 });
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    if (!args.includes('json')) expect(stdout).not.toContain('\u202e');
    expect(stdout).not.toMatch(/^\s*::|##\[/m);
    expect(stdout).toContain('__proto__');
  }
});

it('no value of a secret is in any output', async () => {
  const values = [
    "pa'ss-1-value",
    'key-2-value',
    'head-3-value',
    'arg-4-value',
    'env-5-value',
    'file-6-value',
    'var-7-value',
  ];
  const [pass = '', key = '', head = '', arg = '', env = '', file = '', variable = ''] = values;
  const home = homeWith({
    '.cursor/mcp.json': {
      mcpServers: {
        a: {
          url: `https://user:${encodeURIComponent(pass)}@mcp.example.com/a?key=${key}`,
          headers: { 'X-Odd': head },
        },
        b: { command: 'docker', args: ['run', '-e', `TOKEN=${arg}`, env, 'img'], env: { WHATEVER: env } },
        c: { command: 'x', args: ['--token', '${env:VARIABLE}'], envFile: '${userHome}/.env' },
        d: { command: 'x', args: ['--password', pass], disabled: true },
        e: { command: 'x', args: `--token ${key}` },
      },
    },
    '.env': `SECRET=${file}\n`,
  });
  for (const args of [[], ['clients', '--verbose'], ['clients', '--format', 'json']]) {
    const { stdout, stderr } = await inHome(home, args, { columns: 200, env: { VARIABLE: variable } });
    for (const value of values) expect(stdout + stderr).not.toContain(value);
    // Nor quoted for a shell, which spells it anew.
    expect(stdout + stderr).not.toContain('ss-1-value');
    expect(stdout).toContain('mcp-budget');
  }
});

it('nothing is started', async () => {
  const home = homeWith({});
  const trace = join(home, 'started');
  const starting = {
    command: 'node',
    args: ['-e', `require('fs').writeFileSync(${JSON.stringify(trace)}, '')`],
  };
  for (const name of ['.cursor/mcp.json', 'app/.mcp.json', 'app/.vscode/mcp.json']) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(
      join(home, name),
      JSON.stringify({ mcpServers: { a: starting }, servers: { a: starting } }),
    );
  }
  for (const args of [[], ['clients'], ['clients', 'cursor'], ['clients', '.mcp.json']]) {
    expect((await inHome(home, args)).code).toBe(0);
  }
  expect(existsSync(trace)).toBe(false);
});

it('a pipe at the place of a file does not hang', async () => {
  const home = homeWith({ '.kiro/settings/mcp.json': mcpServers('a') });
  const { execFileSync } = await import('node:child_process');
  execFileSync('mkfifo', [join(home, 'app/.mcp.json')]);
  const { code, stdout } = await inHome(home, ['clients'], { columns: 200 });
  expect(code).toBe(3);
  expect(stdout).toContain('.mcp.json (project): unreadable, it is no file');
});

it('a bundle is read by its manifest, and one that is no bundle says so', async () => {
  const { zipSync, strToU8 } = await import('fflate');
  const manifest = {
    manifest_version: '0.3',
    name: 'demo',
    server: { type: 'node', mcp_config: { command: 'node', args: ['${__dirname}/server.js'] } },
  };
  const home = homeWith({ 'app/broken.mcpb': 'no zip' });
  writeFileSync(join(home, 'app/demo.mcpb'), zipSync({ 'manifest.json': strToU8(JSON.stringify(manifest)) }));
  const { code, stdout } = await inHome(home, ['clients', 'demo.mcpb']);
  expect(code).toBe(0);
  expect(stdout).toContain('demo');
  const broken = await inHome(home, ['clients', 'broken.mcpb']);
  expect(broken.code).toBe(3);
  expect(broken.stdout).toContain('unreadable, not a zip file');
});
