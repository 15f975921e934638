/** Files that two configs of a run would write over each other. */
import { ConfigError } from '../errors.ts';
import type { ConfigPlan } from '../model/plan.ts';
import { shownPath } from './config-find.ts';

/** Pass configs that keep what is committed apart, as those of two folders do. @throws ConfigError */
export function rejectShared(plans: readonly ConfigPlan[], cwd: string): void {
  const holders = plans.filter(({ toolsets }) => toolsets.length > 0);
  for (const [index, plan] of holders.entries()) {
    for (const other of holders.slice(index + 1)) rejectPair(plan, other, cwd);
  }
}

function rejectPair(plan: ConfigPlan, other: ConfigPlan, cwd: string): void {
  const both = `${plan.file} and ${other.file}`;
  if (plan.baseline.path === other.baseline.path) {
    throw new ConfigError(`${both}  share one baseline: ${shownPath(plan.baseline.path, cwd)}`, {
      hint: 'give each its own: "baseline": {"file": …}',
    });
  }
  // Snapshots are found by the names that they hold: those of different servers get along.
  const names = serverNames(plan);
  const shared = serverNames(other).find((name) => names.includes(name));
  if (plan.snapshots === other.snapshots && shared !== undefined) {
    throw new ConfigError(
      `${both}  keep a server ${shared} in one folder: ${shownPath(plan.snapshots, cwd)}`,
      {
        hint: 'give each its own: "snapshots": …',
      },
    );
  }
}

function serverNames({ toolsets, label }: ConfigPlan): readonly string[] {
  return toolsets.map(({ server }) => server.slice(label === '' ? 0 : `${label} › `.length));
}
