import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measureTools } from '../src/measure/measure-tools.ts';
import { writeView } from '../src/measure/view-text.ts';
import type { JsonValue } from '../src/json.ts';
import type { Cut, Tokenizer, ViewId } from '../src/model/measurement.ts';
import { repairs } from '../src/reduce/index.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { partIds } from '../src/tokens/parts.ts';

const tokenizer = await loadO200k();

function readList(name: string): readonly JsonValue[] {
  const { tools }: { tools: JsonValue[] } = JSON.parse(
    readFileSync(new URL(`../fixtures/lists/${name}.json`, import.meta.url), 'utf8'),
  );
  return tools;
}

/** The input schema after a repair, or `same` when the tool came back as it was. */
function repairSchema(id: keyof typeof repairs, inputSchema: JsonValue): JsonValue {
  const tool = { name: 'n', inputSchema, _meta: 1 };
  const [repaired] = repairs[id].apply([tool]);
  if (repaired === tool) return 'same';
  expect(repaired).toMatchObject({ name: 'n', _meta: 1 });
  expect(Object.keys(Object(repaired))).toEqual(['name', 'inputSchema', '_meta']);
  return Object(repaired).inputSchema;
}

const parse = (text: string): JsonValue => JSON.parse(text);
const str = { type: 'string' };

describe('unused-defs', () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['nothing refers', { type: 'object', $defs: { a: str } }, { type: 'object' }],
    [
      'both containers',
      { definitions: { a: str }, $defs: { b: str }, $ref: '#/$defs/b' },
      { $defs: { b: str }, $ref: '#/$defs/b' },
    ],
    [
      'a chain, a circle and an island',
      {
        $defs: {
          a: { $ref: '#/$defs/b' },
          b: { items: { $ref: '#/$defs/a' } },
          island: { $ref: '#/$defs/islet' },
          islet: { $ref: '#/$defs/island' },
        },
        items: { $ref: '#/$defs/a' },
      },
      {
        $defs: { a: { $ref: '#/$defs/b' }, b: { items: { $ref: '#/$defs/a' } } },
        items: { $ref: '#/$defs/a' },
      },
    ],
    [
      'escapes',
      {
        $defs: { 'a/b': str, 'c~d': str, 'e f': str, 'g%20h': str, gone: str },
        anyOf: [
          { $ref: '#/$defs/a~1b' },
          { $ref: '#/$defs/c~0d' },
          { $ref: '#/%24defs/e%20f' },
          { $ref: '#/$defs/g%20h' },
        ],
      },
      {
        $defs: { 'a/b': str, 'c~d': str, 'e f': str, 'g%20h': str },
        anyOf: [
          { $ref: '#/$defs/a~1b' },
          { $ref: '#/$defs/c~0d' },
          { $ref: '#/%24defs/e%20f' },
          { $ref: '#/$defs/g%20h' },
        ],
      },
    ],
    [
      'a pointer into a definition',
      { $defs: { a: { $defs: { b: str } }, c: str }, $ref: '#/$defs/a/$defs/b' },
      { $defs: { a: { $defs: { b: str } } }, $ref: '#/$defs/a/$defs/b' },
    ],
    [
      'anchors',
      {
        $defs: { a: { $anchor: 'x' }, b: { not: { $dynamicAnchor: 'y' } }, c: { $id: '#z' }, d: str },
        anyOf: [{ $ref: '#x' }, { $dynamicRef: '#y' }, { $ref: '#z' }],
      },
      {
        $defs: { a: { $anchor: 'x' }, b: { not: { $dynamicAnchor: 'y' } }, c: { $id: '#z' } },
        anyOf: [{ $ref: '#x' }, { $dynamicRef: '#y' }, { $ref: '#z' }],
      },
    ],
    [
      'a discriminator',
      { $defs: { a: str, b: str }, discriminator: { mapping: { a: '#/$defs/a' } } },
      { $defs: { a: str }, discriminator: { mapping: { a: '#/$defs/a' } } },
    ],
  ])('%s', (_, before, after) => {
    expect(repairSchema('unused-defs', before)).toEqual(after);
  });

  test.each<[string, JsonValue]>([
    ['all are used', { $defs: { a: str }, $ref: '#/$defs/a' }],
    ['a reference to elsewhere', { $defs: { a: str }, $ref: 'https://example.com/s#/$defs/a' }],
    ['a relative reference', { $defs: { a: str, b: { $id: 'b' } }, $ref: 'b' }],
    ['a broken escape', { $defs: { a: str }, $ref: '#/$defs/%' }],
    ['a reference to the container', { $defs: { a: str }, $ref: '#/$defs' }],
    ['a property of that name', { properties: { $defs: { type: 'object' } } }],
    ['no object', { $defs: ['a'], definitions: 3 }],
    ['no schema', 'text'],
  ])('leaves alone: %s', (_, schema) => {
    expect(repairSchema('unused-defs', schema)).toBe('same');
  });

  test('keeps a definition called __proto__ that is used, at any depth', () => {
    const deep = `${'{"not":'.repeat(20_000)}{"$ref":"#/$defs/__proto__"}${'}'.repeat(20_000)}`;
    const [tool] = repairs['unused-defs'].apply([
      parse(`{"inputSchema":{"$defs":{"__proto__":{"type":"null"},"x":{}},"not":${deep}}}`),
    ]);
    expect(Object.keys(Object(tool).inputSchema.$defs)).toEqual(['__proto__']);
  });
});

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const CURRENT = 'https://json-schema.org/draft/2020-12/schema';

