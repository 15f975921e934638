/** Turn what was captured into the toolsets that a config declares: each with its own tools of the list. */
import { didYouMean } from '../config/nearest.ts';
import type { JsonValue } from '../json.ts';
import { ofRule } from '../judge/rules.ts';
import type { ToolsetGate } from '../model/plan.ts';
import type { Finding } from '../model/report.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { selectTools, toolName } from '../reduce/select.ts';

export interface SelectedSnapshot {
  readonly snapshot: Snapshot;
  /** True when tools of the list were left out. */
  readonly isPart: boolean;
  /** Stands for its server in sums. */
  readonly isInTotal: boolean;
}

export interface SelectedToolset extends SelectedSnapshot {
  readonly gate: ToolsetGate;
  /** Patterns that match nothing. */
  readonly findings: readonly Finding[];
}

/** Apply a toolset's selection to its snapshot. Pure. */
export function selectToolset(gate: ToolsetGate, snapshot: Snapshot): SelectedToolset {
  const { selection } = gate;
  if (selection === undefined || snapshot.failure !== undefined)
    return { gate, snapshot, isPart: false, isInTotal: gate.isInTotal, findings: [] };
  const { tools, unmatched } = selectTools(snapshot.tools, selection);
  const mistakes = [
    ...unmatched.map((pattern) => ({
      message: `${pattern} matches no tool`,
      suggestion: nearestTools(pattern, snapshot.tools),
    })),
    ...(tools.length === 0 && unmatched.length === 0
      ? [{ message: 'the selection leaves no tool', suggestion: 'exclude wins over include' }]
      : []),
  ];
  const { server, toolset, source } = gate;
  return {
    gate,
    // What was received belongs to the whole list.
    snapshot: { ...snapshot, tools, frameBytes: undefined, pages: undefined, listing: undefined },
    isPart: true,
    isInTotal: gate.isInTotal,
    findings: mistakes.map((mistake) => ({
      ...ofRule('selection-unmatched'),
      server,
      toolset,
      source,
      ...mistake,
    })),
  };
}

const SHOWN_NAMES = 8;

/** The tools that a pattern may have meant. */
export function nearestTools(pattern: string, tools: readonly JsonValue[]): string {
  const names = tools.flatMap((tool) => toolName(tool) ?? []);
  const more = names.length > SHOWN_NAMES ? ', …' : '';
  return (
    didYouMean(pattern.replaceAll(/[*?]/g, ''), names) ??
    `its tools are ${names.slice(0, SHOWN_NAMES).join(', ')}${more}`
  );
}
