/** Schemas held against what hosts take: the guards of these rules, and definitions that nobody would write. */
import { describe, expect, it } from 'vitest';
import { hosts, hostRegistry } from '../src/hosts/index.ts';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { hostsInPlay } from '../src/judge/lint/hosts-in-play.ts';
import { applyPatch } from '../src/judge/lint/patch.ts';
import { readPattern } from '../src/judge/lint/pattern-forms.ts';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import type { LintRule } from '../src/model/lint.ts';
import type { LintPreset } from '../src/model/lint-settings.ts';
import type { Finding } from '../src/model/report.ts';
import { allHosts, lintExample, lintWith, listsOf } from './lint-cases.ts';

const rules = {
  'schema-array-no-items': lintRules['schema-array-no-items'],
  'schema-type-placement': lintRules['schema-type-placement'],
  'schema-type-array': lintRules['schema-type-array'],
  'schema-property-key': lintRules['schema-property-key'],
  'schema-required-undeclared': lintRules['schema-required-undeclared'],
  'schema-enum-portability': lintRules['schema-enum-portability'],
  'schema-pattern-portability': lintRules['schema-pattern-portability'],
  'schema-unsupported-keyword': lintRules['schema-unsupported-keyword'],
  'schema-size-limit': lintRules['schema-size-limit'],
  'schema-strict-mode': lintRules['schema-strict-mode'],
} satisfies Record<string, LintRule>;
type RuleId = keyof typeof rules;

const toolOf = (inputSchema: JsonValue): JsonObject => ({
  name: 'tool',
  description: 'A tool.',
  inputSchema,
});
const find = (id: RuleId, inputSchema: JsonValue, ids: readonly string[] = []): readonly Finding[] =>
  lintExample(rules[id], { title: '', tool: toolOf(inputSchema) }, ids);
const argument = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { a: schema } });
const nested = (levels: number, inmost: JsonValue = { type: 'array' }): JsonObject => {
  let schema = argument(inmost);
  for (let level = 1; level < levels; level += 1) schema = argument(schema);
  return schema;
};
const placesOf = ({ pointer = '', pointers = [pointer] }: Finding): readonly string[] => pointers;
const preset = (tool: JsonObject, presets: readonly LintPreset[]): readonly Finding[] =>
  lintWith(Object.values(rules), listsOf({ title: '', tool }), { settings: { presets } }).findings;

describe('hosts in play', () => {
  const idsOf = (presets: readonly LintPreset[], ...ids: readonly string[]): readonly string[] => {
    const chosen = ids.flatMap((id) => hostRegistry().get(id) ?? []);
    return hostsInPlay({ chosen, hostProfiles: [], presets }).hosts.map(({ id }) => id);
  };

  it('are every API and client without a choice; neither a strict mode nor a reference', () => {
    const expected = Object.values(hosts)
      .filter(({ id, kind }) => kind !== 'reference' && !id.endsWith('-strict'))
      .map(({ id }) => id);
    expect(idsOf(['recommended'])).toEqual(expected);
    expect(expected).toContain('azure-openai');
    expect(idsOf(['portable'])).toEqual([...expected, 'portable']);
    expect(idsOf(['portable'], 'cursor')).toEqual(['cursor', 'portable']);
  });

  it('have the rules of what they extend as strict modes, and not as another field', () => {
    const schema = argument({ type: ['string'], pattern: '(?=a)' });
    expect(find('schema-pattern-portability', schema, ['openai-strict'])).toHaveLength(1);
    expect(find('schema-type-array', schema, ['gemini-api'])).toHaveLength(1);
    expect(find('schema-type-array', schema, ['gemini-api-jsonschema'])).toEqual([]);
  });

  it.each(Object.values(hosts))('$id names reasons that the rules have', ({ schema }) => {
    for (const { rule, reasons } of schema.rules ?? []) {
      const known = Object.entries<LintRule>(rules).find(([id]) => id === rule)?.[1];
      if (known !== undefined)
        expect(Object.keys(known.reasons)).toEqual(expect.arrayContaining([...reasons]));
    }
  });
});

