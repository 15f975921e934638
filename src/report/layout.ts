/** Columns and labelled lines for terminals of any width. Text that comes in here has been escaped. */
import Table from 'cli-table3';
import stringWidth from 'string-width';

export interface Column {
  readonly align?: 'left' | 'right';
  /** Longer cells are cut with an ellipsis. */
  readonly maxWidth?: number | undefined;
}

const NO_BORDERS = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((part) => [part, '']),
);
const GAP = 2;

/** A cell; one with `span` reaches over the columns that follow. */
export type Cell = string | { readonly content: string; readonly span: number };

/** Lay cells out in columns, two spaces apart, without borders and without spaces at line ends. */
export function layColumns(rows: readonly (readonly Cell[])[], columns: readonly Column[]): string {
  if (rows.length === 0) return '';
  const table = new Table({
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    colWidths: columns.map(({ maxWidth }) => (maxWidth === undefined ? null : maxWidth + GAP)),
  });
  for (const row of rows) {
    table.push(
      row.map((cell) =>
        typeof cell === 'string'
          ? cell
          : { content: cell.content, colSpan: cell.span, hAlign: 'left' as const },
      ),
    );
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A label and a text that wraps under itself at `columns`. A narrow terminal gets the text under the label. */
export function layLabelled(label: string, text: string, columns: number): string {
  const labelWidth = 16;
  const indent = columns < 60 ? 2 : labelWidth;
  const lines = text.split('\n').flatMap((line) => wrap(line, Math.max(20, columns - indent)));
  const body = lines.map((line) => `${' '.repeat(indent)}${line}`.trimEnd());
  if (columns < 60) return [label, ...body].join('\n');
  return [`${label.padEnd(labelWidth - 1)} ${lines[0] ?? ''}`.trimEnd(), ...body.slice(1)].join('\n');
}

/** Break at spaces; a word longer than the line stays whole, so that commands can be copied. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  // A number stays with its percent sign.
  for (const word of text.split(/(?<=\S)(?=\s(?!%))/)) {
    if (line !== '' && stringWidth(line + word) > width) {
      lines.push(line);
      line = word.trimStart();
    } else line += word;
  }
  return [...lines, line];
}

/** Width of the longest text, in terminal cells. */
export function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => stringWidth(text)));
}
