/** Schemas walked and their references resolved: what a page of examples would be too long for. */
import { describe, expect, it } from 'vitest';
import { inlineRefs } from '../src/judge/lint/inline-refs.ts';
import { applyPatch, toPointer } from '../src/judge/lint/patch.ts';
import { schemaRefPortability } from '../src/judge/lint/rules/schema-ref-portability.ts';
import { schemaRefUnresolved } from '../src/judge/lint/rules/schema-ref-unresolved.ts';
import { MAX_DEPTH, readSchema } from '../src/judge/lint/schema-document.ts';
import type { JsonObject, JsonValue } from '../src/json.ts';
import type { SchemaDocument, SchemaRef } from '../src/model/lint.ts';
import { lintExample } from './lint-cases.ts';

const read = (schema: JsonValue): SchemaDocument => readSchema(schema, 'inputSchema');
const pointersOf = ({ nodes }: SchemaDocument): readonly string[] =>
  nodes.map((node) => toPointer(node.at().slice(1)));
const kindOf = ({ target }: SchemaRef): string =>
  target.kind === 'found' ? toPointer(target.path) || '/' : target.kind;
/** Where the only reference leads, which stands in property `a`. */
const targetOf = (ref: string, more: JsonObject = {}): string | undefined =>
  read({ ...more, properties: { a: { $ref: ref } } }).refs.map(kindOf)[0];
const chain = (levels: number, leaf: JsonValue = {}): JsonValue => {
  let schema = leaf;
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return schema;
};

describe('the walk of a schema', () => {
  it('comes to each schema once, in the order of the text', () => {
    const schema = {
      properties: { b: { items: [{ type: 'string' }, true] }, a: { anyOf: [{}, { not: {} }] } },
      patternProperties: { '^x': {} },
      additionalProperties: false,
      dependencies: { b: ['a'], a: { required: ['b'] } },
      if: {},
      else: {},
      $defs: { D: { prefixItems: [{}] } },
    };
    expect(pointersOf(read(schema))).toEqual([
      '',
      '/properties/b',
      '/properties/b/items/0',
      '/properties/b/items/1',
      '/properties/a',
      '/properties/a/anyOf/0',
      '/properties/a/anyOf/1',
      '/properties/a/anyOf/1/not',
      '/patternProperties/^x',
      '/additionalProperties',
      '/dependencies/a',
      '/if',
      '/else',
      '/$defs/D',
      '/$defs/D/prefixItems/0',
    ]);
  });

  it('never enters data, and takes names of properties for names', () => {
    const data = { properties: { no: { $ref: '#/no' } } };
    const schema = {
      enum: [data],
      const: data,
      default: data,
      examples: [data],
      properties: {
        anyOf: { type: 'string' },
        $ref: { type: 'string' },
        properties: {},
        $defs: { enum: [data] },
      },
    };
    const document = read(schema);
    expect(pointersOf(document)).toEqual([
      '',
      '/properties/anyOf',
      '/properties/$ref',
      '/properties/properties',
      '/properties/$defs',
    ]);
    expect(document.refs).toEqual([]);
  });

  it.each<JsonValue>([null, true, 5, 'text', [], [{}], { properties: [{}], anyOf: 5, items: null, $ref: 5 }])(
    'survives %j',
    (schema) => {
      expect(read(schema).nodes.length).toBeGreaterThan(0);
      expect(read(schema).refs).toEqual([]);
    },
  );

  it('says where it is too deep, and no sooner', () => {
    expect(read(chain(MAX_DEPTH)).tooDeep).toBeUndefined();
    expect(read(chain(MAX_DEPTH)).nodes).toHaveLength(MAX_DEPTH + 1);
    const deep = read(chain(20_000));
    expect(deep.nodes).toHaveLength(MAX_DEPTH + 1);
    expect(deep.tooDeep?.depth).toBe(MAX_DEPTH + 1);
  });

  it('takes 150,000 properties, and one called __proto__', () => {
    const many = Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`p${index}`, {}]));
    expect(read({ properties: many }).nodes).toHaveLength(150_001);
    const odd = JSON.parse(
      '{"properties":{"__proto__":{"$ref":"#/$defs/__proto__"}},"$defs":{"__proto__":{}}}',
    );
    expect(read(odd).refs.map(kindOf)).toEqual(['/$defs/__proto__']);
    expect(read({ properties: { a: { $ref: '#/constructor' } } }).refs.map(kindOf)).toEqual(['dangling']);
  });
});

