import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Estimate, EstimateInput } from '../src/model/estimate.ts';
import { formatDollars, formatEstimate } from '../src/numbers.ts';
import {
  applyFormula,
  errorQuantile,
  fitFormula,
  leaveEachOut,
  type LeftOut,
} from '../src/tokens/calibration-fit.ts';
import { FORMULA, FORMULA_DOMAIN, FORMULA_ERRORS } from '../src/tokens/calibration-formula.ts';
import { CALIBRATION_ROWS, HOLD_OUT, MINIMAL_TOOL, type CalibrationRow } from '../src/tokens/calibration.ts';
import { families, familyIds } from '../src/tokens/families/index.ts';
import { countStructuralChars } from '../src/tokens/structural-chars.ts';

const NOTION_TAVILY_MEMORY: EstimateInput = { o200k: 19_717, structuralChars: 22_622, tools: 38 };
const inside = (count: number, { low, high }: Estimate): boolean => low <= count && count <= high;
/** As it is printed, to three digits. */
const printed = (estimate: Estimate): Estimate => {
  const [, value, low, high] = /^~([\d,]+) \(([\d,]+)–([\d,]+)/.exec(formatEstimate(estimate)) ?? [];
  const read = (text = ''): number => Number(text.replaceAll(',', ''));
  return { ...estimate, value: read(value), low: read(low), high: read(high) };
};

describe('the formula for Claude Opus 5', () => {
  const leftOut = leaveEachOut(CALIBRATION_ROWS);

  it('is the fit on the published rows, and its errors are those of leaving each out', () => {
    const [perO200k, perStructuralChar, constant] = fitFormula(CALIBRATION_ROWS);
    expect(CALIBRATION_ROWS).toHaveLength(19);
    expect(perO200k).toBeCloseTo(FORMULA.perO200k, 3);
    expect(perStructuralChar).toBeCloseTo(FORMULA.perStructuralChar, 3);
    expect(constant).toBeCloseTo(FORMULA.constant, 0);
    expect(errorQuantile(leftOut, 0.5)).toBeCloseTo(FORMULA_ERRORS.looMedian, 4);
    expect(errorQuantile(leftOut, 0.9)).toBeCloseTo(FORMULA_ERRORS.looP90, 4);
    expect(errorQuantile(leftOut, 1)).toBeCloseTo(FORMULA_ERRORS.looMax, 4);
    expect(FORMULA_ERRORS).toEqual({ looMedian: 0.0217, looP90: 0.0599, looMax: 0.0679, holdOut: 0.0016 });
    const weights = [FORMULA.perO200k, FORMULA.perStructuralChar, FORMULA.constant] as const;
    expect(applyFormula(weights, HOLD_OUT) / HOLD_OUT.claudeTokens - 1).toBeCloseTo(
      FORMULA_ERRORS.holdOut,
      4,
    );
  });

  it('is never off by 10 % on a row it was not fitted on, and no published count is outside the printed band', () => {
    // The band of the formula around what a fit without the row says.
    const bandAround = ({ row, estimate }: LeftOut): Estimate => {
      const { value, low, high } = families.claude.estimate(row);
      const scale = estimate / value;
      const shape = { value: value * scale, low: low * scale, high: high * scale };
      return printed({ ...families.claude.estimate(row), ...shape });
    };
    expect(leftOut.filter(({ error }) => Math.abs(error) > 0.1)).toEqual([]);
    expect(leftOut.filter((one) => !inside(one.row.claudeTokens, bandAround(one)))).toEqual([]);
    expect(inside(HOLD_OUT.claudeTokens, printed(families.claude.estimate(HOLD_OUT)))).toBe(true);
  });

  it('knows the span of its rows', () => {
    const span = (key: 'o200k' | 'tools'): readonly number[] => {
      const values = CALIBRATION_ROWS.map((row) => row[key]);
      return [Math.min(...values), Math.max(...values)];
    };
    expect(span('o200k')).toEqual(FORMULA_DOMAIN.o200k);
    expect(span('tools')).toEqual(FORMULA_DOMAIN.tools);
    const at = (o200k: number, tools: number): boolean =>
      families.claude.estimate({ o200k, tools, structuralChars: 1000 }).isExtrapolated;
    expect([at(1178, 5), at(17_163, 63)]).toEqual([false, false]);
    expect([at(1177, 5), at(17_164, 5), at(2000, 4), at(2000, 64)]).toEqual([true, true, true, true]);
  });

  it('is 49 tokens too high for a minimal tool, which its range covers', () => {
    const estimate = families.claude.estimate(MINIMAL_TOOL);
    expect(estimate).toMatchObject({ value: 377, isExtrapolated: true });
    expect(inside(328, printed(estimate))).toBe(true);
  });

  it('is shown with its range, to three digits', () => {
    expect(formatEstimate(families.claude.estimate(NOTION_TAVILY_MEMORY))).toBe(
      '~36,800 (33,800–39,700; extrapolated)',
    );
  });

  it('holds the preamble once; a tool pays for its text alone', () => {
    const [row] = CALIBRATION_ROWS as readonly [CalibrationRow];
    const { value, preamble } = families.claude.estimate(row);
    expect(preamble).toMatchObject({ tokens: 286, model: 'claude-opus-5', asOf: '2026-11-30' });
    expect(value - families.claude.estimateTool(row)).toBeCloseTo(335, 0);
    expect(families.claude.estimateTool({ o200k: 1000, structuralChars: 1000 })).toBeCloseTo(1809);
  });

  it('has no known preamble and a wider range for a model it is only assumed for', () => {
    const { preamble, low, value, high } = families.claude.estimate(HOLD_OUT, 'claude-opus-5-5');
    expect(preamble).toBeUndefined();
    expect([low / value, high / value]).toEqual([expect.closeTo(0.8, 3), expect.closeTo(1.2, 3)]);
  });

  it('is what the script refits', () => {
    const text = execFileSync(process.execPath, ['scripts/refit.mjs', '--check'], { encoding: 'utf8' });
    expect(text).toContain('minimal tool       377, published 328');
    expect(text).not.toContain('stated');
  });
});

describe('families', () => {
  const input: EstimateInput = { o200k: 10_000, structuralChars: 8000, tools: 20 };

  it('are the files beside their list', () => {
    const files = readdirSync('src/tokens/families').filter((name) => name !== 'index.ts');
    expect(files).toEqual(familyIds.map((id) => `${id}.ts`).toSorted());
    for (const [id, family] of Object.entries(families)) expect(family.id).toBe(id);
  });

  it.each(familyIds)('%s: a range around the value, a date, and nothing for no tools', (id) => {
    const family = families[id];
    const estimate = family.estimate(input);
    expect(estimate).toMatchObject({ family: id, label: family.label });
    expect(estimate.low).toBeLessThan(estimate.high);
    expect(inside(estimate.value, estimate)).toBe(true);
    for (const key of ['value', 'low', 'high'] as const) expect(Number.isInteger(estimate[key])).toBe(true);
    expect(estimate.method).not.toContain('\n');
    expect(estimate.asOf).toMatch(/^2026-\d\d-\d\d$/);
    const none = family.estimate({ o200k: 1, structuralChars: 2, tools: 0 });
    expect(none).toMatchObject({ value: 0, low: 0, high: 0, isExtrapolated: false });
    expect(none.preamble).toBeUndefined();
    expect(formatEstimate(none)).toBe('0');
  });

  // Where a family's models have several preambles, the range reaches from the least to the most.
  it.each([
    ['claude-4-7', 17_903, 14_322, 21_946, 290],
    ['claude-3', 12_497, 10_813, 13_997, 497],
    ['gpt', 10_000, 1700, 10_000, undefined],
    ['gemini', 10_500, 5600, 13_650, undefined],
    ['open', 10_000, 9200, 14_700, undefined],
    ['deepseek', 10_800, 9936, 11_664, undefined],
  ] as const)('%s', (id, value, low, high, preamble) => {
    const estimate = families[id].estimate(input);
    expect(estimate).toMatchObject({ value, low, high });
    expect(estimate.preamble?.tokens).toBe(preamble);
  });

  it('take the preamble of one model where it is asked for', () => {
    const of = (id: 'claude-3' | 'claude-4-7', model: string) => families[id].estimate(input, model);
    const opus47 = of('claude-4-7', 'claude-opus-4-7');
    expect(opus47.preamble?.tokens).toBe(675);
    expect(opus47.value).toBe(17_903 - 290 + 675);
    expect(opus47.low).toBe(Math.round(0.8 * (17_613 + 675)));
    expect(of('claude-3', 'claude-haiku-4-5')).toMatchObject({ value: 12_496, low: 10_996, high: 13_996 });
    // Without one of its own it has the family's range, and states none.
    const unknown = of('claude-3', 'claude-3-5-sonnet');
    expect(unknown).toMatchObject({ value: 12_497, low: 10_813, high: 13_997 });
    expect(unknown.preamble).toBeUndefined();
  });
});

it('countStructuralChars counts structure wherever it stands', () => {
  expect(countStructuralChars('[{"a":"x, y: {z}"}]')).toBe(13);
  expect(countStructuralChars('äöü 文 🚀')).toBe(0);
});

describe('formatEstimate and formatDollars', () => {
  it.each([
    [{ value: 377, low: 327, high: 408 }, '~377 (327–408)'],
    [{ value: 1_234_567, low: 999_499, high: 1_999_999 }, '~1,230,000 (999,000–2,000,000)'],
    [{ value: 9995, low: 1, high: 10_049 }, '~10,000 (1–10,000)'],
  ])('%j', (estimate, text) => {
    expect(formatEstimate({ ...estimate, isExtrapolated: false })).toBe(text);
  });

  it.each([
    [0, '$0.00'],
    [0.000_012_34, '$0.0000123'],
    [0.0184, '$0.0184'],
    [0.5, '$0.50'],
    [0.9999, '$1.00'],
    [1.5, '$1.50'],
    [18.44, '$18.40'],
    [99.96, '$100'],
    [1839, '$1,840'],
  ])('%d', (value, text) => expect(formatDollars(value)).toBe(text));
});
