import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../src/model/budget.ts';
import { complaintOf, folderWith, planOf, plansOf } from './config-folder.ts';

const node = { command: 'node' };
const serverPlan = async (server: object, top: object = {}) =>
  (await planOf({ servers: { s: { ...node, ...server } }, ...top })).plan;
/** `metric@view=max` and the glob, in order. */
const limitsOf = (budget: Budget | undefined): readonly string[] =>
  (budget?.limits ?? []).map(
    ({ metric, view, max, tools }) =>
      `${metric}${view === 'wire' ? '@wire' : ''}=${max}${tools === undefined ? '' : ` ${tools}`}`,
  );
const listsOf = async (server: object, top: object = {}) =>
  (await serverPlan(server, top)).toolsets.map(
    ({ toolset, isInTotal }) => `${toolset}${isInTotal ? ' in total' : ''}`,
  );

const launched = { env: { A: '1' } };
const selected = { include: ['get_*'] };
const activated = { activate: [{ tool: 'enable' }] };

describe('the lists of a server', () => {
  it.each([
    ['no toolset', {}, {}, ['default in total']],
    ['a toolset that is the list itself', { toolsets: { all: {} } }, {}, ['all in total']],
    ['a selection', { toolsets: { read: selected } }, {}, ['default in total', 'read']],
    ['an activation', { toolsets: { more: activated } }, {}, ['default in total', 'more']],
    ['launches', { toolsets: { a: launched, b: launched } }, {}, ['a', 'b']],
    ['launches that select, too', { toolsets: { a: { ...launched, ...selected, ...activated } } }, {}, ['a']],
    [
      'launches, and a limit of the list',
      { toolsets: { a: launched }, budget: { tools: 3 } },
      {},
      ['default in total', 'a'],
    ],
    [
      'launches, and a least number of tools',
      { toolsets: { a: launched }, budget: { minTools: 3 } },
      {},
      ['default in total', 'a'],
    ],
    [
      'launches, and limits that are inherited',
      { toolsets: { a: launched }, budget: { tool: { tokens: 3 }, instructions: { chars: 1 } } },
      {},
      ['a'],
    ],
    [
      'launches, and a limit of the sum',
      { toolsets: { a: launched } },
      { budget: { tools: 3 } },
      ['default in total', 'a'],
    ],
    [
      'launches of which one is the default',
      { toolsets: { a: launched, b: { ...launched, default: true } } },
      { budget: { tools: 3 } },
      ['a', 'b in total'],
    ],
    [
      'a selection that is the default',
      { toolsets: { read: { ...selected, default: true } } },
      { budget: { tools: 3 } },
      ['default', 'read in total'],
    ],
    [
      'a toolset that is named default',
      { toolsets: { default: selected } },
      {},
      ['(base) in total', 'default'],
    ],
    [
      'the list itself, named default',
      { toolsets: { default: {}, read: selected } },
      {},
      ['default in total', 'read'],
    ],
  ])('of %s', async (_, server, top, lists) => {
    expect(await listsOf(server, top)).toEqual(lists);
  });

  it('have places, selections, calls and flags', async () => {
    const plan = await serverPlan({
      toolsets: {
        read: { include: ['get_*'], annotations: { readOnlyHint: true } },
        more: { activate: [{ tool: 'enable', arguments: { group: 'x' } }, { tool: 'wait' }] },
      },
      allowDynamic: true,
      disabled: true,
    });
    const [base, read, more] = plan.toolsets;
    expect(base).toMatchObject({ server: 's', activate: [], isDynamicAllowed: true, isDisabled: true });
    expect(base?.source).toEqual({ file: 'mcp-budget.config.json', line: 3, key: 'servers.s' });
    expect(base).not.toHaveProperty('selection');
    expect(read?.selection).toEqual({
      include: ['get_*'],
      exclude: [],
      annotations: { readOnlyHint: true },
    });
    expect(read?.source).toMatchObject({ line: 6, key: 'servers.s.toolsets.read' });
    expect(more?.activate).toEqual([
      { tool: 'enable', arguments: { group: 'x' } },
      { tool: 'wait', arguments: {} },
    ]);
  });
});

