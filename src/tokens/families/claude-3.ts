import { createRatioFamily } from '../ratio-family.ts';

/** The tokenizer before Opus 4.7: published ratios, and the vocabulary of Claude 2 in its place (own measurement, 2026-11). */
export const claude3 = createRatioFamily({
  id: 'claude-3',
  label: 'Claude 3 to 4.6',
  ratio: { value: 1.2, low: 1.05, high: 1.35 },
  preambles: { stated: 'claude-opus-4-6', least: 'claude-sonnet-4', most: 'claude-opus-4-6' },
  method: 'o200k × 1.2 (1.05–1.35, published ratios) + preamble',
  asOf: '2026-11-30',
});
