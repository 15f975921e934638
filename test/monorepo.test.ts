import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, complaint, definition, gateFolder, list, read } from './gate-folder.ts';
import { run } from './run.ts';

const BASELINE = 'mcp-budget.baseline.json';
const CONFIG = 'mcp-budget.config.json';

/** A server whose one tool is called as the folder it was started in. */
const inFolder = `
const { createInterface } = require('readline');
const { basename } = require('path');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result =
    method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
      : { tools: [{ name: basename(process.cwd()), inputSchema: { type: 'object' } }] };
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});
`;

const member = (budget: object = {}) => ({
  servers: {
    media: { command: process.execPath, args: ['server.cjs'], budget },
    saved: { snapshot: 'list.json' },
  },
  baseline: { growth: { bytes: 'none' } },
  lint: false,
});
const filesOf = (name: string, config: object) => ({
  [`packages/${name}/${CONFIG}`]: config,
  [`packages/${name}/server.cjs`]: inFolder,
  [`packages/${name}/list.json`]: list(definition(name)),
});

/** Two packages; the second may only have so many tools. */
const workspace = (root?: object, second: object = member({ tools: 0, minTools: 0 })) =>
  gateFolder(root, { ...filesOf('a', member()), ...filesOf('b', second) });

const paths = ['packages/a', 'packages/b'].map((folder) => `${folder}/${CONFIG}`);
const both = paths.flatMap((path) => ['--config', path]);

