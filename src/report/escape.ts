/** Text from a server is hostile until it has passed the one escaping function of its format. */

/**
 * What may move the cursor, hide or reorder text: control and format characters (C0, C1, bidi, zero-width, tags), line
 * and paragraph separators, lone surrogates, and all that Unicode lets a terminal show as nothing (UTS 39, UAX 9).
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** No name or message needs more; laying out text takes time that grows with the square of its length. */
const MAX_CHARS = 2_000;

/**
 * Make text safe for a terminal: one line, every unsafe code point shown as `\u{…}`, common ones by their letter, and
 * what is longer than any name or message should be is cut.
 */
export function escapeForTerminal(text: string): string {
  const shown = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  return shown.replaceAll(UNSAFE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return ' ';
    if (character === '\r') return '\\r';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
