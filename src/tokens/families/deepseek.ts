import { createRatioFamily } from '../ratio-family.ts';

/** By its vocabulary (own measurement, 2026-11). */
export const deepseek = createRatioFamily({
  id: 'deepseek',
  label: 'DeepSeek',
  ratio: { value: 1.08, low: 1.08 * 0.92, high: 1.08 * 1.08 },
  method: 'o200k × 1.08 ±8 %, by its vocabulary',
  asOf: '2026-11-30',
});
