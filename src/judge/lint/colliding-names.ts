/** Names of one list that differ and become equal. */
import { renderName } from '../../hosts/names.ts';
import type { HostProfile } from '../../model/host.ts';
import type { LintTool } from '../../model/lint.ts';

export interface Collision {
  readonly later: LintTool;
  readonly earlier: LintTool;
}

/** Names that become equal when a host replaces characters, each with all hosts where they do. */
export function sanitisedNames(
  tools: readonly LintTool[],
  hosts: readonly HostProfile[],
): readonly (Collision & { readonly hosts: readonly HostProfile[] })[] {
  const cleaning = hosts.filter(({ name }) => name.sanitize?.part === 'all');
  const found = groupBy(cleaning, ({ name }) => JSON.stringify(name.sanitize)).flatMap((same) =>
    same
      .slice(0, 1)
      .flatMap((host) =>
        collisions(tools, (name) => renderName('', name, host)).map((one) => ({ ...one, hosts: same })),
      ),
  );
  return groupBy(found, ({ later, earlier }) => `${later.index} ${earlier.index}`).flatMap((same) =>
    same.slice(0, 1).map((one) => ({ ...one, hosts: same.flatMap(({ hosts: own }) => own) })),
  );
}

/** Tools whose names differ and become equal: the later with the first of them. */
export function collisions(
  tools: readonly LintTool[],
  become: (name: string) => string,
): readonly Collision[] {
  const first = new Map<string, LintTool>();
  return tools.flatMap((later) => {
    const { name = '' } = later;
    if (name === '') return [];
    const key = become(name);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, later);
    return earlier === undefined || earlier.name === name ? [] : [{ later, earlier }];
  });
}

/** Items with the same key together, in the order in which each key came first. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return [...groups.values()];
}
