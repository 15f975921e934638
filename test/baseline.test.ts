import { describe, expect, it } from 'vitest';
import { serializeBaseline } from '../src/judge/baseline-file.ts';
import { parseBaseline } from '../src/judge/read-baseline.ts';
import { recordToolset } from '../src/judge/record.ts';
import { renewBaseline, type NewEntry, type RenewOptions } from '../src/judge/renew.ts';
import type { JsonValue } from '../src/json.ts';
import type { Baseline, RecordedToolset } from '../src/model/baseline.ts';
import { field, METHOD, sizes, tool, type ListSizes } from './judged-lists.ts';

interface Given extends Partial<ListSizes> {
  readonly definitions?: readonly JsonValue[];
}

function entry({ definitions, ...given }: Given = {}): RecordedToolset {
  const measured = sizes({ byTool: [tool('a'), tool('b')], bytes: 80, tokens: 20, ...given });
  return recordToolset(measured.measurement, { ...measured, definitions });
}

function baseline(servers: Baseline['servers'], raises: Baseline['raises'] = []): Baseline {
  return { schemaVersion: 1, method: METHOD, servers, raises };
}

const raise = { server: 's', toolset: 't', metric: 'tokens', from: 1, to: 2, reason: 'a "good"\nreason' };

describe('the baseline file', () => {
  it('is read as it was written', () => {
    const one = baseline(
      {
        media: {
          core: entry({ prompts: 1, resources: 0, instructions: 40 }),
          all: entry({
            byTool: [
              tool('__proto__'),
              tool('x"\n\u2028', { fields: { name: field(4), description: field(9) } }),
            ],
          }),
        },
        empty: {},
        large: { default: entry({ tokens: undefined, byTool: [] }) },
      },
      [raise],
    );
    const text = serializeBaseline(one);
    const read = parseBaseline(text, METHOD);
    // Absent and undefined are the same.
    expect(read).toEqual({ baseline: JSON.parse(JSON.stringify(one)) });
    expect('baseline' in read && serializeBaseline(read.baseline)).toBe(text);
  });

  it('is sorted by server and toolset, whatever answered first; tools keep their order', () => {
    const [a, b] = [entry(), entry({ byTool: [tool('z'), tool('y')] })];
    const text = serializeBaseline(baseline({ b: { y: a, x: b }, a: { z: a } }));
    expect(text).toBe(serializeBaseline(baseline({ a: { z: a }, b: { x: b, y: a } })));
    expect(text.indexOf('"z": {')).toBeLessThan(text.indexOf('"y": {'));
  });

  it('has one line a tool, and changes in the line of the tool that changed', () => {
    const of = (hash: string) =>
      serializeBaseline(
        baseline({ s: { t: entry({ byTool: [tool('one'), tool('two', { hash }), tool('three')] }) } }),
      );
    const [before, after] = [of('1').split('\n'), of('2').split('\n')];
    expect(before.filter((line, index) => line !== after[index])).toEqual([
      '          "two": { "tokens": 10, "bytes": 40, "sha256": "1", "fields": {} }',
    ]);
    expect(before.length).toBe(after.length);
    expect(of('1')).toMatch(/\}\n$/);
  });

  it('holds hashes and sizes, and no text', () => {
    const fields = { description: { chars: 12, bytes: 12, sha256: 'f'.repeat(64) } };
    const text = serializeBaseline(baseline({ s: { t: entry({ byTool: [tool('one', { fields })] }) } }));
    expect(text).toContain(`"description": { "chars": 12, "sha256": "${'f'.repeat(16)}" }`);
  });
});