describe('a reference', () => {
  it.each([
    ['#', {}, '/'],
    ['#/$defs/A', { $defs: { A: {} } }, '/$defs/A'],
    ['#/$defs/A', { $defs: { A: true } }, '/$defs/A'],
    ['#/$defs/a~1b', { $defs: { 'a/b': {} } }, '/$defs/a~1b'],
    ['#/$defs/a~0b', { $defs: { 'a~b': {} } }, '/$defs/a~0b'],
    ['#/$defs/a~01', { $defs: { 'a~1': {} } }, '/$defs/a~01'],
    ['#/$defs/a%20b', { $defs: { 'a b': {} } }, '/$defs/a b'],
    ['#/$defs/a%20b', { $defs: { 'a%20b': {} } }, '/$defs/a%20b'],
    ['#/$defs/100%', { $defs: { '100%': {} } }, '/$defs/100%'],
    ['#/$defs/List[A]', { $defs: { 'List[A]': {} } }, '/$defs/List[A]'],
    ['#/anyOf/1', { anyOf: [{}, {}] }, '/anyOf/1'],
    ['#/anyOf/2', { anyOf: [{}, {}] }, 'dangling'],
    ['#/components/A', { components: { A: {} } }, '/components/A'],
    ['#/$defs/A', { $defs: { A: 'text' } }, 'dangling'],
    ['#/$defs/A/description', { $defs: { A: { description: 'text' } } }, 'dangling'],
    ['#/$defs', {}, 'dangling'],
    ['#a', { $defs: { A: { $anchor: 'a' } } }, '/$defs/A'],
    ['#a', { $defs: { A: { $dynamicAnchor: 'a' } } }, '/$defs/A'],
    ['#a', { $defs: { A: { $id: '#a' } } }, '/$defs/A'],
    ['#a', { $defs: { A: { const: { $anchor: 'a' } } } }, 'anchor'],
    ['a.json', {}, 'external'],
    ['https://example.com/a', {}, 'external'],
    ['http://[', {}, 'external'],
    ['a.json', { $defs: { A: { $id: 'a.json' } } }, '/$defs/A'],
    ['a.json#/$defs/B', { $defs: { A: { $id: 'a.json', $defs: { B: {} } } } }, '/$defs/A/$defs/B'],
    ['https://example.com/s', { $id: 'https://example.com/s' }, '/'],
    ['https://example.com/s#/$defs/A', { $id: 'https://example.com/s#', $defs: { A: {} } }, '/$defs/A'],
    ['/a.json', { $id: 'https://example.com/s', $defs: { A: { $id: 'a.json' } } }, '/$defs/A'],
    [
      'https://example.com/a.json',
      { $id: 'https://example.com/s', $defs: { A: { $id: 'a.json' } } },
      '/$defs/A',
    ],
    ['urn:x:a', { $defs: { A: { $id: 'urn:x:a' } } }, '/$defs/A'],
    ['#/$defs/A', { $id: 'urn:x:s', $defs: { A: {} } }, '/$defs/A'],
    // Nobody's keyword since draft-06; an address before.
    ['a.json', { $defs: { A: { id: 'a.json' } } }, 'external'],
    [
      'a.json',
      { $schema: 'http://json-schema.org/draft-04/schema#', $defs: { A: { id: 'a.json' } } },
      '/$defs/A',
    ],
  ] as const)('%s in %j leads to %s', (ref, more, target) => {
    expect(targetOf(ref, more)).toBe(target);
  });

  it('counts from the nearest address', () => {
    const inner = { $id: 'inner.json', properties: { a: { $ref: '#/$defs/A' } } };
    expect(read({ properties: { inner }, $defs: { A: {} } }).refs.map(kindOf)).toEqual(['dangling']);
    const whole = { ...inner, $defs: { A: {} } };
    expect(read({ properties: { inner: whole } }).refs.map(kindOf)).toEqual(['/properties/inner/$defs/A']);
    // Two schemas may have an anchor of one name.
    const anchored = { $id: 'x.json', properties: { a: { $ref: '#n' } }, $defs: { N: { $anchor: 'n' } } };
    expect(read({ properties: { anchored }, $defs: { N: { $anchor: 'n' } } }).refs.map(kindOf)).toEqual([
      '/properties/anchored/$defs/N',
    ]);
  });

  it('has an address beside it up to draft-07, which is ignored', () => {
    const schema = { properties: { a: { $id: 'a.json', $ref: '#/definitions/A' } }, definitions: { A: {} } };
    expect(read(schema).refs.map(kindOf)).toEqual(['/definitions/A']);
  });

  it('is followed into what no keyword leads to, once', () => {
    const schema = {
      properties: { a: { $ref: '#/x/A/properties/b' }, c: { $ref: '#/x/A' }, d: { $ref: '#/x/A' } },
      x: { A: { properties: { b: { items: { $ref: '#/x/none' } } } } },
    };
    const document = read(schema);
    expect(document.refs.map(kindOf)).toEqual(['/x/A/properties/b', '/x/A', '/x/A', 'dangling']);
    expect(pointersOf(document)).toEqual([
      '',
      '/properties/a',
      '/properties/c',
      '/properties/d',
      '/x/A/properties/b',
      '/x/A/properties/b/items',
      '/x/A',
    ]);
  });

  it.each([
    ['itself', { properties: { a: { $ref: '#/properties/a' } } }, [true]],
    ['the root', { properties: { a: { $ref: '#' } } }, [true]],
    [
      'a tree',
      { properties: { a: { $ref: '#/$defs/N' } }, $defs: { N: { items: { $ref: '#/$defs/N' } } } },
      [false, true],
    ],
    [
      'two by turns',
      { $defs: { A: { items: { $ref: '#/$defs/B' } }, B: { items: { $ref: '#/$defs/A' } } } },
      [true, true],
    ],
    [
      'one that is used twice',
      { properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/A' } }, $defs: { A: {} } },
      [false, false],
    ],
    ['a definition inside a definition', { $defs: { A: { $defs: { B: { $ref: '#/$defs/A' } } } } }, [false]],
    ['nothing', { properties: { a: { $ref: '#/none' } } }, [false]],
    [
      'any value',
      { properties: { a: { $ref: '#/$defs/T' }, b: { $ref: '#/$defs/T' } }, $defs: { T: true } },
      [false, false],
    ],
  ] as const)('to %s', (_, schema, circular) => {
    expect(read(schema as JsonValue).refs.map(({ isRecursive }) => isRecursive)).toEqual(circular);
  });

  it('is one of 20,000, in a circle of all of them', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `d${index}`,
        { items: { $ref: `#/$defs/d${(index + 1) % 20_000}` } },
      ]),
    );
    const { refs } = read({ $defs });
    expect(refs).toHaveLength(20_000);
    expect(refs.every(({ isRecursive }) => isRecursive)).toBe(true);
  });
});

