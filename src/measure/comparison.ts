import type { Comparison } from '../model/measurement.ts';

/**
 * How many tokens the tool lists of public MCP servers cost: o200k_base of the generic view, over the most
 * downloaded servers on npm in their default settings, without credentials. Own survey of 2026-11-30; the three
 * largest servers are left out. `[percent, tokens]`: quantiles by nearest rank.
 */
const SURVEY = {
  date: '2026-11-30',
  servers: 105,
  tokens: [
    [0, 32],
    [5, 180],
    [10, 374],
    [15, 681],
    [20, 907],
    [25, 1281],
    [30, 1665],
    [35, 2271],
    [40, 2920],
    [45, 3866],
    [50, 5021],
    [55, 5679],
    [60, 6992],
    [65, 8433],
    [70, 9843],
    [75, 12_040],
    [80, 13_931],
    [85, 17_163],
    [90, 32_556],
    [95, 60_103],
    [99, 242_650],
    [100, 243_988],
  ],
} as const;

/**
 * Say what percent of public servers have a lighter list, by tokens of the generic view: linear between the
 * quantiles, and the largest whole percent below, because the server at a quantile is not lighter than itself.
 */
export function compareWithPublic(tokens: number): Comparison {
  return { heavierThan: lighterPercent(tokens), servers: SURVEY.servers, date: SURVEY.date };
}

function lighterPercent(tokens: number): number {
  let lower: readonly [percent: number, tokens: number] = SURVEY.tokens[0];
  if (tokens <= lower[1]) return 0;
  for (const upper of SURVEY.tokens) {
    if (tokens <= upper[1]) {
      const percent = lower[0] + ((upper[0] - lower[0]) * (tokens - lower[1])) / (upper[1] - lower[1]);
      return Math.ceil(percent) - 1;
    }
    lower = upper;
  }
  return 100;
}
