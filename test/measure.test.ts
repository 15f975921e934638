import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { measureBytes } from '../src/measure/bytes.ts';
import { compareWithPublic } from '../src/measure/comparison.ts';
import { compactJson } from '../src/json-text.ts';
import { measureTools } from '../src/measure/measure-tools.ts';
import { writeView } from '../src/measure/view-text.ts';
import type { JsonValue } from '../src/json.ts';
import type { Snapshot } from '../src/model/snapshot.ts';
import { loadO200k } from '../src/tokens/o200k.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const tokenizer = await loadO200k();

/** Reads text as a server's answer is read: `__proto__` becomes an own key. */
function parse(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}

const VALUES: readonly JsonValue[] = [
  parse('{"__proto__":{"a":1},"constructor":null,"":[],"10":{},"2":[[]]}'),
  { text: 'lone \ud800 and \udfff, \u0000\u2028\u2029\u007f "quoted" \\ /' },
  [-0, 1e21, 1e-7, 1.5, 9_007_199_254_740_991, true, false, null, '', {}, []],
  'text',
  null,
];

describe('the text', () => {
  test.each(VALUES.map((value) => [JSON.stringify(value), value] as const))('of %s', (text, value) => {
    expect(writeView([value], 'wire').text).toBe(`[${text}]`);
    expect(writeView([{ inputSchema: value }], 'generic').text).toBe(`[{"inputSchema":${text}}]`);
  });

  test('equals JSON.stringify on generated lists', () => {
    const keyword = fc.constantFrom(
      'name',
      'inputSchema',
      'properties',
      'items',
      '$defs',
      'anyOf',
      '__proto__',
    );
    const json = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1, stringUnit: 'binary' }).map((value) => parse(JSON.stringify(value))),
        fc.array(tie('value'), { maxLength: 3 }),
        fc
          .array(fc.tuple(keyword, tie('value')), { maxLength: 4 })
          .map((entries) => Object.fromEntries(entries)),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(json, { maxLength: 4 }), (tools) => {
        expect(writeView(tools, 'wire').text).toBe(JSON.stringify(tools));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('the generic view holds three fields in its own order; entries that are no objects stand as they are', () => {
    const tools = [
      { title: 'T', inputSchema: {}, description: 'd', name: 'n', icons: [] },
      { name: 'x' },
      3,
      null,
    ];
    expect(writeView(tools, 'generic').text).toBe(
      '[{"name":"n","description":"d","inputSchema":{}},{"name":"x"},3,null]',
    );
  });

  test.each([
    ['arrays', '['.repeat(20_000), ']'.repeat(20_000)],
    ['schemas', '{"items":'.repeat(20_000), `true${'}'.repeat(20_000)}`],
  ])('20,000 levels of %s are measured, where JSON.stringify overflows', (_, open, close) => {
    const text = `{"name":"deep","inputSchema":${open}${close},"_meta":${open}${close}}`;
    const tools = [parse(text)];
    expect(() => JSON.stringify(tools)).toThrow(RangeError);
    expect(compactJson(tools)).toBe(`[${text}]`);
    const { bytes, byTool } = measureTools(tools, tokenizer, { views: ['wire'] });
    expect(bytes).toBe(text.length + 2);
    expect(byTool[0]?.views.wire?.tokens).toBe(tokenizer.count(text));
  });
});

describe('a measurement', () => {
  const tools: readonly JsonValue[] = [
    { name: 'größe', description: 'ä€😀 \ud800', inputSchema: { type: 'object' }, title: 'Titel' },
    { name: 'second', annotations: { readOnlyHint: true } },
  ];

  test('has the bytes and hash of the compact JSON', () => {
    const { bytes, byTool } = measureTools(tools, tokenizer);
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(tools)));
    expect(measureBytes(tools)).toBe(bytes);
    for (const [index, { bytes, sha256 }] of byTool.entries()) {
      const text = JSON.stringify(tools[index]);
      expect(bytes).toBe(Buffer.byteLength(text));
      expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });

  test('counts each tool alone, in each view asked for', () => {
    const generic = measureTools(tools, tokenizer);
    expect(Object.keys(generic.views)).toEqual(['generic']);
    const { views, byTool } = measureTools(tools, tokenizer, { views: ['wire'] });
    expect(Object.keys(views)).toEqual(['generic', 'wire']);
    expect(byTool[1]?.views.generic?.tokens).toBe(tokenizer.count('{"name":"second"}'));
    expect(byTool[1]?.views.wire?.tokens).toBe(tokenizer.count(JSON.stringify(tools[1])));
    expect(views.generic).toEqual(generic.views.generic);
    expect(views.generic?.tokens).toEqual({
      value: tokenizer.count(writeView(tools, 'generic').text),
      tokenizer: 'o200k_base',
      exact: true,
    });
  });

  test('a list without tools costs no tokens and has the bytes of its brackets', () => {
    const { bytes, views, wireOnly, byTool, cutFirst } = measureTools([], tokenizer, { views: ['wire'] });
    const none = { tokens: { value: 0, tokenizer: 'o200k_base', exact: true }, framing: 0, parts: {} };
    expect(views).toEqual({ generic: { ...none, structuralChars: 0 }, wire: none });
    expect({ bytes, wireOnly, byTool, cutFirst }).toEqual({
      bytes: 2,
      wireOnly: [],
      byTool: [],
      cutFirst: undefined,
    });
  });

  test('a tool without a name is named by its place', () => {
    const broken = [
      'text',
      null,
      { name: 5 },
      { name: '' },
      { name: 'ok' },
      parse('{"__proto__":{"name":"x"}}'),
    ];
    const names = measureTools(broken, tokenizer).byTool.map(({ name }) => name);
    expect(names).toEqual([
      '#1 (no name)',
      '#2 (no name)',
      '#3 (no name)',
      '#4 (no name)',
      'ok',
      '#6 (no name)',
    ]);
  });

  test('instructions are counted apart, lone surrogates included', () => {
    const snapshot: Snapshot = {
      schemaVersion: 1,
      server: 's',
      toolset: 'default',
      status: 'measured',
      warnings: [],
      instructions: 'Ask 😀 first \ud800.',
      tools,
    };
    const measured = measureTools(snapshot.tools, tokenizer, { instructions: snapshot.instructions });
    expect(measured.instructions).toEqual({
      chars: 15,
      bytes: 19,
      tokens: tokenizer.count('Ask 😀 first \ud800.'),
      sha256: sha256('Ask 😀 first \ud800.'),
    });
    expect(measured.views).toEqual(measureTools(tools, tokenizer).views);
    expect(measureTools(tools, tokenizer).instructions).toEqual({ chars: 0, bytes: 0, tokens: 0 });
  });

  test('above 32 MB there are bytes and a reason, no tokens', () => {
    const huge = [{ name: 'huge', description: 'ab '.repeat(10_700_000), _meta: 1 }];
    const { bytes, views, byTool, wireOnly } = measureTools(huge, tokenizer);
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(huge)));
    expect(views.generic?.tokens.value).toBeUndefined();
    expect(views.generic?.tokens.reason).toMatch(/32 MB/);
    expect(views.generic?.framing).toBeUndefined();
    expect(byTool[0]?.views).toEqual({});
    expect(wireOnly).toEqual([{ field: '_meta', tools: 1, bytes: 10, tokens: expect.any(Number) }]);
    const { instructions } = measureTools([], tokenizer, { instructions: '€'.repeat(11_000_000) });
    expect(instructions).toEqual({
      chars: 11_000_000,
      bytes: 33_000_000,
      sha256: sha256('€'.repeat(11_000_000)),
    });
  });
});

test.each([
  [0, 0],
  [32, 0],
  [180, 4],
  [1653, 29],
  [5021, 49],
  [5022, 50],
  [17_163, 84],
  [17_164, 85],
  [243_988, 99],
  [243_989, 100],
])('%d tokens are heavier than %d %% of public servers', (tokens, heavierThan) => {
  expect(compareWithPublic(tokens)).toEqual({ heavierThan, servers: 105, date: '2026-11-30' });
});
