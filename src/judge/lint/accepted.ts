/** Findings that the baseline has accepted: known by what they are about, so that a tool may move in its list. */
import type { AcceptedFinding } from '../../model/lint-settings.ts';
import type { Finding } from '../../model/report.ts';

/** What a baseline keeps of a finding; undefined for one that is not of a rule on definitions. */
export function toAccepted(
  { ruleId, reason, severity, server, toolset, tool, index, pointer = '', pointers = [] }: Finding,
  localName: (server: string) => string,
): AcceptedFinding | undefined {
  // A definition is accepted by its hash: accepted once more as a finding, the next change would pass unseen.
  if (reason === undefined || ruleId === 'definition-drift') return undefined;
  const inTool = (one: string): string => (tool === undefined ? one : one.replace(`/tools/${index}`, ''));
  return {
    server: localName(server),
    toolset,
    rule: ruleId,
    reason,
    tool: tool ?? '',
    pointer: inTool(pointer),
    ...(pointers.length > 1 && { also: pointers.slice(1).map(inTool) }),
    severity: severity === 'error' ? 'error' : 'warning',
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
  return own !== undefined && findAccepted(own, accepted) !== undefined;
}

/** The entry that a finding is accepted by: one that has all its places, and is no milder. */
export function findAccepted(
  own: AcceptedFinding,
  accepted: readonly AcceptedFinding[],
): AcceptedFinding | undefined {
  return indexOf(accepted)
    .get(subjectOf(own))
    ?.find(
      ({ places, entry }) =>
        (own.severity === 'warning' || entry.severity === 'error') &&
        placesOf(own).every((place) => places.has(place)),
    )?.entry;
}

interface Known {
  readonly entry: AcceptedFinding;
  readonly places: ReadonlySet<string>;
}

type Index = ReadonlyMap<string, readonly Known[]>;

const indexes = new WeakMap<readonly AcceptedFinding[], Index>();

function indexOf(accepted: readonly AcceptedFinding[]): Index {
  const known = indexes.get(accepted);
  if (known !== undefined) return known;
  const made = new Map<string, Known[]>();
  for (const entry of accepted) {
    const one = { entry, places: new Set(placesOf(entry)) };
    const same = made.get(subjectOf(entry));
    if (same === undefined) made.set(subjectOf(entry), [one]);
    else same.push(one);
  }
  indexes.set(accepted, made);
  return made;
}

function placesOf({ pointer, also = [] }: AcceptedFinding): readonly string[] {
  return [pointer, ...also];
}

/** Toolsets of one server overlap: which of them a tool's finding is told of depends on which are asked for. */
function subjectOf({ server, toolset, rule, reason, tool }: AcceptedFinding): string {
  return JSON.stringify([server, tool === '' ? toolset : '', rule, reason, tool]);
}
