/** Hold a list against the baseline's: how far it may rise. */
import type { Raise, RecordedToolset } from '../model/baseline.ts';
import { recordedSizeOf } from '../metrics.ts';
import type { Check, Growth } from '../model/budget.ts';
import { groupOf, sizeOf, type Sizes } from './sizes.ts';

interface Grown {
  readonly server: string;
  readonly toolset: string;
  readonly sizes: Sizes | undefined;
  readonly before: Omit<RecordedToolset, 'byTool'>;
  /** Of this list, agreed on since. */
  readonly raises?: readonly Raise[] | undefined;
}

/** Every growth rule held against one list. Pure. */
export function checkGrowth(
  { server, toolset, sizes, before, raises = [] }: Grown,
  growth: readonly Growth[],
): readonly Check[] {
  return growth.flatMap((rule): readonly Check[] => {
    const old = recordedSizeOf(before, rule.metric);
    if (old === undefined) return [];
    const actual = sizes === undefined ? undefined : sizeOf(sizes, rule.metric, 'generic');
    const allowed = mostAllowed(old, rule);
    const [agreed] = raises
      .filter(({ metric, to }) => metric === rule.metric && to > allowed)
      .toSorted((a, b) => b.to - a.to);
    const limit = agreed?.to ?? allowed;
    const isAgreed = actual !== undefined && actual > allowed && actual <= limit;
    return [
      {
        ruleId: `growth-${groupOf(rule.metric)}`,
        verdict: actual === undefined ? 'not-measured' : actual > limit ? 'over' : 'ok',
        server,
        toolset,
        metric: rule.metric,
        view: 'generic',
        unit: rule.unit,
        actual,
        limit,
        before: old,
        growth: rule.text,
        ...(isAgreed && { reason: agreed?.reason }),
        source: rule.source,
      },
    ];
  });
}

/** "5% and 100" is exceeded only by what exceeds both: the larger of the two may be added. */
function mostAllowed(before: number, { ratio, amount }: Growth): number {
  // An error of rounding must not turn 105 into 104.
  const byRatio = ratio === undefined ? 0 : Math.floor(before * ratio + 1e-9);
  return before + Math.max(byRatio, amount ?? 0);
}
