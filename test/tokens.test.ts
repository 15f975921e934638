import * as fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { describe, expect, test } from 'vitest';
import { CaptureError, EXIT } from '../src/errors.ts';
import { cutLongRuns } from '../src/tokens/long-runs.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { describePart, partIds } from '../src/tokens/parts.ts';
import { checkTokenizer } from '../src/tokens/self-check.ts';

const tokenizer = await loadO200k();
const reference = get_encoding('o200k_base');
const countReference = (text: string): number => reference.encode(text, [], []).length;
const sum = (lengths: Uint32Array): number => lengths.reduce((total, length) => total + length, 0);

const HOSTILE = {
  'special tokens': 'Stop at <|endoftext|> or <|fim_prefix|><|endofprompt|>.<|im_start|>',
  'prototype keys': '{"hasOwnProperty":{"__proto__":"constructor toString valueOf"}}',
  'lone surrogates': 'a\ud800b\udfff \udc00\ud800',
  'byte order mark': '\ufeffstart \ufeff列 middle\ufeff',
  'next lines and long s': "a\u0085b \u0085\u0085 c\u0085\n it'ſ IT'ſ \u0085\ufeff\u0085.",
  'byte order marks that merge': '\ufeffusing \ufeff// \ufeff\n\n\ufeff\ufeff#\ufeffnamespaces \ufeff \ufeff',
  'split characters': '👩‍🚀🏳️‍🌈 𝕳𝖊𝖑𝖑𝖔 ﷺ ꧁꧂ 👨‍👩‍👧‍👦',
  Chinese: '查询某个城市未来七天的天气预报，包括温度、湿度、风速和空气质量。',
  Japanese: '図書館の蔵書を検索します。タイトル、著者名、または出版社で絞り込めます。',
  Spanish: '¡Reserva una mesa! Número de comensales y, según el año, la terraza.',
  digits: '12345678901234567890 3.14159 1e-7',
  'white space': ' \t \r\n\n  \u00a0\u2028 end  ',
  empty: '',
};

describe('o200k', () => {
  test.each(Object.entries(HOSTILE))('equals tiktoken on %s', (_, text) => {
    expect(tokenizer.count(text)).toBe(countReference(text));
    expect(tokenizer.lengths(text)).toHaveLength(countReference(text));
    expect(sum(tokenizer.lengths(text))).toBe(text.length);
  });

  test('equals tiktoken on generated texts', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.json({ maxDepth: 3 }),
      fc
        .array(fc.constantFrom('\ufeff', '\u0085', ' ', '\n', '//', 'using', 'a', '文', "'ſ", '.'), {
          maxLength: 20,
        })
        .map((parts) => parts.join('')),
      fc.array(fc.constantFrom(...Object.values(HOSTILE)), { maxLength: 5 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenizer.count(text)).toBe(countReference(text));
        expect(tokenizer.lengths(text)).toHaveLength(countReference(text));
        expect(sum(tokenizer.lengths(text))).toBe(text.length);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('lengths name where tokens end', () => {
    expect([...tokenizer.lengths('Lists files')]).toEqual([5, 6]);
    // The first token ends inside the astronaut; the one completing the character has its two units.
    expect([...tokenizer.lengths('👩‍🚀')].slice(0, 2)).toEqual([0, 2]);
  });

  test('a counter that miscounts is no counter', () => {
    const broken = { ...tokenizer, count: (text: string) => Math.ceil(text.length / 4) };
    expect(() => checkTokenizer(broken)).toThrow(CaptureError);
    expect(() => checkTokenizer({ ...tokenizer, lengths: () => new Uint32Array(3) })).toThrow(
      /lists 3 tokens/,
    );
    try {
      checkTokenizer(broken);
    } catch (error) {
      expect(error).toMatchObject({ exitCode: EXIT.notMeasured, status: 'unsupported' });
    }
    expect(() => checkTokenizer(tokenizer)).not.toThrow();
  });
});

const MEGABYTES_8 = 8_000_000;

describe('long runs', () => {
  test.each([
    ['one letter', 'a'.repeat(MEGABYTES_8), 1_000_000],
    ['spaces', ' '.repeat(MEGABYTES_8), 62_500],
    ['slashes and line breaks', '/\n'.repeat(MEGABYTES_8 / 2), 4_000_000],
    ['brackets', '['.repeat(MEGABYTES_8), 4_000_000],
    // Without the guard each of these takes hours: the tokenizer is quadratic in the length of a run.
  ])('8 MB of %s are counted', (_, text, expected) => {
    expect(tokenizer.count(text)).toBe(expected);
  });

  test('a text without long runs stays whole', () => {
    const text = `${'a'.repeat(256)} ${'.'.repeat(256)}${'1'.repeat(9999)}${' '.repeat(256)}{"a":"b c"}`;
    expect(cutLongRuns(text)).toEqual([text]);
    expect(cutLongRuns('')).toEqual([]);
  });

  test('pieces hold at most 256 units of a run, and no pair is cut', () => {
    const units = ['a', 'é', '文', '𝕳', ' ', '\n', '/', '.', '😀', '\u0301', '1'];
    const runs = fc.array(
      fc.tuple(
        fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 3000 }),
      ),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(runs, (parts) => {
        const text = parts.map(([kinds, times]) => kinds.join('').repeat(times)).join('');
        const pieces = cutLongRuns(text);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece).not.toMatch(/\p{Surrogate}/u);
          // Code points: the rule of the guard. A run whose end is cut may keep a tail in the next piece.
          expect(piece).not.toMatch(/[\p{L}\p{M}]{513}|\s{513}|(?:[^\s\p{L}\p{N}]|[\r\n]){513}/u);
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  test.each([
    ['letters in JSON', JSON.stringify({ description: 'a'.repeat(8192) })],
    ['spaces', `word${' '.repeat(8192)}word`],
    ['punctuation', `x${'='.repeat(8192)}y`],
  ])('cutting %s changes at most two tokens in a thousand', (_, text) => {
    expect(cutLongRuns(text).length).toBeGreaterThan(30);
    const exact = countReference(text);
    expect(Math.abs(tokenizer.count(text) - exact)).toBeLessThanOrEqual(Math.max(1, exact * 0.002));
    expect(sum(tokenizer.lengths(text))).toBe(text.length);
  });
});

test('every part has a label, and an unknown one shows its id', () => {
  expect(new Set(partIds.map((id) => describePart(id).label)).size).toBe(partIds.length);
  expect(describePart('propertyDescriptions').label).toBe('parameter texts');
  expect(describePart('toString').label).toBe('toString');
});
