/** What cost rules find, and that the repairs they offer change no argument that is valid. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { heaviestParts } from '../src/judge/lint/heaviest-parts.ts';
import { applyPatch } from '../src/judge/lint/patch.ts';
import { repeatedRuns } from '../src/judge/lint/repeated-runs.ts';
import { largestRepeat, toDefinition } from '../src/judge/lint/repeated-schemas.ts';
import { definitionNoise } from '../src/judge/lint/rules/definition-noise.ts';
import { metadataHeavy } from '../src/judge/lint/rules/metadata-heavy.ts';
import { schemaRepeatedSubtree } from '../src/judge/lint/rules/schema-repeated-subtree.ts';
import { textRepeated } from '../src/judge/lint/rules/text-repeated.ts';
import { toolOverBudget } from '../src/judge/lint/rules/tool-over-budget.ts';
import { withoutSpareWhiteSpace } from '../src/judge/lint/spare-white-space.ts';
import { genericText, toLintTool } from '../src/judge/lint/subject.ts';
import { readSubtrees } from '../src/judge/lint/subtrees.ts';
import type { LintRule } from '../src/model/lint.ts';
import type { Finding } from '../src/model/report.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { lintExample } from './lint-cases.ts';
import { compareVerdicts, inputOf } from './repaired-arguments.ts';
import { run } from './run.ts';

const { count } = await loadO200k();
const RULES: readonly LintRule[] = [
  definitionNoise,
  metadataHeavy,
  schemaRepeatedSubtree,
  textRepeated,
  toolOverBudget,
];

const toolOf = (inputSchema: JsonValue, more: JsonObject = {}): JsonObject => ({
  name: 'find_file',
  description: 'Find files whose path matches.',
  inputSchema,
  ...more,
});

async function installedTools(name: string): Promise<readonly JsonValue[]> {
  const server = `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`;
  const rest = name === 'filesystem' ? ['.'] : [];
  const ran = await run(['snapshot', '--settle', '0', '--', 'node', server, ...rest]);
  return (JSON.parse(ran.stdout) as { readonly tools: readonly JsonValue[] }).tools;
}

/** What generators write, with everything in it that is noise. */
const GENERATED: readonly (readonly [string, JsonObject])[] = [
  [
    'zod 4',
    toolOf(
      z.toJSONSchema(
        z.object({
          depth: z.int(),
          least: z.int().min(0).optional(),
          any: z.record(z.string(), z.unknown()),
          open: z.looseObject({ a: z.string() }),
          nullable: z.string().nullable().default(null),
        }),
        { io: 'input' },
      ) as unknown as JsonObject,
    ),
  ],
  [
    'pydantic 2',
    toolOf({
      title: 'findFileArguments',
      type: 'object',
      properties: {
        file_name: { title: 'File Name', type: 'string', description: ' Name \n\n\n\n or glob.  ' },
        root: {
          anyOf: [{ type: 'string' }, { $ref: '#/$defs/Root' }, { type: 'null' }],
          default: null,
          title: 'Root',
        },
        limit: { type: ['integer', 'null'], minimum: Number.MIN_SAFE_INTEGER, $comment: 'TODO' },
      },
      required: ['file_name'],
      additionalProperties: true,
      $defs: {
        Root: { type: 'object', title: 'Root', properties: { path: { type: 'string' } }, required: ['path'] },
        Left: { type: 'object', properties: { title: { title: 'Title', type: 'string' } } },
      },
    }),
  ],
  [
    'unevaluatedProperties',
    toolOf({
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } }, additionalProperties: true }],
      unevaluatedProperties: false,
      $comment: 'closed, but open',
    }),
  ],
  [
    'a reference into a part that says nothing',
    toolOf({
      type: 'object',
      properties: {
        a: { type: 'object', additionalProperties: {}, $comment: 'x' },
        b: { $ref: '#/properties/a/additionalProperties' },
      },
    }),
  ],
];

const noiseOf = (tool: JsonValue): readonly Finding[] => lintExample(definitionNoise, { title: '', tool });

