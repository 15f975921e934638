/** What a gate found, in numbers. */
import { checkOf, isFailing, isUnmeasured, openFindings } from './findings.ts';
import { isLintFinding } from './lint-groups.ts';
import { listToolsets } from './totals.ts';
import type { Gate, Report } from '../model/report.ts';

export interface GateCounts {
  readonly over: number;
  readonly near: number;
  readonly stale: number;
  /** Failing findings of rules on definitions. */
  readonly lint: number;
  /** Failing findings about no limit and no definition. */
  readonly others: number;
  readonly notMeasured: number;
  readonly accepted: number;
}

/** Count what a gate found. Lists that were not measured and findings that say so of a list are one. */
export function countGate(report: Report, gate: Gate): GateCounts {
  const open = openFindings(report);
  const failing = open.filter((finding) => isFailing(finding, gate));
  const over = failing.filter((finding) => checkOf(gate, finding)?.verdict === 'over');
  const places = [
    ...listToolsets(report)
      .filter((one) => isUnmeasured(one, report))
      .map(({ server, toolset }) => JSON.stringify([server, toolset.name])),
    ...open
      .filter(({ outcome }) => outcome === 'not-measured')
      .map(({ server, toolset }) => JSON.stringify([server, toolset])),
  ];
  return {
    over: over.length,
    near: gate.checks.filter(({ verdict }) => verdict === 'near').length,
    stale: gate.checks.filter(({ verdict }) => verdict === 'stale').length,
    lint: failing.filter(isLintFinding).length,
    others: failing.filter(
      (finding) => !isLintFinding(finding) && !isAboutLimit(checkOf(gate, finding)?.verdict),
    ).length,
    notMeasured: new Set(places).size,
    accepted: report.findings.filter(({ accepted }) => accepted).length,
  };
}

function isAboutLimit(verdict: string | undefined): boolean {
  return verdict !== undefined && verdict !== 'ok';
}
