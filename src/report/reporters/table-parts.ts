/** Where the tokens are: the parts of all lists, and what stands beside them. */
import { describePart } from '../../tokens/parts.ts';
import { layColumns } from '../columns.ts';
import { longest } from '../layout.ts';
import { formatCount, formatPercent } from '../../numbers.ts';
import type { Page } from './table-page.ts';

/** Parts under this share of the total are summed up as "other". */
const SMALL_PART = 0.04;
/** As many of them are named; more would not fit 80 columns. */
const NAMED = 2;

type Row = readonly [label: string, tokens: string, share: string, note: string];

/** Parts add up to the total of the table above; the rows after them are not part of it. */
export function partsTable({ report, options, totals }: Page): string {
  if (totals.tokens === 0) return '';
  const entries = [...totals.parts, ['framing', totals.framing] as const].filter(([, share]) => share > 0);
  const isSmall = (share: number): boolean => share < SMALL_PART * totals.tokens;
  const small = entries.filter(([, share]) => isSmall(share));
  const row = (label: string, share: number, note = ''): Row => [
    label,
    formatCount(share),
    formatPercent(share, totals.tokens),
    note,
  ];
  const rows: readonly Row[] = [
    ['part', 'tokens', 'share', ''],
    ...entries
      .filter(([, share]) => !isSmall(share))
      .map(([part, share]) => row(describePart(part).label, share, describePart(part).note)),
    ...(small.length === 0
      ? []
      : [
          row(
            'other',
            small.reduce((sum, [, share]) => sum + share, 0),
            nameSome(small),
          ),
        ]),
    ...(report.view === 'wire' ? [] : [wireOnlyRow(totals.wireOnly)]),
    besideRow({ totals }),
  ];
  const right = { align: 'right' } as const;
  if (options.columns < 60)
    return layColumns(
      rows.map((one) => one.slice(0, 3)),
      [{}, right, right],
    );
  return layColumns(rows, [{}, right, right, { maxWidth: Math.max(10, noteWidth(rows, options.columns)) }]);
}

function noteWidth(rows: readonly Row[], columns: number): number {
  return (
    columns - [0, 1, 2].reduce((sum, column) => sum + longest(rows.map((one) => one[column] ?? '')) + 2, 0)
  );
}

function nameSome(parts: readonly (readonly [string, number])[]): string {
  const named = parts
    .slice(0, NAMED)
    .map(([part, share]) => `${describePart(part).label} ${formatCount(share)}`);
  return `${named.join(', ')}${parts.length > NAMED ? ' …' : ''}`;
}

function wireOnlyRow(fields: Page['totals']['wireOnly']): Row {
  const sum = fields.reduce((total, [, tokens]) => total + tokens, 0);
  if (sum === 0) return ['wire only', '0', '', 'no field that models do not see'];
  const named = fields.slice(0, 2).map(([field]) => describePart(field).label);
  return [
    'wire only',
    formatCount(sum),
    '',
    `extra (--view wire): ${named.join(', ')}${fields.length > 2 ? ' …' : ''}`,
  ];
}

function besideRow({ totals }: Pick<Page, 'totals'>): Row {
  const { instructions, prompts, resources } = totals;
  const note = `extra; prompts ${formatCount(prompts)}, resources ${formatCount(resources)} cost nothing`;
  return ['instructions', formatCount(instructions), '', note];
}