/** Faults and what is none; hosts empty: nobody has chosen any. */
const GUARDS: readonly (readonly [
  title: string,
  rule: RuleId,
  schema: JsonValue,
  ids: readonly string[],
  places: readonly string[],
])[] = [
  [
    'items that are false',
    'schema-array-no-items',
    argument({ type: 'array', items: false }),
    ['vscode'],
    [],
  ],
  [
    'an array or null',
    'schema-array-no-items',
    argument({ type: ['array', 'null'] }),
    ['vscode'],
    ['/properties/a'],
  ],
  [
    'arrays in definitions, in branches and under patterns',
    'schema-array-no-items',
    {
      type: 'object',
      $defs: { list: { type: 'array' } },
      properties: { a: { anyOf: [{ type: 'array' }, { $ref: '#/$defs/list' }] } },
      patternProperties: { '^x': { type: 'array' } },
    },
    ['vscode'],
    ['/$defs/list', '/properties/a/anyOf/0', '/patternProperties/^x'],
  ],
  [
    'arrays that are data',
    'schema-array-no-items',
    argument({
      type: 'object',
      default: { type: 'array' },
      enum: [{ type: 'array' }],
      const: { type: 'array' },
    }),
    ['vscode'],
    [],
  ],
  ['a type beside a union at the root', 'schema-type-placement', { type: 'object', anyOf: [{}] }, [], []],
  [
    'arguments that are called like keywords',
    'schema-type-placement',
    argument({ type: 'object', properties: { type: { type: 'string' }, anyOf: { type: 'string' } } }),
    ['moonshot-api'],
    [],
  ],
  ['a reference in place of a type', 'schema-type-placement', argument({ $ref: '#' }), ['moonshot-api'], []],
  ['any value', 'schema-type-placement', argument(true), ['moonshot-api'], ['/properties/a']],
  [
    'a name in a list, deeper than the root, which Claude does not look at',
    'schema-property-key',
    argument({ type: 'object', properties: { 'b c': { type: 'string' } } }),
    ['claude-api'],
    [],
  ],
  [
    'the same for Gemini, which does',
    'schema-property-key',
    argument({ type: 'object', properties: { 'b c': { type: 'string' } } }),
    ['gemini-api'],
    ['/properties/a/properties/b c'],
  ],
  [
    'names that are patterns',
    'schema-property-key',
    { type: 'object', patternProperties: { '^[a-z ]+$': { type: 'string' } } },
    ['gemini-api'],
    [],
  ],
  [
    'a slash and a tilde, escaped in the pointer',
    'schema-property-key',
    { type: 'object', properties: { 'a/b~c': { type: 'string' } } },
    ['claude-api'],
    ['/properties/a~1b~0c'],
  ],
  [
    'a name that another part declares',
    'schema-required-undeclared',
    argument({ allOf: [{ properties: { b: {} } }, { required: ['b', 'c'] }] }),
    ['moonshot-api'],
    ['/properties/a/allOf/1/required/1'],
  ],
  [
    'a name that what is referred to may declare',
    'schema-required-undeclared',
    argument({ allOf: [{ $ref: '#/$defs/b' }, { required: ['c'] }], $defs: { b: {} } }),
    ['moonshot-api'],
    [],
  ],
  [
    'a name that objects inherit',
    'schema-required-undeclared',
    { type: 'object', properties: {}, required: ['toString'] },
    ['moonshot-api'],
    ['/required/0'],
  ],
  [
    'a required that is no list',
    'schema-required-undeclared',
    { type: 'object', properties: {}, required: true },
    ['moonshot-api'],
    [],
  ],
  [
    'a number as the only value, which is no branch',
    'schema-enum-portability',
    argument({ const: 1 }),
    ['gemini-api'],
    [],
  ],
  [
    'values of an enum that is data',
    'schema-enum-portability',
    argument({ type: 'object', default: { enum: [1] } }),
    ['gemini-api'],
    [],
  ],
  [
    'a lookahead as the name of properties',
    'schema-pattern-portability',
    { type: 'object', patternProperties: { '^(?!x)': {} } },
    ['llama-cpp'],
    ['/patternProperties/^(?!x)'],
  ],
  [
    'an argument that is called pattern',
    'schema-pattern-portability',
    { type: 'object', properties: { pattern: { const: '(?=x)' } } },
    ['llama-cpp'],
    [],
  ],
  [
    'words of JSON Schema since draft-07',
    'schema-unsupported-keyword',
    argument({ readOnly: true, writeOnly: true }),
    [],
    [],
  ],
  [
    'keywords of which other rules tell',
    'schema-unsupported-keyword',
    { $schema: 'x', type: 'object', anyOf: [{}], properties: { a: { $ref: '#' } } },
    ['zed', 'codex', 'claude-api'],
    [],
  ],
  [
    'conditions below the root',
    'schema-unsupported-keyword',
    argument({ if: {}, else: {} }),
    ['zed'],
    ['/properties/a/if', '/properties/a/else'],
  ],
  [
    'formats that strict mode takes, and one that it does not',
    'schema-unsupported-keyword',
    { type: 'object', properties: { a: { format: 'date-time' }, b: { format: 'uri' } } },
    ['openai-strict'],
    ['/properties/b/format'],
  ],
  [
    'a format that is dropped, told of once',
    'schema-unsupported-keyword',
    argument({ type: 'string', format: 'uri' }),
    ['zed'],
    ['/properties/a/format'],
  ],
  [
    'a number with an exclusive bound',
    'schema-unsupported-keyword',
    argument({ type: 'number', exclusiveMinimum: 0 }),
    ['copilot-studio'],
    [],
  ],
  [
    'levels behind references, where they stand',
    'schema-size-limit',
    {
      type: 'object',
      $defs: {
        three: nested(3, { type: 'string' }),
        unused: nested(6),
      },
      properties: { a: argument(argument({ $ref: '#/$defs/three' })) },
    },
    ['gemini-api'],
    ['/$defs/three/properties/a/properties/a'],
  ],
  [
    'a circle, which ends where it begins',
    'schema-size-limit',
    {
      type: 'object',
      $defs: { node: argument({ type: 'array', items: { $ref: '#/$defs/node' } }) },
      properties: { a: { $ref: '#/$defs/node' } },
    },
    ['gemini-api'],
    [],
  ],
  [
    'a long text behind a reference',
    'schema-size-limit',
    {
      type: 'object',
      $defs: { item: { type: 'object', properties: { text: { type: 'string', maxLength: 5000 } } } },
      properties: { a: { type: 'array', items: { $ref: '#/$defs/item' } } },
    },
    ['llama-cpp'],
    ['/$defs/item/properties/text/maxLength'],
  ],
  [
    'a long text that nothing stands above',
    'schema-size-limit',
    argument({ type: 'string', maxLength: 5000 }),
    ['llama-cpp'],
    [],
  ],
  [
    'a tool without arguments',
    'schema-strict-mode',
    { type: 'object', additionalProperties: false },
    ['openai-strict', 'claude-strict'],
    [],
  ],
];

