/** Words and marks of the matrix, whatever the format. */
import { placeOf } from './findings.ts';
import { formatCount } from '../numbers.ts';
import type { HostEffect, LintMatrix, MatrixRow } from '../model/lint-report.ts';

/** What stands in a cell. */
export const MARKS: Readonly<Record<HostEffect | 'ok', string>> = {
  ok: 'ok',
  changed: '~',
  lost: '✗',
  unsure: '?',
};

export const LEGEND = "ok as it is, ~ changed, ✗ lost, ? may be: somebody's word only";

export interface ShownRow {
  /** Not escaped. */
  readonly label: string;
  readonly effects: MatrixRow['effects'];
}

/** The rows to show: tools that fare alike in every host are one, unless each is asked for. */
export function foldRows({ rows }: LintMatrix, isEach: boolean): readonly ShownRow[] {
  const isOneList = new Set(rows.map(({ server, toolset }) => JSON.stringify([server, toolset]))).size === 1;
  const named = rows.map((row) => ({ label: nameRow(row, isOneList), row }));
  if (isEach) return named.map(({ label, row }) => ({ label, effects: row.effects }));
  const groups = new Map<string, { readonly label: string; readonly row: MatrixRow; count: number }>();
  for (const { label, row } of named) {
    const effects = Object.entries(row.effects).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([row.server, row.index === undefined, effects]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { label, row, count: 1 });
    else group.count += 1;
  }
  return [...groups.values()].map(({ label, row, count }) => ({
    label: count === 1 ? label : `${label} +${formatCount(count - 1)}`,
    effects: row.effects,
  }));
}

/** A tool, or a list as a whole. */
function nameRow({ server, toolset, tool, index }: MatrixRow, isOneList: boolean): string {
  const place = placeOf({ server, toolset });
  if (index === undefined) return isOneList || server === '' ? 'the whole list' : `${place}, whole list`;
  const name = tool ?? `tool ${index + 1}`;
  return isOneList ? name : tool === undefined ? `${place} ${name}` : `${place}.${name}`;
}
