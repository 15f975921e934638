/** Which files of clients are found, on which system, and which entry counts. */
import { describe, expect, it } from 'vitest';
import { clientProducts, discoverClients } from '../src/config/clients/discover.ts';
import type { ClientStack } from '../src/model/client.ts';
import { mcpServers, worldOf } from './clients-world.ts';

type World = NonNullable<Parameters<typeof worldOf>[1]>;

function stackOf(id: string, files: Readonly<Record<string, unknown>>, world: World = {}): ClientStack {
  const [stack] = discoverClients(worldOf(files, world), { only: [id] });
  if (stack === undefined) throw new Error(`no ${id}`);
  return stack;
}

const summary = ({ servers }: ClientStack): readonly string[] =>
  servers.map(({ name, status, file }) => `${name} ${status} ${file.shown}`);

/** A file with one server `a` in the shape of the client. */
const shapes: Readonly<Record<string, unknown>> = {
  vscode: { servers: { a: { command: 'node' } } },
  'copilot-jetbrains': { servers: { a: { command: 'node' } } },
  codex: '[mcp_servers.a]\ncommand = "node"\n',
  'grok-build': '[mcp_servers.a]\ncommand = "node"\n',
  opencode: { mcp: { a: { type: 'local', command: ['node'] } } },
  'kilo-code': { mcp: { a: { type: 'local', command: ['node'] } } },
  zed: { context_servers: { a: { command: 'node' } } },
  goose: 'extensions:\n  a: { cmd: node, type: stdio }\n',
  continue: 'mcpServers:\n  - name: a\n    command: node\n',
  openclaw: { mcp: { servers: { a: { command: 'node' } } } },
};
const shapeOf = (id: string): unknown => shapes[id] ?? mcpServers('a');

const H = '/home/dev';
const M = '/Users/dev';
const W = 'C:\\Users\\dev';
const APP = `${W}\\AppData\\Roaming`;
const ROO = 'globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json';
const STORAGE = 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

/** User files, by client; paths that are the same below the home folder stand once. */
const userFiles: readonly (readonly [
  id: string,
  linux: string,
  darwin?: string | undefined,
  win32?: string,
])[] = [
  [
    'claude-desktop',
    `${H}/.config/Claude/claude_desktop_config.json`,
    `${M}/Library/Application Support/Claude/claude_desktop_config.json`,
    `${APP}\\Claude\\claude_desktop_config.json`,
  ],
  ['claude-code', `${H}/.claude.json`],
  [
    'vscode',
    `${H}/.config/Code/User/mcp.json`,
    `${M}/Library/Application Support/Code/User/mcp.json`,
    `${APP}\\Code\\User\\mcp.json`,
  ],
  ['copilot-cli', `${H}/.copilot/mcp-config.json`],
  [
    'copilot-jetbrains',
    `${H}/.config/github-copilot/intellij/mcp.json`,
    undefined,
    `${W}\\AppData\\Local\\github-copilot\\intellij\\mcp.json`,
  ],
  ['cursor', `${H}/.cursor/mcp.json`],
  ['windsurf', `${H}/.codeium/windsurf/mcp_config.json`],
  ['antigravity', `${H}/.gemini/config/mcp_config.json`],
  ['codex', `${H}/.codex/config.toml`],
  ['gemini-cli', `${H}/.gemini/settings.json`],
  ['qwen-code', `${H}/.qwen/settings.json`],
  ['opencode', `${H}/.config/opencode/opencode.jsonc`],
  ['kilo-code', `${H}/.config/kilo/kilo.json`],
  ['zed', `${H}/.config/zed/settings.json`, undefined, `${APP}\\Zed\\settings.json`],
  ['goose', `${H}/.config/goose/config.yaml`, undefined, `${APP}\\Block\\goose\\config\\config.yaml`],
  ['continue', `${H}/.continue/config.yaml`],
  [
    'cline',
    `${H}/.config/Code/User/${STORAGE}`,
    `${M}/Library/Application Support/Code/User/${STORAGE}`,
    `${APP}\\Code\\User\\${STORAGE.replaceAll('/', '\\')}`,
  ],
  [
    'roo-code',
    `${H}/.config/Code/User/${ROO}`,
    `${M}/Library/Application Support/Code/User/${ROO}`,
    `${APP}\\Code\\User\\${ROO.replaceAll('/', '\\')}`,
  ],
  ['kiro', `${H}/.kiro/settings/mcp.json`],
  ['amazon-q', `${H}/.aws/amazonq/mcp.json`],
  ['lm-studio', `${H}/.lmstudio/mcp.json`],
  ['junie', `${H}/.junie/mcp/mcp.json`],
  ['grok-build', `${H}/.grok/config.toml`],
  ['kimi-code', `${H}/.kimi-code/mcp.json`],
  ['openclaw', `${H}/.openclaw/openclaw.json`],
];

