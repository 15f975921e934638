import { toolPreamble } from '../hosts/preamble.ts';
import type { Estimate } from '../model/estimate.ts';

type Preamble = NonNullable<Estimate['preamble']>;

/** What a provider adds to a request that carries tools, by the API's model id; undefined where it is not known. */
export function preambleOf(model: string): Preamble | undefined {
  const { rows, asOf, source } = toolPreamble;
  const row = rows.find((row) => row.model === model);
  return row && { model, tokens: row.auto, asOf, source };
}

/** Models of a family: whose preamble stands for it, and those with the smallest and the largest. */
export interface PreambleModels {
  readonly stated: string;
  readonly least: string;
  readonly most: string;
}

/** Tokens of the preamble and their range: one model's own where it is known, else from the family's smallest to its largest. */
export function preambleRange(
  models: PreambleModels,
  model: string | undefined,
): {
  readonly preamble: Preamble | undefined;
  readonly value: number;
  readonly low: number;
  readonly high: number;
} {
  const own = model === undefined ? undefined : preambleOf(model);
  const stated = preambleOf(models.stated);
  const tokensOf = (name: string): number => (own ?? preambleOf(name))?.tokens ?? 0;
  return {
    preamble: model === undefined ? stated : own,
    value: tokensOf(models.stated),
    low: tokensOf(models.least),
    high: tokensOf(models.most),
  };
}
