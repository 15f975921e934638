/** The limits a list was held to, and how far it is from them. */
import { nameMetric } from '../metrics.ts';
import { formatCount, formatPercent } from '../numbers.ts';
import type { Check } from '../model/budget.ts';
import type { Gate } from '../model/report.ts';

/** Checks of one list. */
export function checksOf(gate: Gate | undefined, server: string, toolset: string): readonly Check[] {
  return (gate?.checks ?? []).filter((check) => check.server === server && check.toolset === toolset);
}

/**
 * The check that says most of a list that passes: the limit on the list itself that is closest, then one on its
 * instructions or tools, then a growth rule.
 */
export function closestCheck(checks: readonly Check[]): Check | undefined {
  return checks
    .filter(({ actual }) => actual !== undefined)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || useOf(b) - useOf(a))[0];
}

function rankOf({ metric, growth }: Check): number {
  if (growth !== undefined) return 3;
  if (metric === 'tokens' || metric === 'bytes') return 0;
  return /^(tool|instructions)\./.test(metric) ? 2 : 1;
}

function useOf({ actual = 0, limit }: Check): number {
  return actual / Math.max(limit, 0.5);
}

/** `tokens 10,073 of 10,200 (98.8 %, 127 left)`; of a passing one without the brackets. */
export function describeUse(check: Check): string {
  const { actual = 0, limit, growth, verdict } = check;
  const whose = check.tool === undefined ? '' : `${check.tool} `;
  const of = `${whose}${nameMetric(check)} ${formatCount(actual)} of ${formatCount(limit)}`;
  if (check.actual === undefined)
    return `${whose}${nameMetric(check)} not measured, limit ${formatCount(limit)}`;
  if (growth !== undefined) return `${of} (growth "${growth}")`;
  if (verdict === 'ok') return of;
  if (verdict === 'over') return `${of}, over by ${formatCount(actual - limit)}`;
  const used = limit === 0 ? '' : `${formatPercent(actual, limit, 1)}, `;
  return `${of} (${used}${formatCount(limit - actual)} left)`;
}
