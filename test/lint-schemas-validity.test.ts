/** Verdicts on schemas: held against ajv itself, and what is told of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../src/json.ts';
import { applyPatch } from '../src/judge/lint/patch.ts';
import { schemaDialectUri } from '../src/judge/lint/rules/schema-dialect-uri.ts';
import { schemaInvalid } from '../src/judge/lint/rules/schema-invalid.ts';
import { schemaRootType } from '../src/judge/lint/rules/schema-root-type.ts';
import { schemaSuspiciousEmpty } from '../src/judge/lint/rules/schema-suspicious-empty.ts';
import { dialectOf, faultsOf } from '../src/judge/lint/schema-validity.ts';
import type { Finding } from '../src/model/report.ts';
import { lintExample } from './lint-cases.ts';

const DRAFT_04 = 'http://json-schema.org/draft-04/schema#';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';
const options = { strict: false, validateFormats: false, logger: false } as const;
const plain = {
  'http://json-schema.org/draft-06/schema#': new Ajv(options).addMetaSchema(draft06),
  [DRAFT_07]: new Ajv(options),
  'https://json-schema.org/draft/2019-09/schema': new Ajv2019(options),
  [DRAFT_2020]: new Ajv2020(options),
};

const tool = (inputSchema: JsonValue, more: JsonObject = {}) => ({ name: 't', inputSchema, ...more });
const find = (given: JsonValue, hosts?: readonly string[]): readonly Finding[] =>
  lintExample(schemaInvalid, { title: '', tool: given }, hosts);
const object = (properties: JsonObject, more: JsonObject = {}) => ({ ...more, type: 'object', properties });

describe('a verdict is that of ajv', () => {
  const keywords =
    'type properties items prefixItems required enum const anyOf allOf oneOf not if additionalProperties patternProperties ' +
    'minimum exclusiveMinimum exclusiveMaximum minLength multipleOf uniqueItems pattern format title description examples default ' +
    'dependencies dependentRequired dependentSchemas $ref $id $anchor $defs definitions $comment readOnly contains ' +
    'additionalItems unevaluatedProperties propertyNames minContains $dynamicRef $recursiveRef $vocabulary contentSchema';
  const values: readonly JsonValue[] = [
    null, true, false, 0, -1, 1.5, '', 'string', 'float', '#a', [], ['a'], ['a', 'a'], ['string', 'float'], [5], [{}], [{ type: 5 }],
    {}, { a: 5 }, { a: {} }, { a: ['b'] }, { a: true }, { type: 'nothing' }, { properties: [] },
  ]; // prettier-ignore

  it.each(Object.entries(plain))('of %s, for each keyword and form of value', (uri, ajv) => {
    const verdicts = keywords.split(' ').flatMap((keyword) =>
      values.map((value) => {
        const schema = object(
          { p: { [keyword]: value }, q: { items: { [keyword]: value } } },
          { $schema: uri },
        );
        const isTold = find(tool(schema), ['cursor']).some(({ reason }) => reason !== 'boolean-property');
        return { keyword, value, isTold, isValid: ajv.validateSchema(schema) };
      }),
    );
    expect(verdicts.filter(({ isTold, isValid }) => isTold === isValid)).toEqual([]);
    // Not a comparison of nothing.
    expect(verdicts.filter(({ isTold }) => isTold).length).toBeGreaterThan(200);
    expect(verdicts.filter(({ isTold }) => !isTold).length).toBeGreaterThan(200);
  });

  const lists = readdirSync('fixtures/lists');

  it.each(lists)('on each schema of %s', (file) => {
    const { tools }: { tools: readonly JsonValue[] } = JSON.parse(
      readFileSync(`fixtures/lists/${file}`, 'utf8'),
    );
    for (const one of tools.filter(isJsonObject)) {
      const schemas = [one['inputSchema'], one['outputSchema']].filter((schema) => isJsonObject(schema));
      const isValid = schemas.every((schema) => {
        const { $schema = DRAFT_2020 } = schema;
        return plain[$schema as keyof typeof plain].validateSchema(schema) === true;
      });
      expect(find(one, ['cursor']).length === 0).toBe(isValid);
    }
  });

  it.each([
    [undefined, '2020-12'],
    ['http://json-schema.org/draft-07/schema', 'draft-07'],
    ['https://json-schema.org/draft-07/schema#', 'draft-07'],
    ['https://json-schema.org/draft/2020-12/schema#', '2020-12'],
    [DRAFT_04, undefined],
    ['https://example.com/draft-07/schema', undefined],
    [7, undefined],
  ])('%s is %s', (uri, dialect) => {
    expect(dialectOf(uri === undefined ? {} : { $schema: uri })).toBe(dialect);
  });

  it('is none for a schema deeper than the stack', () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 100_000; level += 1) deep = { items: deep };
    expect(faultsOf(deep, '2020-12')).toBeUndefined();
    expect(find(tool({ ...deep, type: 'object' }))).toEqual([]);
  });

  it('is about keywords, so that names and data may be anything', () => {
    const data = { type: 'float', required: true, properties: [] };
    const schema = object({
      type: { const: data },
      required: { enum: [data] },
      items: { default: data, examples: [data] },
    });
    expect(find(tool(schema))).toEqual([]);
    expect(
      find(tool(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"float"}}}'))),
    ).toMatchObject([{ reason: 'type-name', pointer: '/tools/0/inputSchema/properties/__proto__/type' }]);
  });
});

describe('what is told', () => {
  it('is one finding for each reason and schema, at every place', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'float', minimum: 'x' }]),
    );
    const found = find(tool(object(many), { outputSchema: object({ a: { type: 'float' } }) }));
    expect(found.map(({ reason, pointers = [] }) => [reason, pointers.length])).toEqual([
      ['type-name', 10_000],
      ['meta', 10_000],
      ['type-name', 0],
    ]);
    expect(found[0]?.message).toContain('9,999 more');
  });

  it('names the place of a union that all branches refuse, once', () => {
    const found = find(
      tool(object({ a: { items: [{ type: ['string', 'float'] }] } }, { $schema: DRAFT_07 })),
      ['cursor'],
    );
    expect(found.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/tools/0/inputSchema/properties/a/items/0/type/1', 'the type `float` at `/properties/a/items/0`'],
    ]);
    expect(found[0]?.suggestion).toBe('Write `number`.');
  });

  it('says what ajv says of everything else, and in which dialect', () => {
    expect(find(tool(object({ a: { minLength: -1 } })), ['cursor'])[0]?.message).toBe(
      '`minLength` at `/properties/a`, which in 2020-12 must be >= 0',
    );
  });

  it('is a matter of those who hold it against 2020-12 where its own dialect allows it', () => {
    const anchor = tool(object({ a: { $id: '#a' } }, { $schema: DRAFT_07 }));
    expect(find(anchor, ['cursor'])).toEqual([]);
    expect(find(anchor)).toMatchObject([{ reason: 'meta', severity: 'warning' }]);
    expect(find(anchor, ['claude-api'])).toMatchObject([{ severity: 'error', hosts: ['claude-api'] }]);
    // An API is not sent what a tool gives back.
    expect(find(tool(object({}), { outputSchema: anchor.inputSchema }), ['claude-api'])).toEqual([]);
  });

  it('is known of draft-04 by its forms', () => {
    const schema = object(
      { a: { type: 'float', minimum: 0, exclusiveMinimum: true } },
      { $schema: DRAFT_04 },
    );
    expect(find(tool(schema), ['cursor']).map(({ reason, severity }) => [reason, severity])).toEqual([
      ['type-name', 'error'],
    ]);
    expect(find(tool(schema), ['claude-api']).map(({ reason }) => reason)).toEqual([
      'draft04-exclusive',
      'type-name',
    ]);
  });
});

describe('a repair', () => {
  const repaired = (schema: JsonValue, reason: string): JsonValue => {
    const found = find(tool(schema)).find((one) => one.reason === reason);
    const after = applyPatch(tool(schema), found?.patch ?? []) as JsonObject;
    return found?.isPatchSafe === true ? (after['inputSchema'] ?? null) : 'none';
  };

  it.each<[string, string, JsonValue, JsonValue]>([
    [
      'names arguments in the lists of their objects',
      'required-boolean',
      object(
        {
          a: { required: true },
          b: { required: true, ...object({ c: { required: true }, d: { required: false } }) },
        },
        { required: ['x'] },
      ),
      object({ a: {}, b: { ...object({ c: {}, d: {} }), required: ['c'] } }, { required: ['x', 'a', 'b'] }),
    ],
    ['has no list for an item', 'required-boolean', object({ a: { items: { required: true } } }), 'none'],
    [
      'moves a tuple and its rest',
      'tuple-items',
      object({ a: { items: [{ items: [{}] }], additionalItems: false } }),
      object({ a: { prefixItems: [{ items: [{}] }], items: false } }),
    ],
    [
      'takes the dialect along, of which the new form is no part',
      'tuple-items',
      object({ a: { items: [{}] } }, { $schema: DRAFT_07 }),
      object({ a: { prefixItems: [{}] } }),
    ],
    [
      'leaves a schema alone whose other words would change',
      'tuple-items',
      object({ a: { items: [{}] } }, { $schema: DRAFT_07, dependencies: { a: ['b'] } }),
      'none',
    ],
    [
      'gives both bounds',
      'draft04-exclusive',
      object({
        a: { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
        b: { exclusiveMaximum: true },
      }),
      object({ a: { exclusiveMinimum: 0, maximum: 9 }, b: {} }),
    ],
    ['says any value in another way', 'boolean-property', object({ a: true }), object({ a: {} })],
    ['has no other way to say no value', 'boolean-property', object({ a: true, b: false }), 'none'],
  ])('%s (%s)', (_, reason, before, after) => {
    expect(repaired(before, reason)).toEqual(after);
  });
});

describe('`$schema`', () => {
  const dialect = (schema: JsonObject, more: JsonObject = {}, hosts?: readonly string[]) =>
    lintExample(schemaDialectUri, { title: '', tool: tool({ type: 'object', ...schema }, more) }, hosts);

  it.each<[string, JsonObject, boolean]>([
    ['nothing but what both say', { properties: { a: { type: 'string' } } }, true],
    [
      'a description beside a reference',
      { properties: { a: { $ref: '#/definitions/A', description: 'x' } }, definitions: { A: {} } },
      true,
    ],
    [
      'a condition beside a reference',
      { properties: { a: { $ref: '#/definitions/A', minLength: 1 } }, definitions: { A: {} } },
      false,
    ],
    ['a tuple', { properties: { a: { items: [{}] } } }, false],
    ['dependencies', { dependencies: { a: ['b'] } }, false],
    ['a word that was none', { properties: { a: { prefixItems: [{}] } } }, false],
    ['arguments of such names', { properties: { dependencies: {}, prefixItems: {} } }, true],
  ])('of draft-07 goes with %s', (_, schema, isSafe) => {
    expect(dialect({ $schema: DRAFT_07, ...schema }).map(({ isPatchSafe }) => isPatchSafe)).toEqual([isSafe]);
  });

  it('of 2020-12 always goes, that of another world never', () => {
    expect(dialect({ $schema: DRAFT_2020, properties: [] })[0]?.isPatchSafe).toBe(true);
    expect(dialect({ $schema: 'https://example.com/s' })[0]?.isPatchSafe).toBe(false);
    expect(dialect({ $schema: 7 })).toMatchObject([
      { reason: 'unknown', message: expect.stringContaining('`7`') as string },
    ]);
  });

  it('is told by reason, of both schemas together', () => {
    const found = dialect({ $schema: DRAFT_07 }, { outputSchema: { $schema: DRAFT_2020, type: 'object' } });
    expect(found.map(({ reason, pointer, hosts }) => [reason, pointer, hosts])).toEqual([
      ['draft-07', '/tools/0/inputSchema/$schema', ['claude-desktop', 'gemini-api']],
      ['2020-12', '/tools/0/outputSchema/$schema', ['vscode']],
    ]);
  });

  it('of draft-07 matters to Claude Code where the schema is not valid without it', () => {
    const schema = { $schema: DRAFT_07, properties: { a: { items: [{}] } } };
    expect(dialect(schema, {}, ['claude-code'])).toMatchObject([{ severity: 'error' }]);
    expect(dialect({ $schema: DRAFT_07 }, {}, ['claude-code'])).toEqual([]);
  });
});

it.each<[string, JsonValue, string]>([
  ['null', null, 'Object'],
  ['a list', [], 'Object'],
  ['a type in capitals', { type: 'Object' }, 'Object'],
  ['types', { type: ['object', 'null'] }, 'null'],
])('a root that is %s is none of an object', (_, schema) => {
  expect(lintExample(schemaRootType, { title: '', tool: tool(schema) })).toMatchObject([
    { reason: 'input', severity: 'error' },
  ]);
});

it.each([
  ['Must provide an id.', true],
  ['Parameters:\n- id', true],
  ['Requires the following input parameters', true],
  ['The query parameter is required.', true],
  ['Provides the weather.', false],
  ['Does not take any arguments.', false],
  ['Sets nothing; without parameters.', false],
  ['Toggle the keyboard input of the simulator.', false],
])('a tool without arguments that says %j is odd: %s', (description, isOdd) => {
  const given = tool({ type: 'object' }, { description });
  expect(lintExample(schemaSuspiciousEmpty, { title: '', tool: given })).toHaveLength(isOdd ? 1 : 0);
});
