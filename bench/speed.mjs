// How long a run takes, against a bare probe of the same server and against bare Node.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { dirs } from './dirs.mjs';
import { figure, medianRatio, ms, printTable, seconds } from './figures.mjs';
import { runInTurn } from './processes.mjs';

const SERVERS = ['everything', 'filesystem', 'memory'];
const SETTLE_MS = 300;
const node = process.execPath;
const probe = fileURLToPath(new URL('probe.mjs', import.meta.url));

export const bareNode = [node, '-e', '0'];
export const program = [node, join(dirs.project, 'bin', 'mcp-budget.js')];

export async function benchSpeed({ runs }) {
  const rows = [];
  for (const name of SERVERS) rows.push(...(await benchServer(name, runs)));
  printTable(`Against a bare probe of the same server (${runs} runs in turn)`, rows);

  const quick = await runInTurn({ bare: bareNode, version: [...program, '--version'] }, runs);
  printTable(`Against bare Node (${runs} runs in turn)`, [
    compare('mcp-budget --version', quick.version, quick.bare, { floor: 'node', target: 1.5 }),
  ]);
}

async function benchServer(name, runs) {
  const server = serverCommand(name);
  const result = await runInTurn(
    {
      probe: [node, probe, ...server],
      atOnce: [...program, 'measure', '--settle', '0', '--', ...server],
      settled: [...program, 'measure', '--', ...server],
    },
    runs,
  );
  const waited = result.probe.map((run) => ({ ...run, wallMs: run.wallMs + SETTLE_MS }));
  const target = 1.15;
  return [
    compare(`measure --settle 0, ${name}`, result.atOnce, result.probe, { floor: 'probe', target }),
    compare(`measure, ${name}`, result.settled, waited, { floor: `probe + ${SETTLE_MS} ms`, target }),
  ];
}

/** A row for whole runs against whole runs of a floor, pair by pair. */
export function compare(name, runs, floors, { floor, target, detail = '' }) {
  const [walls, floorWalls] = [runs, floors].map((all) => all.map(({ wallMs }) => wallMs));
  const [cpus, floorCpus] = [runs, floors].map((all) => all.map(({ cpuS }) => cpuS));
  const cpu = `CPU ${seconds(cpus)}, ${seconds(floorCpus)}`;
  return figure(name, medianRatio(walls, floorWalls), {
    unit: '×',
    target,
    detail: `${ms(walls)}, ${floor} ${ms(floorWalls)}; ${cpu}${detail}`,
  });
}

function serverCommand(name) {
  const id = `@modelcontextprotocol/server-${name}`;
  const manifest = createRequire(import.meta.url).resolve(`${id}/package.json`);
  const [bin] = Object.values(JSON.parse(readFileSync(manifest, 'utf8')).bin);
  const args = name === 'filesystem' ? [dirs.temporary()] : [];
  return [node, join(dirname(manifest), bin), ...args];
}
