/**
 * What `JSON.parse` changes without a word: a key that stands twice, a number that is written in another form (1.0) or
 * does not fit (above 2^53), keys that look like integers and move to the front. Sizes are those of the parsed form,
 * which is what clients in JavaScript send on; a list that has such a place must say so.
 */

import { compactJson } from '../json-text.ts';
import type { JsonValue } from '../json.ts';

/** How much of the place is shown. */
const SHOWN_CHARS = 40;

/**
 * Find the first place where the compact form of a JSON text differs from its parsed value.
 * `value` must be what the text parses to. Undefined when parsing lost nothing but white space and escapes.
 */
export function findParsingLoss(text: string, value: JsonValue): string | undefined {
  const parsed = compactJson(value);
  if (text === parsed) return undefined;
  const received = compactText(text);
  if (received === parsed) return undefined;
  let at = 0;
  while (received[at] === parsed[at]) at += 1;
  // From the key on, so that the place can be found.
  const from = Math.max(received.lastIndexOf(',', at), received.lastIndexOf('{', at)) + 1;
  return received.slice(from, from + SHOWN_CHARS);
}

/**
 * Take the white space out of a JSON text and bring its strings into the one spelling that JSON.stringify has for
 * them. By hand, since regular expressions overflow on a string of megabytes.
 */
function compactText(text: string): string {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const { end, hasEscape } = findStringEnd(text, at);
      if (hasEscape) {
        pieces.push(text.slice(start, at), JSON.stringify(JSON.parse(text.slice(at, end))));
        start = end;
      }
      at = end;
    } else {
      at += 1;
      if (code > SPACE) continue;
      pieces.push(text.slice(start, at - 1));
      start = at;
    }
  }
  return [...pieces, text.slice(start)].join('');
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** JSON's white space is this and what is below it. */
const SPACE = 0x20;

function findStringEnd(text: string, from: number): { readonly end: number; readonly hasEscape: boolean } {
  let hasEscape = false;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { end: at + 1, hasEscape };
    if (code === BACKSLASH) {
      hasEscape = true;
      at += 1;
    }
  }
  return { end: text.length, hasEscape };
}
