/** Text from a server is hostile until it has passed the one escaping function of its format. */

/**
 * What may move the cursor, hide or reorder text: C0 and C1 controls, DEL, soft hyphen, bidi and zero-width marks,
 * variation and tag characters, line and paragraph separators, lone surrogates. Unicode 16, UAX 9 section 2, UTS 39.
 */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

/** Make text safe for a terminal: one line, every unsafe code point shown as `\u{…}`; common ones by their letter. */
export function escapeForTerminal(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return ' ';
    if (character === '\r') return '\\r';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
