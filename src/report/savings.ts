import type { NamedToolset } from './totals.ts';

/**
 * How much lighter a list is than the heaviest of its server, in tokens; undefined for the heaviest itself and where a
 * server has one list only.
 */
export function savingOf(
  { server, toolset }: NamedToolset,
  all: readonly NamedToolset[],
  tokensIn: (one: NamedToolset['toolset']) => number | undefined,
): { readonly saved: number; readonly of: number } | undefined {
  const tokens = tokensIn(toolset);
  const lists = all.filter((other) => other.server === server).map((other) => tokensIn(other.toolset) ?? 0);
  const heaviest = Math.max(0, ...lists);
  if (tokens === undefined || lists.length < 2 || tokens >= heaviest) return undefined;
  return { saved: heaviest - tokens, of: heaviest };
}

/** Tell whether any server has several lists. */
export function hasSeveralLists(toolsets: readonly NamedToolset[]): boolean {
  return new Set(toolsets.map(({ server }) => server)).size < toolsets.length;
}
