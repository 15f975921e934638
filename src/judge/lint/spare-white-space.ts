/** White space that a reader of a description learns nothing from. */

const FENCE = /^[ \t]*(```|~~~)/;
/** What follows is meant to stand to the right of it. */
const OPENS = /[:{[(]$/;

/**
 * Leave out blanks at the ends of lines, all but one of several blank lines, and the indentation that the source had.
 * What stands in a code fence stays as it is, and so does the indentation of a text that has one.
 */
export function withoutSpareWhiteSpace(text: string): string {
  if (!/\n|^[ \t]|[ \t]$/.test(text)) return text;
  const lines = readLines(text);
  const kept = trimLines(lines.filter((line, index) => !isSpareLine(line, lines[index - 1])));
  const texts = kept.map((line) => line.text);
  const isPlain = lines.every(({ isCode }) => !isCode);
  return (isPlain ? dedent(texts, kept[0] !== lines[0]) : texts).join('\n');
}

function readLines(text: string): readonly Line[] {
  let fence: string | undefined;
  return text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark === fence) fence = undefined;
    return { text: isCode ? line : trimEnd(line), isCode };
  });
}

interface Line {
  readonly text: string;
  readonly isCode: boolean;
}

function isBlank({ text, isCode }: Line): boolean {
  return !isCode && (text === '' || text === '\r');
}

function isSpareLine(line: Line, before: Line | undefined): boolean {
  return before !== undefined && isBlank(line) && isBlank(before);
}

/** Without blank lines at both ends. */
function trimLines(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** As Python's `inspect.cleandoc`: the first line stands by itself where the text begins with it. */
function dedent(lines: readonly string[], isFirstIndented: boolean): readonly string[] {
  const [first = '', ...others] = lines;
  if (isFirstIndented) return withoutIndent(lines);
  const start = first.slice(indentOf(first).length);
  return [start, ...(OPENS.test(first.trimEnd()) ? others : withoutIndent(others))];
}

function withoutIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const common = indents.reduce(commonStart, indents[0] ?? '').length;
  return lines.map((line) => (line.trim() === '' ? line : line.slice(common)));
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Blanks and tabs alone; a carriage return belongs to the line break. */
function trimEnd(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  let at = end;
  while (at > 0 && (line[at - 1] === ' ' || line[at - 1] === '\t')) at -= 1;
  return line.slice(0, at) + line.slice(end);
}
