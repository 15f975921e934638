// `npm run bench`: figures as ratios to a floor measured in the same run. It prints targets and judges nothing: a busy
// machine is no regression. `-- --only speed|gate|tokens|hosts|lint|size` runs one section, `--runs 11` says how many runs a median has.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dirs } from './dirs.mjs';
import { METER } from './processes.mjs';
import { benchGate } from './gate.mjs';
import { benchHosts } from './hosts.mjs';
import { benchLint } from './lint.mjs';
import { benchSize } from './size.mjs';
import { benchSpeed } from './speed.mjs';
import { benchTokens } from './tokens.mjs';

const sections = {
  speed: benchSpeed,
  gate: benchGate,
  tokens: benchTokens,
  hosts: benchHosts,
  lint: benchLint,
  size: benchSize,
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, runs: { type: 'string', default: '11' } },
});
const only = values.only ?? Object.keys(sections).join();
const names = only.split(',');
const runs = Number(values.runs);

if (!names.every((name) => Object.hasOwn(sections, name)) || !Number.isInteger(runs) || runs < 1) {
  console.error(`usage: npm run bench -- [--only ${Object.keys(sections).join('|')}] [--runs 11]`);
  process.exitCode = 2;
} else if (!existsSync(join(dirs.project, 'dist', 'main.js'))) {
  console.error('nothing to measure: npm run build first');
  process.exitCode = 2;
} else {
  console.log(
    `Node.js ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores. ${METER}.`,
  );
  for (const name of names) await sections[name]({ runs });
}
