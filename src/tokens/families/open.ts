import { createRatioFamily } from '../ratio-family.ts';

/**
 * Vocabularies of Llama and Qwen take ×0.98 to ×1.00 of o200k (own measurement, 2026-11); Mistral's is assumed alike.
 * A chat template that indents the JSON makes it ×1.47 (median of 40 servers).
 */
export const open = createRatioFamily({
  id: 'open',
  label: 'Llama, Qwen, Mistral',
  ratio: { value: 1, low: 0.92, high: 1.47 },
  method: 'o200k × 1.0 ±8 %, up to × 1.47 where the chat template indents the JSON; Mistral assumed',
  asOf: '2026-11-30',
});