describe('several configs in one run', () => {
  it.each([
    ['named one by one', undefined, both],
    ['as folders', undefined, ['--config', 'packages/a', '--config', 'packages/b']],
    ['as a glob', undefined, ['--config', `packages/*/${CONFIG}`]],
    ['as members of the root config', { configs: [`packages/*/${CONFIG}`] }, []],
    ['named twice', undefined, [...both, ...both]],
  ])('%s: one report, each from its own folder, told apart by it', async (_title, root, flags) => {
    const ran = await check(workspace(root), flags);
    expect(ran.code).toBe(1);
    expect(ran.report.servers.map(({ name }) => name)).toEqual([
      'packages/a › media',
      'packages/a › saved',
      'packages/b › media',
      'packages/b › saved',
    ]);
    const named = ran.report.servers.map(({ toolsets }) => toolsets[0]?.byTool?.[0]?.name);
    expect(named).toEqual(['a', 'a', 'b', 'b']);
    expect(ran.found.filter((id) => id.startsWith('budget-'))).toEqual([
      'budget-tools packages/b › media/default',
    ]);
    expect(ran.report.findings.find(({ ruleId }) => ruleId === 'budget-tools')?.source?.file).toBe(paths[1]);
  });

  it('a server is chosen by its whole name, or by its own in every config', async () => {
    const cwd = workspace();
    const judged = async (...words: readonly string[]) =>
      (await check(cwd, [...words, ...both])).report.servers.map(({ name }) => name);
    expect(await judged('saved')).toEqual(['packages/a › saved', 'packages/b › saved']);
    expect(await judged('packages/b › saved')).toEqual(['packages/b › saved']);
    expect(await judged('packages/b › saved/default')).toEqual(['packages/b › saved']);
  });

  it('a mistake in one ends the run with 2, and every mistake of every config is told', async () => {
    const cwd = workspace(undefined, { ...member(), budgte: {} });
    writeFileSync(join(cwd, paths[0] ?? ''), JSON.stringify({ ...member(), snapshotz: 'x' }));
    const { code, stdout, stderr } = await complaint(cwd, ['check', ...both]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${paths[0]}:1  snapshotz`);
    expect(stderr).toMatch(new RegExp(`${paths[1]}:\\d+ +budgte`));
  });

  it('a member that matches nothing is a mistake', async () => {
    const { code, stderr } = await complaint(workspace({ configs: ['libs/*/mcp-budget.config.json'] }), [
      'check',
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('libs/*')]);
  });

  it('not measured in one is 3, and the other is judged', async () => {
    const dead = { servers: { media: { command: 'no-such-program-here' } } };
    const cwd = workspace(undefined, dead);
    writeFileSync(join(cwd, paths[0] ?? ''), JSON.stringify(member({ tools: 0, minTools: 0 })));
    const ran = await check(cwd, both);
    expect([ran.code, ran.found.includes('budget-tools packages/a › media/default')]).toEqual([3, true]);
  });

  it('sums are those of each config', async () => {
    const cwd = workspace(undefined, { ...member(), budget: { tools: 1 } });
    const ran = await check(cwd, both);
    const totals = ran.report.gate?.checks.filter(({ server }) => server === '');
    expect(totals).toMatchObject([{ actual: 2, verdict: 'over', source: { file: paths[1] } }]);
  });
});

describe('baselines of several configs', () => {
  it('stand beside each, the same whether written from the root or from the package', async () => {
    const [fromRoot, fromPackages] = [workspace(undefined, member()), workspace(undefined, member())];
    expect((await check(fromRoot, [...both, '--update'])).report.gate?.updated).toEqual([
      `wrote packages/a/${BASELINE}`,
      `wrote packages/b/${BASELINE}`,
    ]);
    for (const name of ['a', 'b']) {
      await check(join(fromPackages, 'packages', name), ['--update']);
      const text = read(fromRoot, 'packages', name, BASELINE);
      expect(text).toBe(read(fromPackages, 'packages', name, BASELINE));
      expect(text).toContain('"media": {');
      expect(text).not.toContain('packages');
    }
  });

  it('are compared with, each by its own names', async () => {
    const cwd = workspace(undefined, member());
    await check(cwd, [...both, '--update']);
    writeFileSync(join(cwd, 'packages/b/list.json'), JSON.stringify(list(definition('b', 99))));
    const fromRoot = await check(cwd, both);
    expect([fromRoot.code, fromRoot.found]).toEqual([1, ['growth-bytes packages/b › saved/default']]);
    const fromPackage = await check(join(cwd, 'packages/b'));
    expect([fromPackage.code, fromPackage.found]).toEqual([1, ['growth-bytes saved/default']]);
  });

  it('are not all one file', async () => {
    const cwd = workspace();
    await check(join(cwd, 'packages/a'), ['--update']);
    const { code, stderr } = await complaint(cwd, ['check', ...both, '--baseline', `packages/a/${BASELINE}`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('one file for 2 configs')]);
  });
});

describe('snapshots of several configs', () => {
  it('stand in the folder of each, and are judged from the root and from the package', async () => {
    const cwd = workspace(undefined, member());
    expect((await run(['snapshot', ...both, '--settle', '0'], { cwd })).code).toBe(0);
    expect(JSON.parse(read(cwd, 'packages/b/snapshots/media.default.snapshot.json'))).toMatchObject({
      server: 'media',
    });
    const fromRoot = await check(cwd, ['--offline', ...both]);
    expect([fromRoot.code, fromRoot.report.summary.measured]).toEqual([0, 4]);
    const fromPackage = await check(join(cwd, 'packages/b'), ['--offline']);
    expect([fromPackage.code, fromPackage.report.summary.measured]).toEqual([0, 2]);
    expect((await check(cwd, both)).found.filter((id) => id.startsWith('snapshot-stale'))).toEqual([]);
  });
});

it('the sums of two configs are told apart', async () => {
  const sum = { ...member(), budget: { tools: 0 } };
  const cwd = gateFolder(undefined, { ...filesOf('a', sum), ...filesOf('b', sum) });
  const { report } = await check(cwd, both);
  const sums = report.gate?.checks.filter(({ server }) => server === '') ?? [];
  expect(sums.map(({ toolset, source }) => [toolset, source?.file])).toEqual([
    ['packages/a', paths[0]],
    ['packages/b', paths[1]],
  ]);
  const table = await run(['check', '--settle', '0', ...both], { cwd });
  for (const name of ['a', 'b'])
    expect(table.stdout).toContain(`all servers of packages/${name}  tools 2 > 0`);
});

it('what is not measured is told at the config of its own server', async () => {
  const dead = { servers: { dead: { command: process.execPath, args: ['-e', 'process.exit(1)'] } } };
  const cwd = gateFolder(undefined, { ...filesOf('a', member({ tools: 9 })), ...filesOf('b', dead) });
  const ran = await run(['check', '--settle', '0', '--format', 'gitlab', ...both], { cwd });
  expect(ran.code).toBe(3);
  const places = (JSON.parse(ran.stdout) as { check_name: string; location: { path: string } }[])
    .filter(({ check_name: name }) => name === 'not-measured')
    .map(({ location }) => location.path);
  expect(places).toEqual([paths[1]]);
  const sarif = await run(['check', '--settle', '0', '--format', 'sarif', ...both], { cwd });
  const { runs } = JSON.parse(sarif.stdout) as {
    runs: { invocations: { executionSuccessful: boolean }[] }[];
  };
  expect(runs.map(({ invocations }) => invocations[0]?.executionSuccessful)).toEqual([true, false]);
});

it('writes the reports that any of the configs names', async () => {
  const reporting = (file: string) => ({ ...member(), reports: ['table', { format: 'json', file }] });
  const cwd = gateFolder(undefined, {
    ...filesOf('a', reporting('a.json')),
    ...filesOf('b', reporting('b.json')),
  });
  const ran = await run(['check', '--settle', '0', ...both], { cwd });
  expect(ran.stdout).toMatch(/exit 0\n$/);
  for (const name of ['a', 'b']) expect(read(cwd, `packages/${name}/${name}.json`)).toContain('"gate"');
});
