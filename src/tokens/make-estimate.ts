import type { Estimate } from '../model/estimate.ts';

/** Make an estimate of whole tokens; without tools there is nothing to send, and no preamble. */
export function makeEstimate(estimate: Omit<Estimate, 'isExtrapolated'>, tools: number): Estimate {
  const { value, low, high, preamble, ...about } = estimate;
  if (tools === 0) return { ...about, value: 0, low: 0, high: 0, isExtrapolated: false };
  return {
    ...about,
    value: Math.round(value),
    low: Math.round(low),
    high: Math.round(high),
    isExtrapolated: false,
    ...(preamble && { preamble }),
  };
}
