/** Which host takes which tool: lint findings turned by tool and host. Pure. */
import type { HostAction, HostVerdict } from '../../model/host.ts';
import type { HostEffect, LintMatrix, MatrixRow } from '../../model/lint-report.ts';
import type { Finding } from '../../model/report.ts';
import { isConfirmed } from '../../hosts/severity.ts';

export interface MatrixInput {
  /** With every host that is looked at among the chosen ones, and nothing suppressed. */
  readonly findings: readonly Finding[];
  /** Ids, in the order of the columns. */
  readonly hosts: readonly string[];
  /** The hosts were chosen: each has a column, whatever it does. */
  readonly isChosen: boolean;
  /** Tools that were looked at. */
  readonly tools: number;
}

/** What becomes of a tool; an action that is not listed leaves it as it is. */
const EFFECTS: Readonly<Partial<Record<HostAction, HostEffect>>> = {
  'reject-request': 'lost',
  'reject-list': 'lost',
  'drop-tool': 'lost',
  truncate: 'changed',
  rewrite: 'changed',
  strip: 'changed',
  degrade: 'changed',
  unknown: 'unsure',
};
/** Worst first: what is known goes before what may be. */
const ORDER: readonly HostEffect[] = ['lost', 'changed', 'unsure'];
const REFUSALS: ReadonlySet<HostAction> = new Set(['reject-request', 'reject-list']);

/** Turn findings by tool and host. */
export function buildMatrix({ findings, hosts, isChosen, tools }: MatrixInput): LintMatrix {
  const rows = new Map<string, Row>();
  const mark = (place: Place, { id, action, confidence }: HostVerdict): void => {
    const effect = isConfirmed(confidence) ? EFFECTS[action] : EFFECTS[action] && 'unsure';
    if (effect === undefined) return;
    const key = JSON.stringify([place.server, place.tool ?? place.index ?? null]);
    const row = rows.get(key) ?? { ...place, effects: new Map<string, HostEffect>() };
    rows.set(key, row);
    row.effects.set(id, worst(row.effects.get(id), effect));
  };
  for (const finding of findings) {
    // Instructions are no tool.
    if (finding.pointer === '/instructions') continue;
    const { server, toolset, tool, index } = finding;
    for (const verdict of finding.verdicts ?? []) {
      mark({ server, toolset, tool, index }, verdict);
      // One tool costs such a host all of them.
      if (index !== undefined && REFUSALS.has(verdict.action)) mark({ server, toolset }, verdict);
    }
  }
  const touched = new Set([...rows.values()].flatMap(({ effects }) => [...effects.keys()]));
  return {
    hosts: hosts.filter((id) => isChosen || touched.has(id)),
    hostsHeld: hosts.length,
    tools,
    rows: [...rows.values()].toSorted(byPlace).map(({ effects, ...place }) => ({
      ...place,
      effects: Object.fromEntries(effects),
    })),
  };
}

type Place = Omit<MatrixRow, 'effects'>;
type Row = Place & { readonly effects: Map<string, HostEffect> };

function worst(before: HostEffect | undefined, effect: HostEffect): HostEffect {
  return before === undefined || ORDER.indexOf(effect) < ORDER.indexOf(before) ? effect : before;
}

/** Lists before tools; both in the order in which they were found. */
function byPlace(a: Row, b: Row): number {
  return Number(a.index !== undefined) - Number(b.index !== undefined);
}