describe('the file of the user is found on every system', () => {
  const rows = userFiles.flatMap(([id, linux, darwin, win32]) => [
    { id, platform: 'linux', path: linux } as const,
    { id, platform: 'darwin', path: darwin ?? linux.replace(H, M) } as const,
    { id, platform: 'win32', path: win32 ?? linux.replace(H, W).replaceAll('/', '\\') } as const,
  ]);
  it.each(rows)('$id $platform', ({ id, platform, path }) => {
    const [file] = stackOf(id, { [path]: shapeOf(id) }, { platform }).files;
    expect(file).toMatchObject({ path, scope: 'user', answer: 'declares', isConsentNeeded: false });
    expect(file?.servers.map(({ name }) => name)).toEqual(['a']);
    expect(file?.shown).toMatch(/^~\/[^\\]+$/);
  });

  it('of every client', () => {
    const tested = new Set(userFiles.map(([id]) => id));
    expect(clientProducts.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });
});

describe('a variable moves a file', () => {
  it.each([
    ['claude-code', { CLAUDE_CONFIG_DIR: '/cfg' }, '/cfg/.claude.json'],
    ['codex', { CODEX_HOME: '/cfg' }, '/cfg/config.toml'],
    ['copilot-cli', { COPILOT_HOME: '/cfg' }, '/cfg/mcp-config.json'],
    ['copilot-jetbrains', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/github-copilot/intellij/mcp.json'],
    ['cline', { CLINE_DIR: '/cfg' }, '/cfg/data/settings/cline_mcp_settings.json'],
    ['grok-build', { GROK_HOME: '/cfg' }, '/cfg/config.toml'],
    ['kimi-code', { KIMI_CODE_HOME: '/cfg' }, '/cfg/mcp.json'],
    ['openclaw', { OPENCLAW_CONFIG_PATH: '/cfg/own.json' }, '/cfg/own.json'],
    ['openclaw', { OPENCLAW_STATE_DIR: '/cfg' }, '/cfg/openclaw.json'],
    ['opencode', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/opencode/opencode.json'],
    ['vscode', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Code/User/mcp.json'],
    ['codex', { CODEX_HOME: 'rel' }, `${H}/code/app/rel/config.toml`],
  ])('%s %o', (id, env, path) => {
    expect(stackOf(id, { [path]: shapeOf(id) }, { env }).files[0]?.path).toBe(path);
  });

  it('and the usual place is then no place', () => {
    const files = { [`${H}/.codex/config.toml`]: shapeOf('codex') };
    expect(discoverClients(worldOf(files, { env: { CODEX_HOME: '/cfg' } }))).toEqual([]);
    expect(discoverClients(worldOf(files, { env: { CODEX_HOME: '' } }))).toHaveLength(1);
  });

  it('an empty or relative XDG_CONFIG_HOME moves nothing', () => {
    const files = { [`${H}/.config/zed/settings.json`]: shapeOf('zed') };
    for (const XDG_CONFIG_HOME of ['', 'x/y']) {
      expect(discoverClients(worldOf(files, { env: { XDG_CONFIG_HOME } }))).toHaveLength(1);
    }
  });

  it('%APPDATA% is where the environment says', () => {
    const path = 'D:\\Roaming\\Claude\\claude_desktop_config.json';
    const stack = stackOf(
      'claude-desktop',
      { [path]: mcpServers('a') },
      { platform: 'win32', env: { APPDATA: 'D:\\Roaming' } },
    );
    expect(stack.files[0]).toMatchObject({ path, shown: 'D:/Roaming/Claude/claude_desktop_config.json' });
  });
});

describe('the file of the project is the nearest one upward', () => {
  const repository = `${H}/code/app`;
  const cwd = `${repository}/packages/b`;

  it.each([
    ['claude-code', '.mcp.json'],
    ['cursor', '.cursor/mcp.json'],
    ['vscode', '.vscode/mcp.json'],
    ['codex', '.codex/config.toml'],
    ['gemini-cli', '.gemini/settings.json'],
    ['qwen-code', '.qwen/settings.json'],
    ['opencode', '.opencode/opencode.jsonc'],
    ['kilo-code', '.kilocode/kilo.json'],
    ['zed', '.zed/settings.json'],
    ['goose', '.goose/config.yaml'],
    ['continue', '.continue/mcpServers/own.yaml'],
    ['roo-code', '.roo/mcp.json'],
    ['kiro', '.kiro/settings/mcp.json'],
    ['amazon-q', '.amazonq/mcp.json'],
    ['junie', '.junie/mcp/mcp.json'],
    ['grok-build', '.grok/config.toml'],
    ['kimi-code', '.kimi-code/mcp.json'],
    ['antigravity', '.agents/mcp_config.json'],
    ['copilot-cli', '.github/mcp.json'],
  ])('%s', (id, name) => {
    const path = `${repository}/${name}`;
    const { files } = stackOf(id, { [path]: shapeOf(id) }, { cwd, repository });
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      path,
      shown: `../../${name}`,
      scope: 'project',
      isConsentNeeded: true,
      folder: repository,
    });
  });

  it('the nearer of two counts alone', () => {
    const files = {
      [`${repository}/.mcp.json`]: mcpServers('far'),
      [`${cwd}/.mcp.json`]: mcpServers('near'),
    };
    expect(summary(stackOf('claude-code', files, { cwd, repository }))).toEqual(['near ready .mcp.json']);
  });

  it.each([
    ['above the repository', `${H}/code/.cursor/mcp.json`],
    ['in the home folder, where it is the user’s', `${H}/.cursor/mcp.json`],
  ])('none %s', (_, path) => {
    const stacks = discoverClients(worldOf({ [path]: mcpServers('a') }, { cwd, repository }));
    expect(stacks.flatMap(({ files }) => files).filter(({ scope }) => scope === 'project')).toEqual([]);
  });

  it('without a repository folders up to the home folder count, and a home folder is no project of its own', () => {
    const files = { [`${H}/code/.mcp.json`]: mcpServers('a'), [`${H}/.cursor/mcp.json`]: mcpServers('b') };
    expect(summary(stackOf('claude-code', files))).toEqual(['a ready ~/code/.mcp.json']);
    const [cursor] = discoverClients(worldOf(files, { cwd: H }), { only: ['cursor'] });
    expect(cursor?.files.map(({ scope }) => scope)).toEqual(['user']);
  });
});

describe('precedence', () => {
  const P = `${H}/code/app`;
  const local = (server: object): object => ({
    ...mcpServers('s', 'u'),
    projects: { [P]: { mcpServers: { s: server } } },
  });

  it.each<[what: string, id: string, files: Readonly<Record<string, unknown>>, servers: readonly string[]]>([
    [
      'Claude Code: local over project over user',
      'claude-code',
      {
        [`${H}/.claude.json`]: local({ command: 'local' }),
        [`${P}/.mcp.json`]: mcpServers('s', 'u', 'p'),
      },
      ['s ready ~/.claude.json', 'u ready .mcp.json', 'p ready .mcp.json'],
    ],
    [
      'Gemini CLI: the system’s file over the project’s over the user’s',
      'gemini-cli',
      {
        [`${H}/.gemini/settings.json`]: mcpServers('s', 'p', 'u'),
        [`${P}/.gemini/settings.json`]: mcpServers('s', 'p'),
        '/etc/gemini-cli/settings.json': mcpServers('s'),
      },
      [
        's ready /etc/gemini-cli/settings.json',
        'p ready .gemini/settings.json',
        'u ready ~/.gemini/settings.json',
      ],
    ],
    [
      'Qwen Code: its own file over .mcp.json',
      'qwen-code',
      { [`${P}/.qwen/settings.json`]: mcpServers('s'), [`${P}/.mcp.json`]: mcpServers('s', 'm') },
      ['s ready .qwen/settings.json', 'm ready .mcp.json'],
    ],
    [
      'Copilot CLI: .mcp.json hides .github/mcp.json',
      'copilot-cli',
      { [`${P}/.mcp.json`]: mcpServers('s'), [`${P}/.github/mcp.json`]: mcpServers('g') },
      ['s ready .mcp.json'],
    ],
    [
      'VS Code: the user’s and the workspace’s both load, mcp.json before settings.json',
      'vscode',
      {
        [`${P}/.vscode/mcp.json`]: shapes['vscode'],
        [`${P}/.vscode/settings.json`]: { 'mcp.servers': { a: { command: 'x' }, b: { command: 'x' } } },
        [`${H}/.config/Code/User/mcp.json`]: { servers: { a: { command: 'y' }, c: { command: 'y' } } },
      },
      ['a ready .vscode/mcp.json', 'b ready .vscode/settings.json', 'c ready ~/.config/Code/User/mcp.json'],
    ],
    [
      'Continue: all files of the folder; config.yaml hides config.json',
      'continue',
      {
        [`${P}/.continue/mcpServers/x.yaml`]: 'mcpServers:\n  - { name: x, command: node }\n',
        [`${P}/.continue/mcpServers/y.json`]: mcpServers('y'),
        [`${H}/.continue/config.yaml`]: shapes['continue'],
        [`${H}/.continue/config.json`]: mcpServers('z'),
      },
      [
        'x ready .continue/mcpServers/x.yaml',
        'y ready .continue/mcpServers/y.json',
        'a ready ~/.continue/config.yaml',
      ],
    ],
    [
      'OpenCode: one file with both shapes: the second wins',
      'opencode',
      {
        [`${P}/opencode.json`]: {
          mcp: {
            a: { type: 'local', command: ['v1'] },
            servers: { a: { type: 'local', command: ['v2'], disabled: true } },
          },
        },
      },
      ['a disabled opencode.json'],
    ],
  ])('%s', (_, id, files, servers) => {
    expect(summary(stackOf(id, files))).toEqual(servers);
  });

  it('both places of Zed on a Mac are read', () => {
    const files = {
      [`${M}/.config/zed/settings.json`]: shapes['zed'],
      [`${M}/Library/Application Support/Zed/settings.json`]: { context_servers: { b: { command: 'x' } } },
    };
    expect(stackOf('zed', files, { platform: 'darwin' }).servers.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('OpenCode merges', () => {
  const user = `${H}/.config/opencode/opencode.json`;
  const project = `${H}/code/app/opencode.json`;
  const far = {
    type: 'local',
    command: ['node', 'a.mjs'],
    environment: { A: '1', KEY: '{env:KEY}' },
    enabled: false,
  };
  const merged = (near: object, env = {}) =>
    stackOf('opencode', { [user]: { mcp: { a: far } }, [project]: { mcp: { a: near } } }, { env }).servers[0];

  it('a switch of a nearer file turns an inherited server on, and it then tells what it needs', () => {
    expect(merged({ enabled: true })).toMatchObject({
      status: 'needs-input',
      needs: [{ kind: 'env', name: 'KEY', field: 'env.KEY' }],
      file: { path: user },
    });
    expect(merged({ enabled: true }, { KEY: 'value' })).toMatchObject({ status: 'ready', needs: [] });
  });

  it('a switch turns one off', () => {
    const on = {
      [user]: { mcp: { a: { ...far, enabled: true } } },
      [project]: { mcp: { a: { enabled: false } } },
    };
    expect(stackOf('opencode', on, { env: { KEY: 'value' } }).servers).toMatchObject([
      { name: 'a', status: 'disabled', reason: 'switched off in opencode.json' },
    ]);
  });

  it('an entry is laid over the one of a farther file', () => {
    const server = merged(
      { type: 'local', command: ['deno', 'b.ts'], environment: { A: '2' } },
      { KEY: 'value' },
    );
    expect(server).toMatchObject({
      status: 'ready',
      server: { command: 'deno', args: ['b.ts'], env: { A: '2', KEY: 'value' } },
      file: { path: project },
    });
    expect(server?.secrets).toContain('value');
  });

  it('a part of an entry is none by itself', () => {
    const files = {
      [user]: { mcp: { a: { ...far, enabled: true } } },
      [project]: { mcp: { a: { type: 'local', environment: { KEY: 'own' } } } },
    };
    expect(stackOf('opencode', files).servers).toMatchObject([
      { status: 'ready', server: { command: 'node', args: ['a.mjs'], env: { A: '1', KEY: 'own' } } },
    ]);
    expect(stackOf('opencode', { [project]: files[project] }).servers[0]?.status).toBe('invalid');
  });

  it('a part of an entry leaves it switched off', () => {
    expect(merged({ environment: { A: '2' } }, { KEY: 'value' })).toMatchObject({ status: 'disabled' });
  });

  it('an entry of another kind replaces it', () => {
    const server = merged({ type: 'remote', url: 'https://mcp.example.com/a' });
    expect(server).toMatchObject({ status: 'ready', server: { url: 'https://mcp.example.com/a' } });
    expect(server?.server.command).toBeUndefined();
  });
});

describe('lists of Claude Code switch servers off', () => {
  const P = `${H}/code/app`;
  const project = { [`${P}/.mcp.json`]: mcpServers('a', 'b') };
  const state = (own: object): object => ({
    ...mcpServers('u'),
    projects: { [P]: own, '/srv/other': { disabledMcpServers: ['a'] } },
  });

  it.each<[what: string, files: Readonly<Record<string, unknown>>, servers: readonly string[]]>([
    ['of another project', { [`${H}/.claude.json`]: state({}) }, ['a ready', 'b ready', 'u ready']],
    [
      'disabledMcpServers: of every scope',
      { [`${H}/.claude.json`]: state({ disabledMcpServers: ['a', 'u'] }) },
      ['a disabled', 'b ready', 'u disabled'],
    ],
    [
      'disabledMcpjsonServers in ~/.claude.json: of the project’s file',
      { [`${H}/.claude.json`]: state({ disabledMcpjsonServers: ['a', 'u'] }) },
      ['b ready', 'u ready', 'a disabled'],
    ],
    [
      '.claude/settings.json',
      { [`${P}/.claude/settings.json`]: { disabledMcpjsonServers: ['a'] } },
      ['b ready', 'a disabled'],
    ],
    [
      '.claude/settings.local.json',
      { [`${P}/.claude/settings.local.json`]: { disabledMcpjsonServers: ['b'] } },
      ['a ready', 'b disabled'],
    ],
    [
      '~/.claude/settings.json',
      { [`${H}/.claude/settings.json`]: '// mine\n{"disabledMcpjsonServers": ["a", "b",]}' },
      ['a disabled', 'b disabled'],
    ],
  ])('%s', (_, files, servers) => {
    const found = stackOf('claude-code', { ...project, ...files }).servers;
    expect(found.map(({ name, status }) => `${name} ${status}`)).toEqual(servers);
    for (const { reason, status, server } of found.filter(({ status }) => status === 'disabled')) {
      expect(reason).toMatch(/^switched off in (~|\.claude)\/?.*disabledMcp/);
      expect([status, server.enabled]).toEqual(['disabled', false]);
    }
  });

  it('an entry of the project that is rejected hides none of the user’s', () => {
    const files = {
      [`${P}/.mcp.json`]: mcpServers('s'),
      [`${H}/.claude.json`]: { ...mcpServers('s'), projects: { [P]: { disabledMcpjsonServers: ['s'] } } },
    };
    expect(summary(stackOf('claude-code', files))).toEqual(['s ready ~/.claude.json']);
    // Its own file tells why.
    expect(
      stackOf('claude-code', files).files.find(({ scope }) => scope === 'project')?.servers,
    ).toMatchObject([{ status: 'disabled', offAt: `~/.claude.json projects.${P} disabledMcpjsonServers` }]);
  });

  it.each<[settings: object, pending: readonly string[]]>([
    [{}, []],
    [{ enabledMcpjsonServers: ['a'] }, ['b']],
    [{ enabledMcpjsonServers: ['a'], enableAllProjectMcpServers: true }, []],
  ])('%o: what waits for a yes says so', (settings, pending) => {
    const { servers } = stackOf('claude-code', { ...project, [`${P}/.claude/settings.json`]: settings });
    const waiting = servers.filter(({ warnings }) =>
      warnings.some(({ code }) => code === 'approval-pending'),
    );
    expect(waiting.map(({ name }) => name)).toEqual(pending);
  });

  it('settings that cannot be read are told', () => {
    const { warnings } = stackOf('claude-code', { ...project, [`${P}/.claude/settings.json`]: '{"a": ' });
    expect(warnings).toMatchObject([{ code: 'settings-unreadable' }]);
  });

  it('the project’s key is that of the nearest folder, in either slash', () => {
    const root = 'C:\\Users\\dev\\app';
    const files = {
      'C:\\Users\\dev\\.claude.json': {
        projects: { 'C:/Users/dev/app': mcpServers('a'), 'C:/Users/dev': mcpServers('b') },
      },
    };
    const stack = stackOf('claude-code', files, { platform: 'win32', cwd: `${root}\\sub`, repository: root });
    expect(stack.servers).toMatchObject([{ name: 'a', file: { scope: 'local' } }]);
  });

  it('the dead path is named where nothing else declares a server', () => {
    const dead = { [`${H}/.claude/.mcp.json`]: mcpServers('lost') };
    expect(stackOf('claude-code', dead)).toMatchObject({ files: [], warnings: [{ code: 'dead-path' }] });
    expect(stackOf('claude-code', { ...dead, ...project }).warnings).toEqual([]);
  });
});

describe('files of another installation are set aside', () => {
  const stable = `${H}/.config/Code/User/mcp.json`;
  const insiders = `${H}/.config/Code - Insiders/User/mcp.json`;
  const profile = `${H}/.config/Code/User/profiles/-5a/mcp.json`;
  const other = { servers: { b: { command: 'node' } } };

  it('Insiders and profiles beside the usual one', () => {
    const stack = stackOf('vscode', { [stable]: shapes['vscode'], [insiders]: other, [profile]: other });
    expect(stack.servers.map(({ name }) => name)).toEqual(['a']);
    expect(stack.asides.map(({ installation, file }) => [installation, file.path])).toEqual([
      ['Insiders', insiders],
      ['a profile', profile],
    ]);
  });

  it('unless only another one declares servers', () => {
    const stack = stackOf('vscode', { [stable]: { servers: {} }, [insiders]: other });
    expect(stack.servers.map(({ name }) => name)).toEqual(['b']);
    expect(stack.asides.map(({ file }) => file.path)).toEqual([stable]);
  });

  it('the store’s build of Claude Desktop, found by its pattern', () => {
    const path = `${W}\\AppData\\Local\\Packages\\Claude_pz\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`;
    expect(stackOf('claude-desktop', { [path]: mcpServers('a') }, { platform: 'win32' }).files[0]?.path).toBe(
      path,
    );
  });
});

describe('one file of several clients', () => {
  it('makes none of them one that is here, but the one it is named after', () => {
    const stacks = discoverClients(worldOf({ [`${H}/code/app/.mcp.json`]: mcpServers('a') }));
    expect(stacks.map(({ id }) => id)).toEqual(['claude-code']);
    expect(stacks[0]?.files[0]?.alsoReadBy).toEqual(['VS Code', 'GitHub Copilot CLI', 'Qwen Code']);
  });

  it('is read by each that is asked for', () => {
    const context = worldOf({ [`${H}/.copilot/mcp-config.json`]: mcpServers('a') });
    expect(discoverClients(context).map(({ id }) => id)).toEqual(['copilot-cli']);
    const both = discoverClients(context, { only: ['vscode', 'copilot-cli'] });
    expect(both.map(({ id, servers }) => [id, servers.length])).toEqual([
      ['vscode', 1],
      ['copilot-cli', 1],
    ]);
  });
});

it('a project’s file that counts in trusted folders only says so', () => {
  const { files } = stackOf('codex', { [`${H}/code/app/.codex/config.toml`]: shapes['codex'] });
  expect(files[0]?.warnings.map(({ code }) => code)).toEqual(['trusted-folders-only']);
});
