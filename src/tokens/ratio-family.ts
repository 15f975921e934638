/** A family whose tokens are a multiple of o200k's: what is known of all but the newest Claude models. */
import type { Estimate, TokenFamily } from '../model/estimate.ts';
import { makeEstimate } from './make-estimate.ts';
import { preambleRange, type PreambleModels } from './preambles.ts';

interface RatioFamily extends Pick<Estimate, 'label' | 'method' | 'asOf'> {
  readonly id: string;
  /** Tokens for one o200k token. */
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
  /** Absent: the vendor publishes none. */
  readonly preambles?: PreambleModels | undefined;
}

const NO_PREAMBLE = { preamble: undefined, value: 0, low: 0, high: 0 } as const;

/** Make a family from its ratio. */
export function createRatioFamily({ id, ratio, preambles, ...about }: RatioFamily): TokenFamily {
  return {
    id,
    label: about.label,
    estimate: ({ o200k, tools }, model) => {
      const added = preambles === undefined ? NO_PREAMBLE : preambleRange(preambles, model);
      return makeEstimate(
        {
          family: id,
          ...about,
          value: ratio.value * o200k + added.value,
          low: ratio.low * o200k + added.low,
          high: ratio.high * o200k + added.high,
          preamble: added.preamble,
        },
        tools,
      );
    },
    estimateTool: ({ o200k }) => ratio.value * o200k,
  };
}
