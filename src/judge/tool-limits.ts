/** Limits on each tool and its fields. */
import type { Check, Limit, ToolMetric } from '../model/budget.ts';
import type { ToolMeasurement, ViewId } from '../model/measurement.ts';
import { compileNameGlob } from '../name-glob.ts';
import type { Judged } from './judged.ts';
import { describeLimit, isToolMetric, toolSizeOf } from './sizes.ts';

type ToolLimit = Limit & { readonly metric: ToolMetric };

/**
 * One check a tool that exceeds a limit; where none does, one for the tool that comes closest. Of several limits of
 * one metric the first whose glob matches the tool's name holds, before the one for all tools.
 */
export function checkToolLimits(judged: Judged): readonly Check[] {
  const limits = judged.budget.limits.filter((limit): limit is ToolLimit => isToolMetric(limit.metric));
  const ordered = [
    ...limits.filter(({ tools }) => tools !== undefined),
    ...limits.filter(({ tools }) => tools === undefined),
  ];
  const kinds = new Map(ordered.map(({ metric, view }) => [`${metric} ${view}`, { metric, view }]));
  return [...kinds.values()].flatMap((kind) => checkKind(judged, kind, ordered));
}

/** Globs of `toolOverrides` that match no tool of the list. */
export function unusedToolLimits(
  limits: readonly Limit[],
  tools: readonly ToolMeasurement[],
): readonly Limit[] {
  const seen = new Set<string>();
  return limits.filter((limit) => {
    if (limit.tools === undefined || seen.has(limit.tools)) return false;
    seen.add(limit.tools);
    const isMatch = compileNameGlob(limit.tools);
    return !tools.some(({ name }) => isMatch(name));
  });
}

function checkKind(
  { server, toolset, sizes }: Judged,
  { metric, view }: { readonly metric: ToolMetric; readonly view: ViewId },
  ordered: readonly ToolLimit[],
): readonly Check[] {
  const limits = ordered
    .filter((limit) => limit.metric === metric && limit.view === view)
    .map((limit) => ({
      limit,
      isMatch: limit.tools === undefined ? () => true : compileNameGlob(limit.tools),
    }));
  if (sizes === undefined) {
    const [first] = limits;
    return first === undefined
      ? []
      : [{ ...describeLimit(first.limit), server, toolset, verdict: 'not-measured' }];
  }
  const held = sizes.measurement.byTool.flatMap((tool) => {
    const limit = limits.find(({ isMatch }) => isMatch(tool.name))?.limit;
    if (limit === undefined) return [];
    return [{ tool: tool.name, limit, actual: toolSizeOf(tool, metric, view) }];
  });
  const checks = held.map(({ tool, limit, actual }): Check => {
    const verdict = actual === undefined ? 'not-measured' : actual > limit.max ? 'over' : 'ok';
    return { ...describeLimit(limit), server, toolset, tool, actual, verdict };
  });
  const failing = checks.filter(({ verdict }) => verdict !== 'ok').toSorted(byUse);
  return failing.length > 0 ? failing : checks.toSorted(byUse).slice(0, 1);
}

/** Closest to its limit, or farthest over it, first. */
function byUse(left: Check, right: Check): number {
  const use = ({ actual = 0, limit }: Check): number => (limit === 0 ? actual : actual / limit);
  return use(right) - use(left) || ((left.tool ?? '') < (right.tool ?? '') ? -1 : 1);
}
