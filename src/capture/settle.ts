/**
 * Read the tool list until two readings agree: servers change it right after the start, and a list that differs by
 * itself from one reading to the next breaks every prompt cache.
 */
import type { JsonValue } from '../json.ts';
import type { CaptureOptions } from '../model/plan.ts';
import type { Listing, Warning } from '../model/snapshot.ts';
import { findDifference } from './list-difference.ts';
import { readListIfKnown, TOOLS, type ListRead } from './lists.ts';
import type { Session } from './session.ts';

export interface SettledList extends ListRead {
  /** How two readings differed without the server announcing a change. */
  readonly dynamic?: Warning | undefined;
  /** The last difference of two readings, settled or not. */
  readonly difference?: Listing['difference'];
}

/** Announced changes that are followed before the last reading counts. */
const MAX_ROUNDS = 3;

/**
 * Read the list, wait until it has been quiet for `settleMs`, read it again. `onFirstList` gets the first complete
 * reading; if the second equals it, the very same array is returned, so that work done on it meanwhile holds.
 */
export async function readSettledTools(
  session: Session,
  options: CaptureOptions,
  onFirstList: (tools: readonly JsonValue[]) => void,
): Promise<SettledList> {
  const read = (): Promise<ListRead> =>
    readListIfKnown(session, TOOLS, { ...options, timeoutMs: options.deadlines.pageMs });

  let difference: Listing['difference'];
  let seenChanges = session.listChanges.count();
  let list = await read();
  if (!list.exists || list.cutOff !== undefined) return list;
  onFirstList(list.entries);

  for (let round = 1; ; round += 1) {
    await quiet(session, options.settleMs);
    const isAnnounced = session.listChanges.count() > seenChanges;
    seenChanges = session.listChanges.count();
    const next = await read();
    const found = findDifference(list.entries, next.entries);
    if (isAnnounced) warnOfChange(session, found?.message);
    if (found === undefined) return { ...next, entries: list.entries, difference };
    difference = { ...found, isAnnounced };
    if (next.cutOff !== undefined) return { ...next, difference };
    if (!isAnnounced) return { ...next, difference, dynamic: differs(found.message) };
    if (round === MAX_ROUNDS) return { ...next, difference, dynamic: unsettled(found.message) };
    list = next;
  }
}

function differs(difference: string): Warning {
  return { id: 'list-differs', message: `two readings differ: ${difference}` };
}

function unsettled(difference: string): Warning {
  const message = `the list still changed after ${MAX_ROUNDS} rounds: ${difference}`;
  return { id: 'list-unsettled', message };
}

function warnOfChange(session: Session, difference: string | undefined): void {
  session.peculiarities.warn({
    id: difference === undefined ? 'list-announced' : 'list-changed',
    message:
      difference === undefined
        ? 'the server announced a changed tool list; read again, it was the same'
        : `the server announced a changed tool list; read again: ${difference}`,
  });
}

/**
 * Wait until no change was announced for `settleMs`, at most three times as long. Some servers announce one change a
 * tool.
 */
export async function quiet(session: Session, settleMs: number): Promise<void> {
  if (settleMs <= 0) return;
  const endAt = performance.now() + MAX_ROUNDS * settleMs;
  for (let before = -1; before !== session.listChanges.count() && performance.now() < endAt;) {
    before = session.listChanges.count();
    await session.listChanges.next(Math.min(settleMs, endAt - performance.now()));
  }
}
