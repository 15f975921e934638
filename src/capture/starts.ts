/** Which servers are started, and for which toolsets: equal launches once, but for activations. */
import { keyOfLaunch } from '../launch-key.ts';
import type { ActivationCall, ToolsetPlan } from '../model/plan.ts';
import type { LiveLaunch } from './connect.ts';

/** One process or connection, and what is recorded of it. */
export interface Start {
  readonly launch: LiveLaunch;
  /** For progress: the server, with the toolset where it is not the only one. */
  readonly label: string;
  readonly activate: readonly ActivationCall[];
  /** Whether a toolset wants the list as it is before the activation, from this start. */
  readonly isBaseWanted: boolean;
}

/**
 * Plan the starts. The first activation of a launch is made on the connection that gave its base list; every further
 * one gets a start of its own, because what one call has activated would show in the next list.
 */
export function planStarts(toolsets: readonly ToolsetPlan[]): readonly Start[] {
  return groupBy(toolsets, ({ launch }) => keyOfLaunch(launch)).flatMap((ofLaunch) => {
    const [{ launch }] = ofLaunch;
    if (launch.kind === 'file' || launch.kind === 'missing') return [];
    const base = ofLaunch.find(({ activate }) => activate.length === 0);
    const activated = groupBy(
      ofLaunch.filter(({ activate }) => activate.length > 0),
      keyOfPlan,
    ).map(([first]) => first);
    return (activated.length === 0 ? [base ?? ofLaunch[0]] : activated).map((plan, index) => {
      const isBaseWanted = index === 0 && base !== undefined;
      return { launch, label: labelOf(isBaseWanted ? base : plan), activate: plan.activate, isBaseWanted };
    });
  });
}

/** Equal for toolsets that are one list: launch and activation are the same. */
export function keyOfPlan({ launch, activate }: Pick<ToolsetPlan, 'launch' | 'activate'>): string {
  return JSON.stringify([
    keyOfLaunch(launch),
    ...activate.map(({ tool, arguments: given }) => [tool, given]),
  ]);
}

function labelOf({ server, toolset }: ToolsetPlan): string {
  return toolset === 'default' ? server : `${server} › ${toolset}`;
}

type NonEmpty<T> = readonly [T, ...T[]];

/** Groups in the order of their first member. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly NonEmpty<T>[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
