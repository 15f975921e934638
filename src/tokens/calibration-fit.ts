/** How the Claude formula is fitted, and how far it is off; for `scripts/refit.mjs` and the tests. */
import type { CalibrationRow } from './calibration.ts';

/** Weights of o200k tokens and structural characters, and the constant. */
export type Coefficients = readonly [perO200k: number, perStructuralChar: number, constant: number];

export interface LeftOut {
  readonly row: CalibrationRow;
  /** By a fit on all other rows. */
  readonly estimate: number;
  /** Fraction of the published count; negative: too low. */
  readonly error: number;
}

type Counts = Pick<CalibrationRow, 'o200k' | 'structuralChars'>;

/** Fit by least squares on the relative error: each row weighs 1/claudeTokens². */
export function fitFormula(rows: readonly CalibrationRow[]): Coefficients {
  const scaled = rows.map(({ o200k, structuralChars, claudeTokens }) => [
    o200k / claudeTokens,
    structuralChars / claudeTokens,
    1 / claudeTokens,
  ]);
  // The normal equations; the right side is the sum of each feature, because every scaled count is 1.
  const at = (row: readonly number[], index: number): number => row[index] ?? 0;
  const sum = (term: (row: readonly number[]) => number): number =>
    scaled.reduce((total, row) => total + term(row), 0);
  const matrix = [0, 1, 2].map((i) => [0, 1, 2].map((j) => sum((row) => at(row, i) * at(row, j))));
  const right = [0, 1, 2].map((i) => sum((row) => at(row, i)));
  const whole = determinant(matrix);
  // Cramer's rule.
  const solve = (column: number): number =>
    determinant(matrix.map((row, i) => row.map((value, j) => (j === column ? at(right, i) : value)))) / whole;
  return [solve(0), solve(1), solve(2)];
}

function determinant(m: readonly (readonly number[])[]): number {
  const at = (i: number, j: number): number => m[i % 3]?.[j % 3] ?? 0;
  return [0, 1, 2].reduce(
    (total, j) => total + at(0, j) * (at(1, j + 1) * at(2, j + 2) - at(1, j + 2) * at(2, j + 1)),
    0,
  );
}

/** Apply a fit. */
export function applyFormula(
  [perO200k, perStructuralChar, constant]: Coefficients,
  { o200k, structuralChars }: Counts,
): number {
  return perO200k * o200k + perStructuralChar * structuralChars + constant;
}

/** Estimate each row by a fit on all others. */
export function leaveEachOut(rows: readonly CalibrationRow[]): readonly LeftOut[] {
  return rows.map((row) => {
    const estimate = applyFormula(fitFormula(rows.filter((other) => other !== row)), row);
    return { row, estimate, error: estimate / row.claudeTokens - 1 };
  });
}

/** Size of the error that `fraction` of the rows stay within: the smallest with at least so many at or below it. */
export function errorQuantile(leftOut: readonly LeftOut[], fraction: number): number {
  const errors = leftOut.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  return errors[Math.ceil(fraction * errors.length) - 1] ?? 0;
}