it.each(GUARDS)('%s: %s', (_, id, schema, ids, places) => {
  const found = find(id, schema, ids);
  expect(found.flatMap(placesOf)).toEqual(places.map((place) => `/tools/0/inputSchema${place}`));
});

describe('what is said', () => {
  it.each([
    [{ enum: [1, 2, 3], type: 'integer' }, '`minimum` 1 and `maximum` 3'],
    [{ enum: [1, 2, 4], type: 'integer' }, 'List the values as texts.'],
    [{ enum: ['a', null] }, 'Leave null out'],
  ] satisfies [JsonValue, string][])('of %j, what takes the same values', (schema, text) => {
    expect(find('schema-enum-portability', argument(schema), ['gemini-api'])[0]?.suggestion).toContain(text);
  });

  it.each([
    [{ type: ['string', 'null'] }, 'Say `"type": "string"`, and leave the key out of `required`'],
    [{ type: ['string'] }, 'Say `"type": "string"`.'],
    [{ type: ['string', 'number'] }, 'Use `anyOf`'],
    [{ items: { type: ['string', 'null'] } }, 'Use `anyOf`'],
  ] satisfies [JsonValue, string][])('of %j, what says the same without a list', (schema, text) => {
    expect(find('schema-type-array', argument(schema))[0]?.suggestion).toContain(text);
  });

  it.each([
    ['user-id', 'Call it `user_id`'],
    ['settings[credits]', 'Call it `settings_credits`'],
    ['金額', 'Use ASCII letters'],
    ['1st', 'Use ASCII letters'],
    ['a.b', 'Use ASCII letters'],
  ])('of the argument %s, a name that is free', (key, text) => {
    const schema = { type: 'object', properties: { [key]: {}, a_b: {} } };
    expect(find('schema-property-key', schema, ['gemini-api'])[0]?.suggestion).toContain(text);
  });

  it('of keys that hosts judge differently, which host minds which', () => {
    const schema = { type: 'object', properties: { 'a-b': {}, é: {} } };
    const [found] = find('schema-property-key', schema, ['claude-api', 'gemini-api']);
    expect(found?.verdicts?.map(({ note }) => note)).toEqual(['`é`', '`a-b`, `é`']);
  });

  it('by `portable`, of its own keywords only, and of sizes as something to know', () => {
    const deep = nested(6, { type: 'string', default: '' });
    const found = preset(toolOf({ ...deep, additionalProperties: false, propertyNames: {} }), ['portable']);
    expect(found.map(({ ruleId, severity, hosts: ids }) => [ruleId, severity, ids])).toEqual([
      ['schema-unsupported-keyword', 'warning', ['portable']],
      ['schema-size-limit', 'info', ['portable']],
    ]);
    expect(found[0]?.pointers ?? found[0]?.pointer).toBe('/tools/0/inputSchema/propertyNames');
  });

  it('of strict mode, that most clients do not use it', () => {
    const found = find('schema-strict-mode', argument({}), ['openai-strict', 'claude-strict']);
    expect(found.map(({ reason }) => reason)).toEqual(['required-all', 'additional-properties']);
    for (const { message } of found) expect(message).toContain('which most clients do not send tools in');
  });
});

