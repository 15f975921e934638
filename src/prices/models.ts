/** What input tokens cost, in US dollars per million: list prices of the vendors' own APIs. */
import type { Price } from '../model/estimate.ts';
import type { FamilyId } from '../tokens/families/index.ts';

type Rates = Price['perMillion'];

export interface ModelPrice {
  readonly model: string;
  /** Family that estimates its tokens; absent: o200k stands for them. */
  readonly family?: FamilyId | undefined;
  readonly perMillion: Rates;
  /** Of a request with more input tokens, whatever they hold. */
  readonly above?: { readonly inputTokens: number; readonly perMillion: Rates } | undefined;
  /** ISO 8601; absent for the user's own numbers. */
  readonly asOf?: string | undefined;
  readonly source: string;
  readonly note?: string | undefined;
}

const PI_AI = '@earendil-works/pi-ai@1.6.0 (2026-11-20)';
const GENAI_PRICES = '@pydantic/genai-prices@0.1.8 (2026-09-23)';

/** All numbers come from the newer package; the older one agrees, or does not know the model. */
const IN_ONE = { asOf: '2026-11-20', source: PI_AI } as const;
const IN_BOTH = { asOf: '2026-11-20', source: `${PI_AI}; the same in ${GENAI_PRICES}` } as const;

const GPT_6 = 'that GPT-6 keeps the tokenizer of GPT-5 is assumed';
const FIVE_MINUTES = 'cache writes at the price of the five-minute cache';

/** As Opus 4.5 to 5, which cost the same. */
const OPUS: Rates = { input: 5, cacheRead: 0.5, cacheWrite: 6.25 };

/** The multiple of all rates above a number of input tokens. */
function dearerAbove(
  inputTokens: number,
  rates: Rates,
  factor: number,
): Pick<ModelPrice, 'above' | 'perMillion'> {
  const times = (rate: number | undefined): number | undefined => rate && rate * factor;
  return {
    perMillion: rates,
    above: {
      inputTokens,
      perMillion: {
        input: rates.input * factor,
        cacheRead: times(rates.cacheRead),
        cacheWrite: times(rates.cacheWrite),
      },
    },
  };
}

export const modelPrices: readonly ModelPrice[] = [
  {
    model: 'claude-opus-5-5',
    family: 'claude',
    perMillion: { input: 4, cacheRead: 0.2, cacheWrite: 5 },
    ...IN_BOTH,
    note: FIVE_MINUTES,
  },
  { model: 'claude-opus-5', family: 'claude', perMillion: OPUS, ...IN_BOTH, note: FIVE_MINUTES },
  {
    model: 'claude-sonnet-5-5',
    family: 'claude',
    perMillion: { input: 2, cacheRead: 0.1, cacheWrite: 2.5 },
    ...IN_ONE,
    note: `${FIVE_MINUTES}; ${GENAI_PRICES} answers with Sonnet 5, whose cache reads cost 0.20`,
  },
  {
    model: 'claude-sonnet-5',
    family: 'claude-4-7',
    perMillion: { input: 2, cacheRead: 0.2, cacheWrite: 2.5 },
    ...IN_BOTH,
    note: FIVE_MINUTES,
  },
  {
    model: 'claude-haiku-5-5',
    family: 'claude',
    ...dearerAbove(100_000, { input: 0.1, cacheRead: 0.01, cacheWrite: 0.125 }, 5),
    ...IN_ONE,
    note: FIVE_MINUTES,
  },
  {
    model: 'claude-haiku-4-5',
    family: 'claude-3',
    perMillion: { input: 1, cacheRead: 0.1, cacheWrite: 1.25 },
    ...IN_BOTH,
    note: FIVE_MINUTES,
  },
  { model: 'claude-opus-4-8', family: 'claude-4-7', perMillion: OPUS, ...IN_BOTH, note: FIVE_MINUTES },
  { model: 'claude-opus-4-7', family: 'claude-4-7', perMillion: OPUS, ...IN_BOTH, note: FIVE_MINUTES },
  { model: 'claude-opus-4-6', family: 'claude-3', perMillion: OPUS, ...IN_BOTH, note: FIVE_MINUTES },
  {
    model: 'claude-sonnet-4-6',
    family: 'claude-3',
    perMillion: { input: 3, cacheRead: 0.3, cacheWrite: 3.75 },
    ...IN_BOTH,
    note: FIVE_MINUTES,
  },
  {
    model: 'gpt-6.2-astra',
    family: 'gpt',
    ...dearerAbove(272_000, { input: 8, cacheRead: 0.4, cacheWrite: 10 }, 2),
    ...IN_ONE,
    note: GPT_6,
  },
  {
    model: 'gpt-6.2-sol',
    family: 'gpt',
    ...dearerAbove(272_000, { input: 2, cacheRead: 0.1, cacheWrite: 2.5 }, 2),
    ...IN_ONE,
    note: GPT_6,
  },
  {
    model: 'gpt-6-luna',
    family: 'gpt',
    ...dearerAbove(272_000, { input: 0.1, cacheRead: 0.01, cacheWrite: 0.125 }, 2),
    ...IN_BOTH,
    note: GPT_6,
  },
  {
    model: 'gpt-5.5',
    family: 'gpt',
    ...dearerAbove(272_000, { input: 5, cacheRead: 0.5 }, 2),
    ...IN_BOTH,
  },
  {
    model: 'gemini-4-argon',
    family: 'gemini',
    perMillion: { input: 2, cacheRead: 0.1 },
    ...IN_ONE,
  },
  {
    model: 'gemini-3.8-flash',
    family: 'gemini',
    perMillion: { input: 0.75, cacheRead: 0.075 },
    ...IN_BOTH,
  },
  {
    model: 'deepseek-v4-pro',
    family: 'deepseek',
    perMillion: { input: 1.32, cacheRead: 0.044 },
    ...IN_BOTH,
    note: `at peak hours; off-peak half of it, by ${GENAI_PRICES}`,
  },
  {
    model: 'mistral-large-4',
    family: 'open',
    perMillion: { input: 0.7, cacheRead: 0.07 },
    ...IN_ONE,
  },
];
