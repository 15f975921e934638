/** The lists as a client loads them. */
import type { ClientPlan } from '../model/client.ts';
import { filterByName } from '../reduce/select.ts';
import type { SelectedSnapshot } from './select-toolsets.ts';

/**
 * Leave out the tools that a single client's own filters leave out; several clients share a list, and each has its
 * own part of it. A server that the client declares twice keeps what either takes.
 */
export function filterForClient(
  lists: readonly SelectedSnapshot[],
  clients: readonly ClientPlan[],
): readonly SelectedSnapshot[] {
  const [client, ...others] = clients;
  if (client === undefined || others.length > 0) return lists;
  return lists.map((list) => {
    const { snapshot } = list;
    const own = client.servers.filter(
      ({ plan }) => plan.server === snapshot.server && plan.toolset === snapshot.toolset,
    );
    if (own.length === 0) return list;
    const kept = new Set(own.flatMap((server) => filterByName(snapshot.tools, server).tools));
    if (kept.size === snapshot.tools.length) return list;
    const tools = snapshot.tools.filter((tool) => kept.has(tool));
    // What was received belongs to the whole list.
    return {
      ...list,
      isPart: true,
      snapshot: { ...snapshot, tools, frameBytes: undefined, pages: undefined, listing: undefined },
    };
  });
}