describe('repairs', () => {
  it.each([
    ['schema-type-array', argument({ type: ['string'] }), [], true],
    ['schema-type-placement', argument({ enum: ['a', 'b'] }), [], true],
    ['schema-required-undeclared', { ...argument({}), required: ['x', 'a', 'y', 'z'] }, [], false],
    ['schema-pattern-portability', argument({ type: 'string', pattern: '(?=a)' }), [], false],
    ['schema-unsupported-keyword', argument({ type: 'string', example: 'a' }), [], true],
    ['schema-unsupported-keyword', argument({ type: 'string', nullable: true }), [], false],
    ['schema-unsupported-keyword', argument({ type: 'string', format: 'uri' }), ['gemini-api'], false],
  ] satisfies [RuleId, JsonValue, string[], boolean][])('%s %j', (id, schema, ids, isSafe) => {
    const [found] = find(id, schema, ids);
    expect(found?.isPatchSafe).toBe(isSafe);
    const repaired = applyPatch(toolOf(schema), found?.patch ?? []);
    expect(lintExample(rules[id], { title: '', tool: repaired }, ids)).toEqual([]);
  });

  it.each([{ enum: ['a'], anyOf: [{}] }, { enum: ['a', 1] }, { enum: [] }])('add no type to %j', (schema) => {
    const found = find('schema-type-placement', argument(schema), ['gemini-api']);
    expect(found.map(({ patch }) => patch)).toEqual([undefined]);
  });

  it('tell what dropped keywords cost, also one inside another', () => {
    const schema = argument({ type: 'object', not: { minLength: 3 } });
    const [found] = find('schema-unsupported-keyword', schema, ['codex']);
    expect(found?.pointers).toHaveLength(2);
    expect(found?.tokensSaved).toBe(8);
    expect(found?.patch).toBeUndefined();
  });
});

