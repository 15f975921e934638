/**
 * The pre-tokens of o200k_base: tokens never reach across their borders. From openai/tiktoken,
 * `tiktoken_ext/openai_public.py`, in JavaScript's terms. White space is what Unicode says it is: `\s` also takes
 * U+FEFF, not U+0085. Without regard to case, `'s` is also `'ſ`.
 */
const CONTRACTION = String.raw`(?:'(?:[sS\u017f]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?`;
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;

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
  'uy',
);

/** Find where the pre-token ends that begins at `start`, in UTF-16 units. Every character belongs to one. */
export function findPreTokenEnd(text: string, start: number): number {
  PRE_TOKEN.lastIndex = start;
  PRE_TOKEN.test(text);
  return PRE_TOKEN.lastIndex;
}
