/**
 * What `JSON.parse` changes without a word: a key that stands twice, a number that is written in another form (1.0) or
 * does not fit (above 2^53), keys that look like integers and move to the front. Sizes are those of the parsed form,
 * which is what clients in JavaScript send on; a list that has such a place must say so.
 */

/** Either a string, or white space between tokens. */
const STRING_OR_SPACE = /"(?:[^"\\]|\\.)*"|\s+/g;
/** How much of the place is shown. */
const SHOWN_CHARS = 40;

/**
 * Find the first place where the compact form of a JSON text differs from its parsed value.
 * `value` must be what the text parses to. Undefined when parsing lost nothing but white space and escapes.
 */
export function findParsingLoss(text: string, value: unknown): string | undefined {
  const parsed = JSON.stringify(value);
  if (text === parsed) return undefined;
  const received = text.replaceAll(STRING_OR_SPACE, compactToken);
  if (received === parsed) return undefined;
  let at = 0;
  while (received[at] === parsed[at]) at += 1;
  // From the key on, so that the place can be found.
  const from = Math.max(received.lastIndexOf(',', at), received.lastIndexOf('{', at)) + 1;
  return received.slice(from, from + SHOWN_CHARS);
}

/** Strings in the one spelling that JSON.stringify has for them. */
function compactToken(token: string): string {
  if (!token.startsWith('"')) return '';
  return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
}
