/** `hosts`: the list, and everything that is known of one. */
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { hosts } from '../src/hosts/index.ts';
import type { HostProfile } from '../src/model/host.ts';
import { folderWith } from './config-folder.ts';
import { hostileStrings } from './hostile-strings.ts';
import { run } from './run.ts';

const FILE = 'mcp-budget.config.json';
const servers = { media: { command: 'node' } };
const empty = folderWith({ '.git/HEAD': '' });
const show = (args: readonly string[], { columns = 80, cwd = empty } = {}) =>
  run(['hosts', ...args], { cwd, columns });
const withConfig = (config: object): string =>
  folderWith({ [FILE]: { ...config, servers }, '.git/HEAD': '' });

describe('the list', () => {
  it.each([40, 80, 100, 160])('at %i columns', async (columns) => {
    const { code, stdout, stderr } = await show([], { columns });
    expect([code, stderr]).toEqual([0, '']);
    await expect(stdout).toMatchFileSnapshot(`golden/hosts-${columns}.txt`);
  });

  it.each([40, 50, 60, 79, 80, 99, 120, 153, 200])('is no wider than %i columns', async (columns) => {
    const { stdout } = await show([], { columns });
    expect(stdout.split('\n').filter((line) => stringWidth(line) > columns)).toEqual([]);
    for (const id of Object.keys(hosts)) expect(stdout).toMatch(new RegExp(`^${id}( |:)`, 'm'));
  });

  it('never says that something is unlimited', async () => {
    const { stdout } = await show(['--format', 'table']);
    expect(stdout.replace('does not mean unlimited', '')).not.toMatch(/unlimited|no limit/);
  });

  it('is data as it is', async () => {
    const { stdout } = await show(['--format', 'json']);
    expect(JSON.parse(stdout)).toEqual(Object.values(hosts));
  });
});

describe('one host', () => {
  it.each([
    ['claude-code', 40],
    ['claude-code', 100],
    ['vscode', 80],
    ['cursor', 80],
  ])('%s at %i columns', async (id, columns) => {
    const { code, stdout } = await show([id], { columns });
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(`golden/hosts-${id}-${columns}.txt`);
  });

  it.each(Object.entries<HostProfile>(hosts))('%s tells all that its profile holds', async (id, profile) => {
    const plain = (text: string): string => text.replaceAll(/(?<=\d),(?=\d{3})/g, '');
    const told = plain((await show([id], { columns: 400 })).stdout);
    expect(factsOf(profile).filter((fact) => !told.includes(plain(fact)))).toEqual([]);
  });

  it('is data as it is, several are a list of it', async () => {
    const one = await show(['cursor', '--format', 'json']);
    expect(JSON.parse(one.stdout)).toEqual(hosts.cursor);
    const two = await show(['vscode', 'cursor', '--format', 'json']);
    expect(JSON.parse(two.stdout)).toEqual([hosts.vscode, hosts.cursor]);
  });

  it.each([
    [['cursr'], 'no host cursr is known\n  did you mean cursor?'],
    [['qqqqqqqqqq'], 'no host qqqqqqqqqq is known\n  mcp-budget hosts lists them'],
    [['cursor', '--format', 'markdown'], 'Allowed choices are table, json'],
    [['constructor'], 'no host constructor is known'],
  ])('%j is a mistake', async (args, told) => {
    const { code, stdout, stderr } = await show(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  });
});

/** Codes that are told in words, and keys that are no facts. */
const TOLD_IN_WORDS = new Set(['kind', 'confidence', 'onExceed', 'onPattern', 'action', 'at', 'default']);
const DERIVED = new Set(['part', 'tokenizer', 'propertyKeyScope', 'deferred', 'shortLabel']);

/** Every text and number of a profile that a person could miss. */
function factsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '*' ? [] : [value];
  if (typeof value === 'number') return value === 0 ? [] : [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(factsOf);
  return Object.entries(value).flatMap(([key, child]) =>
    TOLD_IN_WORDS.has(key) || DERIVED.has(key) ? [] : factsOf(child),
  );
}

describe('with a config', () => {
  const cwd = withConfig({
    hosts: ['cursor', 'our-client'],
    hostProfiles: {
      cursor: { tools: { max: 40 }, window: '100k', deferral: { state: 'auto', percent: 5 } },
      'our-client': { label: 'Our client', name: { prefix: '{server}.{tool}' } },
    },
  });

  it('lists what it states, and names its hosts', async () => {
    const { stdout } = await show([], { cwd, columns: 160 });
    expect(stdout).toMatch(/^cursor .* 40 .* auto .* your config$/m);
    expect(stdout).toMatch(/^our-client +Our client .* your config$/m);
    expect(stdout).toContain('The config names cursor, our-client.');
  });

  it('tells what it states from what is shipped', async () => {
    const { stdout } = await show(['cursor'], { cwd });
    await expect(stdout).toMatchFileSnapshot('golden/hosts-config-80.txt');
  });

  it('reads the one that --config names, and that alone', async () => {
    const other = withConfig({ hostProfiles: { zed: { tools: { max: 7 } } } });
    const ran = await show(['zed', '--config', `${other}/${FILE}`, '--format', 'json'], { cwd });
    expect(JSON.parse(ran.stdout)).toMatchObject({ tools: { max: 7 } });
    const two = await show(['--config', `${other}/${FILE}`, '--config', `${cwd}/${FILE}`], { cwd });
    expect([two.code, two.stderr]).toEqual([
      2,
      expect.stringContaining('hosts are read from one config, these are 2'),
    ]);
  });

  it('stops at a config that is wrong', async () => {
    const ran = await show([], { cwd: withConfig({ hosts: ['cursr'] }) });
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(`${FILE}:3  hosts[0]: no host "cursr" is known`);
  });
});

describe('hostile text of a config', () => {
  const UNSAFE = /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]|^\s*::|##\[/mu;
  const texts = hostileStrings.filter((text) => text !== '');
  const safe = texts.map((text) => text.replaceAll(/[{}]/g, ''));
  const profiles = Object.fromEntries(
    safe.map((text, index) => [
      `host-${index}`,
      {
        label: `${text}x`,
        versionSeen: `${text}x`,
        name: {
          prefix: `${text}{tool}`,
          sanitize: { part: 'all', replace: 'x', with: text },
        },
        schema: { allowedFormats: [`${text}x`] },
        sources: [`${text}x`],
        notes: [`${text}x`],
      },
    ]),
  );
  const cwd = withConfig({ hostProfiles: profiles });

  it.each([40, 80, 200])('is escaped at %i columns', async (columns) => {
    const ids = Object.keys(profiles);
    for (const args of [[], ids]) {
      const { code, stdout } = await show(args, { cwd, columns });
      expect(code).toBe(0);
      expect(stdout).not.toMatch(UNSAFE);
    }
  });
});
