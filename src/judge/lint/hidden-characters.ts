/** Characters that nobody sees and a model reads; and those of them that writing needs. */

export type HiddenKind = 'tag' | 'zero-width' | 'bidi' | 'variation' | 'control';

/** How often each code point of a kind stands in a text, by its number. */
export type HiddenCounts = ReadonlyMap<HiddenKind, ReadonlyMap<number, number>>;

/** Scripts in which a joiner or a non-joiner between letters changes how they are written. */
const JOINING =
  'Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Malayalam Mongolian Oriya Sinhala Syriac Tamil Telugu Thaana';
/** Scripts without spaces, in which U+200B says where a line may break. */
const SPACELESS = 'Khmer Lao Myanmar Thai Tibetan';

const letterOf = (scripts: string): string =>
  `[${scripts
    .split(' ')
    .map((script) => String.raw`\p{scx=${script}}`)
    .join('')}]`;
const joined = letterOf(`${JOINING} ${SPACELESS}`);
const spaceless = letterOf(SPACELESS);

const VARIATION = String.raw`[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`;

const ALLOWED = [
  // Between emoji.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
  String.raw`(?<=${spaceless})\u200b(?=${spaceless})`,
  // After a virama at the end of a word: the chillus of Malayalam in their older spelling.
  String.raw`(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d`,
  // The flag of a region (UTS #51, ED-14a): a code of three to six letters, not a sentence.
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
].join('|');

/** U+2061 to U+2064 are as invisible as U+2060, and serve to write bits. U+007F is no less a control than C0 and C1. */
const HIDDEN: Readonly<Record<HiddenKind, string>> = {
  tag: String.raw`[\u{e0000}-\u{e007f}]`,
  'zero-width': String.raw`[\u200b-\u200d\u2060-\u2064\ufeff]`,
  bidi: String.raw`[\u202a-\u202e\u2066-\u2069]`,
  // One after its base chooses a form; what follows is read by nobody but a model.
  variation: `(?<=${VARIATION})${VARIATION}`,
  control: String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]`,
};

const any = new RegExp(Object.values(HIDDEN).join('|'), 'u');
const each = new RegExp(`(${ALLOWED})|(?:${Object.values(HIDDEN).join('|')})`, 'gu');

/** Find what is hidden in a text; kinds and code points in its order. */
export function findHidden(text: string): HiddenCounts {
  const counts = new Map<HiddenKind, Map<number, number>>();
  if (!any.test(text)) return counts;
  for (const [character, allowed] of text.matchAll(each)) {
    if (allowed !== undefined) continue;
    const codePoint = character.codePointAt(0) ?? 0;
    const kind = kindOf(codePoint);
    const own = counts.get(kind) ?? new Map<number, number>();
    counts.set(kind, own.set(codePoint, (own.get(codePoint) ?? 0) + 1));
  }
  return counts;
}

/** The text without what is hidden in it. */
export function removeHidden(text: string): string {
  let left = text;
  // What stood apart may be hidden once it stands together.
  for (let before = ''; before !== left;) {
    before = left;
    left = left.replaceAll(each, (found: string, allowed?: string) => (allowed === undefined ? '' : found));
  }
  return left;
}

/** The text with what is hidden in it written as code points. */
export function spellHidden(text: string): string {
  return text.replaceAll(each, (found: string, allowed?: string) =>
    allowed === undefined ? `<${spellCodePoint(found.codePointAt(0) ?? 0)}>` : found,
  );
}

/** `U+200B`. */
export function spellCodePoint(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** By the ranges above. */
function kindOf(codePoint: number): HiddenKind {
  if (codePoint < 0xa0) return 'control';
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return 'tag';
  if (codePoint >= 0xfe00 && codePoint !== 0xfeff) return 'variation';
  const isBidi = (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);
  return isBidi ? 'bidi' : 'zero-width';
}
