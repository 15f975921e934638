// What one more host costs: its text is written and counted anew. Against counting the list once.
import { figure, median, printTable } from './figures.mjs';
import { largeList } from './lists.mjs';
import { runInTurn } from './processes.mjs';
import { program } from './speed.mjs';
import { writeList } from './tokens.mjs';

const MAX_BYTES = 250_000;
const TARGET_MS = 100;
/** One, and those beside it; each renders names or drops keywords in its own way. */
const FIRST = 'claude-code';
const MORE = ['codex', 'cursor', 'vscode', 'gemini-cli', 'kiro', 'zed', 'roo-code', 'copilot-cli'];

export async function benchHosts({ runs }) {
  const { file, mb } = writeList('hosts.json', listBelow(MAX_BYTES));
  const measure = (path, ...flags) => [...program, 'measure', path, ...flags];
  const result = await runInTurn(
    {
      empty: measure(writeList('empty.json', { tools: [] }).file),
      none: measure(file),
      one: measure(file, '--host', FIRST),
      many: measure(file, '--host', [FIRST, ...MORE].join()),
    },
    runs,
  );
  const walls = Object.fromEntries(
    Object.entries(result).map(([name, all]) => [name, all.map(({ wallMs }) => wallMs)]),
  );
  const further = median(walls.many.map((wall, run) => (wall - walls.one[run]) / MORE.length));
  const counting = median(walls.none.map((wall, run) => wall - walls.empty[run]));
  printTable(`A further host, ${(mb * 1000).toFixed(0)} kB from a file (${runs} runs in turn)`, [
    figure('against measuring the list once', further / counting, {
      unit: '×',
      detail: `${counting.toFixed(0)} ms beyond an empty list`,
    }),
    figure('a further host', further, { unit: 'ms', target: TARGET_MS, detail: `mean of ${MORE.length}` }),
  ]);
}

/** The first tools of the large list, as many as fit. */
function listBelow(maxBytes) {
  const tools = [];
  let bytes = 0;
  for (const tool of largeList().tools) {
    bytes += Buffer.byteLength(JSON.stringify(tool)) + 1;
    if (bytes + '{"tools":[]}'.length > maxBytes) break;
    tools.push(tool);
  }
  return { tools };
}
