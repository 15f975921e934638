/** Text from a server is hostile until it has passed the one escaping function of its format. */

/**
 * What may move the cursor, hide or reorder text: control and format characters (C0, C1, bidi, zero-width, tags), line
 * and paragraph separators, lone surrogates, all that Unicode lets a terminal show as nothing (UTS 39, UAX 9), and
 * noncharacters, which XML refuses.
 */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** No name or message needs more; laying out text takes time that grows with the square of its length. */
const MAX_CHARS = 2_000;

/** Cut text to a length and spell every code point that may act on what shows it. */
export function spellUnsafe(text: string, spell: (character: string) => string): string {
  const shown = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  return shown.replaceAll(UNSAFE, spell);
}

/** A code point as `\u{…}`. */
export function spellCodePoint(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Make text safe for a terminal: one line, every unsafe code point shown as `\u{…}`, common ones by their letter, and
 * what is longer than any name or message should be is cut.
 */
export function escapeForTerminal(text: string): string {
  return spellUnsafe(text, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return ' ';
    if (character === '\r') return '\\r';
    return spellCodePoint(character);
  });
}

/**
 * Make the text of a JSON value safe for a terminal and a runner's log; it stays JSON of the same value, and is never
 * cut: outside of strings there is nothing unsafe, and inside each UTF-16 unit has a spelling of its own.
 */
export function escapeJsonForTerminal(json: string): string {
  return json
    .replaceAll(UNSAFE, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    )
    .replaceAll('##[', String.raw`##\u005b`);
}
