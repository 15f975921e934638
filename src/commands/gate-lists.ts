/** The lists that a gate judges: captured now, or read from committed snapshots. */
import { existsSync } from 'node:fs';
import type { Io } from '../io.ts';
import { ofRule } from '../judge/rules.ts';
import type { ToolsetGate } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { CommandInput } from './command.ts';
import { isJudged, localName, type ChosenConfig } from './choose-toolsets.ts';
import type { GatePlan, Listed, ListedConfig } from './gate-run.ts';
import { findStale, withStale } from './gate-stale.ts';
import { selectToolset, type SelectedToolset } from './select-toolsets.ts';
import { readSnapshots, snapshotKey, type CommittedSnapshot } from './snapshot-folder.ts';

/** Read every toolset's list from the committed snapshots; nothing is started. @throws UsageError */
export async function readCommitted(gate: GatePlan, context: Context): Promise<Listed> {
  const hashes = new Map<SelectedToolset, string>();
  const files = await captureGates(gate.configs.flatMap(wanted).filter(isFile(gate)), context);
  const configs: ListedConfig[] = [];
  for (const chosen of gate.configs) {
    const folders = gate.snapshotPaths.length > 0 ? gate.snapshotPaths : [chosen.plan.snapshots];
    const committed = await readSnapshots(
      folders.filter((folder) => existsSync(folder)),
      gate.cache,
    );
    const lists = wanted(chosen).map((one) => {
      const server = committedName(one, chosen, gate);
      const found = isFile(gate)(one) ? undefined : committed.get(snapshotKey(server, one.snapshotOf));
      const snapshot =
        found === undefined
          ? (files.snapshotOf(one) ?? noSnapshot(one, server))
          : { ...found.snapshot, server: one.server, toolset: one.toolset };
      const list = withRedacted(selectToolset(one, one.isDisabled ? skipped(one) : snapshot));
      if (found !== undefined) hashes.set(list, found.sha256);
      return list;
    });
    configs.push({ chosen, lists, stale: [] });
  }
  return { configs, secrets: files.secrets, closed: files.closed, hashOf: (list) => hashes.get(list) };
}

/** Sizes of a snapshot in which secrets were replaced are not those of the list. */
function withRedacted(list: SelectedToolset): SelectedToolset {
  const warning = list.snapshot.warnings.find(({ id }) => id === 'redacted-snapshot');
  if (warning === undefined) return list;
  const { server, toolset } = list.gate;
  const { message } = warning;
  const finding = {
    ...ofRule('snapshot-redacted'),
    server,
    toolset,
    message,
    suggestion: 'judge this server live',
  };
  return { ...list, findings: [...list.findings, finding] };
}

/** A server that is a file by itself needs no other; a folder that was named holds all of them. */
function isFile({ snapshotPaths }: GatePlan): (gate: ToolsetGate) => boolean {
  return ({ launch, isDisabled }) => launch.kind === 'file' && !isDisabled && snapshotPaths.length === 0;
}

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** Capture toolsets, those of equal launches once. */
async function captureGates(gates: readonly ToolsetGate[], context: Context) {
  if (gates.length === 0) return { snapshotOf: () => undefined, secrets: [], closed: Promise.resolve() };
  const { captureToolsets } = await import('./capture-plan.ts');
  const { snapshots, secrets, closed } = await captureToolsets(gates, context, {});
  const byName = new Map(snapshots.map((one) => [snapshotKey(one.server, one.toolset), one]));
  return {
    snapshotOf: ({ server, toolset }: ToolsetGate) => byName.get(snapshotKey(server, toolset)),
    secrets,
    closed,
  };
}

/** A config's own folder knows its own names; in one that was named, as shards write it, several configs may be. */
function committedName({ server }: ToolsetGate, { plan }: ChosenConfig, { snapshotPaths }: GatePlan): string {
  return snapshotPaths.length > 0 ? server : localName(server, plan);
}

/** Start or reach every server once and read its lists. @throws UsageError */
export async function captureGate(gate: GatePlan, context: Context): Promise<Listed> {
  // First: a file that is none of ours stops the run before a server is started.
  const committed = await Promise.all(
    gate.configs.map(({ plan }) =>
      readSnapshots(existsSync(plan.snapshots) ? [plan.snapshots] : [], gate.cache),
    ),
  );
  const all = gate.configs.flatMap(wanted);
  const { snapshotOf, secrets, closed } = await captureGates(
    all.filter(({ isDisabled }) => !isDisabled),
    context,
  );
  const configs = gate.configs.map((chosen, index): ListedConfig => {
    const stale = findStale({
      chosen,
      committed: committed[index] ?? new Map<string, CommittedSnapshot>(),
      snapshotOf,
      secrets: [...gate.secrets, ...secrets],
    });
    const lists = wanted(chosen).map((one) =>
      withRedacted(withStale(selectToolset(one, snapshotOf(one) ?? skipped(one)), stale)),
    );
    return { chosen, lists, stale };
  });
  return { configs, secrets, closed, hashOf: () => undefined };
}

function wanted({ toolsets }: ChosenConfig): readonly ToolsetGate[] {
  return toolsets.filter(isJudged);
}

function skipped({ server, toolset }: ToolsetGate): Snapshot {
  const failure = { message: 'disabled in the config' };
  return { schemaVersion: 1, server, toolset, status: 'skipped', failure, tools: [], warnings: [] };
}

function noSnapshot({ server, toolset, snapshotOf }: ToolsetGate, committedAs: string): Snapshot {
  const failure = {
    message: `no snapshot of ${committedAs}/${snapshotOf} is committed`,
    hint: 'record it: npx mcp-budget snapshot',
  };
  return { schemaVersion: 1, server, toolset, status: 'needs-input', failure, tools: [], warnings: [] };
}
