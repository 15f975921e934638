/** What a list itself shows, beside its sizes: too few tools, no fixed order, limits for tools it does not have. */
import type { Finding } from '../model/report.ts';
import type { Judged, JudgedToolset } from './judged.ts';
import { ofRule } from './rules.ts';
import { formatCount } from '../numbers.ts';
import { describeSize } from './sizes.ts';
import { unusedToolLimits } from './tool-limits.ts';

/** What was listed, but not as a gate can rely on. */
export function findInList(judged: JudgedToolset): readonly Finding[] {
  const { server, toolset, status, isDynamicAllowed, findings = [] } = judged;
  // A mistake in the selection is why so few are left.
  if (findings.some(({ outcome }) => outcome === 'mistake')) return [];
  if (status !== 'dynamic' || isDynamicAllowed) return findTooFew(judged);
  return [
    ...findTooFew(judged),
    {
      ...ofRule('list-differs'),
      server,
      toolset,
      message: 'two readings of the list differ: a gate cannot rely on its size',
      suggestion: 'make the list the same at every reading, or say "allowDynamic": true in the config',
    },
  ];
}

/** Fewer tools than there must be, in a list or in the sum of several. */
export function findTooFew({ server, toolset, budget, sizes }: Judged): readonly Finding[] {
  const { min, source } = budget.minTools;
  const tools = sizes?.measurement.tools ?? min;
  if (tools >= min) return [];
  return [
    {
      ...ofRule('min-tools'),
      server,
      toolset,
      message: `${describeSize(tools, 'tools')} listed, at least ${formatCount(min)} expected`,
      suggestion: 'start the server as its users do, or set "minTools": 0 where none is right',
      actual: tools,
      limit: min,
      unit: 'tools',
      source,
    },
  ];
}

/**
 * Limits by tool name that no list of their server has a tool for. An inherited one may match in another toolset, so a
 * server is looked at as a whole, once all of it is measured.
 */
export function findUnusedToolLimits(toolsets: readonly JudgedToolset[]): readonly Finding[] {
  return [...new Set(toolsets.map(({ server }) => server))].flatMap((server) => {
    const own = toolsets.filter((one) => one.server === server);
    if (own.some(({ sizes }) => sizes === undefined)) return [];
    const tools = own.flatMap(({ sizes }) => sizes?.measurement.byTool ?? []);
    return unusedToolLimits(
      own.flatMap(({ budget }) => budget.limits),
      tools,
    ).map(({ tools: glob = '', source }) => ({
      ...ofRule('tool-limit-unused'),
      server,
      toolset: '',
      message: `a limit is set for ${glob}, which matches no tool`,
      source,
    }));
  });
}
