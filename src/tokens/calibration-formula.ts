/** Tokens of a tool list under Claude's newer tokenizer, from what can be counted without it. */
import type { EstimateInput } from '../model/estimate.ts';

/**
 * Relative least squares over the rows of `calibration.ts`, of 2026-08-19; the constant contains what the provider
 * adds once a request. `node scripts/refit.mjs --check` compares.
 */
export const FORMULA = { perO200k: 1.546, perStructuralChar: 0.263, constant: 335 } as const;

/** Fractions of the published count: each row estimated by a fit on the others, and the row never fitted on. */
export const FORMULA_ERRORS = { looMedian: 0.0217, looP90: 0.0599, looMax: 0.0679, holdOut: 0.0016 } as const;

/** What the rows span; an estimate outside is extrapolated. */
export const FORMULA_DOMAIN = { o200k: [1178, 17_163], tools: [5, 63] } as const;

/** Day of the published counts. */
export const FORMULA_AS_OF = '2026-08-19';

/** What the text alone costs, of one tool or a list; the constant is paid once a request. */
export function estimateText({
  o200k,
  structuralChars,
}: Pick<EstimateInput, 'o200k' | 'structuralChars'>): number {
  return FORMULA.perO200k * o200k + FORMULA.perStructuralChar * structuralChars;
}

/** Tell whether a list is larger or smaller than those the formula was fitted on. */
export function isOutsideDomain({ o200k, tools }: EstimateInput): boolean {
  const isOutside = (value: number, [least, most]: readonly [number, number]): boolean =>
    value < least || value > most;
  return isOutside(o200k, FORMULA_DOMAIN.o200k) || isOutside(tools, FORMULA_DOMAIN.tools);
}
