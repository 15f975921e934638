import { createRatioFamily } from '../ratio-family.ts';

/**
 * With the vocabulary of Gemma 3 the JSON takes ×1.05 of o200k, its names and texts alone ×0.56 (own measurement,
 * 2026-11). How Gemini counts tools is known from the vendor's local counter only, so ±30 % is assumed on top.
 */
export const gemini = createRatioFamily({
  id: 'gemini',
  label: 'Gemini',
  ratio: { value: 1.05, low: 0.56, high: 1.05 * 1.3 },
  method: 'o200k × 1.05 (vocabulary of Gemma 3); from its texts alone (× 0.56) to 30 % more (assumed)',
  asOf: '2026-11-30',
});
