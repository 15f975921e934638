import * as fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
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

/** By the contract: a decoder that is given token after token returns the characters that are complete. */
function listReference(text: string): readonly number[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return [...reference.encode(text, [], [])].map(
    (id) => decoder.decode(reference.decode_single_token_bytes(id), { stream: true }).length,
  );
}

function expectAsReference(text: string): void {
  const expected = listReference(text);
  expect(tokenizer.count(text)).toBe(expected.length);
  expect([...tokenizer.lengths(text)]).toEqual(expected);
  expect(sum(tokenizer.lengths(text))).toBe(text.length);
}

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

/** Texts that reach every branch of the pre-tokens and of the merge. */
const pieces = {
  'any characters': fc.string({ unit: 'binary', maxLength: 200 }),
  'UTF-16 units, lone surrogates among them': fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  graphemes: fc.string({ unit: 'grapheme', maxLength: 200 }),
  JSON: fc.json({ maxDepth: 3 }),
  'letters no vocabulary knows': fc.string({
    unit: fc.constantFrom('a', 'b', 'e', 'q', 'x', 'z', 'th', 'ing', 'K', 'W'),
    maxLength: 255,
  }),
  'white space': mixOf(
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\u00a0',
    '\u0085',
    '\ufeff',
    '\u2028',
    '\u3000',
    'a',
    '.',
  ),
  'odd white space': mixOf('\ufeff', '\u0085', ' ', '\n', '//', 'using', 'a', '文', "'ſ", '.'),
  Chinese: mixOf('文', '。', '查询', '天气', '，', '图書館', 'ファイル', '한국어', ' ', 'a', '1'),
  emoji: mixOf('👩', '\u200d', '🚀', '🏽', '\ufe0f', '🏳️‍🌈', '🇩🇪', '❤️', ' ', 'ok'),
  'right to left': mixOf('שלום', 'مرحبا', 'ﷺ', '\u200f', '\u202e', ' ', '١٢٣', 'abc', '،'),
  'combining marks': mixOf('e', '\u0301', 'A', '\u0308', 'ñ', 'हिन्दी', '\u0903', ' ', '.', 'ไทย'),
  numbers: mixOf('1', '23', '456', '7890', '.', ',', '-', 'e', '½', '²', 'Ⅷ', '٣', ' '),
  contractions: mixOf("it's", "I'LL", "'ve", "'RE", "'d", "'M", "'T", "'ſ", "'", 'CamelCase', 'XMLHttp', ' '),
  hostile: mixOf(...Object.values(HOSTILE)),
};

function mixOf(...units: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...units), { maxLength: 30 }).map((parts) => parts.join(''));
}

