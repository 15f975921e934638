/** Committed snapshots that are no longer what a server lists. */
import { compactJson } from '../json-text.ts';
import { ofRule } from '../judge/rules.ts';
import type { ToolsetGate } from '../model/plan.ts';
import type { Finding } from '../model/report.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { redact } from '../report/redact.ts';
import { localName, type ChosenConfig } from './choose-toolsets.ts';
import type { StaleSnapshot } from './gate-run.ts';
import type { SelectedToolset } from './select-toolsets.ts';
import { snapshotKey, type CommittedSnapshots } from './snapshot-folder.ts';
import { freeSnapshotPath, snapshotText } from './snapshot-text.ts';

interface Committed {
  readonly chosen: ChosenConfig;
  readonly committed: CommittedSnapshots;
  readonly snapshotOf: (gate: ToolsetGate) => Snapshot | undefined;
  readonly secrets: readonly string[];
}

/** Committed snapshots whose list is no longer what the server lists, and lists that have none yet. */
export function findStale({ chosen, committed, snapshotOf, secrets }: Committed): readonly StaleSnapshot[] {
  // A folder of that name may be anyone's.
  if (committed.size === 0) return [];
  const taken = new Set([...committed.values()].map(({ path }) => path.toLowerCase()));
  return chosen.toolsets.flatMap((gate) => {
    const snapshot = snapshotOf(gate);
    if (gate.snapshotOf !== gate.toolset || snapshot === undefined || snapshot.failure !== undefined)
      return [];
    const server = localName(gate.server, chosen.plan);
    const found = committed.get(snapshotKey(server, gate.toolset));
    const now = redact(snapshot, secrets).value;
    if (found !== undefined && listText(found.snapshot) === listText(now)) return [];
    const path =
      found?.path ?? freeSnapshotPath(chosen.plan.snapshots, { server, toolset: gate.toolset }, taken);
    const text = snapshotText({ ...snapshot, server }, secrets).text;
    return [{ gate, isCommitted: found !== undefined, path, text }];
  });
}

/** What a check of the snapshot would judge. */
function listText({ tools, instructions = '', prompts = [], resources = [] }: Snapshot): string {
  return [instructions, prompts.length, resources.length, ...tools.map(compactJson)].join('\n');
}

/** Tell of it where the list is judged. */
export function withStale(list: SelectedToolset, stale: readonly StaleSnapshot[]): SelectedToolset {
  const found = stale.find(({ gate }) => gate === list.gate);
  if (found === undefined) return list;
  const { server, toolset } = list.gate;
  const finding: Finding = {
    ...ofRule('snapshot-stale'),
    server,
    toolset,
    message: found.isCommitted
      ? 'the committed snapshot is not what the server lists now'
      : 'no snapshot is committed, though others are',
    suggestion: 'npx mcp-budget check --update',
  };
  return { ...list, findings: [...list.findings, finding] };
}
