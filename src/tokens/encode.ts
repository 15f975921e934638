import { createTokenCutter } from './byte-pairs.ts';
import { cutLongRuns } from './long-runs.ts';
import { findPreTokenEnd } from './pre-tokens.ts';
import { NO_RANK, type Vocabulary } from './vocabulary.ts';

/**
 * Merged pre-tokens that are remembered; all are dropped when there are more. 8 MB of one letter take a tenth of the
 * time, 8 million characters of `文。` half of it, random words a third more. A public list of 176 kB, largely Chinese,
 * has 4,200 of them: where 8,000 are remembered it is counted again, for a further host, in a third of the time it takes
 * with 2,000; 20,000 are no better. Measured with Node 20, 2026-11.
 */
const REMEMBERED = 8000;

/** A text as UTF-8, lone surrogates as U+FFFD, and where in it each token ends, in order. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** Create an encoder: spellings of special tokens are text, and long runs are cut. */
export function createEncoder(vocabulary: Vocabulary): (text: string) => Encoded {
  const cutTokens = createTokenCutter(vocabulary);
  const remembered = new Map<string, readonly number[]>();

  function cutOnce(preToken: string): readonly number[] {
    let lengths = remembered.get(preToken);
    if (lengths === undefined) {
      lengths = cutTokens(Buffer.from(preToken));
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(preToken, lengths);
    }
    return lengths;
  }

  return (text) => {
    const bytes = Buffer.from(text);
    const isAscii = bytes.length === text.length;
    // Room for a token a byte; memory is taken only for what is written.
    const ends = new Uint32Array(bytes.length);
    let tokens = 0;
    let start = 0;
    for (const piece of cutLongRuns(text)) {
      for (let from = 0, to = 0; from < piece.length; from = to) {
        to = findPreTokenEnd(piece, from);
        const end = start + (isAscii ? to - from : countBytes(piece, from, to));
        if (vocabulary.rankOf(bytes, start, end) !== NO_RANK) {
          ends[tokens] = end;
          tokens += 1;
        } else {
          for (const length of cutOnce(piece.slice(from, to))) {
            start += length;
            ends[tokens] = start;
            tokens += 1;
          }
        }
        start = end;
      }
    }
    return { bytes, ends: ends.subarray(0, tokens) };
  };
}

/** UTF-8 bytes of a part of a text that begins and ends between characters; a lone surrogate has three, as U+FFFD. */
function countBytes(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
    if (code >= 0x1_00_00) at += 1;
  }
  return bytes;
}
