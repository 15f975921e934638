/** What a regular expression uses, told from its text: without backtracking, as the text is a stranger's. */

export interface PatternForm {
  readonly hasLookaround: boolean;
  /** `\1`, `\k<name>`. */
  readonly hasBackreference: boolean;
  /** An unescaped `[` inside a class. */
  readonly hasNestedBracket: boolean;
}

const LOOKAROUND = ['(?=', '(?!', '(?<=', '(?<!'];

/** Read a pattern from left to right. */
export function readPattern(source: string): PatternForm {
  let isInClass = false;
  const form = { hasLookaround: false, hasBackreference: false, hasNestedBracket: false };
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\\') {
      if (!isInClass && /[1-9k]/.test(source[at + 1] ?? '')) form.hasBackreference = true;
      at += 1;
    } else if (isInClass) {
      if (char === ']') isInClass = false;
      else if (char === '[') form.hasNestedBracket = true;
    } else if (char === '[') isInClass = true;
    else if (char === '(' && LOOKAROUND.some((start) => source.startsWith(start, at)))
      form.hasLookaround = true;
  }
  return form;
}

/** Tell whether a pattern compiles with the flag `u`, which some validators set. */
export function compilesWithUnicode(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}
