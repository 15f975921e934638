/**
 * Read the tool list until two readings agree: servers change it right after the start, and a list that differs by
 * itself from one reading to the next breaks every prompt cache.
 */
import { compactJson } from '../json-text.ts';
import type { JsonValue } from '../json.ts';
import type { CaptureOptions } from '../model/plan.ts';
import type { Warning } from '../model/snapshot.ts';
import { readListIfKnown, TOOLS, type ListRead } from './lists.ts';
import type { Session } from './session.ts';

export interface SettledList extends ListRead {
  /** How two readings differed without the server announcing a change. */
  readonly dynamic?: Warning | undefined;
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

  let seenChanges = session.listChanges.count();
  let list = await read();
  if (!list.exists || list.cutOff !== undefined) return list;
  onFirstList(list.entries);

  for (let round = 1; ; round += 1) {
    await quiet(session, options.settleMs);
    const isAnnounced = session.listChanges.count() > seenChanges;
    seenChanges = session.listChanges.count();
    const next = await read();
    const difference = describeDifference(list.entries, next.entries);
    if (isAnnounced) warnOfChange(session, difference);
    if (difference === undefined) return { ...next, entries: list.entries };
    if (next.cutOff !== undefined) return next;
    if (!isAnnounced)
      return { ...next, dynamic: { id: 'list-differs', message: `two readings differ: ${difference}` } };
    if (round === MAX_ROUNDS) {
      return {
        ...next,
        dynamic: {
          id: 'list-unsettled',
          message: `the list still changed after ${MAX_ROUNDS} rounds: ${difference}`,
        },
      };
    }
    list = next;
  }
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

/** Name the difference of two lists: tools that came or went, order, or definitions. Undefined when equal. */
export function describeDifference(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
): string | undefined {
  const texts = {
    before: before.map(compactJson),
    after: after.map(compactJson),
  };
  if (
    texts.before.length === texts.after.length &&
    texts.before.every((text, index) => text === texts.after[index])
  ) {
    return undefined;
  }
  const names = { before: before.map(nameOf), after: after.map(nameOf) };
  const came = names.after.filter((name) => !names.before.includes(name));
  const went = names.before.filter((name) => !names.after.includes(name));
  if (came.length + went.length > 0) {
    return [list('new', came), list('gone', went)].filter((part) => part !== '').join('; ');
  }
  if (texts.before.toSorted().join('\n') === texts.after.toSorted().join('\n'))
    return 'the same tools in another order';
  const known = new Set(texts.before);
  return (
    list('changed', after.filter((_, index) => !known.has(texts.after[index] ?? '')).map(nameOf)) ||
    'tools repeated'
  );
}

function nameOf(tool: JsonValue): string {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
  return typeof name === 'string' ? name : '(no name)';
}

function list(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, 3).join(', ');
  return `${what}: ${shown}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}
