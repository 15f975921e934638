/** `hosts` and `hostProfiles` in a config: what they resolve to, and what is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hosts } from '../src/hosts/index.ts';
import { windowOf } from '../src/hosts/windows.ts';
import { complaintOf, planOf } from './config-folder.ts';

const FILE = 'mcp-budget.config.json';
const servers = { media: { command: 'node' } };
const hostOf = async (id: string, stated: object) => {
  const { plan } = await planOf({ hostProfiles: { [id]: stated }, servers });
  const [profile] = plan.hostProfiles;
  if (profile === undefined || plan.hostProfiles.length !== 1) throw new Error('not one profile');
  return profile;
};
const OUR = { label: 'Our client', name: { prefix: '{server}.{tool}' } };

describe('hosts', () => {
  it('are the profiles of their ids, in the order of the list', async () => {
    const { plan } = await planOf({ hosts: ['cursor', 'claude-code'], servers });
    expect(plan.hosts).toEqual([hosts.cursor, hosts['claude-code']]);
    expect(plan.hostProfiles).toEqual([]);
  });

  it('are none where the config names none', async () => {
    const { plan } = await planOf({ servers });
    expect([plan.hosts, plan.hostProfiles]).toEqual([[], []]);
  });

  it('are those of hostProfiles where it has them', async () => {
    const { plan } = await planOf({
      hosts: ['our-client', 'cursor'],
      hostProfiles: { cursor: { tools: { max: 40 } }, 'our-client': OUR },
      servers,
    });
    expect(plan.hosts.map(({ id, tools }) => [id, tools.max])).toEqual([
      ['our-client', undefined],
      ['cursor', 40],
    ]);
    expect(plan.hosts[1]).toBe(plan.hostProfiles[0]);
  });
});

describe('hostProfiles', () => {
  it('override level by level, as the word of the user, who is told apart from what is shipped', async () => {
    const cursor = await hostOf('cursor', { tools: { max: 40 } });
    expect(cursor.tools).toEqual({ ...hosts.cursor.tools, max: 40 });
    expect(cursor.name).toEqual(hosts.cursor.name);
    expect(cursor.confidence).toEqual({ ...hosts.cursor.confidence, tools: 'source' });
    expect(cursor.asOf).toBe('your config');
    expect(cursor.sources).toEqual([`${FILE}:3 hostProfiles.cursor`, ...hosts.cursor.sources]);
    expect(cursor.fromConfig).toEqual({
      place: `${FILE}:3 hostProfiles.cursor`,
      blocks: ['tools'],
      shippedAsOf: '2026-02-28',
    });
  });

  it('take the evidence and the day that the user states', async () => {
    const cursor = await hostOf('cursor', {
      asOf: '2026-12-01',
      sources: ['our wiki'],
      confidence: { tools: 'third-party' },
      tools: { max: 40 },
    });
    expect(cursor.confidence.tools).toBe('third-party');
    expect(cursor.asOf).toBe('2026-12-01');
    expect(cursor.sources.slice(1, 2)).toEqual(['our wiki']);
  });

  it('give a host another name, long and short', async () => {
    const codex = await hostOf('codex', { label: 'Mine' });
    expect([codex.label, codex.shortLabel]).toEqual(['Mine', undefined]);
  });

  it('take a limit back with "unknown", which as an action is a value', async () => {
    const vscode = await hostOf('vscode', {
      tools: { max: 'unknown' },
      name: { prefixMaxLength: 'unknown', onExceed: 'unknown' },
    });
    expect('max' in vscode.tools).toBe(false);
    expect('prefixMaxLength' in vscode.name).toBe(false);
    expect(vscode.name).toMatchObject({ maxLength: 64, onExceed: 'unknown' });
  });

  it('state the numbers and keywords of schemas with the evidence of the block', async () => {
    const portable = await hostOf('portable', {
      schema: {
        limits: { maxDepth: 9, sumMaxItems: 'unknown' },
        droppedKeywords: [{ keyword: '*', except: ['type'], at: 'any', action: 'strip' }],
      },
    });
    expect(portable.schema.limits).toEqual({
      maxDepth: { value: 9, confidence: 'source' },
      maxSchemaBytes: { value: 5000, confidence: 'derived' },
    });
    expect(portable.schema.droppedKeywords).toEqual([
      { keyword: '*', except: ['type'], at: 'any', action: 'strip', confidence: 'source' },
    ]);
    expect(portable.schema.rules).toEqual(hosts.portable.schema.rules);
  });

  it.each([
    [100_000, 100_000],
    ['1M', 1_000_000],
  ])('set a window of %s in place of those of the models', async (window, tokens) => {
    const profile = await hostOf('claude-code', { window });
    expect(windowOf(profile, () => undefined)).toEqual({
      model: 'your config',
      tokens,
      asOf: 'your config',
      source: `${FILE}:4 hostProfiles.claude-code.window`,
    });
  });

  it.each([
    [{ state: 'none' }, { state: 'none' }],
    [
      { state: 'auto', percent: 5 },
      { state: 'auto', percent: 5 },
    ],
    [
      { state: 'threshold', threshold: 30 },
      { state: 'threshold', threshold: 30 },
    ],
  ])('set deferral: %j', async (deferral, setting) => {
    const profile = await hostOf('claude-code', { deferral });
    expect(profile.deferral).toEqual({
      ...hosts['claude-code'].deferral,
      setting: { ...setting, from: `${FILE}:4 hostProfiles.claude-code.deferral`, confidence: 'source' },
    });
  });

  it('leave the day of a host of which they set the window and the deferral', async () => {
    const profile = await hostOf('claude-code', { window: 100_000, deferral: { state: 'none' } });
    expect(profile.asOf).toBe(hosts['claude-code'].asOf);
    expect(profile.confidence).toEqual({ ...hosts['claude-code'].confidence, deferral: 'source' });
  });

  it('add a host, of which all else is not known', async () => {
    const ours = await hostOf('our-client', { ...OUR, extends: 'claude-api', tokenizer: 'claude' });
    expect(ours).toMatchObject({ id: 'our-client', label: 'Our client', kind: 'client' });
    expect(ours.name.prefix).toBe('{server}.{tool}');
    expect([ours.confidence.name, ours.confidence.tools]).toEqual(['source', 'unverified']);
    expect(ours.fromConfig?.shippedAsOf).toBeUndefined();
    expect([ours.extends, ours.tokenizer, ours.tools.max]).toEqual(['claude-api', 'claude', undefined]);
  });

  it('leave the shipped profile as it is', async () => {
    const before = structuredClone(hosts.cursor);
    await hostOf('cursor', { tools: { max: 1 }, schema: { limits: { maxDepth: 1 } } });
    expect(hosts.cursor).toEqual(before);
  });

  it('are what docs/hosts.md shows', async () => {
    const [, block = ''] = /```jsonc\n(.*?)```/s.exec(readFileSync('docs/hosts.md', 'utf8')) ?? [];
    const { plan } = await planOf({ ...(JSON.parse(block) as object), servers });
    expect(plan.hosts.map(({ id }) => id)).toEqual(['cursor', 'our-client']);
  });
});

const MISTAKES: readonly (readonly [what: string, config: object, line: string, hint?: string])[] = [
  [
    'an unknown host',
    { hosts: ['cursr'] },
    `${FILE}:3  hosts[0]: no host "cursr" is known`,
    'did you mean cursor',
  ],
  [
    'an unknown host like none',
    { hosts: ['qqqqqqqqqq'] },
    `${FILE}:3  hosts[0]: no host "qqqqqqqqqq" is known`,
    'mcp-budget hosts lists them',
  ],
  ['a host twice', { hosts: ['zed', 'zed'] }, `${FILE}:4  hosts[1]: named twice`],
  ['no host', { hosts: [] }, `${FILE}:2  hosts: expected at least one host, found a list`],
  [
    'a new host of which nothing is stated',
    { hostProfiles: { 'our-client': {} } },
    `${FILE}:3  hostProfiles.our-client: no host of this id is shipped; a new one needs label and name.prefix`,
  ],
  [
    'a misspelled host',
    { hostProfiles: { 'claude-cod': { tools: { max: 5 } } } },
    `${FILE}:3  hostProfiles.claude-cod: no host of this id is shipped; a new one needs label and name.prefix`,
    'did you mean claude-code',
  ],
  [
    'an unknown key',
    { hostProfiles: { cursor: { tools: { maxx: 5 } } } },
    `${FILE}:5  hostProfiles.cursor.tools.maxx: unknown key`,
    'did you mean max',
  ],
  [
    'an unknown host to extend',
    { hostProfiles: { cursor: { extends: 'claude-ap' } } },
    `${FILE}:4  hostProfiles.cursor.extends: no host "claude-ap" is known`,
    'did you mean claude-api',
  ],
  [
    'a prefix without the tool',
    { hostProfiles: { cursor: { name: { prefix: 'mcp__{server}' } } } },
    `${FILE}:5  hostProfiles.cursor.name.prefix: expected text with {tool} and perhaps {server} before it, found "mcp__{server}"`,
  ],
  [
    'a pattern that is none',
    { hostProfiles: { cursor: { name: { pattern: '[' } } } },
    `${FILE}:5  hostProfiles.cursor.name.pattern: expected a regular expression, found "["`,
  ],
  [
    'an action that is none',
    { hostProfiles: { cursor: { tools: { onExceed: 'refuse' } } } },
    `${FILE}:5  hostProfiles.cursor.tools.onExceed: expected one of reject-request, reject-list, drop-tool, truncate, rewrite, strip, degrade, warn, unknown, found "refuse"`,
  ],
  [
    'a limit of nothing',
    { hostProfiles: { cursor: { tools: { max: 0 } } } },
    `${FILE}:5  hostProfiles.cursor.tools.max: expected a number, or "unknown", found 0`,
  ],
  [
    'a share without the state that it belongs to',
    { hostProfiles: { cursor: { deferral: { state: 'all', percent: 10 } } } },
    `${FILE}:6  hostProfiles.cursor.deferral.percent: belongs to state auto, this one is all`,
  ],
  [
    'a day that is none',
    { hostProfiles: { cursor: { asOf: 'today' } } },
    `${FILE}:4  hostProfiles.cursor.asOf: expected a day, e.g. "2026-11-30", found "today"`,
  ],
];

it.each(MISTAKES)('%s is a mistake', async (_, config, line, hint) => {
  const complaint = await complaintOf({ [FILE]: { ...(config as object), servers } });
  expect(complaint.name).toBe('ConfigError');
  expect(complaint.lines).toEqual([line]);
  if (hint !== undefined) expect(complaint.hint).toContain(hint);
});
