/** Which way of loading a host is set to: whose word goes first, and what is not understood is said to be unknown. */
import { describe, expect, it } from 'vitest';
import { defaultDeferral, readDeferral } from '../src/config/host-settings.ts';
import { hosts } from '../src/hosts/index.ts';
import type { ClientContext } from '../src/model/client.ts';
import type { DeferralSetting, HostProfile } from '../src/model/host.ts';

interface World {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: ClientContext['env'];
  readonly platform?: ClientContext['platform'];
}

const MANAGED = '/etc/claude-code/managed-settings.json';
const LOCAL = '/project/.claude/settings.local.json';
const PROJECT = '/project/.claude/settings.json';
const USER = '/home/me/.claude/settings.json';

function read(id: keyof typeof hosts, { files = {}, env = {}, platform = 'linux' }: World): DeferralSetting {
  return readDeferral(hosts[id], {
    platform,
    home: '/home/me',
    workspaceFolder: '/project',
    env,
    readFile: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  });
}

const settings = (value: unknown): string => JSON.stringify({ env: { ENABLE_TOOL_SEARCH: value } });
const claude = (world: World): DeferralSetting => read('claude-code', world);

describe('Claude Code', () => {
  it('defers everything where nothing is set', () => {
    expect(claude({})).toEqual({ state: 'all', from: 'the profile', confidence: 'source' });
    expect(claude({ env: { ENABLE_TOOL_SEARCH: '' } })).toEqual(claude({}));
    expect(claude({ files: { [USER]: settings('') } })).toEqual(claude({}));
  });

  const VALUES: readonly (readonly [string, Partial<DeferralSetting>])[] = [
    ['true', { state: 'all' }],
    ['false', { state: 'none' }],
    ['auto', { state: 'auto', percent: 10 }],
    ['auto:25', { state: 'auto', percent: 25 }],
    ['auto:0', { state: 'auto', percent: 0 }],
    ['auto:100', { state: 'auto', percent: 100 }],
    ['auto:101', { state: 'unknown' }],
    ['auto:500', { state: 'unknown' }],
    ['auto:1000', { state: 'unknown' }],
    ['auto:', { state: 'unknown' }],
    ['auto:-5', { state: 'unknown' }],
    ['auto:5.5', { state: 'unknown' }],
    ['automatic', { state: 'unknown' }],
    ['AUTO', { state: 'unknown' }],
    ['1', { state: 'unknown' }],
    ['yes', { state: 'unknown' }],
    [' true', { state: 'unknown' }],
  ];
  it.each(VALUES)('%j in the environment', (value, expected) => {
    expect(claude({ env: { ENABLE_TOOL_SEARCH: value } })).toEqual({
      from:
        expected.state === 'unknown'
          ? 'the value of ENABLE_TOOL_SEARCH is not one it knows'
          : 'ENABLE_TOOL_SEARCH',
      confidence: 'source',
      ...expected,
    });
  });

  it.each([
    [true, 'all'],
    [false, 'none'],
    ['false', 'none'],
    [25, 'unknown'],
    [null, 'unknown'],
    [['auto'], 'unknown'],
  ])('%j in a settings file', (value, state) => {
    expect(claude({ files: { [USER]: settings(value) } })).toMatchObject({
      state,
      from: expect.stringContaining('ENABLE_TOOL_SEARCH in ~/.claude/settings.json') as string,
    });
  });

  it('asks the administrator, then the project, then the user, then the environment', () => {
    const order = [
      [MANAGED, MANAGED],
      [LOCAL, '.claude/settings.local.json'],
      [PROJECT, '.claude/settings.json'],
      [USER, '~/.claude/settings.json'],
    ] as const;
    const env = { ENABLE_TOOL_SEARCH: 'auto:7' };
    for (const [index, [, shown]] of order.entries()) {
      const files = Object.fromEntries(
        order.slice(index).map(([path], at) => [path, settings(at === 0 ? 'false' : 'true')]),
      );
      expect(claude({ files, env })).toMatchObject({
        state: 'none',
        from: `ENABLE_TOOL_SEARCH in ${shown}`,
      });
    }
    expect(claude({ env })).toMatchObject({ state: 'auto', percent: 7, from: 'ENABLE_TOOL_SEARCH' });
  });

  it.each([
    ['broken', '{"env": {"ENABLE_TOOL_SEARCH": '],
    ['empty', ''],
    ['a list', '[]'],
    ['text', '"env"'],
    ['without the variable', '{"env":{"OTHER":"1"}}'],
    ['with an environment that is none', '{"env":"ENABLE_TOOL_SEARCH"}'],
    ['with a name that every object has', '{"env":{"toString":"false"}}'],
  ])('passes over a file that is %s', (_, text) => {
    const files = { [LOCAL]: text, [USER]: settings('false') };
    expect(claude({ files })).toMatchObject({
      state: 'none',
      from: 'ENABLE_TOOL_SEARCH in ~/.claude/settings.json',
    });
  });

  it('reads files with comments and trailing commas', () => {
    const text = '{ // mine\n "env": { "ENABLE_TOOL_SEARCH": "auto:3", }, }';
    expect(claude({ files: { [USER]: text } })).toMatchObject({ state: 'auto', percent: 3 });
  });

  it('keeps the user settings where CLAUDE_CONFIG_DIR says', () => {
    const files = { '/elsewhere/settings.json': settings('false'), [USER]: settings('auto') };
    expect(claude({ files, env: { CLAUDE_CONFIG_DIR: '/elsewhere' } })).toMatchObject({
      state: 'none',
      from: 'ENABLE_TOOL_SEARCH in $CLAUDE_CONFIG_DIR/settings.json',
    });
    expect(claude({ files, env: { CLAUDE_CONFIG_DIR: '' } })).toMatchObject({ state: 'auto' });
  });

  it.each([
    ['linux', MANAGED],
    ['darwin', '/Library/Application Support/ClaudeCode/managed-settings.json'],
    ['win32', String.raw`C:\Program Files\ClaudeCode\managed-settings.json`],
  ] as const)('is managed on %s from %s', (platform, path) => {
    expect(claude({ platform, files: { [path]: settings('false') } })).toMatchObject({ state: 'none' });
  });

  it('believes the config of mcp-budget before all of them', () => {
    const setting = { state: 'none', from: 'mcp-budget.config.json:3', confidence: 'source' } as const;
    const stated: HostProfile = { ...hosts['claude-code'], deferral: { setting } };
    const context = {
      platform: 'linux',
      home: '/home/me',
      workspaceFolder: '/project',
      env: { ENABLE_TOOL_SEARCH: 'true' },
      readFile: () => settings('auto'),
    } as const;
    expect(readDeferral(stated, context)).toBe(setting);
    expect(defaultDeferral(stated)).toBe(setting);
  });
});

