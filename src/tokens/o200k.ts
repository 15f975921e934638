import type { Tokenizer } from '../model/measurement.ts';
import { createEncoder, type Encoded } from './encode.ts';
import { O200K_ID } from './method.ts';
import { checkTokenizer } from './self-check.ts';
import { readVocabulary } from './vocabulary.ts';

/**
 * Load the exact counter of GPT-4o and later models. Its vocabulary is a file of 1.6 MB, read when this is called.
 *
 * @throws CaptureError when the vocabulary cannot be used, or a text of known size is miscounted.
 */
export async function loadO200k(): Promise<Tokenizer> {
  const encode = createEncoder(await readVocabulary());
  const tokenizer: Tokenizer = {
    id: O200K_ID,
    exact: true,
    count: (text) => encode(text).ends.length,
    lengths: (text) => measureLengths(encode(text)),
  };
  checkTokenizer(tokenizer);
  return tokenizer;
}

/** A character counts for the token with its last byte. */
function measureLengths({ bytes, ends }: Encoded): Uint32Array {
  let at = 0;
  let characterUnits = 0;
  return ends.map((end) => {
    let units = 0;
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      // Four bytes are two units of UTF-16, all others one.
      if (!isContinuation(byte)) characterUnits = byte >= 0xf0 ? 2 : 1;
      if (!isContinuation(bytes[at + 1])) units += characterUnits;
    }
    return units;
  });
}

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