describe('budgets', () => {
  const inherit = async (toolset: object, server: object = {}, top: object = {}) => {
    const plan = await serverPlan({ ...server, toolsets: { t: toolset } }, { budget: top });
    return plan.toolsets.map(({ toolset, budget }) => [toolset, limitsOf(budget)]);
  };

  it('give a toolset the limits on tools and instructions, and the base list those on lists', async () => {
    expect(
      await inherit(
        { ...selected, budget: { bytes: 8 } },
        { budget: { tokens: 9, tool: { tokens: 1 }, instructions: { chars: 2 } } },
        { tools: 3, tool: { bytes: 4 } },
      ),
    ).toEqual([
      ['default', ['tool.bytes=4', 'instructions.chars=2', 'tool.tokens=1', 'tokens=9']],
      ['t', ['tool.bytes=4', 'instructions.chars=2', 'tool.tokens=1', 'bytes=8']],
    ]);
  });

  it('are overridden by metric and view', async () => {
    const [[, limits]] = (await inherit(
      { ...launched, budget: { tool: { tokens: 5, description: { chars: 7 } } } },
      { budget: { tool: { tokens: { generic: 1, wire: 2 }, description: { chars: 3, bytes: 4 } } } },
      { tool: { tokens: 9, bytes: 8 }, instructions: { tokens: 6 } },
    )) as unknown as [[string, readonly string[]]];
    expect([...limits].sort()).toEqual([
      'instructions.tokens=6',
      'tool.bytes=8',
      'tool.description.bytes=4',
      'tool.description.chars=7',
      'tool.tokens=5',
      'tool.tokens@wire=2',
    ]);
  });

  it('tell whose they are, whatever servers are called', async () => {
    const { toolsets } = await serverPlan(
      {
        budget: { tool: { bytes: 2 } },
        toolsets: { budget: { ...launched, budget: { tools: 3 } } },
        toolOverrides: { toolsets: { bytes: 4 } },
      },
      { budget: { instructions: { chars: 1 } } },
    );
    expect(toolsets[0]?.budget.limits.map(({ max, level }) => [max, level])).toEqual([
      [1, 'all'],
      [2, 'server'],
      [3, 'toolset'],
      [4, 'server'],
    ]);
  });

  it('of a toolset that is the base list are those of both', async () => {
    expect(await inherit({ budget: { bytes: 8 } }, { budget: { bytes: 9, tools: 3 } })).toEqual([
      ['t', ['tools=3', 'bytes=8']],
    ]);
  });

  it('keep overrides for tools beside the limits for all', async () => {
    const override = { toolOverrides: { 'big_*': { tokens: 900, name: { chars: 20 } } } };
    expect(await inherit({ ...launched, budget: { tool: { tokens: 5 } } }, override)).toEqual([
      ['t', ['tool.tokens=5', 'tool.tokens=900 big_*', 'tool.name.chars=20 big_*']],
    ]);
  });

  it('count tokens in views, and shares of the window', async () => {
    const { toolsets } = await serverPlan(
      { budget: { tokens: { generic: '10%', wire: '20k' } } },
      { window: '200k' },
    );
    expect(limitsOf(toolsets[0]?.budget)).toEqual(['tokens=20000', 'tokens@wire=20000']);
    expect(toolsets[0]?.budget.limits[1]?.source).toEqual({
      file: 'mcp-budget.config.json',
      line: 8,
      key: 'servers.s.budget.tokens.wire',
    });
  });

  it('take shares of another window where one is asked for', async () => {
    const budget = { tokens: '10%' };
    const config = { window: '200k', budget, servers: { s: { ...node, budget } } };
    const asked = (await planOf(config, { window: 100 })).plan;
    expect([asked.window, asked.toolsets.map((one) => limitsOf(one.budget)), limitsOf(asked.total)]).toEqual([
      100,
      [['tokens=10']],
      ['tokens=10'],
    ]);
    expect((await planOf(config, { window: undefined })).plan.window).toBe(200_000);
  });

  it('take the rest from the nearest level', async () => {
    const top = { budget: { warnAt: '90%', message: 'top', minTools: 9, tools: 100 } };
    const { toolsets, total } = await serverPlan(
      {
        budget: { staleAt: '25%', message: 'server', minTools: 5 },
        toolsets: { t: { ...selected, budget: { warnAt: '80%' } } },
      },
      top,
    );
    const rest = toolsets.map(({ budget: { warnAt, staleAt, message, minTools } }) => ({
      warnAt,
      staleAt,
      message,
      minTools,
    }));
    const source = { file: 'mcp-budget.config.json', line: 8, key: 'servers.s.budget.minTools' };
    expect(rest).toEqual([
      { warnAt: 0.9, staleAt: 0.25, message: 'server', minTools: { min: 5, source } },
      { warnAt: 0.8, staleAt: 0.25, message: 'server', minTools: { min: 1 } },
    ]);
    expect(total).toMatchObject({ warnAt: 0.9, staleAt: 0.5, message: 'top', minTools: { min: 9 } });
  });

  it('of the sum hold its limits on lists, and are absent without one', async () => {
    const { total } = await serverPlan({}, { budget: { tool: { tokens: 1 }, tools: 3, tokens: '1k' } });
    expect(limitsOf(total)).toEqual(['tools=3', 'tokens=1000']);
    expect((await serverPlan({}, { budget: { tool: { tokens: 1 } } })).total).toBeUndefined();
    expect((await serverPlan({})).toolsets[0]?.budget).toEqual({
      limits: [],
      minTools: { min: 1 },
      warnAt: 0.98,
      staleAt: 0.5,
    });
  });
});