describe('o200k', () => {
  test.each(Object.entries(HOSTILE))('has the tokens of tiktoken in %s', (_, text) =>
    expectAsReference(text),
  );

  test.each(Object.entries(pieces))('has the tokens of tiktoken in generated texts: %s', (_, texts) => {
    fc.assert(fc.property(texts, expectAsReference), { numRuns: 150, seed: 1 });
  });

  test('has the tokens of tiktoken in a mix of all', () => {
    const texts = fc
      .array(fc.oneof(...Object.values(pieces)), { maxLength: 6 })
      .map((parts) => parts.join('').slice(0, 1000));
    fc.assert(fc.property(texts, expectAsReference), { numRuns: 200, seed: 2 });
  });

  test('counts each token of the vocabulary as tiktoken does', () => {
    const texts = reference
      .token_byte_values()
      .map((bytes) => Buffer.from(bytes).toString())
      .filter((text) => !text.includes('\ufffd'));
    expect(texts.length).toBeGreaterThan(190_000);
    expect(texts.filter((text) => tokenizer.count(text) !== countReference(text))).toEqual([]);
    expect(texts.filter((text) => text.startsWith('\ufeff')).length).toBeGreaterThan(3);
  });

  test('counts as gpt-tokenizer does', () => {
    const asText = { disallowedSpecial: new Set<string>() };
    const texts = fc
      .oneof(pieces.JSON, pieces.Chinese, pieces.emoji, pieces.numbers, pieces['right to left'])
      .map((text) => `${text}<|endoftext|>`);
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenizer.count(text)).toBe(countTokens(text, asText));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('a text that recurs has the same tokens again, also after many others', () => {
    const text = 'qzxjkwv gröbenzelle 文。';
    const first = tokenizer.lengths(text);
    const others = Array.from({ length: 9000 }, (_, index) => `qz${index.toString(26)}xjq`).join(' ');
    expect(tokenizer.count(others)).toBe(countReference(others));
    expect(tokenizer.lengths(text)).toEqual(first);
    expectAsReference(text);
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
    // Without the guard the regular expression of the pre-tokens overflows the stack.
    ['stops and byte order marks', '.\ufeff'.repeat(MEGABYTES_8 / 2), 8_000_000],
    ['Chinese', '文。'.repeat(MEGABYTES_8 / 2), 8_000_000],
  ])('8 MB of %s are counted', (_, text, expected) => {
    expect(tokenizer.count(text)).toBe(expected);
  });

  test('a text without long runs stays whole', () => {
    const text = `${'a'.repeat(8192)} ${'.'.repeat(8192)}${'1'.repeat(9999)}${' '.repeat(8192)}{"a":"b c"}`;
    expect(cutLongRuns(text)).toEqual([text]);
    expect(cutLongRuns('')).toEqual([]);
  });

  test('runs just too short to be cut are passed over whole, not looked at from each of their characters', () => {
    const text = `${'😀'.repeat(8000)}漢`.repeat(100);
    expect(cutLongRuns(text)).toEqual([text]);
  });

  test('pieces hold at most 8,192 units of a run, and no pair is cut', () => {
    const units = ['a', 'é', '文', '𝕳', ' ', '\n', '/', '.', '😀', '\u0301', '1', '\ufeff', '\u0085'];
    const runs = fc.array(
      fc.tuple(
        fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 20_000 }),
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
          const runsOf = /[\p{L}\p{M}]+|\p{White_Space}+|(?:[^\p{White_Space}\p{L}\p{N}]|[\r\n])+/gu;
          for (const [run] of piece.matchAll(runsOf)) expect(run.length).toBeLessThanOrEqual(2 * 16_384);
        }
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  // The reference itself is quadratic in the length of a run: thousands of units are as far as it goes.
  test.each([
    ['a rule of equals signs', `Title\n${'='.repeat(280)}\n`],
    ['underscores', '_'.repeat(280)],
    ['backslashes in JSON', JSON.stringify({ description: '\\'.repeat(200) })],
    ['mixed case', 'aA'.repeat(1500)],
    ['letters', 'qzjxkvwpbgf'.repeat(300)],
    ['spaces', `word${' '.repeat(4000)}word`],
    ['slashes and line breaks', '/\n'.repeat(1000)],
  ])('a run of %s is counted as the reference does', (_, text) => {
    expect(tokenizer.count(text)).toBe(countReference(text));
    expect(sum(tokenizer.lengths(text))).toBe(text.length);
  });

  test.each([
    ['letters in JSON', JSON.stringify({ description: 'a'.repeat(20_000) })],
    ['spaces', `word${' '.repeat(20_000)}word`],
    ['punctuation', `x${'='.repeat(20_000)}y`],
  ])('cutting %s changes at most one token a cut', (_, text) => {
    const cuts = cutLongRuns(text).length - 1;
    expect(cuts).toBeGreaterThan(1);
    expect(Math.abs(tokenizer.count(text) - countReference(text))).toBeLessThanOrEqual(cuts);
    expect(sum(tokenizer.lengths(text))).toBe(text.length);
  });
});

test('every part has a label, and an unknown one shows its id', () => {
  expect(new Set(partIds.map((id) => describePart(id).label)).size).toBe(partIds.length);
  expect(describePart('propertyDescriptions').label).toBe('parameter texts');
  expect(describePart('toString').label).toBe('toString');
});