describe('definition-noise', () => {
  it.each(GENERATED)('leaves the arguments of %s as they are', (_, tool) => {
    const found = noiseOf(tool).find(({ isPatchSafe }) => isPatchSafe === true);
    const after = applyPatch(tool, found?.patch ?? []);
    expect(found?.tokensSaved).toBe(count(genericText(tool)) - count(genericText(after)));
    const { valid, invalid } = compareVerdicts(tool, after);
    expect(Math.min(valid, invalid)).toBeGreaterThan(5);
    expect(noiseOf(after).filter(({ isPatchSafe }) => isPatchSafe === true)).toEqual([]);
  });

  it.each(['everything', 'filesystem', 'memory'])(
    'leaves the arguments of server-%s as they are',
    async (name) => {
      const tools = await installedTools(name);
      expect(tools.length).toBeGreaterThan(5);
      for (const tool of tools) {
        const [found] = noiseOf(tool);
        compareVerdicts(tool, applyPatch(tool, found?.patch ?? []));
      }
    },
  );

  it('tells of a tool once, with a patch that leaves all safe parts out', () => {
    const [, tool = {}] = GENERATED[1] ?? [];
    const [found, ...others] = noiseOf(tool);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ reason: 'unused-defs', isPatchSafe: true });
    expect(found?.pointers).toHaveLength(9);
    expect(applyPatch(tool, found?.patch ?? [])).toEqual(
      toolOf({
        title: 'findFileArguments',
        type: 'object',
        properties: {
          file_name: { type: 'string', description: 'Name\n\nor glob.' },
          root: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Root' }, { type: 'null' }] },
          limit: { type: ['integer', 'null'] },
        },
        required: ['file_name'],
        $defs: { Root: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } },
      }),
    );
  });

  it('keeps what it was not asked for', () => {
    const kept = toolOf({
      type: 'object',
      properties: {
        bounds: { type: 'number', minimum: Number.MIN_SAFE_INTEGER },
        other: { $ref: 'https://example.com/any.json' },
        text: { type: 'string', title: 'Text of the page', default: '' },
        __proto__: { type: 'string', description: '日本語の説明' },
      },
      additionalProperties: { type: 'string' },
      $defs: { Any: { type: 'string' } },
    });
    expect(noiseOf(kept)).toEqual([]);
  });

  it('has no patch for a description that is poor', () => {
    const tool = toolOf({
      type: 'object',
      properties: { userId: { type: 'string', description: 'The user ID' } },
    });
    const [found] = noiseOf(tool);
    expect(found).toMatchObject({ reason: 'restated-param', patch: undefined });
    expect(found?.tokensSaved).toBeGreaterThan(0);
  });
});

describe('withoutSpareWhiteSpace', () => {
  it.each([
    ['blanks at ends', 'a  \nb\t\n c', 'a\nb\n c'],
    ['blank lines', 'a\n\n\n\nb\n \n\nc', 'a\n\nb\n\nc'],
    ['one blank line stays', 'a\n\nb', 'a\n\nb'],
    ['ends of the text', '\n\n  a\n  b\n\n', 'a\nb'],
    ['a docstring', 'Find.\n\n    Args:\n        a: x\n    ', 'Find.\n\nArgs:\n    a: x'],
    ['what stands under a line that opens it', 'Args:\n    a: x\n    b: y', 'Args:\n    a: x\n    b: y'],
    ['a code fence', 'Say:\n```  \n  a  \n\n\n\n  b\n```\nb  ', 'Say:\n```  \n  a  \n\n\n\n  b\n```\nb'],
    ['a fence that never ends', 'a  \n~~~\n```\nb  ', 'a\n~~~\n```\nb  '],
    ['line breaks of Windows', 'a  \r\n\r\n\r\n\r\nb', 'a\r\n\r\nb'],
    ['white space that is no indentation', 'a  b\u00a0', 'a  b\u00a0'],
    ['nothing but white space', ' \n \n', ''],
  ])('%s', (_, text, expected) => {
    expect(withoutSpareWhiteSpace(text)).toBe(expected);
    expect(withoutSpareWhiteSpace(expected)).toBe(expected);
  });
});

