import { UsageError } from '../errors.ts';
import { modelPrices, type ModelPrice } from './models.ts';

const KEYS = ['input', 'cacheRead', 'cacheWrite'] as const;

const OWN_HINT =
  'or your own numbers, in US dollars per million tokens: input=5,cacheRead=0.5,cacheWrite=6.25';

/** Suggests what a mistyped name may have meant. */
export type Suggest = (typed: string, known: readonly string[]) => string | undefined;

/** Parse the value of `--price`: a model of the table, or the user's own numbers. @throws UsageError */
export function parsePrice(text: string, suggest: Suggest): ModelPrice {
  if (text.includes('=')) return parseOwn(text, suggest);
  const found = modelPrices.find(({ model }) => model === text);
  if (found !== undefined) return found;
  const known = modelPrices.map(({ model }) => model);
  const nearest = suggest(text, known);
  throw new UsageError(`--price ${text}: no price is known of this model`, {
    hint: `${nearest === undefined ? '' : `${nearest}\n`}known: ${known.join(', ')}\n${OWN_HINT}`,
  });
}

function parseOwn(text: string, suggest: Suggest): ModelPrice {
  const rates: Partial<Record<(typeof KEYS)[number], number>> = {};
  for (const pair of text.split(',')) {
    const [typed = '', amount = ''] = pair.split(/=(.*)/s, 2).map((part) => part.trim());
    const key = KEYS.find((known) => known === typed);
    if (key === undefined)
      throw new UsageError(`--price: no such price: ${typed}`, {
        hint: suggest(typed, KEYS) ?? `known: ${KEYS.join(', ')}`,
      });
    if (rates[key] !== undefined) throw new UsageError(`--price: ${key} is given twice`);
    if (!/^(\d+(\.\d+)?|\.\d+)$/.test(amount))
      throw new UsageError(`--price: ${pair.trim()} is no amount`, {
        hint: 'write US dollars per million tokens as a number: input=5',
      });
    rates[key] = Number(amount);
  }
  const { input, cacheRead, cacheWrite } = rates;
  if (input === undefined)
    throw new UsageError(`--price ${text}: the price of input tokens is missing`, {
      hint: 'input=5,cacheRead=0.5,cacheWrite=6.25; input alone is enough',
    });
  if (cacheWrite !== undefined && cacheRead === undefined)
    throw new UsageError(`--price ${text}: cacheWrite without cacheRead`, {
      hint: 'a cache that is written is read; give both or none',
    });
  return {
    model: 'your prices',
    perMillion: { input, cacheRead, cacheWrite },
    source: '--price',
  };
}
