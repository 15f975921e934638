/** Text in columns, for terminals. By itself, as what lays it out is loaded late. Text that comes in has been escaped. */
import Table from 'cli-table3';

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
/** What is left of a character where the table cut a cell inside it. */
const HALF_CHARACTER = /\p{Cs}/gu;

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
      row.map((cell, index) =>
        typeof cell === 'string'
          ? clip(cell, columns[index]?.maxWidth)
          : { content: cell.content, colSpan: cell.span, hAlign: 'left' as const },
      ),
    );
  }
  return table
    .toString()
    .replaceAll(HALF_CHARACTER, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Cut what is far too long: the table takes it off character by character, measuring all of it each time. */
function clip(text: string, maxWidth: number | undefined): string {
  const maxChars = 8 * (maxWidth ?? Infinity);
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}
