import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { get_encoding } from 'tiktoken';
import { describe, expect, test } from 'vitest';
import { measureTools } from '../src/measure/measure-tools.ts';
import type { JsonValue } from '../src/json.ts';
import type { PartSize, Tokenizer } from '../src/model/measurement.ts';
import { loadO200k } from '../src/tokens/o200k.ts';

const tokenizer = await loadO200k();
const reference = get_encoding('o200k_base');
const folder = new URL('../fixtures/lists/', import.meta.url);

interface List {
  readonly tools: readonly JsonValue[];
}

const lists = readdirSync(folder).map((file): [string, readonly JsonValue[]] => {
  const list: List = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  return [file, list.tools];
});

function sum(parts: Readonly<Record<string, PartSize>>, unit: keyof PartSize): number {
  return Object.values(parts).reduce((total, size) => total + size[unit], 0);
}

/** What must hold on every list. */
function expectAddsUp(tools: readonly JsonValue[], counter: Tokenizer): void {
  const measured = measureTools(tools, counter, { views: ['generic', 'wire'] });
  expect(measured.bytes).toBe(Buffer.byteLength(JSON.stringify(tools)));
  expect(measured.tools).toBe(measured.byTool.length);
  for (const view of ['generic', 'wire'] as const) {
    const { tokens, framing, parts } = measured.views[view] ?? expect.fail(`no view ${view}`);
    const inView = measured.byTool.map(({ views }) => views[view] ?? expect.fail(`no view ${view}`));
    expect(sum(parts, 'share') + (framing ?? 0)).toBe(tokens.value);
    expect(inView.reduce((total, { share }) => total + share, 0) + (framing ?? 0)).toBe(tokens.value);
    for (const { share, parts } of inView) expect(sum(parts, 'share')).toBe(share);
  }
  for (const { bytes, views } of measured.byTool) expect(sum(views.wire?.parts ?? {}, 'bytes')).toBe(bytes);
}

describe.each(lists)('%s', (_, tools) => {
  test('adds up', () => expectAddsUp(tools, tokenizer));

  test('has the tokens that tiktoken counts', () => {
    const { views, byTool } = measureTools(tools, tokenizer, { views: ['wire'] });
    const count = (value: JsonValue): number => reference.encode(JSON.stringify(value), [], []).length;
    expect(views.wire?.tokens.value).toBe(tools.length === 0 ? 0 : count(tools));
    expect(byTool.map(({ views }) => views.wire?.tokens)).toEqual(tools.map(count));
  });
});

test('the fixtures cover every shape', () => {
  expect(lists.map(([file]) => file)).toEqual([
    'broken-tools.json',
    'chinese-japanese-spanish.json',
    'empty.json',
    'keywords-as-names.json',
    'one-heavy-tool.json',
    'plain.json',
    'prototype-keys-and-specials.json',
    'repeated-defs.json',
    'wire-only-fields.json',
  ]);
});

test('generated lists add up', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const schema = fc.letrec<{ schema: JsonValue }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue[]>(true, {}, { type: 'string' }, { enum: ['a', null] }),
      fc.record(
        {
          description: text,
          default: fc
            .anything({ maxDepth: 1 })
            .map((value): JsonValue => JSON.parse(JSON.stringify([value]))),
          properties: fc.dictionary(fc.oneof(text, fc.constantFrom('description', 'title')), tie('schema'), {
            maxKeys: 3,
          }),
          anyOf: fc.array(tie('schema'), { maxLength: 2 }),
          $defs: fc.dictionary(text, tie('schema'), { maxKeys: 2 }),
          maximum: fc.integer(),
        },
        { requiredKeys: [] },
      ),
    ),
  })).schema;
  const tool = fc.record(
    { name: text, title: text, description: text, inputSchema: schema, annotations: schema, x: text },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(tool, fc.constantFrom(null, 'text', 3)), { maxLength: 5 }), (tools) => {
      expectAddsUp(JSON.parse(JSON.stringify(tools)), tokenizer);
    }),
    { numRuns: 300, seed: 1 },
  );
});
