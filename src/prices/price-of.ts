import type { EstimateInput, Price, ProviderCount } from '../model/estimate.ts';
import { families, type FamilyId } from '../tokens/families/index.ts';
import type { ModelPrice } from './models.ts';

const REQUESTS = 1000;

export interface Priced {
  readonly input: EstimateInput;
  /** Family to estimate by where the price names none: the user's own numbers. */
  readonly family?: FamilyId | undefined;
  /** Counts that providers made; one of the model that is priced goes before an estimate. */
  readonly counts?: readonly ProviderCount[] | undefined;
}

type Range = Price['uncached'];

/** Price 1,000 requests that carry the lists, without a cache and with one. */
export function priceOf(price: ModelPrice, priced: Priced): Price {
  const { model, above, asOf, source, note } = price;
  const tokens = tokensOf(price, priced);
  const isAbove = above !== undefined && tokens.value > above.inputTokens;
  const perMillion = isAbove ? above.perMillion : price.perMillion;
  const { input, cacheRead, cacheWrite = input } = perMillion;
  // One request's list at the mean of its rates.
  const cachedRate =
    cacheRead === undefined ? undefined : (cacheWrite + (REQUESTS - 1) * cacheRead) / REQUESTS;
  const notes = [note, above && describeAbove(above, price.perMillion)].filter((text) => text !== undefined);
  return {
    model,
    tokens,
    perMillion,
    uncached: cost(tokens, input),
    cached: cachedRate === undefined ? undefined : cost(tokens, cachedRate),
    asOf,
    source,
    note: notes.length === 0 ? undefined : notes.join('; '),
  };
}

function tokensOf(
  { model, family: own }: ModelPrice,
  { input, family, counts = [] }: Priced,
): Price['tokens'] {
  const count = counts.find((count) => count.model === model);
  if (count !== undefined) {
    const { tokens } = count;
    return { value: tokens, low: tokens, high: tokens, basis: "the provider's own count" };
  }
  const id = own ?? family;
  if (id === undefined) {
    const value = input.tools === 0 ? 0 : input.o200k;
    return { value, low: value, high: value, basis: 'o200k_base' };
  }
  const { value, low, high, label, method } = families[id].estimate(input, own && model);
  return { value, low, high, basis: `${label}: ${method}` };
}

function cost({ value, low, high }: Range, perMillion: number): Range {
  const dollars = (tokens: number): number => (REQUESTS * tokens * perMillion) / 1e6;
  return { value: dollars(value), low: dollars(low), high: dollars(high) };
}

function describeAbove(above: NonNullable<ModelPrice['above']>, base: ModelPrice['perMillion']): string {
  const factor = above.perMillion.input / base.input;
  return `a request with more than ${above.inputTokens / 1000}k input tokens in all costs ${factor} times as much`;
}
