// How long the gate takes where nothing has changed: committed snapshots, counted before, against bare Node.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dirs } from './dirs.mjs';
import { printTable } from './figures.mjs';
import { runInTurn, runProcess } from './processes.mjs';
import { bareNode, compare, program } from './speed.mjs';

const SERVERS = ['everything', 'filesystem', 'memory'];
const example = join(dirs.project, 'fixtures', 'servers', 'example.mjs');

export async function benchGate({ runs }) {
  const rows = [];
  for (const servers of [['example'], ['example', ...SERVERS]]) {
    const cwd = join(dirs.temporary(), `gate-${servers.length}`);
    const name = servers.length === 1 ? 'one server' : `${servers.length} servers`;
    await prepare(cwd, servers);
    const check = [...program, 'check', '--offline'];
    const result = await runInTurn({ bare: bareNode, check }, runs, { cwd });
    rows.push(compare(`check --offline, ${name}`, result.check, result.bare, { floor: 'node', target: 2.5 }));
  }
  printTable(`The gate against bare Node (${runs} runs in turn)`, rows);
}

/** A project as `init` and `snapshot` leave it; one run fills the cache. */
async function prepare(cwd, servers) {
  mkdirSync(join(cwd, 'node_modules'), { recursive: true });
  mkdirSync(join(cwd, '.git'), { recursive: true });
  cpSync(example, join(cwd, 'example.mjs'));
  const commands = servers.map((name) =>
    name === 'example'
      ? 'node example.mjs'
      : `node ${serverScript(name)}${name === 'filesystem' ? ' .' : ''}`,
  );
  await runProcess([...program, 'init', ...commands], { cwd });
  await runProcess([...program, 'snapshot'], { cwd });
  await runProcess([...program, 'check', '--offline'], { cwd });
}

function serverScript(name) {
  return join(dirs.project, 'node_modules', '.bin', `mcp-server-${name}`);
}
