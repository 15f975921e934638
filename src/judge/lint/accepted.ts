/** Findings that the baseline has accepted: known by what they are about, so that a tool may move in its list. */
import type { AcceptedFinding } from '../../model/lint.ts';
import type { Finding } from '../../model/report.ts';

/** What a baseline keeps of a finding; undefined for one that is not of a rule on definitions. */
export function toAccepted(
  { ruleId, reason, server, toolset, tool, index, pointer = '', pointers = [] }: Finding,
  localName: (server: string) => string,
): AcceptedFinding | undefined {
  // A definition is accepted by its hash: accepted once more as a finding, the next change would pass unseen.
  if (reason === undefined || ruleId === 'definition-drift') return undefined;
  return {
    server: localName(server),
    toolset,
    rule: ruleId,
    reason,
    tool: tool ?? '',
    pointer: tool === undefined ? pointer : pointer.replace(`/tools/${index}`, ''),
    ...(pointers.length > 1 && { places: pointers.length }),
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

/**
 * The entry that a finding is accepted by: of the same first place and no more places than then; or, where the first
 * was repaired, of the same tool and fewer places.
 */
export function findAccepted(
  own: AcceptedFinding,
  accepted: readonly AcceptedFinding[],
): AcceptedFinding | undefined {
  const { bySubject, byPlace } = indexOf(accepted);
  const { places = 1 } = own;
  const same = byPlace.get(placeOf(own));
  if (same !== undefined && places <= (same.places ?? 1)) return same;
  const widest = bySubject.get(subjectOf(own));
  return widest !== undefined && places < (widest.places ?? 1) ? widest : undefined;
}

interface Index {
  /** Of several of one subject that with the most places. */
  readonly bySubject: ReadonlyMap<string, AcceptedFinding>;
  readonly byPlace: ReadonlyMap<string, AcceptedFinding>;
}

const indexes = new WeakMap<readonly AcceptedFinding[], Index>();

function indexOf(accepted: readonly AcceptedFinding[]): Index {
  const known = indexes.get(accepted);
  if (known !== undefined) return known;
  // Those with the most places last: they are what a map keeps.
  const sorted = accepted.toSorted((a, b) => (a.places ?? 1) - (b.places ?? 1));
  const made = {
    bySubject: new Map(sorted.map((one) => [subjectOf(one), one])),
    byPlace: new Map(sorted.map((one) => [placeOf(one), one])),
  };
  indexes.set(accepted, made);
  return made;
}

/** Toolsets of one server overlap: which of them a tool's finding is told of depends on which are asked for. */
function subjectOf({ server, toolset, rule, reason, tool }: AcceptedFinding): string {
  return JSON.stringify([server, tool === '' ? toolset : '', rule, reason, tool]);
}

function placeOf(one: AcceptedFinding): string {
  return `${subjectOf(one)} ${one.pointer}`;
}
