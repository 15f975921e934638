/** Findings that the baseline has accepted: known by what they are about, so that a tool may move in its list. */
import type { AcceptedFinding } from '../../model/lint.ts';
import type { Finding } from '../../model/report.ts';

/** What a baseline keeps of a finding; undefined for one that is not of a rule on definitions. */
export function toAccepted(
  { ruleId, reason, server, toolset, tool, index, pointer = '' }: Finding,
  localName: (server: string) => string,
): AcceptedFinding | undefined {
  if (reason === undefined) return undefined;
  return {
    server: localName(server),
    toolset,
    rule: ruleId,
    reason,
    tool: tool ?? '',
    pointer: tool === undefined ? pointer : pointer.replace(`/tools/${index}`, ''),
  };
}

/** Tell whether a finding is among the accepted ones. */
export function isAccepted(
  finding: Finding,
  accepted: readonly AcceptedFinding[],
  localName: (server: string) => string,
): boolean {
  if (accepted.length === 0) return false;
  const own = toAccepted(finding, localName);
  return own !== undefined && keysOf(accepted).has(keyOf(own));
}

const sets = new WeakMap<readonly AcceptedFinding[], ReadonlySet<string>>();

function keysOf(accepted: readonly AcceptedFinding[]): ReadonlySet<string> {
  const known = sets.get(accepted) ?? new Set(accepted.map(keyOf));
  sets.set(accepted, known);
  return known;
}

/** What sets one apart from another. */
export function keyOf({ server, toolset, rule, reason, tool, pointer }: AcceptedFinding): string {
  return JSON.stringify([server, toolset, rule, reason, tool, pointer]);
}
