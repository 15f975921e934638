/**
 * Where gpt-tokenizer 4.0.0 and the reference (tiktoken 1.0.22) part: its regex takes U+FEFF for white space and
 * U+0085 for none, as JavaScript's `\s` does, and no `ſ` for an `s`; and its vocabulary never finds bytes that begin
 * with U+FEFF. A text read from a Windows file may well hold that one. Such texts are split, and the pieces concerned
 * merged, here; all others are left to the library, which is faster.
 */
const ODD = /[\u0085\ufeff]|'\u017f/;

const CONTRACTION = String.raw`(?:'(?:[sS\u017f]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?`;
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;

/** The pre-tokens of o200k (openai/tiktoken, `openai_public.py`), white space as Unicode defines it. */
const PRE_TOKEN = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?${UPPER}*${LOWER}+${CONTRACTION}`,
    String.raw`[^\r\n\p{L}\p{N}]?${UPPER}+${LOWER}*${CONTRACTION}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\p{White_Space}*[\r\n]+`,
    String.raw`\p{White_Space}+(?!\P{White_Space})`,
    String.raw`\p{White_Space}+`,
  ].join('|'),
  'gu',
);

/** A vocabulary as gpt-tokenizer keeps it: by rank, a token's text or its bytes; unused ranks are empty. */
export type Ranks = readonly (string | readonly number[] | undefined)[];

/** Tell whether the library would count a text other than the reference does. */
export function hasOddCharacters(text: string): boolean {
  return ODD.test(text);
}

/**
 * Create an encoder for texts with odd characters. It reads the vocabulary once, in about 0.1 s, and encodes the
 * pre-tokens that are not odd by `encode`.
 */
export function createOddEncoder(
  ranks: Ranks,
  encode: (text: string) => readonly number[],
): (text: string) => readonly number[] {
  const rankOf = new Map<string, number>();
  for (const [rank, token] of ranks.entries()) {
    if (token !== undefined) rankOf.set(byteText(token), rank);
  }
  return (text) =>
    [...text.matchAll(PRE_TOKEN)].flatMap(([preToken]) =>
      hasOddCharacters(preToken) ? mergePairs(preToken, rankOf) : encode(preToken),
    );
}

/** One character for each byte, so that bytes can be looked up. */
function byteText(token: string | readonly number[]): string {
  return (typeof token === 'string' ? Buffer.from(token) : Buffer.from([...token])).toString('latin1');
}

/** Byte pair encoding as defined: of all neighbours, join the pair of lowest rank until none has one. */
function mergePairs(preToken: string, rankOf: ReadonlyMap<string, number>): readonly number[] {
  const parts = byteText(preToken).split('');
  for (let at = findLowestPair(parts, rankOf); at >= 0; at = findLowestPair(parts, rankOf)) {
    parts.splice(at, 2, parts.slice(at, at + 2).join(''));
  }
  return parts.map((part) => {
    const rank = rankOf.get(part);
    if (rank === undefined) throw new Error(`The vocabulary has no token for ${JSON.stringify(part)}.`);
    return rank;
  });
}

function findLowestPair(parts: readonly string[], rankOf: ReadonlyMap<string, number>): number {
  let lowest = Infinity;
  let found = -1;
  for (let at = 0; at + 1 < parts.length; at += 1) {
    const rank = rankOf.get(`${parts[at]}${parts[at + 1]}`) ?? Infinity;
    if (rank < lowest) {
      lowest = rank;
      found = at;
    }
  }
  return found;
}
