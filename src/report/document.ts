/** A Markdown document within a limit of bytes: cut at whole rows, and saying how many are missing. */
import { formatNoun } from '../numbers.ts';

export interface Block {
  readonly head: readonly string[];
  /** What may be cut, whole rows only. */
  readonly rows?: readonly string[];
  readonly tail?: readonly string[];
}

interface Section {
  /** Absent where not even the head fits. */
  readonly text?: string;
  /** Rows left out. */
  readonly missing: number;
}

/** Room for what is written however long the rows are: notes, tails and the last line. */
const RESERVED_BYTES = 4 * 1024;

/** Join blocks, an empty line between them. The first row that does not fit ends the document, but for its last line. */
export function layDocument(blocks: readonly Block[], last: string, maxBytes: number): string {
  let left = maxBytes - RESERVED_BYTES;
  const take = (line: string): boolean => {
    left -= Buffer.byteLength(line) + 1;
    return left >= 0;
  };
  const sections = blocks.map(({ head, rows = [], tail = [] }): Section => {
    if (!take(head.join('\n'))) return { missing: rows.length };
    const end = rows.findIndex((row) => !take(row));
    const shown = end === -1 ? rows : rows.slice(0, end);
    return { text: [...head, ...shown, ...tail].join('\n'), missing: rows.length - shown.length };
  });
  const missing = sections.reduce((sum, section) => sum + section.missing, 0);
  const note =
    missing === 0
      ? []
      : [`_${formatNoun(missing, 'row')} left out: a summary ends at ${maxBytes / 1024} KiB._`];
  const texts = sections.flatMap(({ text }) => text ?? []);
  return `${[...texts, ...note, last].join('\n\n')}\n`;
}