describe('the rest of a config', () => {
  it('is resolved from its folder', async () => {
    const { plan, cwd } = await planOf({
      servers: { s: { ...node, cwd: 'server' }, f: { snapshot: 'lists/f.json' } },
      baseline: {
        file: 'base.json',
        growth: { tokens: '5% and 100', tools: 'none', instructions: { bytes: '2 kB' } },
      },
      snapshots: 'lists',
      reports: ['table', { format: 'json', file: 'out/r.json' }],
    });
    const file = 'mcp-budget.config.json';
    expect(plan).toMatchObject({ file, label: '', cwd, snapshots: join(cwd, 'lists') });
    expect(plan.toolsets.map(({ launch }) => launch)).toMatchObject([
      { kind: 'command', cwd: join(cwd, 'server') },
      { kind: 'file', path: join(cwd, 'lists/f.json'), shown: 'lists/f.json', isNamed: true },
    ]);
    expect(plan.reports).toEqual([{ format: 'table' }, { format: 'json', file: join(cwd, 'out/r.json') }]);
    expect(plan.baseline).toEqual({
      path: join(cwd, 'base.json'),
      growth: [
        {
          metric: 'tokens',
          ratio: 0.05,
          amount: 100,
          unit: 'tokens',
          text: '5% and 100',
          source: { file, line: 14, key: 'baseline.growth.tokens' },
        },
        {
          metric: 'tools',
          unit: 'tools',
          text: 'none',
          source: { file, line: 15, key: 'baseline.growth.tools' },
        },
        {
          metric: 'instructions.bytes',
          amount: 2000,
          unit: 'bytes',
          text: '2 kB',
          source: { file, line: 17, key: 'baseline.growth.instructions.bytes' },
        },
      ],
    });
    const { plan: bare } = await planOf({ servers: { s: node } });
    expect(bare.baseline).toEqual({ path: join(bare.cwd, 'mcp-budget.baseline.json'), growth: [] });
    expect(bare.snapshots).toBe(join(bare.cwd, 'snapshots'));
  });

  it('of several configs is told apart by folders', async () => {
    const server = { servers: { media: node } };
    const cwd = folderWith({
      'mcp-budget.config.json': { configs: ['packages/*', 'packages/b'], reports: ['json'] },
      'packages/a/mcp-budget.config.json': server,
      'packages/a.json': { ...server, baseline: { file: 'a.baseline.json' }, snapshots: 'snapshots/a' },
      'packages/b/mcp-budget.config.json': { ...server, configs: ['../../mcp-budget.config.json'] },
      'packages/b.json': server,
      '.git/HEAD': '',
    });
    const { plans } = await plansOf(cwd);
    expect(plans.map(({ file, toolsets }) => [file, toolsets.map(({ server }) => server)])).toEqual([
      ['mcp-budget.config.json', []],
      ['packages/a.json', ['packages/a.json › media']],
      ['packages/b.json', ['packages/b.json › media']],
      ['packages/b/mcp-budget.config.json', ['packages/b › media']],
    ]);
    const [one] = (await plansOf(cwd, { paths: ['packages/b.json'] })).plans;
    expect(one?.toolsets[0]?.server).toBe('media');
    const up = await plansOf(join(cwd, 'packages/a'), { paths: ['.', '../b.json'] });
    expect(up.plans.flatMap(({ toolsets }) => toolsets.map(({ server }) => server))).toEqual([
      '. › media',
      '.. › media',
    ]);
    expect(up.plans[1]?.cwd).toBe(join(cwd, 'packages'));
  });
});

