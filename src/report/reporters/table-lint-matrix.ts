/** Tool × host, in as many blocks of columns as the terminal needs. */
import { layColumns } from '../columns.ts';
import { escapeForTerminal } from '../escape.ts';
import { foldRows, LEGEND, MARKS, type ShownRow } from '../lint-matrix.ts';
import { longest, wrap } from '../layout.ts';
import { formatCount, formatNoun } from '../../numbers.ts';
import type { LintMatrix, LintSummary } from '../../model/lint-report.ts';
import type { Page } from './table-page.ts';

/** More rows are counted. */
const MOST_ROWS = 40;

type Labels = ReadonlyMap<string, string>;

/** Each matrix, who takes everything, and what the marks mean. */
export function describeMatrices(page: Page, { matrices = [], hosts }: LintSummary): readonly string[] {
  const labels = new Map(hosts.map(({ id, label }) => [id, escapeForTerminal(label)]));
  const { columns } = page.options;
  const sections = matrices.flatMap((matrix) => describeMatrix(page, matrix, labels));
  const isMarked = matrices.some(({ hosts }) => hosts.length > 0);
  return isMarked ? [...sections, wrap(LEGEND, columns).join('\n')] : sections;
}

function describeMatrix({ options }: Page, matrix: LintMatrix, labels: Labels): readonly string[] {
  const { hosts, hostsHeld, tools } = matrix;
  const others = hostsHeld - hosts.length;
  if (others === 0) return layBlocks(matrix, labels, options);
  const who =
    hosts.length === 0 ? `All ${formatCount(others)}` : `${formatCount(others)} of ${formatCount(hostsHeld)}`;
  const takers = `${who} APIs and clients take all ${formatNoun(tools, 'tool')} as they are.`;
  return [...layBlocks(matrix, labels, options), wrap(takers, options.columns).join('\n')];
}

function layBlocks(
  matrix: LintMatrix,
  labels: Labels,
  { columns, verbose }: Page['options'],
): readonly string[] {
  const rows = rowsOf(matrix, verbose);
  const nameWidth = Math.min(longest(rows.map(({ label }) => label)), columns < 60 ? 18 : 40);
  const labelOf = (id: string): string => labels.get(id) ?? id;
  return splitHosts(matrix.hosts, labelOf, columns - nameWidth - 2).map((some) =>
    layColumns(
      [
        ['', ...some.map(labelOf)],
        ...rows.map(({ label, effects }) => [
          label,
          ...some.map((id) => (effects === undefined ? '' : MARKS[effects[id] ?? 'ok'])),
        ]),
      ],
      [{ maxWidth: nameWidth }, ...some.map((id) => ({ maxWidth: longest([labelOf(id)]) }))],
    ),
  );
}

/** Without effects: what was left out. */
type Row = Pick<ShownRow, 'label'> & Partial<ShownRow>;

function rowsOf(matrix: LintMatrix, isEach: boolean): readonly Row[] {
  const all = foldRows(matrix, isEach);
  const rows = isEach ? all : all.slice(0, MOST_ROWS);
  const others = matrix.tools - matrix.rows.filter(({ index }) => index !== undefined).length;
  return [
    ...rows.map(({ label, effects }) => ({ label: escapeForTerminal(label), effects })),
    ...(rows.length === all.length
      ? []
      : [{ label: `${formatCount(all.length - rows.length)} more (--verbose)` }]),
    ...(others > 0
      ? [{ label: formatNoun(others, rows.length === 0 ? 'tool' : 'other tool'), effects: {} }]
      : []),
  ];
}

/** As many hosts side by side as fit; at least one. */
function splitHosts(
  hosts: readonly string[],
  labelOf: (id: string) => string,
  width: number,
): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let left = 0;
  for (const id of hosts) {
    const own = longest([labelOf(id)]);
    const block = blocks.at(-1);
    if (block === undefined || own > left) {
      blocks.push([id]);
      left = width - own - 2;
    } else {
      block.push(id);
      left -= own + 2;
    }
  }
  return blocks;
}
