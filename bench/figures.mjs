// Medians, and the table they are printed in.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios taken run by run: a machine that changes pace changes both sides of a pair. */
export function medianRatio(runs, floors) {
  return median(runs.map((run, index) => run / floors[index]));
}

/** One row: what was measured, the figure, the target it is held against (absent: none), and what it is made of. */
export function figure(name, value, { unit, target, detail = '' }) {
  const digits = unit === '' ? 0 : 2;
  const show = (number) => (unit === '' ? number.toFixed(digits) : `${number.toFixed(digits)} ${unit}`);
  return [
    name,
    show(value),
    target === undefined ? '' : `≤ ${show(target)}`,
    target === undefined ? '' : value <= target ? 'holds' : 'MISSED',
    detail,
  ];
}

export const ms = (values) => `${median(values).toFixed(0)} ms`;
export const seconds = (values) => `${median(values).toFixed(2)} s`;

export function printTable(title, rows) {
  const all = [['', 'median', 'target', '', ''], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  console.log(`\n${title}`);
  for (const row of all) {
    const cells = row.map((cell, column) =>
      column === 1 || column === 2 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
    );
    console.log(`  ${cells.join('  ')}`.trimEnd());
  }
}