describe('VS Code', () => {
  const KEY = 'github.copilot.chat.virtualTools.threshold';
  const WORKSPACE = '/project/.vscode/settings.json';
  const OWN = '/home/me/.config/Code/User/settings.json';
  const set = (value: unknown): string => JSON.stringify({ [KEY]: value });
  const vscode = (world: World): DeferralSetting => read('vscode', world);

  it("groups from the profile's threshold on where nothing is set", () => {
    expect(vscode({})).toEqual({ state: 'threshold', from: 'the profile', confidence: 'source' });
    expect(vscode({ files: { [OWN]: set('32') } })).toEqual(vscode({}));
  });

  it('takes the number of the workspace before that of the user', () => {
    const both = { [WORKSPACE]: `// shared\n${set(32)}`, [OWN]: set(64) };
    expect(vscode({ files: both })).toEqual({
      state: 'threshold',
      threshold: 32,
      from: 'virtualTools.threshold in .vscode/settings.json',
      confidence: 'source',
    });
    expect(vscode({ files: { ...both, [WORKSPACE]: '{' } })).toMatchObject({
      threshold: 64,
      from: 'virtualTools.threshold in the user settings',
    });
  });

  it.each([0, -1, 12.5])('does not guess what %d does', (value) => {
    expect(vscode({ files: { [WORKSPACE]: set(value), [OWN]: set(64) } })).toMatchObject({
      state: 'unknown',
    });
  });

  it.each([
    ['linux', {}, OWN],
    ['linux', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/Code/User/settings.json'],
    ['linux', { XDG_CONFIG_HOME: '' }, OWN],
    ['darwin', {}, '/home/me/Library/Application Support/Code/User/settings.json'],
    ['win32', {}, '/home/me/AppData/Roaming/Code/User/settings.json'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Code/User/settings.json'],
  ] as const)('has its user settings on %s with %j at %s', (platform, env, path) => {
    expect(vscode({ platform, env, files: { [path]: set(7) } })).toMatchObject({ threshold: 7 });
  });
});

describe('any other host', () => {
  it.each([
    ['gemini-cli', 'none'],
    ['codex', 'all'],
    ['claude-api', 'none'],
    ['cursor', 'unknown'],
  ] as const)('%s is taken as it comes: %s', (id, state) => {
    const env = { ENABLE_TOOL_SEARCH: 'false' };
    expect(read(id, { env, files: { [USER]: settings('false') } })).toEqual({
      state,
      from: 'the profile',
      confidence: hosts[id].confidence.deferral,
    });
  });

  it('is read by its own id alone', () => {
    const constructed: HostProfile = { ...hosts.cursor, id: 'constructor' };
    const context = {
      platform: 'linux',
      home: '/',
      workspaceFolder: '/',
      env: {},
      readFile: () => undefined,
    } as const;
    expect(readDeferral(constructed, context)).toMatchObject({ state: 'unknown', from: 'the profile' });
  });
});
