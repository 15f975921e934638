import { createNumberQueue } from './number-queue.ts';
import { NO_RANK, type Vocabulary } from './vocabulary.ts';

/** Cut bytes into tokens and return the lengths of these. */
export type CutTokens = (bytes: Uint8Array) => readonly number[];

/** Entries of the queue are `rank * POSITIONS + position`: by rank, then from the left. Exact below 2^53. */
const POSITIONS = 2 ** 32;

/**
 * Create a function for byte pair encoding as defined: of all neighbours join the pair of lowest rank, the first of
 * several, until no two neighbours make a token. The pairs wait in a queue, so the work grows with n log n; to look
 * through all of them for each join, as libraries do, is quadratic.
 */
export function createTokenCutter({ rankOf }: Vocabulary): CutTokens {
  // A part is named by where it begins; `next[part]` is where it ends as well. Kept, since most stretches are short.
  let next = new Uint32Array(1024);
  let previous = new Int32Array(1024);
  /** The rank of each part joined with the one after it; an entry of the queue with another is out of date. */
  let pairRanks = new Int32Array(1024);
  const queue = createNumberQueue();

  return (bytes) => {
    const { length } = bytes;
    if (length > next.length) {
      next = new Uint32Array(2 * length);
      previous = new Int32Array(2 * length);
      pairRanks = new Int32Array(2 * length);
    }

    function rankPair(part: number, pairEnd: number): void {
      const rank = rankOf(bytes, part, pairEnd);
      pairRanks[part] = rank;
      if (rank !== NO_RANK) queue.add(rank * POSITIONS + part);
    }

    for (let part = 0; part < length; part += 1) {
      next[part] = part + 1;
      previous[part] = part - 1;
      if (part + 1 < length) rankPair(part, part + 2);
    }
    for (let entry = queue.takeLowest(); entry !== Infinity; entry = queue.takeLowest()) {
      const rank = Math.floor(entry / POSITIONS);
      const part = entry - rank * POSITIONS;
      if (pairRanks[part] !== rank) continue;
      const joined = next[part] ?? length;
      const partEnd = next[joined] ?? length;
      next[part] = partEnd;
      pairRanks[joined] = NO_RANK;
      pairRanks[part] = NO_RANK;
      if (partEnd < length) {
        previous[partEnd] = part;
        rankPair(part, next[partEnd] ?? length);
      }
      const before = previous[part] ?? -1;
      if (before >= 0) rankPair(before, partEnd);
    }

    const lengths: number[] = [];
    for (let part = 0; part < length;) {
      const partEnd = next[part] ?? length;
      lengths.push(partEnd - part);
      part = partEnd;
    }
    return lengths;
  };
}
