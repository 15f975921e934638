import { describe, expect, it } from 'vitest';
import { didYouMean } from '../src/config/nearest.ts';
import { UsageError } from '../src/errors.ts';
import type { EstimateInput } from '../src/model/estimate.ts';
import { modelPrices } from '../src/prices/models.ts';
import { parsePrice } from '../src/prices/parse-price.ts';
import { priceOf } from '../src/prices/price-of.ts';
import { families } from '../src/tokens/families/index.ts';

const parse = (text: string) => parsePrice(text, didYouMean);
/** 19,717 tokens of o200k; about 36,767 for Claude Opus 5. */
const input: EstimateInput = { o200k: 19_717, structuralChars: 22_622, tools: 38 };

describe('the table', () => {
  it('names each model once, with a family, a date and a source', () => {
    expect(new Set(modelPrices.map(({ model }) => model)).size).toBe(modelPrices.length);
    for (const { model, family, asOf, source, perMillion } of modelPrices) {
      expect(Object.keys(families), model).toContain(family);
      expect(asOf, model).toMatch(/^2026-\d\d-\d\d$/);
      expect(source, model).toMatch(/@\d+\.\d+\.\d+ \(2026-\d\d-\d\d\)/);
      expect(perMillion.cacheRead, model).toBeLessThan(perMillion.input);
      if (perMillion.cacheWrite !== undefined)
        expect(perMillion.cacheWrite, model).toBeCloseTo(1.25 * perMillion.input, 9);
    }
  });

  it('estimates each model with a preamble by the family it belongs to', () => {
    const preambles = modelPrices.flatMap(({ model, family }) => {
      const { preamble } = families[family ?? 'gpt'].estimate(input, model);
      return preamble === undefined ? [] : [[preamble.model, preamble.tokens]];
    });
    expect(preambles).toEqual([
      ['claude-opus-5', 286],
      ['claude-sonnet-5', 354],
      ['claude-haiku-4-5', 496],
      ['claude-opus-4-8', 290],
      ['claude-opus-4-7', 675],
      ['claude-opus-4-6', 497],
      ['claude-sonnet-4-6', 497],
    ]);
  });
});

describe('priceOf', () => {
  it('prices 1,000 requests without a cache, and one write with 999 reads', () => {
    const price = priceOf(parse('claude-opus-5'), { input });
    const { value, low, high } = families.claude.estimate(input);
    expect(price).toMatchObject({ model: 'claude-opus-5', tokens: { value, low, high }, asOf: '2026-11-20' });
    expect(price.tokens.basis).toMatch(/^Claude Opus 5: 1\.546/);
    // 36,767 × $5 per million × 1,000.
    expect(price.uncached.value).toBeCloseTo(183.835, 3);
    expect(price.uncached.low).toBeCloseTo((low * 5) / 1000, 9);
    expect(price.uncached.high).toBeCloseTo((high * 5) / 1000, 9);
    expect(price.cached?.value).toBeCloseTo((36_767 * 6.25 + 999 * 36_767 * 0.5) / 1e6, 9);
    expect(price.cached?.high).toBeCloseTo((high * 6.25 + 999 * high * 0.5) / 1e6, 9);
  });

  it('writes a cache at the price of input where only reads have one', () => {
    const { cached } = priceOf(parse('input=5,cacheRead=0.5'), { input });
    expect(cached?.value).toBeCloseTo((19_717 * 5 + 999 * 19_717 * 0.5) / 1e6, 9);
  });

  it('says nothing of a cache that has no price', () => {
    const price = priceOf(parse('input=5'), { input });
    expect(price.cached).toBeUndefined();
    expect(price.uncached.value).toBeCloseTo(98.585, 3);
  });

  it('prices what the provider counted, for its model alone', () => {
    const count = { family: 'claude', model: 'claude-opus-5', tokens: 35_000, isCached: false };
    const of = (model: string) => priceOf(parse(model), { input, counts: [count] });
    expect(of('claude-opus-5')).toMatchObject({
      tokens: { value: 35_000, low: 35_000, high: 35_000, basis: "the provider's own count" },
      uncached: { value: 175, low: 175, high: 175 },
    });
    // Any other is estimated, with its own preamble.
    const { value, low, high } = families['claude-4-7'].estimate(input, 'claude-opus-4-7');
    expect(of('claude-opus-4-7').tokens).toMatchObject({ value, low, high });
    expect(value).not.toBe(families['claude-4-7'].estimate(input).value);
  });

  it("takes the user's own prices, for o200k tokens or a family's", () => {
    const own = parse('cacheWrite=6.25, input=5 ,cacheRead=.5');
    expect(own).toMatchObject({
      perMillion: { input: 5, cacheRead: 0.5, cacheWrite: 6.25 },
      source: '--price',
    });
    expect(priceOf(own, { input }).tokens).toEqual({
      value: 19_717,
      low: 19_717,
      high: 19_717,
      basis: 'o200k_base',
    });
    expect(priceOf(own, { input, family: 'claude' })).toMatchObject({
      tokens: { value: 36_767 },
      uncached: { value: expect.closeTo(183.835, 3) },
    });
    // A model of the table has its own family.
    expect(priceOf(parse('gpt-5.5'), { input, family: 'claude' }).tokens.value).toBe(19_717);
  });

  it('charges more where the list alone passes the size from which requests cost more', () => {
    const haiku = parse('claude-haiku-5-5');
    const small = priceOf(haiku, { input });
    expect(small.perMillion.input).toBe(0.1);
    expect(small.note).toContain('more than 100k input tokens in all costs 5 times as much');
    const large = priceOf(haiku, { input: { ...input, o200k: 80_000 } });
    expect(large.perMillion).toEqual({ input: 0.5, cacheRead: 0.05, cacheWrite: 0.625 });
  });

  it('costs nothing without tools', () => {
    const none = { o200k: 1, structuralChars: 2, tools: 0 };
    for (const { model } of modelPrices)
      expect(priceOf(parse(model), { input: none })).toMatchObject({
        uncached: { value: 0, low: 0, high: 0 },
        cached: { value: 0, low: 0, high: 0 },
      });
    expect(priceOf(parse('input=1'), { input: none }).uncached.value).toBe(0);
  });
});

describe('parsePrice', () => {
  it.each([
    ['claude-opus5', 'did you mean claude-opus-5'],
    ['gemini', 'did you mean gemini-4-argon, or gemini-3.8-flash?'],
    ['llama', 'known: claude-opus-5-5, claude-opus-5,'],
    ['llama', 'input=5,cacheRead=0.5,cacheWrite=6.25'],
    ['', 'known: '],
    ['inputs=5', 'did you mean input?'],
    ['output=5', 'known: input, cacheRead, cacheWrite'],
    ['=5', 'known: input, cacheRead, cacheWrite'],
    ['input=', 'as a number'],
    ['input=-1', 'as a number'],
    ['input=1e3', 'as a number'],
    ['input=$5', 'as a number'],
    ['input=5,', 'known: input, cacheRead, cacheWrite'],
    ['cacheRead=1', 'input alone is enough'],
    ['input=5,cacheWrite=6', 'give both or none'],
  ])('%s: %s', (text, hint) => {
    const failure = failureOf(text);
    expect(failure.message).toContain('--price');
    expect(failure.hint).toContain(hint);
  });

  it('takes no price twice', () => expect(failureOf('input=5,input=6').message).toContain('given twice'));
});

function failureOf(text: string): UsageError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
