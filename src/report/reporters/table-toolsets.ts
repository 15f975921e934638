/** All lists of a gate side by side: sizes, the change since the baseline, and what a smaller list saves. */
import { escapeForTerminal } from '../escape.ts';
import { placeOf } from '../findings.ts';
import { layColumns } from '../columns.ts';
import { longest } from '../layout.ts';
import { formatCount, formatSigned } from '../../numbers.ts';
import { tokensOf, type NamedToolset } from '../totals.ts';
import { hasSeveralLists } from '../savings.ts';
import type { Page } from './table-page.ts';
import { savingCell } from './table-servers.ts';

/** More rows than this only with `--verbose`. */
const MOST_ROWS = 20;

/** Absent for a single list: its line says it all. */
export function toolsetTable(page: Page): string {
  const { report, options, toolsets } = page;
  const measured = toolsets.filter(({ toolset }) => toolset.tools !== undefined);
  if (measured.length < 2) return '';
  const shown = options.verbose ? measured : measured.slice(0, MOST_ROWS);
  const hasTools = options.columns >= 50;
  const hasBytes = options.columns >= 60;
  const hasChange = measured.some(({ toolset }) => toolset.difference !== undefined);
  const hasSaving = hasSeveralLists(measured);
  const row = (cells: readonly string[]): readonly string[] =>
    cells.filter((_, index) => [true, hasTools, hasBytes, true, hasChange, hasSaving][index]);
  const rows = [
    row(['toolset', 'tools', 'bytes', 'tokens', 'change', 'saving']),
    ...shown.map((one) => {
      const tokens = tokensOf(report, one.toolset);
      return row([
        escapeForTerminal(placeOf({ server: one.server, toolset: one.toolset.name })),
        formatCount(one.toolset.tools ?? 0),
        formatCount(one.toolset.bytes ?? 0),
        tokens === undefined ? 'not counted' : formatCount(tokens),
        changeCell(one, tokens),
        savingCell(report, one, measured),
      ]);
    }),
  ];
  const width = longest(rows.map(([name = '']) => name));
  const others =
    rows[0]?.slice(1).map((_, index) => longest(rows.map((cells) => cells[index + 1] ?? '')) + 2) ?? [];
  const room = options.columns - others.reduce((sum, one) => sum + one, 0);
  const right = { align: 'right' } as const;
  const text = layColumns(rows, [
    { maxWidth: Math.min(width, Math.max(10, room)) },
    ...others.map(() => right),
  ]);
  const more = measured.length - shown.length;
  return more === 0 ? text : `${text}\nand ${formatCount(more)} more (--verbose)`;
}

function changeCell({ toolset: { difference } }: NamedToolset, tokens: number | undefined): string {
  const before = difference?.before.tokens;
  return before === undefined || tokens === undefined ? '' : formatSigned(tokens - before);
}
