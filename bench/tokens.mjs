// What counting costs: a large list, and texts that are quadratic for a plain tokenizer.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirs } from './dirs.mjs';
import { figure, median, ms, printTable } from './figures.mjs';
import { largeList, longRunList, longRuns } from './lists.mjs';
import { runInTurn } from './processes.mjs';
import { bareNode, compare, program } from './speed.mjs';

const CPU_TARGET_S = 5;
/** These runs take seconds, beside which the noise is small. */
const LONG_RUNS = 3;

export async function benchTokens({ runs }) {
  const large = writeList('large.json', largeList());
  const result = await runInTurn({ bare: bareNode, measure: [...program, 'measure', large.file] }, runs);
  const peak = (all) => median(all.map(({ peakMb }) => peakMb));
  const name = `measure, 350 tools in ${large.mb.toFixed(2)} MB`;
  printTable(`A large list from a file (${runs} runs in turn)`, [
    compare(name, result.measure, result.bare, { floor: 'node' }),
    figure('peak memory of it', peak(result.measure), {
      unit: 'MB',
      detail: `node ${peak(result.bare).toFixed(0)} MB`,
    }),
  ]);

  const rows = [];
  for (const [what, unit] of Object.entries(longRuns)) {
    const { file } = writeList('long.json', longRunList(unit));
    const { measure } = await runInTurn(
      { measure: [...program, 'measure', file] },
      Math.min(runs, LONG_RUNS),
    );
    rows.push(
      figure(`a description of 8 MB: ${what}`, median(measure.map(({ cpuS }) => cpuS)), {
        unit: 's CPU',
        target: CPU_TARGET_S,
        detail: `wall ${ms(measure.map(({ wallMs }) => wallMs))}, peak ${peak(measure).toFixed(0)} MB`,
      }),
    );
  }
  printTable(`Long runs of one character, from a file (${Math.min(runs, LONG_RUNS)} runs)`, rows);
}

/** Write a list into the temporary folder. */
export function writeList(name, list) {
  const file = join(dirs.temporary(), name);
  writeFileSync(file, JSON.stringify(list));
  return { file, mb: statSync(file).size / 1e6 };
}
