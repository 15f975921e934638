/** The stages that `measure` wires, in one module, so that help and version load none of them. */
import { ConfigError } from '../errors.ts';
import type { ToolsetGate, ToolsetPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Extras } from './measure-extras.ts';
import { selectToolset, type SelectedSnapshot } from './select-toolsets.ts';
import { snapshotKey } from './snapshot-folder.ts';

export { redact } from '../report/redact.ts';
export { buildRedactedReport } from './redacted-report.ts';
export { filterForClient } from './client-lists.ts';
export { measureExtras } from './measure-extras.ts';
export { createMeasurer } from './measurer.ts';
export { loadReporters, renderReport } from '../report/render.ts';

/**
 * The lists of toolsets, each with the tools that its config selects.
 * @throws ConfigError for a pattern that matches nothing, or a selection that leaves nothing.
 */
export function selectOf(
  snapshots: readonly Snapshot[],
  gates: readonly ToolsetGate[],
): readonly SelectedSnapshot[] {
  const byName = new Map(gates.map((gate) => [snapshotKey(gate.server, gate.toolset), gate]));
  // Toolsets of one server overlap: one of them stands for it in the sum, the first if the one that should was not asked for.
  const counted = new Set(
    [...new Set(gates.map(({ server }) => server))].map((server) => {
      const own = gates.filter((gate) => gate.server === server);
      return own.find(({ isInTotal }) => isInTotal) ?? own[0];
    }),
  );
  return snapshots.map((snapshot) => {
    const gate = byName.get(snapshotKey(snapshot.server, snapshot.toolset));
    if (gate === undefined) return { snapshot, isPart: false, isInTotal: true };
    const selected = { ...selectToolset(gate, snapshot), isInTotal: counted.has(gate) };
    const [mistake] = selected.findings;
    if (mistake === undefined) return selected;
    const { file, line = 1, key } = gate.source;
    throw new ConfigError(`${file}:${line}  ${key}: ${mistake.message}`, { hint: mistake.suggestion });
  });
}

/**
 * Tell whether something that was asked for is missing though no list failed: a count that the provider did not make,
 * or a server that waits for a yes to be started.
 */
export function isIncomplete(toolsets: readonly ToolsetPlan[], { providerCounts = [] }: Extras): boolean {
  return (
    providerCounts.some((count) => 'reason' in count) ||
    toolsets.some(({ launch }) => launch.kind === 'missing' && launch.isConsentMissing === true)
  );
}
