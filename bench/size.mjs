// What an installation weighs, and how long npx takes with an empty and with a filled cache.
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dirs } from './dirs.mjs';
import { figure, median, ms, printTable } from './figures.mjs';
import { runProcess } from './processes.mjs';
import { bareNode } from './speed.mjs';

/** Downloads vary more than programs, and every run of these fetches the packages anew. */
const COLD_RUNS = 3;

export async function benchSize({ runs }) {
  const rounds = Math.min(runs, COLD_RUNS);
  const tarball = await pack();
  const installed = await install(tarball);
  printTable('An installation from the packed tarball', [
    figure('installed size', installed.bytes / 1e6, { unit: 'MB', target: 12 }),
    figure('packages', installed.packages, { unit: '', target: 20, detail: 'mcp-budget included' }),
    figure('tarball', lstatSync(tarball).size / 1e6, { unit: 'MB' }),
  ]);

  const times = { bare: [], cold: [], warm: [] };
  await runProcess(bareNode);
  for (let round = 0; round < rounds; round += 1) {
    const cache = emptyDir(`cache-${round}`);
    for (const [name, command, options] of [
      ['bare', bareNode, {}],
      ['cold', npx(tarball, cache), npmOptions('npx')],
      ['warm', npx(tarball, cache), npmOptions('npx')],
    ]) {
      times[name].push((await runProcess(command, options)).wallMs);
    }
    rmSync(cache, { recursive: true, force: true });
  }
  const row = (name, all) =>
    figure(name, median(all.map((time, round) => time / times.bare[round])), {
      unit: '×',
      detail: `${ms(all)}, node ${ms(times.bare)}`,
    });
  printTable(`npx mcp-budget --version, against bare Node (${rounds} runs)`, [
    row('cold: an empty cache, packages downloaded', times.cold),
    row('warm: the same once more', times.warm),
  ]);
}

async function pack() {
  const folder = emptyDir('pack');
  // Scripts would build anew; the figures are those of the dist folder that is there.
  const command = ['npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  await runProcess(command, { ...npmOptions('npx'), cwd: dirs.project });
  return join(folder, readdirSync(folder)[0]);
}

async function install(tarball) {
  const options = npmOptions('install');
  const command = ['npm', 'install', '--no-audit', '--no-fund', '--silent', tarball];
  await runProcess(command, options);
  return measureTree(join(options.cwd, 'node_modules'));
}

const npx = (tarball, cache) => [
  'npm',
  'exec',
  '--yes',
  '--cache',
  cache,
  `--package=${tarball}`,
  '--',
  'mcp-budget',
  '--version',
];

/** An empty folder to work in; without what `npm run` tells its scripts about this project. */
function npmOptions(folder) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(package|lifecycle)_|npm_config_local_prefix$|npm_command$|INIT_CWD$)/i.test(name),
    ),
  );
  return { cwd: emptyDir(folder), env };
}

function emptyDir(name) {
  const path = join(dirs.temporary(), name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** Bytes of the files under a folder, and how many packages its node_modules folders hold. */
function measureTree(path) {
  const sum = { bytes: 0, packages: 0 };
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) {
      const { bytes, packages } = measureTree(child);
      sum.bytes += bytes;
      sum.packages += packages;
    } else {
      sum.bytes += lstatSync(child).size;
      const isRoot = /node_modules[\\/](@[^\\/]+[\\/])?[^@\\/][^\\/]*$/.test(path);
      if (entry.name === 'package.json' && isRoot) sum.packages += 1;
    }
  }
  return sum;
}
