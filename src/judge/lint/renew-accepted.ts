/** Renew what the baseline accepts of findings: what was repaired is dropped freely, what is new needs a reason. */
import { formatNoun } from '../../numbers.ts';
import type { AcceptedFinding } from '../../model/lint-settings.ts';
import type { Finding } from '../../model/report.ts';
import { findAccepted, toAccepted } from './accepted.ts';
import { listsBehind, type JudgedLists } from './judged-lists.ts';

/** What a run has found. */
export interface LintedNow extends JudgedLists {
  readonly found: readonly AcceptedFinding[];
}

export interface RenewedAccepted {
  readonly accepted: readonly AcceptedFinding[];
  /** New, and accepted now. */
  readonly added: readonly AcceptedFinding[];
  /** Accepted before, and found no more. */
  readonly dropped: readonly AcceptedFinding[];
  /** New, and not accepted for want of a reason. */
  readonly refused: readonly AcceptedFinding[];
}

/** Of findings those that a baseline can accept: warnings and errors. */
export function acceptable(
  findings: readonly Finding[],
  localName: (server: string) => string,
): readonly AcceptedFinding[] {
  return findings.flatMap((finding) => {
    const own = finding.severity === 'info' ? undefined : toAccepted(finding, localName);
    return own === undefined ? [] : [own];
  });
}

/** Renew; `before` is undefined where no findings were accepted yet, so that the first are taken as they are. */
export function renewAccepted(
  before: readonly AcceptedFinding[] | undefined,
  now: LintedNow,
  reason: string | undefined,
): RenewedAccepted {
  const old = before ?? [];
  const known = now.found.map((one) => ({ one, entry: findAccepted(one, old) }));
  const still = known.flatMap(({ one, entry }) =>
    entry === undefined ? [] : [{ ...one, because: entry.because }],
  );
  const fresh = known.flatMap(({ one, entry }) => (entry === undefined ? [one] : []));
  const isTaken = before === undefined || reason !== undefined;
  const because = before === undefined ? undefined : reason;
  const added = isTaken ? fresh.map((one) => ({ ...one, because })) : [];
  const found = new Set(known.flatMap(({ entry }) => (entry === undefined ? [] : [entry])));
  const missing = old.filter((entry) => !found.has(entry));
  const unseen = new Set(missing.filter((entry) => isUnseen(entry, now)));
  return {
    accepted: [...still, ...added, ...unseen],
    added,
    dropped: missing.filter((entry) => !unseen.has(entry)),
    refused: isTaken ? [] : fresh,
  };
}

/** Tell whether a finding that is missing may be there all the same, in a list that was not looked at. */
function isUnseen({ server, toolset, tool, rule }: AcceptedFinding, now: LintedNow): boolean {
  // Of a tool any toolset of its server may tell; what names no server concerns all lists.
  const behind = listsBehind(now, rule, (list) => {
    if (server === '') return true;
    return list.server === server && (tool !== '' || list.toolset === toolset);
  });
  return behind.some(({ isJudged }) => !isJudged);
}

/** What was done and what was not, one line each. */
export function describeAccepted({ added, dropped, refused }: RenewedAccepted): readonly string[] {
  const them = refused.length === 1 ? 'it' : 'them';
  return [
    ...(added.length === 0 ? [] : [`accepted ${formatNoun(added.length, 'lint finding')}`]),
    ...(dropped.length === 0
      ? []
      : [`dropped ${formatNoun(dropped.length, 'accepted lint finding')}: repaired`]),
    ...(refused.length === 0
      ? []
      : [
          `${formatNoun(refused.length, 'new lint finding')} not accepted; to take ${them}: --update --raise "reason"`,
        ]),
  ];
}
