/** Hold a list, or the sum of several, against its limits. */
import type { Budget, Check, Limit, ListMetric, Verdict } from '../model/budget.ts';
import type { Judged } from './judged.ts';
import { describeLimit, isToolMetric, groupOf, sizeOf } from './sizes.ts';
import { checkToolLimits } from './tool-limits.ts';

/** Every limit held against the list, in the order of the file; those of tools last. Pure. */
export function checkBudget(judged: Judged): readonly Check[] {
  const { budget } = judged;
  return [
    ...budget.limits.flatMap((limit) => {
      const { metric } = limit;
      return isToolMetric(metric) ? [] : [checkList(judged, limit, metric)];
    }),
    ...checkToolLimits(judged),
  ];
}

/** What a host loads is not confirmed: over its limit is a warning. */
const UNSURE = 'budget-host-unsure';

function checkList(judged: Judged, limit: Limit, metric: ListMetric): Check {
  const { server, toolset, sizes } = judged;
  const { host } = limit;
  const inHost = host === undefined ? undefined : sizes?.hosts?.[host.id];
  const actual = host === undefined ? sizes && sizeOf(sizes, metric, limit.view) : inHost?.[host.figure];
  const sure = host === undefined ? undefined : (inHost?.sure[host.figure] ?? 0);
  const isUnsure = sure !== undefined && sure <= limit.max;
  return {
    ...describeLimit(limit),
    ...(isUnsure && { ruleId: UNSURE }),
    server,
    toolset,
    actual,
    verdict: verdictOf(actual, limit, judged.budget),
  };
}

/** Counts are used up to their limit on purpose; only sizes creep. */
const CREEPING: ReadonlySet<string> = new Set(['bytes', 'tokens', 'chars']);

function verdictOf(actual: number | undefined, { max, unit, metric }: Limit, budget: Budget): Verdict {
  if (actual === undefined) return 'not-measured';
  if (actual > max) return 'over';
  if (CREEPING.has(unit) && actual > 0 && actual >= budget.warnAt * max) return 'near';
  // Many servers have no instructions, prompts or resources: a limit on them guards against their coming.
  const isGuard = actual === 0 || groupOf(metric) === 'instructions';
  return !isGuard && actual < budget.staleAt * max ? 'stale' : 'ok';
}