describe('writing definitions out', () => {
  const inlined = (schema: JsonValue) => inlineRefs(read(schema));

  it('follows one to the next, and leaves the definitions out', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A', description: 'Own.' } },
      $defs: {
        A: { $ref: '#/$defs/B' },
        B: { type: 'array', items: { $ref: '#/$defs/C' } },
        C: { const: { $ref: 1 } },
      },
    };
    expect(inlined(schema)).toEqual({
      schema: {
        type: 'object',
        properties: { a: { type: 'array', items: { const: { $ref: 1 } }, description: 'Own.' } },
      },
      isWhole: true,
    });
  });

  it('takes a root that is a reference', () => {
    const schema = { $schema: 'x', $ref: '#/definitions/A', definitions: { A: { type: 'object' } } };
    expect(inlined(schema)?.schema).toEqual({ type: 'object', $schema: 'x' });
  });

  it.each([
    [
      'a text that would be lost',
      { properties: { a: { $ref: '#/$defs/A', title: 'x' } }, $defs: { A: { title: 'y' } } },
    ],
    [
      'a mapping',
      {
        properties: { a: { $ref: '#/$defs/A' } },
        discriminator: { mapping: { a: '#/$defs/A' } },
        $defs: { A: {} },
      },
    ],
  ])('is no safe repair with %s', (_, schema) => {
    expect(inlined(schema)?.isWhole).toBe(false);
  });

  it.each<[string, JsonValue]>([
    ['a circle', { properties: { a: { $ref: '#' } } }],
    ['one that leads nowhere', { properties: { a: { $ref: '#/none' } } }],
    ['a condition beside it', { properties: { a: { $ref: '#/$defs/A', minLength: 1 } }, $defs: { A: {} } }],
    [
      'a name that would stand there twice',
      { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { $anchor: 'a' } } },
    ],
    ['no reference', { properties: {} }],
    [
      'data that is too deep',
      { properties: { a: { $ref: '#/$defs/A' } }, default: chain(20_000), $defs: { A: {} } },
    ],
  ])('is left alone with %s', (_, schema) => {
    expect(inlined(schema)).toBeUndefined();
  });

  it('gives up where definitions multiply', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `d${index}`,
        { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
      ]),
    );
    expect(
      inlined({ properties: { a: { $ref: '#/$defs/d0' } }, $defs: { ...$defs, d40: {} } }),
    ).toBeUndefined();
    const long = { description: 'x'.repeat(10_000) };
    const uses = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`p${index}`, { $ref: '#/$defs/L' }]),
    );
    expect(inlined({ properties: uses, $defs: { L: long } })).toBeUndefined();
  });
});

