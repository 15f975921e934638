import { createRatioFamily } from '../ratio-family.ts';

/**
 * The tokenizer is exact; what the prompt holds is not known: OpenAI renders tools in a form of its own. Rendered in
 * harmony's TypeScript style, lists of public servers take ×0.17 to ×0.94 of their JSON (own measurement,
 * 2026-11); that GPT-5 and later render so is assumed.
 */
export const gpt = createRatioFamily({
  id: 'gpt',
  label: 'GPT',
  ratio: { value: 1, low: 0.17, high: 1 },
  method:
    'o200k of the JSON as an upper bound; rendered as OpenAI does, half of the public lists measured take ×0.64–0.82 of it (median 0.74), all ×0.17–0.94',
  asOf: '2026-11-30',
});
