/** Labelled lines for terminals of any width. Text that comes in here has been escaped. */
import stringWidth from 'fast-string-width';

/** A label and a text that wraps under itself at `columns`. A narrow terminal gets the text under the label. */
export function layLabelled(label: string, text: string, columns: number): string {
  const labelWidth = 16;
  const indent = columns < 60 ? 2 : labelWidth;
  const lines = text.split('\n').flatMap((line) => wrap(line, Math.max(20, columns - indent)));
  const body = lines.map((line) => `${' '.repeat(indent)}${line}`.trimEnd());
  const isLabelLong = stringWidth(label) >= labelWidth && stringWidth(`${label} ${lines[0] ?? ''}`) > columns;
  if (columns < 60 || isLabelLong) return [label, ...body].join('\n');
  return [`${label.padEnd(labelWidth - 1)} ${lines[0] ?? ''}`.trimEnd(), ...body.slice(1)].join('\n');
}

/** A labelled text that may end in a command of ours; that is never wrapped, so that it can be copied. */
export function layAdvice(label: string, text: string, columns: number): string {
  const at = text.indexOf('npx mcp-budget ');
  const indent = columns < 60 ? 2 : 16;
  if (at === -1 || indent + stringWidth(text) <= columns) return layLabelled(label, text, columns);
  return `${layLabelled(label, text.slice(0, at).trimEnd(), columns)}\n${' '.repeat(indent)}${text.slice(at)}`;
}

/** A text whose second and further lines are indented. */
export function layHanging(
  text: string,
  { columns, indent }: { readonly columns: number; readonly indent: number },
): string {
  const [first = '', ...more] = wrap(text, columns);
  const rest = more.length === 0 ? [] : wrap(more.join(' '), Math.max(20, columns - indent));
  return [first, ...rest.map((line) => `${' '.repeat(indent)}${line}`)].join('\n');
}

/** Break at spaces; a word longer than the line stays whole, so that commands can be copied. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  // A number stays with its percent sign.
  for (const word of text.split(/(?<=\S)(?=\s(?!%))/)) {
    const wordWidth = stringWidth(word);
    if (line !== '' && lineWidth + wordWidth > width) {
      lines.push(line);
      line = word.trimStart();
      lineWidth = stringWidth(line);
    } else {
      line += word;
      lineWidth += wordWidth;
    }
  }
  return [...lines, line];
}

/** Width of the longest text, in terminal cells. */
export function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => stringWidth(text)));
}

/** As many of the texts as a line takes, and how many more there are. */
export function nameSome(texts: readonly string[], most: number, separator = ', '): string {
  const more = texts.length - most;
  return [...texts.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(separator);
}