describe('text-repeated', () => {
  const limits = { minChars: 20, minTexts: 3, mostRuns: 5 };

  it('finds the longest run that enough texts share, then what else they share', () => {
    const runs = repeatedRuns(
      [
        'x one two three four five six seven. Also the second passage here',
        'one two  three\nfour five six seven. y',
        'z one two three four five six eight the second passage here',
        'the second passage here, one two three four five six seven.',
      ],
      limits,
    );
    expect(runs).toEqual([{ text: 'one two three four five six seven.', texts: [0, 1, 3] }]);
  });

  it('finds several', () => {
    const [a, b] = ['this is the first of the passages', 'and this the other one'];
    const runs = repeatedRuns([`${a} 1 ${b}`, `${b} 2 ${a}`, `3 ${a} 4 ${b}`], limits);
    expect(runs.map(({ text }) => text)).toEqual([a, b]);
  });

  it('takes words as they are, as long as there are letters in one', () => {
    expect(
      repeatedRuns(
        ['prefix-abcdefghijklmnopqrstuv', 'other-abcdefghijklmnopqrstuv', 'abcdefghijklmnopqrstuv'],
        limits,
      ),
    ).toEqual([]);
    expect(
      repeatedRuns(
        Array.from({ length: 3 }, () => '--- '.repeat(50)),
        limits,
      ),
    ).toEqual([]);
  });

  it('goes on behind the last stretch, as far as words are shared', () => {
    const runs = repeatedRuns(['ccc bb d', 'ccc bb d a', 'ccc bb d'], { ...limits, minChars: 6 });
    expect(runs).toEqual([{ text: 'ccc bb d', texts: [0, 1, 2] }]);
  });

  it('finds what there is, as long as it is shared', () => {
    const word = fc.constantFrom('a', 'bb', 'ccc', 'd');
    const texts = fc.array(fc.array(word, { maxLength: 14 }), { minLength: 3, maxLength: 5 });
    const few = { ...limits, minChars: 6 };
    let found = 0;
    fc.assert(
      fc.property(texts, (lists) => {
        const holding = (run: string): readonly number[] =>
          lists.flatMap((words, index) => (` ${words.join(' ')} `.includes(` ${run} `) ? [index] : []));
        const runs = lists.flatMap((words) =>
          words.flatMap((_, from) =>
            words.slice(from).map((__, to) => words.slice(from, from + to + 1).join(' ')),
          ),
        );
        const shared = runs.filter(
          (run) => run.length >= few.minChars && holding(run).length >= few.minTexts,
        );
        const [first] = repeatedRuns(
          lists.map((words) => words.join(' ')),
          few,
        );
        expect(first === undefined).toBe(shared.length === 0);
        if (first === undefined) return;
        found += 1;
        expect(shared).toContain(first.text);
        expect(holding(first.text)).toEqual(first.texts);
        for (const more of ['a', 'bb', 'ccc', 'd']) {
          expect(shared).not.toContain(`${first.text} ${more}`);
          expect(shared).not.toContain(`${more} ${first.text}`);
        }
      }),
      { numRuns: 1000, seed: 1 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('does not look at each pair of places of a text that repeats itself', () => {
    const texts = Array.from({ length: 3 }, () => 'la '.repeat(10_000));
    expect(repeatedRuns(texts, limits).map(({ text }) => text.length)).toEqual([29_999]);
  });
});

describe('schema-repeated-subtree', () => {
  const part = (more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: {
      lat: { type: 'number', minimum: -90, maximum: 90 },
      lon: { type: 'number', minimum: -180, maximum: 180 },
    },
    ...more,
  });
  const turned = (): JsonObject => Object.fromEntries(Object.entries(part()).toReversed());
  const pick = { minBytes: 120, minCount: 3 };

  it('saves what the definition that it counts with saves', () => {
    const tool = toolOf({
      type: 'object',
      properties: { a: part(), b: turned(), c: part(), d: { type: 'array', items: part() } },
    });
    const [found] = lintExample(schemaRepeatedSubtree, { title: '', tool });
    const repeat = largestRepeat(toLintTool(tool, 0, { countTokens: count }), pick);
    const after = applyPatch(tool, repeat === undefined ? [] : toDefinition(inputOf(tool), repeat));
    expect(inputOf(after)).toEqual({
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/a' },
        b: { $ref: '#/$defs/a' },
        c: { $ref: '#/$defs/a' },
        d: { type: 'array', items: { $ref: '#/$defs/a' } },
      },
      $defs: { a: part() },
    });
    expect(found?.tokensSaved).toBe(count(genericText(tool)) - count(genericText(after)));
    compareVerdicts(tool, after);
  });

  it('refers to a definition that is there, and takes no name that is', () => {
    const known = toolOf({
      type: 'object',
      properties: { a: part(), b: part() },
      definitions: { Point: part() },
    });
    const repeat = largestRepeat(toLintTool(known, 0, { countTokens: count }), pick);
    const after = applyPatch(known, repeat === undefined ? [] : toDefinition(inputOf(known), repeat));
    expect(inputOf(after)['properties']).toEqual({
      a: { $ref: '#/definitions/Point' },
      b: { $ref: '#/definitions/Point' },
    });
    const taken = toolOf({
      type: 'object',
      properties: { a: part(), b: part(), c: part() },
      $defs: { a: { type: 'string' } },
    });
    const other = largestRepeat(toLintTool(taken, 0, { countTokens: count }), pick);
    const held = inputOf(applyPatch(taken, other === undefined ? [] : toDefinition(inputOf(taken), other)))[
      '$defs'
    ];
    expect(held).toEqual({ a: { type: 'string' }, a2: part() });
  });

  it('tells of the whole, not of its parts', () => {
    const outer = (): JsonObject => ({
      type: 'object',
      properties: { at: part(), name: { type: 'string' } },
    });
    const tool = toolOf({ type: 'object', properties: { a: outer(), b: outer(), c: outer() } });
    const [found, ...others] = lintExample(schemaRepeatedSubtree, { title: '', tool });
    expect(others).toEqual([]);
    expect(found?.pointer).toBe('/tools/0/inputSchema/properties/a');
  });

  it('names equal values alike and counts their bytes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const text = JSON.stringify([a, b, a]);
        const [one, other, again] = JSON.parse(text) as [JsonValue, JsonValue, JsonValue];
        const subtreeOf = readSubtrees([one, other, again]);
        expect(subtreeOf(again).id).toBe(subtreeOf(one).id);
        expect(subtreeOf(one).bytes).toBe(Buffer.byteLength(JSON.stringify(one)));
        if (JSON.stringify(one) === JSON.stringify(other))
          expect(subtreeOf(other).id).toBe(subtreeOf(one).id);
      }),
      { seed: 1 },
    );
    const subtreeOf = readSubtrees(['1', 1, 'true', true, [], {}, '[]', null, 'null']);
    const ids = ['1', 1, 'true', true, null, 'null'].map((value) => subtreeOf(value).id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('tool-over-budget', () => {
  const limited = { maxToolTokens: 100 };

  it('counts what it says, and allows what is equal', () => {
    const tool = toolOf({
      type: 'object',
      properties: { a: { type: 'string', description: 'word '.repeat(200) } },
    });
    const tokens = count(genericText(tool));
    const at = (maxToolTokens: number): readonly Finding[] =>
      lintExample(toolOverBudget, { title: '', tool, options: { maxToolTokens } });
    expect(at(tokens)).toEqual([]);
    expect(at(tokens - 1)).toMatchObject([
      { actual: tokens, limit: tokens - 1, tokensSaved: 1, unit: 'tokens' },
    ]);
  });

  it('names the heaviest parts, none inside another', () => {
    const text = (words: number): JsonObject => ({ type: 'string', description: 'word '.repeat(words) });
    const tool = toolOf({
      type: 'object',
      properties: {
        small: text(5),
        body: { type: 'object', properties: { one: text(400), other: text(60) } },
        rest: text(90),
      },
    });
    expect(heaviestParts(toLintTool(tool, 0, { countTokens: count }), 3).map(({ at }) => at)).toEqual([
      ['inputSchema', 'properties', 'body', 'properties', 'one'],
      ['inputSchema', 'properties', 'rest'],
      ['inputSchema', 'properties', 'body', 'properties', 'other'],
    ]);
    const [found] = lintExample(toolOverBudget, { title: '', tool, options: limited });
    expect(found?.message).toContain('`/inputSchema/properties/body/properties/one` 4');
  });

  it('names a choice of many where that is it', () => {
    const choice = { type: 'string', enum: Array.from({ length: 300 }, (_, index) => `choice-${index}`) };
    const tool = toolOf({ type: 'object', properties: { choice, name: { type: 'string' } } });
    expect(heaviestParts(toLintTool(tool, 0, { countTokens: count }), 1)[0]?.at).toEqual([
      'inputSchema',
      'properties',
      'choice',
    ]);
  });
});

describe('metadata-heavy', () => {
  const icon = { icons: [{ src: `data:image/png;base64,${'A'.repeat(2_000)}` }] };

  it('counts the bytes of a part with its key', () => {
    const tool = toolOf({ type: 'object' }, icon);
    const { icons: _, ...rest } = tool;
    const bytes = JSON.stringify(tool).length - JSON.stringify(rest).length;
    const [found] = lintExample(metadataHeavy, { title: '', tool });
    expect(found?.actual).toBe(bytes);
    expect(found?.tokensSaved).toBeUndefined();
  });

  it('says which chosen hosts read it', () => {
    const tool = toolOf({ type: 'object' }, icon);
    const messageIn = (...hosts: readonly string[]): string =>
      lintExample(metadataHeavy, { title: '', tool }, hosts)[0]?.message ?? '';
    expect(messageIn('claude-code', 'vscode')).toMatch(/no chosen host shows any of it to the model$/);
    const told = toolOf({ type: 'object' }, { annotations: { title: 'x'.repeat(2_000) } });
    const [inChatgpt] = lintExample(metadataHeavy, { title: '', tool: told }, ['chatgpt']);
    expect(inChatgpt?.message).toMatch(/ChatGPT shows some of it to the model$/);
  });
});

/** Lists as a server that is broken or means harm may send them. */
const HOSTILE: readonly (readonly [string, readonly JsonValue[]])[] = [
  ['no tools at all', [null, 1, 'x', [], {}, { inputSchema: 5 }, { description: 7, inputSchema: [] }]],
  [
    'a schema of wrong types',
    [toolOf({ properties: [], $defs: null, title: 3, default: null, required: 'x', items: 'y' })],
  ],
  [
    '__proto__',
    [
      toolOf(
        JSON.parse(
          '{"properties":{"__proto__":{"title":"__proto__","default":null},"a":{"$ref":"#/$defs/__proto__"}},"$defs":{"__proto__":{},"x":{"$comment":"y"}}}',
        ) as JsonValue,
      ),
    ],
  ],
  [
    '5,000 levels',
    [
      toolOf(
        JSON.parse(`${'{"properties":{"a":'.repeat(5_000)}{"title":"a"}${'}}'.repeat(5_000)}`) as JsonValue,
      ),
    ],
  ],
  [
    '10,000 properties',
    [
      toolOf({
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, index) => [
            `p${index}`,
            { title: `P${index}`, type: 'string', default: null, description: 'x  ' },
          ]),
        ),
      }),
    ],
  ],
  [
    '10,000 anchors',
    [
      toolOf({
        properties: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { $ref: `#a${index}` }]),
        ),
        $defs: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, index) => [`d${index}`, { $anchor: `a${index + 1}` }]),
        ),
      }),
    ],
  ],
  ['blanks without end', [toolOf({}, { description: `a${' '.repeat(500_000)}b${'\n'.repeat(500_000)}\t` })]],
  [
    'one word without end',
    Array.from({ length: 4 }, () =>
      toolOf({}, { description: `${'x'.repeat(300_000)} ${'y '.repeat(10_000)}` }),
    ),
  ],
];

describe.each(HOSTILE)('%s', (_, tools) => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))('does not stop %s', (__, rule) => {
    const options = rule === toolOverBudget ? { maxToolTokens: 1, maxInputSchemaTokens: 1 } : undefined;
    const found = lintExample(rule, { title: '', lists: [{ tools }], options });
    expect(found.length).toBeLessThanOrEqual(2 * tools.length + 5);
    for (const { message } of found) expect(message.length).toBeLessThan(1_000);
  });
});