describe('two configs of one folder', () => {
  const configs = (first: object, second: object) => ({
    'a.json': { servers: { media: node }, ...first },
    'b.json': { servers: { media: node }, ...second },
    '.git/HEAD': '',
  });
  const [both, apart] = [['a.json', 'b.json'], { baseline: { file: 'b.baseline.json' } }];

  it.each([
    [
      'one baseline',
      {},
      { snapshots: 'b' },
      'a.json and b.json  share one baseline: mcp-budget.baseline.json',
      'give each its own: "baseline": {"file": …}',
    ],
    [
      'one baseline by name',
      { ...apart, snapshots: 'a' },
      { baseline: { file: './x/../b.baseline.json' } },
      'a.json and b.json  share one baseline: b.baseline.json',
      'give each its own: "baseline": {"file": …}',
    ],
    [
      'one folder for a server of the same name',
      {},
      apart,
      'a.json and b.json  keep a server media in one folder: snapshots',
      'give each its own: "snapshots": …',
    ],
  ])('do not write over each other: %s', async (_, first, second, line, hint) => {
    expect(await complaintOf(configs(first, second), both)).toEqual({
      name: 'ConfigError',
      lines: [line],
      hint,
    });
  });

  it.each([
    ['files of their own', { ...apart, snapshots: 'b' }],
    ['servers of other names in one folder', { ...apart, servers: { video: node } }],
    ['no server', { servers: undefined, configs: ['a.json'] }],
  ])('get along with %s', async (_, second) => {
    const { plans } = await plansOf(folderWith(configs({}, second)), { paths: both });
    expect(plans).toHaveLength(2);
  });
});

it('a root without servers leaves the names of its one member alone', async () => {
  const cwd = folderWith({
    'mcp-budget.config.json': { configs: ['a/*.json'] },
    'a/mcp-budget.config.json': { servers: { media: node } },
    '.git/HEAD': '',
  });
  const { plans } = await plansOf(cwd);
  expect(plans.map(({ label, toolsets }) => [label, toolsets.map(({ server }) => server)])).toEqual([
    ['', []],
    ['', ['media']],
  ]);
});

