import type { TokenFamily } from '../../model/estimate.ts';
import { estimateText, FORMULA, isOutsideDomain } from '../calibration-formula.ts';
import { makeEstimate } from '../make-estimate.ts';
import { preambleOf, preambleRange } from '../preambles.ts';

const id = 'claude-4-7';
const label = 'Claude Opus 4.7, 4.8, Sonnet 5';

/** Assumed: nothing is published that it could be held against. */
const BAND = 0.2;

const MODELS = { stated: 'claude-opus-4-8', least: 'claude-opus-4-8', most: 'claude-opus-4-7' } as const;

/** Of Opus 5, whose preamble the formula's constant contains. */
const OWN_PREAMBLE = preambleOf('claude-opus-5')?.tokens ?? 0;

/** Models of the generation before Opus 5: its formula with their preamble in place of its own. */
export const claude47: TokenFamily = {
  id,
  label,
  estimate: (input, model) => {
    const text = estimateText(input) + FORMULA.constant - OWN_PREAMBLE;
    const added = preambleRange(MODELS, model);
    const estimate = makeEstimate(
      {
        family: id,
        label,
        value: text + added.value,
        low: (1 - BAND) * (text + added.low),
        high: (1 + BAND) * (text + added.high),
        method: 'formula of Claude Opus 5 with another preamble; ±20 % (assumed)',
        asOf: '2026-11-30',
        preamble: added.preamble,
      },
      input.tools,
    );
    return { ...estimate, isExtrapolated: input.tools > 0 && isOutsideDomain(input) };
  },
  estimateTool: estimateText,
};
