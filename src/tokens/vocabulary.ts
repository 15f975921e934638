import { readFile } from 'node:fs/promises';
import { CaptureError } from '../errors.ts';

/**
 * The vocabulary file, written by `scripts/vocabulary.mjs` at build time. Numbers are unsigned, 32 bits, little-endian.
 *
 * | offset | holds                                               |
 * | ------ | --------------------------------------------------- |
 * | 0      | `MAGIC`: what the file is and the version of this   |
 * | 8      | n, the number of tokens                             |
 * | 12     | b, the number of bytes of all tokens                |
 * | 16     | the length of each token, one byte, in rank order   |
 * | 16 + n | the bytes of each token, in rank order; b in total  |
 */
const MAGIC = 'o200k v1';
const HEADER_BYTES = 16;
/** Slots for about one token each. */
const TABLE_BITS = 18;
const FILE = new URL('./o200k_base.bin', import.meta.url);

/** Greater than every rank. */
export const NO_RANK = 0x7f_ff_ff_ff;

/** The tokens of an encoding; a token of lower rank is joined earlier. */
export interface Vocabulary {
  /** The rank of the token that is exactly these bytes, or `NO_RANK`. Every single byte has one. */
  readonly rankOf: (bytes: Uint8Array, start: number, end: number) => number;
}

/**
 * Read a vocabulary from its file.
 *
 * @throws CaptureError when the file is missing or damaged: then nothing can be measured.
 */
export async function readVocabulary(file: URL = FILE): Promise<Vocabulary> {
  let content: Buffer;
  try {
    content = await readFile(file);
  } catch (cause) {
    throw unusable(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
  const tokens = content.length < HEADER_BYTES ? 0 : content.readUInt32LE(8);
  const bytes = tokens === 0 ? 0 : content.readUInt32LE(12);
  const size = HEADER_BYTES + tokens + bytes;
  if (tokens === 0 || content.toString('latin1', 0, 8) !== MAGIC || content.length !== size) {
    throw unusable(`is damaged: ${file.href} has ${content.length} bytes and is no whole "${MAGIC}" file`);
  }
  const lengths = content.subarray(HEADER_BYTES, HEADER_BYTES + tokens);
  const vocabulary = indexTokens(lengths, content.subarray(HEADER_BYTES + tokens));
  if (vocabulary === undefined) throw unusable(`is damaged: ${file.href} holds other tokens than it says`);
  return vocabulary;
}

function unusable(how: string, cause?: unknown): CaptureError {
  return new CaptureError('unsupported', `The vocabulary of the token counter ${how}.`, {
    hint: 'Reinstall mcp-budget; in a clone of its repository: npm run build.',
    cause,
  });
}

/**
 * Index tokens by their bytes: a hash table with chains, in typed arrays. To fill a map with 200,000 strings would
 * take longer than to count most lists.
 */
function indexTokens(lengths: Uint8Array, bytes: Uint8Array): Vocabulary | undefined {
  const starts = new Uint32Array(lengths.length);
  /** The last token of each chain, and the one before each token; `rank + 1`, since 0 ends a chain. */
  const heads = new Int32Array(2 ** TABLE_BITS);
  const before = new Int32Array(lengths.length);
  let longest = 0;
  let total = 0;
  for (let rank = 0; rank < lengths.length; rank += 1) {
    const length = lengths[rank] ?? 0;
    const slot = findSlot(bytes, total, total + length);
    starts[rank] = total;
    before[rank] = heads[slot] ?? 0;
    heads[slot] = rank + 1;
    if (length > longest) longest = length;
    total += length;
  }

  function rankOf(text: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > longest) return NO_RANK;
    let rank = (heads[findSlot(text, start, end)] ?? 0) - 1;
    for (; rank >= 0; rank = (before[rank] ?? 0) - 1) {
      if (lengths[rank] !== length) continue;
      const shift = (starts[rank] ?? 0) - start;
      let at = start;
      while (at < end && text[at] === bytes[at + shift]) at += 1;
      if (at === end) return rank;
    }
    return NO_RANK;
  }

  const singles = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const isWhole = total === bytes.length && singles.every((_, at) => rankOf(singles, at, at + 1) !== NO_RANK);
  return isWhole ? { rankOf } : undefined;
}

/** The slot of some bytes: FNV-1a, mixed once more because the upper bits are taken. */
function findSlot(bytes: Uint8Array, start: number, end: number): number {
  let mixed = 0x81_1c_9d_c5;
  for (let at = start; at < end; at += 1) mixed = Math.imul(mixed ^ (bytes[at] ?? 0), 0x01_00_01_93);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c_1b_3c_6d) >>> (32 - TABLE_BITS);
}
