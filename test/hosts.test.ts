/** The profiles: that each is listed, whole and of one form, and what is derived from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostRegistry, hosts } from '../src/hosts/index.ts';
import { toolPreamble } from '../src/hosts/preamble.ts';
import { hostSeverity } from '../src/hosts/severity.ts';
import { windowOf, windowsOf } from '../src/hosts/windows.ts';
import { actionWords, confidenceWords } from '../src/hosts/words.ts';
import type { Confidence, ContextWindow, HostAction, HostProfile } from '../src/model/host.ts';

const all = Object.entries<HostProfile>(hosts);
const lookup = (id: string): HostProfile | undefined => hostRegistry().get(id);
const page = readFileSync('docs/hosts.md', 'utf8');
const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Every value under a key, at any depth. */
function valuesUnder(key: string, value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [
    ...(name === key ? [child] : []),
    ...valuesUnder(key, child),
  ]);
}

describe('profiles', () => {
  it('are all listed: a file that makes one is', () => {
    const made = readdirSync('src/hosts').filter((name) =>
      /^export const \w+: HostProfile = /m.test(readFileSync(`src/hosts/${name}`, 'utf8')),
    );
    expect(made.toSorted()).toEqual(
      Object.keys(hosts)
        .map((id) => `${id}.ts`)
        .toSorted(),
    );
  });

  it.each(all)('%s', (id, profile) => {
    expect(profile.id).toBe(id);
    expect(id).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
    expect(page).toContain(`| \`${id}\``);
    expect(profile.sources.length).toBeGreaterThan(0);
    for (const day of valuesUnder('asOf', profile)) expect(day).toMatch(DAY);
  });

  it.each(all)('%s: patterns compile, and take the simplest name', (_, { name, schema }) => {
    const patterns = [name.pattern, schema.propertyKeyPattern].filter((one) => one !== undefined);
    for (const pattern of patterns) expect('create').toMatch(new RegExp(pattern, 'u'));
    if (name.sanitize !== undefined)
      expect('a b'.replace(new RegExp(name.sanitize.replace), '_')).toBe('a_b');
  });

  it.each(all)('%s: prefixes hold the tool once, after what they cut', (_, { name }) => {
    for (const { prefix } of [{ prefix: name.prefix }, ...(name.prefixVariants ?? [])])
      expect(prefix).toMatch(/^[^{}]*(\{(server|plugin|uuid)\}[^{}]*)*\{tool\}$/);
  });

  it.each(all)('%s: every code has its words, every reference its profile', (_, profile) => {
    const actions = ['onExceed', 'onPattern', 'action'].flatMap((key) => valuesUnder(key, profile));
    for (const action of actions) expect(actionWords).toHaveProperty([action as string]);
    expect(Object.keys(profile.confidence)).toEqual([
      'tools',
      'name',
      'description',
      'instructions',
      'loads',
      'schema',
      'deferral',
    ]);
    const levels = [
      ...Object.values(profile.confidence),
      ...valuesUnder('confidence', profile).filter((one) => typeof one === 'string'),
    ];
    for (const level of levels) expect(confidenceWords).toHaveProperty([level]);
    for (const id of [profile.extends, profile.contextWindowsFrom])
      if (id !== undefined) expect(hosts).toHaveProperty([id]);
  });

  it.each(all)('%s: what is not known is absent', (_, profile) => {
    expect(JSON.stringify(profile)).not.toMatch(/:null|\[null|(?<!"reasons"):\[\]|"limits":\{\}/);
  });

  it('count what is known of deferral', () => {
    const deferred = all.flatMap(([id, { deferral }]) =>
      deferral.deferred === undefined ? [] : [[id, deferral.deferred, deferral.threshold]],
    );
    expect(deferred).toEqual([
      ['claude-code', 'names-and-instructions', undefined],
      ['codex', 'server-and-instructions', undefined],
      ['vscode', 'group-names', { from: 64, above: 128 }],
    ]);
  });
});

describe('the registry', () => {
  it('puts extra profiles in place of their namesakes, new ones at the end', () => {
    const cursor = { ...hosts.cursor, label: 'Mine' };
    const extra = { ...hosts.cursor, id: 'new' };
    const registry = hostRegistry([extra, cursor]);
    expect([...registry.keys()]).toEqual([...Object.keys(hosts), 'new']);
    expect(registry.get('cursor')).toBe(cursor);
    expect(hostRegistry().get('cursor')).toBe(hosts.cursor);
  });
});

describe('severity', () => {
  const SEVERITIES: readonly (readonly [HostAction, Confidence, string])[] = [
    ['reject-request', 'source', 'error'],
    ['reject-list', 'docs', 'error'],
    ['drop-tool', 'issue', 'error'],
    ['reject-request', 'third-party', 'warning'],
    ['drop-tool', 'derived', 'warning'],
    ['reject-list', 'unverified', 'warning'],
    ['truncate', 'source', 'warning'],
    ['warn', 'unverified', 'warning'],
    ['unknown', 'source', 'info'],
    ['unknown', 'unverified', 'info'],
  ];
  it.each(SEVERITIES)('of %s known by %s is %s', (action, confidence, severity) => {
    expect(hostSeverity(action, confidence)).toBe(severity);
  });

  it('is an error only where the evidence is no mere word', () => {
    for (const action of Object.keys(actionWords) as HostAction[])
      for (const confidence of ['third-party', 'derived', 'unverified'] as const)
        expect(hostSeverity(action, confidence)).not.toBe('error');
  });
});

describe('windows', () => {
  it.each([
    ['claude-code', 'claude-haiku-4-5', 200_000],
    ['cursor', undefined, undefined],
    ['vscode', 'gpt-6.2-sol', 272_000],
    ['mistral-api', 'mistral-large-4', 1_050_000],
  ])('of %s is the smallest that its models have', (id, model, tokens) => {
    const found = windowOf(hosts[id as keyof typeof hosts], lookup);
    expect([found?.model, found?.tokens]).toEqual([model, tokens]);
  });

  it('ends where profiles refer to each other in a circle, or to none', () => {
    const one: HostProfile = { ...hosts.cursor, id: 'one', contextWindowsFrom: 'two' };
    const two: HostProfile = { ...hosts.cursor, id: 'two', contextWindowsFrom: 'one' };
    expect(windowsOf(one, (id) => (id === 'one' ? one : two))).toEqual([]);
    expect(windowOf(one, () => undefined)).toBeUndefined();
  });

  it("goes before those of the profile it refers to where it is a host's own", () => {
    const own: ContextWindow = { model: 'm', tokens: 5, asOf: '2026-11-30', source: 's' };
    expect(windowOf({ ...hosts['claude-code'], contextWindows: [own] }, lookup)).toBe(own);
  });
});

it('the preamble is dated, and no model is both known and unknown', () => {
  expect(toolPreamble.asOf).toMatch(DAY);
  const models: readonly string[] = toolPreamble.rows.map(({ model }) => model);
  expect(new Set(models).size).toBe(models.length);
  expect(toolPreamble.unknown.filter((model) => models.includes(model))).toEqual([]);
});