describe('hashes of definitions', () => {
  const definition = {
    name: 'a',
    title: 'A',
    inputSchema: { type: 'object', properties: { x: { enum: [1, 2] }, y: {} } },
    annotations: { readOnlyHint: true, title: 'A' },
  };
  const hashesOf = (one: JsonValue) =>
    entry({ byTool: [tool('a')], definitions: [one] }).byTool['a']?.canonical;

  it('are those of the tool and of its parts, and are read as they were written', () => {
    const hashes = hashesOf(definition);
    expect(Object.keys(hashes ?? {})).toEqual(['tool', 'title', 'inputSchema', 'annotations']);
    for (const hash of Object.values(hashes ?? {})) expect(hash).toMatch(/^[0-9a-f]{16}$/);
    const one = baseline({ s: { t: entry({ byTool: [tool('a')], definitions: [definition] }) } });
    const read = parseBaseline(serializeBaseline(one), METHOD);
    expect('baseline' in read && read.baseline.servers['s']?.['t']?.byTool['a']?.canonical).toEqual(hashes);
    expect(JSON.stringify(read)).not.toContain('readOnlyHint');
  });

  it('do not depend on the order of keys, and do on that of lists', () => {
    const turned = {
      annotations: { title: 'A', readOnlyHint: true },
      inputSchema: { properties: { y: {}, x: { enum: [1, 2] } }, type: 'object' },
      title: 'A',
      name: 'a',
    };
    expect(hashesOf(turned)).toEqual(hashesOf(definition));
    const other = {
      ...definition,
      inputSchema: { type: 'object', properties: { x: { enum: [2, 1] }, y: {} } },
    };
    expect(hashesOf(other)).toEqual({
      ...hashesOf(definition),
      tool: expect.not.stringContaining(hashesOf(definition)?.tool ?? ''),
      inputSchema: expect.not.stringContaining(hashesOf(definition)?.inputSchema ?? ''),
    });
  });

  it('are made of whatever was sent', () => {
    expect(hashesOf(null)).toEqual({ tool: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const [with__proto__, without] = ['{"__proto__":{"a":1}}', '{}'].map(
      (text) => JSON.parse(text) as JsonValue,
    );
    expect(hashesOf(with__proto__ ?? null)).not.toEqual(hashesOf(without ?? null));
    let deep: JsonValue = 1;
    for (let level = 0; level < 20_000; level += 1) deep = { b: deep, a: [] };
    expect(hashesOf({ inputSchema: deep })?.inputSchema).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('a baseline that cannot be read', () => {
  const good = JSON.parse(serializeBaseline(baseline({ s: { t: entry() } }, [raise]))) as Record<
    string,
    never
  >;
  const withEntry = (change: object) =>
    JSON.stringify({ ...good, servers: { s: { t: { ...entry(), ...change } } } });
  const withTool = (change: object) =>
    withEntry({ byTool: { a: { bytes: 1, sha256: 'x', fields: {}, ...change } } });

  it.each([
    [
      'the marks of a merge',
      `<<<<<<< HEAD\n${JSON.stringify(good)}\n=======\n{}\n>>>>>>> main\n`,
      'unsettled merge',
    ],
    ['no JSON', '{"schemaVersion": 1,', 'no JSON'],
    ['nothing', '', 'no JSON'],
    ['a list', '[]', 'no JSON object'],
    ['null', 'null', 'no JSON object'],
    ['no servers', JSON.stringify({ ...good, servers: undefined }), 'servers'],
    ['servers as a list', JSON.stringify({ ...good, servers: [] }), 'servers'],
    ['a server that is a number', JSON.stringify({ ...good, servers: { s: 5 } }), 'servers.s'],
    ['a toolset that is null', JSON.stringify({ ...good, servers: { s: { t: null } } }), 'servers.s.t'],
    ['tools as text', withEntry({ tools: '2' }), 'servers.s.t.tools'],
    ['bytes below zero', withEntry({ bytes: -1 }), 'servers.s.t.bytes'],
    ['half a token', withEntry({ tokens: 1.5 }), 'servers.s.t.tokens'],
    ['prompts that are null', withEntry({ prompts: null }), 'servers.s.t.prompts'],
    ['instructions that are missing', withEntry({ instructions: undefined }), 'servers.s.t.instructions'],
    [
      'tokens of instructions as text',
      withEntry({ instructions: { chars: 0, bytes: 0, tokens: '9' } }),
      '.instructions',
    ],
    ['byTool as a list', withEntry({ byTool: [] }), 'servers.s.t.byTool'],
    ['a tool without a hash', withTool({ sha256: undefined }), 'byTool.a'],
    ['a tool with tokens as text', withTool({ tokens: '9' }), 'byTool.a'],
    ['a field without its length', withTool({ fields: { name: { sha256: 'x' } } }), 'byTool.a'],
    ['a field without its hash', withTool({ fields: { name: { chars: 4 } } }), 'byTool.a'],
    ['hashes as text', withTool({ canonical: 'x' }), 'byTool.a'],
    ['hashes without that of the tool', withTool({ canonical: { inputSchema: 'x' } }), 'byTool.a'],
    ['a hash that is a number', withTool({ canonical: { tool: 'x', title: 5 } }), 'byTool.a'],
    ['raises as an object', JSON.stringify({ ...good, raises: {} }), 'raises'],
    ['raises of text', JSON.stringify({ ...good, raises: ['x'] }), 'raises'],
  ])('%s', (_title, text, message) => {
    expect(parseBaseline(text, METHOD)).toEqual({
      problem: 'unreadable',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['another schema version', { schemaVersion: 2 }, 'schema version 2'],
    ['no schema version', { schemaVersion: undefined }, 'schema version null'],
    ['another tokenizer', { method: { ...METHOD, tokenizer: 'cl100k_base' } }, 'cl100k_base'],
    ['another version of the view', { method: { ...METHOD, viewVersion: 2 } }, 'version 2'],
    ['another view', { method: { ...METHOD, view: 'wire' } }, 'view wire'],
    ['no method', { method: undefined }, 'no method'],
  ])('or is of another method: %s', (_title, change, message) => {
    const read = parseBaseline(JSON.stringify({ ...good, ...change }), METHOD);
    expect(read).toMatchObject({ problem: 'other-method', message: expect.stringContaining(message) });
    // What is of this form can still be ratcheted.
    const { servers } = good;
    if ('schemaVersion' in change) expect(read).not.toHaveProperty('outdated');
    else expect(read).toMatchObject({ outdated: { servers } });
  });

  it('is not one whose texts only look like the marks of a merge', () => {
    const text = serializeBaseline(baseline({ s: { '=======': entry({ byTool: [tool('<<<<<<< HEAD')] }) } }));
    expect(parseBaseline(text, METHOD)).toHaveProperty('baseline');
  });
});

describe('renewing', () => {
  const options: RenewOptions = { method: METHOD, reason: undefined, isWhole: true, isOtherMethod: false };
  const renew = (
    before: Baseline | undefined,
    entries: Readonly<Record<string, RecordedToolset | undefined>>,
    more: Partial<RenewOptions> = {},
  ) =>
    renewBaseline(
      before,
      Object.entries(entries).map(([name, recorded]): NewEntry => {
        const [server = '', toolset = ''] = name.split('/');
        return { server, toolset, recorded };
      }),
      { ...options, ...more },
    );
  const before = baseline({ s: { t: entry({ tokens: 20 }), gone: entry() } }, [raise]);

  it('takes what fell, what is new, and drops what the config no longer has', () => {
    const {
      baseline: after,
      kept,
      raised,
    } = renew(before, {
      's/t': entry({ tokens: 19 }),
      'new/one': entry({ tokens: 5 }),
    });
    expect(after.servers).toEqual({ s: { t: entry({ tokens: 19 }) }, new: { one: entry({ tokens: 5 }) } });
    expect(after.raises).toEqual([raise]);
    expect([kept, raised]).toEqual([[], []]);
  });

  it.each([
    ['tools', { tools: 3 }],
    ['bytes', { bytes: 81 }],
    ['tokens', { tokens: 21 }],
    ['instructions chars', { instructions: 1 }],
    ['prompts', { prompts: 1 }],
    ['resources', { resources: 1 }],
  ])('keeps the whole entry where %s rose and no reason is given', (metric, change) => {
    const { baseline: after, kept, raised } = renew(before, { 's/t': entry({ tokens: 19, ...change }) });
    expect(after.servers['s']?.['t']).toEqual(entry({ tokens: 20 }));
    expect(kept).toEqual([expect.stringMatching(`^s/t kept as it was: ${metric} \\d+ → \\d+$`)]);
    expect(raised).toEqual([]);
  });

  it('takes what rose with a reason, and keeps the reason after those before', () => {
    const {
      baseline: after,
      kept,
      raised,
    } = renew(before, { 's/t': entry({ tokens: 25, bytes: 90 }) }, { reason: 'x' });
    expect(after.servers['s']?.['t']).toEqual(entry({ tokens: 25, bytes: 90 }));
    expect(raised).toEqual([
      { server: 's', toolset: 't', metric: 'bytes', from: 80, to: 90, reason: 'x' },
      { server: 's', toolset: 't', metric: 'tokens', from: 20, to: 25, reason: 'x' },
    ]);
    expect(after.raises).toEqual([raise, ...raised]);
    expect(kept).toEqual([]);
  });

  it('keeps no reason where nothing rose', () => {
    const { raised, baseline: after } = renew(before, { 's/t': entry({ tokens: 10 }) }, { reason: 'x' });
    expect([raised, after.raises]).toEqual([[], [raise]]);
  });

  it('of another method compares what can be: tokens cannot', () => {
    const other = { isOtherMethod: true };
    const lighter = renew(before, { 's/t': entry({ tokens: 99 }), 's/gone': undefined }, other);
    expect(lighter.kept).toEqual([]);
    expect(lighter.baseline.servers).toEqual({ s: { t: entry({ tokens: 99 }) } });
    expect(lighter.baseline.raises).toEqual([raise]);
    expect(renew(before, { 's/t': entry({ bytes: 81 }) }, other).kept).toEqual([
      's/t kept as it was: bytes 80 → 81',
    ]);
  });

  it('keeps what was not measured, and what a partial run did not ask for', () => {
    expect(renew(before, { 's/t': undefined, 'never/seen': undefined }).baseline.servers).toEqual({
      s: { t: entry({ tokens: 20 }) },
    });
    expect(renew(before, { 's/t': entry({ tokens: 1 }) }, { isWhole: false }).baseline.servers).toEqual({
      s: { t: entry({ tokens: 1 }), gone: entry() },
    });
  });

  it('takes __proto__ for a name like any other', () => {
    const { baseline: after } = renew(undefined, { '__proto__/constructor': entry() });
    const text = serializeBaseline(after);
    expect(text).toContain('"__proto__": {\n      "constructor"');
    const read = parseBaseline(text, METHOD);
    expect(
      'baseline' in read && renew(read.baseline, { '__proto__/constructor': entry({ tokens: 21 }) }).kept,
    ).toHaveLength(1);
  });
});
