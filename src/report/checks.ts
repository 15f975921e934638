/** The limits a list was held to, and how far it is from them. */
import { formatCount, formatPercent } from '../numbers.ts';
import type { Check } from '../model/budget.ts';
import type { Gate } from '../model/report.ts';

/** Checks of one list. */
export function checksOf(gate: Gate | undefined, server: string, toolset: string): readonly Check[] {
  return (gate?.checks ?? []).filter((check) => check.server === server && check.toolset === toolset);
}

/** The check that is closest to its limit; growth rules only where nothing else is limited. */
export function closestCheck(checks: readonly Check[]): Check | undefined {
  const measured = checks.filter(({ actual }) => actual !== undefined);
  const limits = measured.filter(({ growth }) => growth === undefined);
  return (limits.length > 0 ? limits : measured).toSorted((a, b) => useOf(b) - useOf(a))[0];
}

function useOf({ actual = 0, limit }: Check): number {
  return actual / Math.max(limit, 0.5);
}

/** What is limited: `tokens`, `wire tokens`, `description characters`. */
export function nameMetric({ metric, view }: Pick<Check, 'metric' | 'view'>): string {
  const name = metric
    .replace(/^tool\./, '')
    .replaceAll('.', ' ')
    .replace(/chars$/, 'characters');
  return view === 'generic' ? name : `${view} ${name}`;
}

/** `tokens 10,073 of 10,200 (98.8 %, 127 left)`; of a passing one without the brackets. */
export function describeUse(check: Check): string {
  const { actual = 0, limit, growth, verdict } = check;
  const of = `${nameMetric(check)} ${formatCount(actual)} of ${formatCount(limit)}`;
  if (growth !== undefined) return `${of} (growth "${growth}")`;
  if (verdict === 'ok') return of;
  const used = limit === 0 ? '' : `${formatPercent(actual, limit, 1)}, `;
  return `${of} (${used}${formatCount(limit - actual)} left)`;
}
