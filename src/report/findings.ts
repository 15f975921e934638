/** Which findings count, which come first, and what they are about. */
import { isCounted, isMeasured } from './exit-code.ts';
import type { NamedToolset } from './totals.ts';
import type { Check } from '../model/budget.ts';
import type { Finding, Gate, Report, Severity } from '../model/report.ts';

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

const sorted = new WeakMap<readonly Finding[], readonly Finding[]>();

/** Findings that nobody has accepted: worst first, then by how far they are over, then by name. */
export function openFindings({ findings }: Report): readonly Finding[] {
  const known = sorted.get(findings) ?? sortOpen(findings);
  sorted.set(findings, known);
  return known;
}

function sortOpen(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .filter(({ accepted }) => !accepted)
    .toSorted(
      (a, b) =>
        RANK[a.severity] - RANK[b.severity] ||
        excess(b) - excess(a) ||
        compareTexts(
          [a.server, a.toolset, a.ruleId, a.tool ?? ''],
          [b.server, b.toolset, b.ruleId, b.tool ?? ''],
        ),
    );
}

/** How many times its limit a value is; 0 where there is no limit. */
function excess({ actual, limit }: Finding): number {
  if (actual === undefined || limit === undefined) return 0;
  return actual / Math.max(limit, 0.5);
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((text, at) => text !== b[at]);
  return index === -1 ? 0 : (a[index] ?? '') < (b[index] ?? '') ? -1 : 1;
}

/** What decides whether a finding fails. */
export type Policy = Pick<Gate, 'failOn' | 'warnOnly' | 'allowUnmeasured'>;

/** The policy of a gate or a lint run; undefined where nothing is decided. */
export function policyOf({ gate, lint }: Report): Policy | undefined {
  return gate ?? (lint && { failOn: lint.failOn, warnOnly: lint.warnOnly, allowUnmeasured: false });
}

/** Tell whether a finding fails the gate. */
export function isFailing(
  { accepted, outcome, severity }: Finding,
  gate: Pick<Policy, 'failOn'> | undefined,
): boolean {
  if (accepted || outcome === 'not-measured') return false;
  return outcome === 'mistake' || RANK[severity] <= RANK[gate?.failOn ?? 'error'];
}

/** What a finding or a list is called: `server/toolset`; a server's only list goes by its server. */
export function placeOf({ server, toolset }: Pick<Finding, 'server' | 'toolset'>): string {
  if (server === '') return toolset === '' ? 'all servers' : `all servers of ${toolset}`;
  return toolset === 'default' || toolset === '' ? server : `${server}/${toolset}`;
}

/** By what a finding and its check have alike; gates have thousands of both. */
const indexes = new WeakMap<Gate, ReadonlyMap<string, readonly Check[]>>();

function indexOf(gate: Gate): ReadonlyMap<string, readonly Check[]> {
  const known = indexes.get(gate);
  if (known !== undefined) return known;
  const index = new Map<string, Check[]>();
  for (const check of gate.checks) {
    const key = keyOf(check);
    index.set(key, [...(index.get(key) ?? []), check]);
  }
  indexes.set(gate, index);
  return index;
}

function keyOf({
  server,
  toolset,
  metric,
  tool,
}: Pick<Finding, 'server' | 'toolset' | 'metric' | 'tool'>): string {
  return JSON.stringify([server, toolset, metric, tool]);
}

/** The check that a finding is about. */
export function checkOf(gate: Gate | undefined, finding: Finding): Check | undefined {
  if (gate === undefined) return undefined;
  return indexOf(gate)
    .get(keyOf(finding))
    ?.find(
      ({ view, host, ruleId, verdict }) =>
        view === (finding.view ?? view) &&
        host?.id === finding.host?.id &&
        host?.figure === finding.host?.figure &&
        // What is near or stale goes by a rule of its own.
        (ruleId === finding.ruleId || `budget-${verdict}` === finding.ruleId),
    );
}

/** How a finding counts in this run: what may not fail is a warning. */
export function severityIn(
  gate: Pick<Policy, 'warnOnly' | 'allowUnmeasured'> | undefined,
  { severity, outcome }: Finding,
): Severity {
  if (severity !== 'error') return severity;
  if (outcome === 'not-measured') return gate?.allowUnmeasured === true ? 'warning' : severity;
  return outcome === 'finding' && gate?.warnOnly === true ? 'warning' : severity;
}

/** Tell whether a list's sizes are missing where they were asked for; a disabled server's were not. */
export function isUnmeasured({ server, toolset }: NamedToolset, { gate, lint, view }: Report): boolean {
  if (toolset.status === 'skipped') {
    return (
      gate === undefined ||
      gate.checks.some(
        (check) =>
          check.verdict === 'not-measured' && check.server === server && check.toolset === toolset.name,
      )
    );
  }
  const isCountNeeded = lint === undefined || gate !== undefined;
  return !isMeasured(toolset) || (isCountNeeded && !isCounted(toolset, view));
}
