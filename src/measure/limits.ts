/** Above this a list is not counted: exact counting would take minutes, and an estimate is no exact count. */
const MAX_COUNTED_BYTES = 32_000_000;

/** Why a text is not counted. */
export const TOO_LARGE = 'The text is larger than 32 MB, too large to be counted exactly.';

/** Tell whether a text is small enough to be counted exactly. */
export function isCountable(text: string): boolean {
  // A UTF-16 unit takes one to three bytes: most texts need no look.
  if (text.length > MAX_COUNTED_BYTES) return false;
  return text.length * 3 <= MAX_COUNTED_BYTES || Buffer.byteLength(text) <= MAX_COUNTED_BYTES;
}
