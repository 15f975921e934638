// What the rules cost: against parsing and measuring the same list, and whether four times the tools take four times as long.
import { figure, median, printTable } from './figures.mjs';
import { largeList } from './lists.mjs';
import { runInTurn } from './processes.mjs';
import { program } from './speed.mjs';
import { writeList } from './tokens.mjs';

const TOOLS = 1000;
const TIMES = 4;

export async function benchLint({ runs }) {
  const list = listOf(TOOLS);
  const { file, mb } = writeList('lint.json', list);
  const empty = writeList('empty.json', { tools: [] }).file;
  const many = writeList('lint-many.json', listOf(TOOLS * TIMES)).file;
  // What is found does not matter here.
  const lint = (path) => [...program, 'lint', path, '--warn-only', '--quiet'];
  const result = await runInTurn(
    {
      nothingMeasured: [...program, 'measure', empty],
      measured: [...program, 'measure', file],
      nothingLinted: lint(empty),
      linted: lint(file),
      manyLinted: lint(many),
    },
    runs,
  );
  const beyond = (name, floor) =>
    median(result[name].map(({ wallMs }, run) => wallMs - result[floor][run].wallMs));
  const measured = beyond('measured', 'nothingMeasured');
  const linted = beyond('linted', 'nothingLinted');
  // The command measures too.
  const rules = median(
    result.linted.map(
      ({ wallMs }, run) =>
        wallMs -
        result.nothingLinted[run].wallMs -
        (result.measured[run].wallMs - result.nothingMeasured[run].wallMs),
    ),
  );
  printTable(`All rules on ${TOOLS} tools, ${mb.toFixed(1)} MB from a file (${runs} runs in turn)`, [
    figure('rules, against parsing and measuring the list', rules / measured, {
      unit: '×',
      target: 3,
      detail: `${rules.toFixed(0)} ms, measuring ${measured.toFixed(0)} ms`,
    }),
    figure(`${TIMES} times the tools`, beyond('manyLinted', 'nothingLinted') / linted, {
      unit: '×',
      detail: `linear: ${TIMES}`,
    }),
  ]);
}

/** So many tools with names of their own. */
function listOf(count) {
  const { tools } = largeList();
  return {
    tools: Array.from({ length: count }, (_, index) => ({
      ...tools[index % tools.length],
      name: `${tools[index % tools.length].name}_${index}`,
    })),
  };
}