describe('a launch', () => {
  const env = { PATH: '/bin', TOKEN: 'tok-123456', PLACE: 'eu-north', EMPTY: '', OTHER: 'not passed on' };
  const launchOf = async (server: object, toolset: object = {}, options: object = {}) => {
    const { plan, secrets } = await planOf(
      { servers: { s: { ...server, toolsets: { t: toolset } } } },
      { env, ...options },
    );
    const { launch } = plan.toolsets.at(-1) ?? {};
    return { launch, secrets };
  };

  it('has its variables filled in, and a small environment', async () => {
    const { launch, secrets } = await launchOf({
      command: '${env:RUNTIME:-node}',
      args: ['--token', '${env:TOKEN}', '${env:PLACE}', 'a-${env:EMPTY:-b}'],
      env: { MY: '${env:TOKEN}', PASSWORD: 'literal' },
    });
    expect(launch).toMatchObject({
      command: 'node',
      args: ['--token', 'tok-123456', 'eu-north', 'a-b'],
      env: { PATH: '/bin', MY: 'tok-123456', PASSWORD: 'literal' },
    });
    expect(JSON.stringify(launch)).not.toContain('OTHER');
    expect([...secrets].sort()).toEqual(['eu-north', 'literal', 'tok-123456']);
  });

  it.each([
    ['${env:SET:-{"a":1}}', 'set-value', '{"a":1}'],
    ['{"k":${env:SET:-{"a":{}}},"l":{}}', '{"k":set-value,"l":{}}', '{"k":{"a":{}},"l":{}}'],
    ['} ${env:SET:-x} {}', '} set-value {}', '} x {}'],
    ['{{${env:SET:-}}}', '{{set-value}}', '{{}}'],
    ['${env:SET:-a}${env:SET:-{b}}', 'set-valueset-value', 'a{b}'],
  ])('has defaults with braces in pairs: %s', async (text, filled, fallback) => {
    const server = { ...node, args: [text] };
    expect((await launchOf(server, {}, { env: { SET: 'set-value' } })).launch).toMatchObject({
      args: [filled],
    });
    expect((await launchOf(server)).launch).toMatchObject({ args: [fallback] });
  });

  it('is the whole environment where that is asked for', async () => {
    const { launch } = await launchOf({ ...node, inheritEnv: true });
    expect(launch).toMatchObject({ env: { OTHER: 'not passed on' } });
  });

  it.each([
    [{ env: { B: '2' } }, { env: { A: '1', B: '2' }, args: ['x'] }],
    [{ env: { A: '' } }, { env: { A: '' }, args: ['x'] }],
    [{ args: ['y'] }, { env: { A: '1' }, args: ['y'] }],
    [{ extraArgs: ['z'] }, { args: ['x', 'z'] }],
    [{ args: [], extraArgs: ['z'] }, { args: ['z'] }],
  ])('of a command with %j', async (toolset, expected) => {
    const { launch } = await launchOf({ ...node, args: ['x'], env: { A: '1' } }, toolset);
    expect(launch).toMatchObject({ kind: 'command', ...expected });
  });

  it('of a URL with headers in any case, and another URL', async () => {
    const { launch, secrets } = await launchOf(
      { url: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-A': 'aaaa' } },
      { url: 'https://y.example/mcp?key=qqqq', headers: { authorization: 'Basic dTpwYXNzd29yZA==' } },
    );
    expect(launch).toEqual({
      kind: 'url',
      url: 'https://y.example/mcp?key=qqqq',
      headers: { 'x-a': 'aaaa', authorization: 'Basic dTpwYXNzd29yZA==' },
      transport: 'auto',
    });
    for (const secret of ['qqqq', 'aaaa', 'dTpwYXNzd29yZA==', 'password']) expect(secrets).toContain(secret);
  });

  it('keeps what an activation names a secret', async () => {
    const { secrets } = await launchOf(node, {
      activate: [{ tool: 'login', arguments: { as: { apiKey: 'k-12345', user: 'someone' } } }],
    });
    expect(secrets).toEqual(['k-12345']);
  });

  it.each([
    [{ ...node, args: ['${env:NOPE}'] }, 'args[0]: NOPE is not set', 'export NOPE=…'],
    [{ ...node, env: { A: '${env:EMPTY}' } }, 'env.A: EMPTY is empty', '${env:EMPTY:-…}'],
    [
      { url: 'https://x.example', headers: { A: 'Bearer ${env:NOPE:-}' } },
      'headers.A: the value is empty',
      'variable',
    ],
    [{ snapshot: '${env:NOPE}.json' }, 'snapshot: NOPE is not set', 'export NOPE=…'],
  ])('that lacks a variable is a value: %j', async (server, message, hint) => {
    const { plan } = await planOf({ servers: { s: server, other: node } }, { env });
    expect(plan.toolsets.map(({ launch }) => launch)).toMatchObject([
      { kind: 'missing', message, hint: expect.stringContaining(hint) },
      { kind: 'command' },
    ]);
  });

  it('names the toolset whose variable is missing', async () => {
    const { launch } = await launchOf(node, { env: { A: '${env:NOPE}' } });
    expect(launch).toMatchObject({ message: 'toolsets.t.env.A: NOPE is not set' });
  });

  it('is none offline, where nothing is looked up; a snapshot is read still', async () => {
    const watched = new Proxy(env, {
      get: (_, name) => {
        throw new Error(`looked up ${String(name)}`);
      },
      ownKeys: () => {
        throw new Error('looked up all');
      },
    });
    const { plan, secrets } = await planOf(
      { servers: { s: { ...node, args: ['${env:NOPE}'] }, f: { snapshot: 'f-${env:TOKEN:-x}.json' } } },
      { env: watched, isOffline: true },
    );
    expect(plan.toolsets.map(({ launch }) => launch)).toMatchObject([
      { kind: 'missing', message: 'offline: nothing is started' },
      { kind: 'file', shown: 'f-x.json' },
    ]);
    expect(secrets).toEqual([]);
  });
});