describe('what is told of references', () => {
  const tool = (inputSchema: JsonValue, more: JsonObject = {}) => ({ name: 't', inputSchema, ...more });
  const broken = { type: 'object', properties: { a: { $ref: '#/$defs/A' } } };

  it('is one finding for 10,000, and one for each schema', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { $ref: '#/no' }]),
    );
    const found = lintExample(schemaRefUnresolved, { title: '', tool: tool({ type: 'object', properties }) });
    expect(found.map(({ pointers = [] }) => pointers.length)).toEqual([10_000]);
    expect(found[0]?.message).toContain('9,999 more');
    const both = lintExample(schemaRefUnresolved, {
      title: '',
      tool: tool(broken, { outputSchema: broken }),
    });
    expect(both.map(({ pointer }) => pointer)).toEqual([
      '/tools/0/inputSchema/properties/a/$ref',
      '/tools/0/outputSchema/properties/a/$ref',
    ]);
  });

  it('names no API for an output schema, which it is not sent', () => {
    const found = lintExample(schemaRefUnresolved, { title: '', tool: tool({}, { outputSchema: broken }) }, [
      'moonshot-api',
      'claude-code',
    ]);
    expect(found.map(({ hosts }) => hosts)).toEqual([['claude-code']]);
  });

  it('says where the definition was left, if in one place', () => {
    const left = { $defs: { A: {} } };
    const suggestionOf = (schema: JsonValue) =>
      lintExample(schemaRefUnresolved, { title: '', tool: tool(schema) })[0]?.suggestion;
    expect(suggestionOf({ ...broken, items: left })).toMatch(/^Move `\$defs` from `\/items`/);
    expect(suggestionOf({ ...broken, items: left, not: left })).toMatch(/^Put the definition there/);
  });

  it('is repaired by what is valid without them', () => {
    const schema = { ...broken, $defs: { A: { type: 'string' } } };
    const [found] = lintExample(schemaRefPortability, { title: '', tool: tool(schema) });
    expect(found).toMatchObject({ reason: 'ref-used', isPatchSafe: true, isSavingEstimated: true });
    expect(applyPatch(tool(schema), found?.patch ?? [])).toEqual(
      tool({ type: 'object', properties: { a: { type: 'string' } } }),
    );
  });

  it('tells of a tree inside an output schema to the one that minds', () => {
    const outputSchema = { type: 'object', properties: { a: { $ref: '#' } } };
    const of = (host: string) =>
      lintExample(schemaRefPortability, { title: '', tool: tool({}, { outputSchema }) }, [host]);
    expect(of('copilot-studio').map(({ reason }) => reason)).toEqual(['ref-used']);
    expect(of('gemini-api')).toEqual([]);
  });
});