describe('schema-line', () => {
  test.each<[string, JsonValue]>([
    [
      'draft-07',
      { $schema: DRAFT_7, type: 'object', properties: { id: { exclusiveMinimum: 3 }, dependencies: str } },
    ],
    ['2020-12', { $schema: CURRENT, prefixItems: [str], $ref: '#/$defs/a', type: 'object' }],
    ['a reference with a text', { $schema: DRAFT_7, $ref: '#/definitions/a', definitions: { a: str } }],
    ['a trap that is data', { $schema: DRAFT_7, default: { id: 'x', items: [1] } }],
  ])('goes: %s', (_, schema) => {
    const { $schema: _line, ...rest } = Object(schema);
    expect(repairSchema('schema-line', schema)).toEqual(rest);
  });

  test.each<[string, JsonValue]>([
    ['array-form items', { items: [str] }],
    ['additionalItems', { not: { additionalItems: false } }],
    ['dependencies', { dependencies: { a: ['b'] } }],
    ['boolean exclusiveMinimum', { properties: { a: { minimum: 1, exclusiveMinimum: true } } }],
    ['boolean exclusiveMaximum', { exclusiveMaximum: false }],
    ['id', { definitions: { a: { id: 'x' } } }],
    ['a fragment as $id', { $id: '#x' }],
    ['a reference with siblings', { properties: { a: { $ref: '#', minLength: 3 } } }],
    ['a keyword that draft-07 ignores', { prefixItems: [str] }],
  ])('stays: %s', (_, schema) => {
    expect(repairSchema('schema-line', { $schema: DRAFT_7, ...Object(schema) })).toBe('same');
  });

  test.each<[string, JsonValue]>([
    ['an unknown draft', { $schema: 'https://example.com/own' }],
    ['an old draft', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['no text', { $schema: 3 }],
    ['no line', { type: 'object' }],
  ])('stays: %s', (_, schema) => {
    expect(repairSchema('schema-line', schema)).toBe('same');
  });
});

test('output-schemas takes that field alone', () => {
  const bare = { name: 'b' };
  const [first, second] = repairs['output-schemas'].apply([
    { name: 'a', outputSchema: {}, title: 't' },
    bare,
  ]);
  expect(first).toEqual({ name: 'a', title: 't' });
  expect(second).toBe(bare);
});

test('repairs are listed under their ids, name a known part, and do not change what they get', () => {
  for (const [id, repair] of Object.entries(repairs)) {
    expect(repair.id).toBe(id);
    expect(partIds).toContain(repair.part);
    for (const name of ['broken-tools', 'prototype-keys-and-specials', 'repeated-defs', 'wire-only-fields']) {
      const tools = readList(name);
      const before = JSON.stringify(tools);
      expect(repair.apply(tools)).toHaveLength(tools.length);
      expect(JSON.stringify(tools)).toBe(before);
    }
  }
});

describe('what to cut first', () => {
  const cut = (tools: readonly JsonValue[], view: ViewId = 'generic'): Cut | undefined =>
    measureTools(tools, tokenizer, { views: [view], repairs: Object.values(repairs) }).cutFirst;
  const saved = (before: readonly JsonValue[], after: readonly JsonValue[], view: ViewId): number =>
    tokenizer.count(writeView(before, view).text) - tokenizer.count(writeView(after, view).text);

  test('unused definitions, by recount', () => {
    const tools = readList('repeated-defs');
    const tokensSaved = saved(tools, repairs['unused-defs'].apply(tools), 'generic');
    expect(cut(tools)).toEqual({ id: 'unused-defs', message: 'unused $defs', tools: 5, tokensSaved });
    expect(tokensSaved).toBeGreaterThan(1000);
  });

  test('a tool that takes more than a quarter of at least four', () => {
    const tools = readList('one-heavy-tool');
    const tokensSaved = saved(tools, tools.slice(1), 'generic');
    expect(cut(tools)).toEqual({ id: 'heaviest-tool', message: 'the tool configure', tools: 1, tokensSaved });
    expect(cut(tools.slice(0, 3))).toBeUndefined();
  });

  test('output schemas in the wire view alone', () => {
    const tools = readList('wire-only-fields').map((tool) => ({ ...Object(tool), icons: [] }));
    const tokensSaved = saved(tools, repairs['output-schemas'].apply(tools), 'wire');
    expect(cut(tools, 'wire')).toEqual({
      id: 'output-schemas',
      message: 'output schemas',
      tools: 3,
      tokensSaved,
    });
    expect(cut(tools.slice(0, 3))?.id).toBe('schema-line');
  });

  test('nothing where nothing stands out or nothing may go', () => {
    expect(cut([])).toBeUndefined();
    expect(cut(readList('plain'))).toBeUndefined();
    const kept = readList('repeated-defs').map((tool) => ({
      ...Object(tool),
      inputSchema: { ...Object(tool).inputSchema, $schema: undefined, $id: 'x', $ref: 'elsewhere' },
    }));
    expect(cut(JSON.parse(JSON.stringify(kept)))).toBeUndefined();
  });

  test('only the best candidate is recounted', () => {
    let counts = 0;
    const counting: Tokenizer = {
      ...tokenizer,
      count: (text) => {
        if (text.startsWith('[')) counts += 1;
        return tokenizer.count(text);
      },
    };
    measureTools(readList('repeated-defs'), counting, { repairs: Object.values(repairs) });
    expect(counts).toBe(1);
  });
});