it.each([
  [String.raw`\(?=`, {}],
  ['[(?=]', {}],
  ['(?:a)(?<name>b)', {}],
  ['(?<!a)', { hasLookaround: true }],
  [String.raw`(a)\1`, { hasBackreference: true }],
  [String.raw`[\1]`, {}],
  [String.raw`[\[]`, {}],
  ['[[]', { hasNestedBracket: true }],
  ['[', {}],
  ['\\', {}],
])('reads the pattern %s', (source, forms) => {
  expect(readPattern(source)).toEqual({
    hasLookaround: false,
    hasBackreference: false,
    hasNestedBracket: false,
    ...forms,
  });
});

describe('what nobody would write', () => {
  const parsed = (text: string): JsonValue => JSON.parse(text) as JsonValue;
  const odd: readonly JsonValue[] = [null, true, 7, '', 'object', [], [[]], {}, { type: null }];
  const keywords = [
    'type',
    'enum',
    'const',
    'properties',
    'required',
    'items',
    'anyOf',
    'allOf',
    'pattern',
    'patternProperties',
    'format',
    'maxLength',
    'maxItems',
    'exclusiveMinimum',
    'additionalProperties',
    '$ref',
    'nullable',
  ];
  const shapes: readonly JsonValue[] = [
    ...odd,
    ...keywords.flatMap((keyword) =>
      odd.flatMap((value): JsonValue[] => [{ [keyword]: value }, argument({ [keyword]: value })]),
    ),
    parsed(
      '{"type":"object","properties":{"__proto__":{"type":"array"}},"required":["__proto__","constructor"]}',
    ),
    parsed('{"__proto__":{"type":["a"]},"type":"object","properties":{"a":{"enum":[1],"__proto__":{}}}}'),
    { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
    { $ref: '#' },
    argument({ pattern: '(?=a)['.repeat(5_000) }),
    nested(199),
    nested(250),
    nested(1_000),
  ];

  it.each(Object.values<LintRule>(rules))('$id lives through it', (rule) => {
    const most = Object.keys(rule.reasons).length + 1;
    for (const shape of shapes)
      for (const ids of [[], [...allHosts, 'portable']])
        expect(lintExample(rule, { title: '', tool: toolOf(shape) }, ids).length).toBeLessThanOrEqual(most);
    for (const tool of odd) expect(lintExample(rule, { title: '', tool }, allHosts)).toEqual([]);
  });

  it('tells of 1,000 faults once', () => {
    const fault: JsonValue = { type: ['array'], enum: [1], pattern: '(?=a)', format: 'x', nullable: true };
    const keys = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, fault])),
      required: keys.map((key) => `no ${key}`),
    };
    const ids = [...allHosts, 'portable'];
    for (const rule of Object.values<LintRule>(rules)) {
      const found = lintExample(rule, { title: '', tool: toolOf(schema) }, ids);
      expect(found.length).toBeLessThanOrEqual(Object.keys(rule.reasons).length);
      for (const { message, verdicts = [] } of found) {
        expect(message.length).toBeLessThan(500);
        for (const { note = '' } of verdicts) expect(note.length).toBeLessThan(500);
      }
    }
    expect(find('schema-type-array', schema)[0]?.pointers).toHaveLength(1_000);
  });

  it('says where reading ended, whoever reads it', () => {
    for (const ids of [[], ['cursor'], ['gemini-api']]) {
      const found = find('schema-size-limit', nested(250), ids);
      expect(found.map(({ reason, severity }) => [reason, severity])).toEqual([['depth', 'warning']]);
    }
    expect(find('schema-size-limit', nested(199))).toEqual([]);
  });
});
