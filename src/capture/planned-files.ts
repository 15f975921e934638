/** The toolsets of a plan that come from files: each file read once, under the names the plan gives. */
import { UsageError } from '../errors.ts';
import type { FileLaunch, ToolsetPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Stdin } from './read-json.ts';
import { readListFiles } from './read-list-file.ts';

/**
 * Read the files of all plans that name one.
 * @throws UsageError for a file that cannot be read or is not what its plan says.
 */
export async function readPlannedFiles(
  toolsets: readonly ToolsetPlan[],
  stdin: Stdin,
): Promise<ReadonlyMap<ToolsetPlan, readonly Snapshot[]>> {
  const byPath = new Map<string, readonly Snapshot[]>();
  const byPlan = new Map<ToolsetPlan, readonly Snapshot[]>();
  for (const plan of toolsets) {
    const { launch } = plan;
    if (launch.kind !== 'file') continue;
    const snapshots = byPath.get(launch.path) ?? (await readListFiles(plan.server, launch, stdin));
    byPath.set(launch.path, snapshots);
    byPlan.set(plan, nameAsPlanned(plan, launch, snapshots));
  }
  return byPlan;
}

function nameAsPlanned(
  { server, toolset, activate }: ToolsetPlan,
  { isNamed, shown }: FileLaunch,
  snapshots: readonly Snapshot[],
): readonly Snapshot[] {
  if (activate.length > 0) {
    throw new UsageError(`${shown} is a file: nothing in it can be activated`, {
      hint: 'record the list after the activation: mcp-budget snapshot',
    });
  }
  if (isNamed !== true) return snapshots;
  const [only, second] = snapshots;
  if (only === undefined || second !== undefined) {
    throw new UsageError(`${shown} holds ${snapshots.length} lists, and ${server} › ${toolset} is one`, {
      hint: 'name a file with one list',
    });
  }
  return [{ ...only, server, toolset }];
}
