import { describe, expect, test } from 'vitest';
import { attributeTokens } from '../src/measure/attribution.ts';
import { measureTools } from '../src/measure/measure-tools.ts';
import { writeView } from '../src/measure/view-text.ts';
import type { JsonValue } from '../src/json.ts';
import type { ViewId } from '../src/model/measurement.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import type { PartId } from '../src/tokens/parts.ts';

const tokenizer = await loadO200k();

/** The text each part owns, pieces of one part joined by `¦`. */
function textOfParts(tool: JsonValue, view: ViewId = 'wire'): Partial<Record<PartId | 'framing', string>> {
  const { text, spans } = writeView([tool], view);
  const texts: Partial<Record<PartId | 'framing', string>> = {};
  for (const [index, { start, owner }] of spans.entries()) {
    const part = owner === 'framing' ? owner : owner.part;
    const piece = text.slice(start, spans[index + 1]?.start);
    texts[part] = texts[part] === undefined ? piece : `${texts[part]}¦${piece}`;
  }
  return texts;
}

const schemaParts = (inputSchema: JsonValue): ReturnType<typeof textOfParts> => textOfParts({ inputSchema });

describe('parts', () => {
  test('of a tool', () => {
    expect(textOfParts({ name: 'a', description: 'b', inputSchema: { type: 'object' } })).toEqual({
      framing: '[¦]',
      structure: '{¦,"inputSchema":{"type":"object"}}',
      name: '"name":"a"',
      description: ',"description":"b"',
    });
  });

  test('of the fields that only the wire view has', () => {
    const tool = {
      title: 't',
      annotations: { title: 'x' },
      outputSchema: { description: 'd' },
      icons: [],
      _meta: { name: 1 },
      execution: {},
      other: 1,
      vendor: 2,
    };
    expect(textOfParts(tool)).toEqual({
      framing: '[¦]',
      structure: '{¦}',
      toolTitle: '"title":"t"',
      annotations: ',"annotations":{"title":"x"}',
      outputSchema: ',"outputSchema":{"description":"d"}',
      icons: ',"icons":[]',
      _meta: ',"_meta":{"name":1}',
      execution: ',"execution":{}',
      other: ',"other":1,"vendor":2',
    });
    expect(textOfParts(tool, 'generic')).toEqual({ framing: '[¦]', structure: '{}' });
  });

  test.each<[PartId, JsonValue, string]>([
    ['$schema', { $schema: 's' }, '"$schema":"s"'],
    [
      '$defs',
      { $defs: { a: { description: 'd', default: 1 } } },
      '"$defs":{"a":{"description":"d","default":1}}',
    ],
    ['$defs', { definitions: {} }, '"definitions":{}'],
    ['propertyDescriptions', { properties: { a: { description: 'd' } } }, '"description":"d"'],
    ['propertyDescriptions', { anyOf: [{ items: { description: 'd' } }] }, '"description":"d"'],
    ['required', { type: 'object', required: ['a'] }, ',"required":["a"]'],
    [
      'enum',
      { properties: { a: { enum: [{ default: 1 }], const: { title: 't' } } } },
      '"enum":[{"default":1}],"const":{"title":"t"}',
    ],
    [
      'bounds',
      { items: { minimum: 1, format: 'f', pattern: 'p' } },
      '"minimum":1,"format":"f","pattern":"p"',
    ],
    ['additionalProperties', { additionalProperties: false }, '"additionalProperties":false'],
    ['additionalProperties', { additionalProperties: {} }, '"additionalProperties":{}'],
    ['additionalProperties', { additionalProperties: { type: 'string' } }, '"additionalProperties":'],
    ['default', { not: { default: { enum: [1] } } }, '"default":{"enum":[1]}'],
    ['title', { prefixItems: [{ title: 't' }] }, '"title":"t"'],
    ['examples', { examples: [{ description: 'd' }] }, '"examples":[{"description":"d"}]'],
  ])('%s of %j', (part, schema, text) => {
    expect(schemaParts(schema)[part]).toBe(text);
  });

  test.each<[string, JsonValue]>([
    [
      'properties',
      { properties: { description: {}, default: {}, title: {}, $schema: {}, enum: {}, required: {} } },
    ],
    ['patternProperties', { patternProperties: { description: true, $defs: false } }],
    [
      '__proto__',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}},"__proto__":{"description":"d"}}'),
    ],
    ['unknown keywords', { 'x-vendor': { description: 'd', default: 1 } }],
    ['wrong types', { properties: 'description', items: 3, anyOf: null }],
  ])('names under %s are no keywords', (_, schema) => {
    expect(Object.keys(schemaParts(schema))).toEqual(['framing', 'structure']);
  });

  test('a property named like a keyword may have that keyword', () => {
    const schema = { properties: { description: { description: 'd', default: { default: 1 } } } };
    expect(schemaParts(schema)).toMatchObject({
      propertyDescriptions: '"description":"d"',
      default: ',"default":{"default":1}',
    });
  });
});

describe('tokens', () => {
  test('go to the owner of their first character', () => {
    const marked = {
      text: 'aabb€😀]',
      spans: [
        { start: 0, owner: { tool: 0, part: 'name' } },
        { start: 2, owner: { tool: 1, part: 'description' } },
        { start: 7, owner: 'framing' },
      ],
    } as const;
    // 'aab' starts in the name; then 'b'; the euro sign and the smiley in two tokens each; the bracket.
    const lengths = Uint32Array.of(3, 1, 0, 1, 0, 2, 1);
    expect(attributeTokens(marked, lengths, 2)).toEqual({
      framing: 1,
      parts: { name: { bytes: 2, share: 1 }, description: { bytes: 9, share: 5 } },
      tools: [
        { share: 1, parts: { name: { bytes: 2, share: 1 } } },
        { share: 5, parts: { description: { bytes: 9, share: 5 } } },
      ],
    });
  });
});

describe('wire-only fields', () => {
  test('rows add up to the one text they are counted in', () => {
    const tools = [
      { name: 'a', title: 'Alpha', annotations: { readOnlyHint: true }, x: 1 },
      { name: 'b', icons: [{ src: 'data:,' }], other: 'é' },
      { name: 'c', title: 'Gamma' },
    ];
    const { wireOnly } = measureTools(tools, tokenizer);
    expect(wireOnly.map(({ field, tools, bytes }) => [field, tools, bytes])).toEqual([
      ['title', 2, 32],
      ['annotations', 1, 36],
      ['icons', 1, 27],
      ['other', 2, 19],
    ]);
    const text =
      ',"title":"Alpha","annotations":{"readOnlyHint":true},"x":1,"icons":[{"src":"data:,"}],"other":"é","title":"Gamma"';
    expect(wireOnly.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)).toBe(tokenizer.count(text));
  });
});
