import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  check,
  complaint,
  definition,
  example,
  fake,
  filesBelow,
  gateFolder,
  list,
  read,
  snapshotText,
  withoutLint,
} from './gate-folder.ts';
import { commitAll } from './repository-copy.ts';
import { run } from './run.ts';

const BASELINE = 'mcp-budget.baseline.json';
const two = list(definition('alpha'), definition('beta'));

/** One server, held to a limit, whose list is a file. */
const one = (budget: object, more: object = {}) => ({
  servers: { media: { snapshot: 'media.json', budget } },
  ...more,
});

describe('the exit code', () => {
  const over = { tools: 1 };
  const near = { bytes: Buffer.byteLength(JSON.stringify(two.tools)) };
  it.each([
    ['within', { tools: 2 }, [], 0],
    ['over', over, [], 1],
    ['near', near, [], 0],
    ['near, and warnings fail', near, ['--fail-on', 'warning'], 1],
    ['stale', { tools: 100 }, ['--fail-on', 'warning'], 0],
    ['stale, and notices fail', { tools: 100 }, ['--fail-on', 'info'], 1],
    ['over, and only told', over, ['--warn-only'], 0],
    ['over, and what is unmeasured may pass', over, ['--allow-unmeasured'], 1],
  ])('%s', async (_title, budget, flags, code) => {
    const ran = await check(gateFolder(one(budget), { 'media.json': two }), flags);
    expect([ran.code, ran.report.summary.exitCode]).toEqual([code, code]);
  });

  it.each([
    ['over', { a: over }, [], 1],
    ['not measured', { a: {}, dead: {} }, [], 3],
    ['over and not measured', { a: over, dead: {} }, [], 3],
    ['over and not measured, and only told', { a: over, dead: {} }, ['--warn-only'], 3],
    ['over and not measured, which may pass', { a: over, dead: {} }, ['--allow-unmeasured'], 1],
    ['all of it may pass', { a: over, dead: {} }, ['--allow-unmeasured', '--warn-only'], 0],
    ['over, not measured, and a pattern of nothing', { a: over, dead: {}, typo: {} }, [], 2],
    ['a pattern of nothing, and only told', { typo: {} }, ['--warn-only', '--allow-unmeasured'], 2],
  ] as const)('of several: %s', async (_title, budgets, flags, code) => {
    const servers = {
      a: { snapshot: 'media.json' },
      dead: { command: 'no-such-program-here' },
      typo: { snapshot: 'media.json', toolsets: { some: { include: ['alfa'] } } },
    };
    const used = Object.entries(budgets).map(([name, budget]) => [name, { ...servers[name as 'a'], budget }]);
    const cwd = gateFolder({ servers: Object.fromEntries(used) }, { 'media.json': two });
    const ran = await check(cwd, flags);
    expect([ran.code, ran.report.summary.exitCode]).toEqual([code, code]);
    // Whatever wins, what is over is told.
    const isOver = 'a' in budgets && 'tools' in budgets.a;
    expect(ran.found.includes('budget-tools a/default')).toBe(isOver);
  });
});

describe('what is judged', () => {
  const config = {
    servers: {
      media: {
        snapshot: 'media.json',
        budget: { tools: 2 },
        toolsets: { first: { include: ['alpha'], budget: { tools: 1 } }, rest: { exclude: ['alpha'] } },
      },
      other: { snapshot: 'media.json', toolsets: { first: { include: ['beta'] } } },
    },
    budget: { tools: 4 },
  };
  const cwd = gateFolder(config, { 'media.json': two });
  const judged = async (...flags: readonly string[]) => {
    const { report } = await check(cwd, flags);
    return report.servers.flatMap(({ name, toolsets }) => toolsets.map((one) => `${name}/${one.name}`));
  };

  it.each([
    [[], ['media/default', 'media/first', 'media/rest', 'other/default', 'other/first']],
    [['media'], ['media/default', 'media/first', 'media/rest']],
    [['media/rest'], ['media/rest']],
    [
      ['--toolset', 'first'],
      ['media/first', 'other/first'],
    ],
    [['other', '--toolset', 'first'], ['other/first']],
    [
      ['media/first', 'other'],
      ['media/first', 'other/default', 'other/first'],
    ],
  ])('%j', async (flags, names) => {
    expect(await judged(...flags)).toEqual(names);
  });

  it('misses no tool of a limit where another toolset may have it', async () => {
    const media = { ...config.servers.media, toolOverrides: { beta: { tokens: 900 } } };
    const own = gateFolder({ servers: { media } }, { 'media.json': two });
    expect((await check(own, ['media/first'])).found).toEqual([]);
    expect((await check(own, ['media'])).found).toEqual([]);
    writeFileSync(join(own, 'media.json'), JSON.stringify(list(definition('alpha'), definition('gamma'))));
    expect((await check(own, ['media'])).found).toEqual(['tool-limit-unused media/']);
  });

  it('adds all servers up only where all are there', async () => {
    const total = async (...flags: readonly string[]) =>
      (await check(cwd, flags)).report.gate?.checks.filter(({ server }) => server === '');
    expect(await total()).toMatchObject([{ metric: 'tools', actual: 4, verdict: 'ok' }]);
    expect(await total('media')).toEqual([]);
  });

  it.each([
    [['medai'], 'did you mean media'],
    [['media/frist'], 'did you mean media/first'],
    [['--toolset', 'frist'], 'did you mean first'],
    [['other', '--toolset', 'rest'], 'other has no toolset rest'],
    [['media', 'other', '--toolset', 'rest'], 'other has no toolset rest'],
    [['other', '--toolset', 'first', '--toolset', 'rest'], 'no server that is named has a toolset rest'],
    [['media.json'], 'files only with --offline'],
    [['https://mcp.example.com/mcp'], 'no server https://mcp.example.com/mcp in the config'],
    [['--', 'node', 'server.mjs'], 'check judges the servers of a config'],
    [['--raise', 'x'], '--raise: only with --update'],
    [['--update', '--raise', ' '], '--raise: the reason is empty'],
    [['--update', '--baseline', 'x.json'], '--update and --baseline'],
    [['--fail-on', 'never'], '--fail-on'],
    [['--baseline', 'gone.json'], 'there is no baseline gone.json'],
    [['--baseline', 'nothing:'], 'git knows no revision nothing'],
    [['--config', 'gone.json'], 'gone.json: no such file'],
  ])('%j is a mistake', async (flags, message) => {
    const { code, stdout, stderr } = await complaint(cwd, ['check', ...flags]);
    expect(stderr.replace(/\s+/g, ' ')).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('takes a word for a server also where a folder is called the same', async () => {
    mkdirSync(join(cwd, 'media'), { recursive: true });
    expect(await judged('media/first')).toEqual(['media/first']);
    expect(await judged('media')).toHaveLength(3);
    expect(await judged('--offline', 'media')).toHaveLength(3);
  });

  it('without a config says how to make one', async () => {
    const { code, stderr } = await complaint(gateFolder(undefined), ['check']);
    expect(code).toBe(2);
    expect(stderr).toContain('mcp-budget init');
  });
});

describe('what cannot be measured', () => {
  it('is told for the server that lacks a variable, and others are judged', async () => {
    const lacking = { ...example, env: { KEY: '${env:NOT_SET_ANYWHERE}' } };
    const cwd = gateFolder(
      { servers: { lacking, media: { snapshot: 'media.json', budget: { tools: 1 } } } },
      { 'media.json': two },
    );
    const ran = await check(cwd);
    expect([ran.code, ran.found]).toEqual([3, ['budget-tools media/default']]);
    expect(ran.toolset('lacking')).toMatchObject({
      status: 'needs-input',
      failure: { message: expect.stringContaining('NOT_SET_ANYWHERE') },
    });
  });

  it.each([
    ['empty, where a tool is expected', 'empty', {}, 3, ['min-tools fake/default']],
    ['empty, where that is right', 'empty', { budget: { minTools: 0, tools: 5 } }, 0, []],
    ['fewer than expected', 'good', { budget: { minTools: 3 } }, 3, ['min-tools fake/default']],
    ['in another order each time', 'order-differs', {}, 3, ['list-differs fake/default']],
    [
      'in another order each time, which is allowed',
      'order-differs',
      { allowDynamic: true, budget: { tools: 3 } },
      0,
      [],
    ],
    ['cut off', 'cursor-loop', { budget: { bytes: 1_000_000 } }, 3, []],
    ['none at all', 'exit-1', { budget: { bytes: 1 } }, 3, []],
  ])('a list that is %s', async (_title, mode, more, code, found) => {
    const ran = await check(gateFolder({ servers: { fake: { ...fake(mode), ...more } } }));
    expect([ran.code, ran.found]).toEqual([code, found]);
  });

  it('prompts that the server has and that fail are not zero prompts', async () => {
    const cwd = gateFolder({ servers: { fake: { ...fake('other-lists-fail'), budget: { prompts: 5 } } } });
    const ran = await check(cwd, ['--timeout', '1s']);
    expect(ran.report.gate?.checks).toMatchObject([{ metric: 'prompts', verdict: 'not-measured' }]);
    expect(ran.code).toBe(3);
  });

  it('a sum with a part that is missing', async () => {
    const servers = { a: { snapshot: 'media.json' }, dead: fake('exit-1') };
    const ran = await check(gateFolder({ servers, budget: { tokens: '1M' } }, { 'media.json': two }));
    expect(ran.report.gate?.checks).toMatchObject([
      { server: '', metric: 'tokens', verdict: 'not-measured' },
    ]);
    expect(ran.code).toBe(3);
  });

  it('a sum of fewer tools than are expected', async () => {
    const servers = { a: { snapshot: 'media.json' }, b: { snapshot: 'media.json' } };
    const at = async (minTools: number) =>
      (await check(gateFolder({ servers, budget: { minTools } }, { 'media.json': two }))).code;
    expect([await at(4), await at(5)]).toEqual([0, 3]);
  });
});

describe('a disabled server', () => {
  const disabled = { command: 'no-such-program-here', disabled: true };
  const media = { snapshot: 'media.json' };
  it.each([
    ['is passed over', { media, off: disabled }, {}, 0],
    [
      'is passed over where the config has defaults for every server',
      { media, off: disabled },
      { tool: { tokens: 900 } },
      0,
    ],
    ['is missed where a budget names it', { media, off: { ...disabled, budget: { tools: 5 } } }, {}, 3],
    [
      'is missed where a budget names its toolset',
      { media, off: { ...disabled, toolsets: { core: { args: ['x'], budget: { tools: 5 } } } } },
      {},
      3,
    ],
  ])('%s', async (_title, servers, budget, code) => {
    const ran = await check(gateFolder({ servers, budget }, { 'media.json': two }));
    expect(ran.code).toBe(code);
  });

  it('alone is nothing to judge, and that is no pass', async () => {
    const cwd = gateFolder({ servers: { off: disabled, media } }, { 'media.json': two });
    const { code, stderr } = await complaint(cwd, ['check', 'off']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('off is disabled')]);
  });
});

describe('the baseline', () => {
  const growing = (growth: object, more: object = {}) => one({}, { baseline: { growth }, ...more });
  const write = (cwd: string, ...tools: readonly ReturnType<typeof definition>[]) =>
    writeFileSync(join(cwd, 'media.json'), JSON.stringify(list(...tools)));

  it('is written, compared with, lowered, and raised only with a reason', async () => {
    const cwd = gateFolder(growing({ tokens: 'none', bytes: '5% and 40' }), { 'media.json': two });
    const first = await check(cwd);
    expect([first.code, first.found]).toEqual([0, ['no-baseline /']]);
    expect(existsSync(join(cwd, BASELINE))).toBe(false);

    expect((await check(cwd, ['--update'])).report.gate?.updated).toEqual([`wrote ${BASELINE}`]);
    const written = read(cwd, BASELINE);
    const same = await check(cwd);
    expect([same.code, same.toolset('media').difference?.tools]).toEqual([0, []]);

    write(cwd, definition('alpha', 200), definition('beta'));
    const grown = await check(cwd);
    expect([grown.code, grown.found]).toEqual([
      1,
      ['growth-tokens media/default', 'growth-bytes media/default'],
    ]);
    expect(grown.toolset('media').difference?.tools).toMatchObject([
      { name: 'alpha', kind: 'changed', bytes: 180 },
    ]);

    const kept = await check(cwd, ['--update']);
    expect([kept.code, read(cwd, BASELINE)]).toEqual([1, written]);
    expect(kept.report.gate?.updated).toEqual([
      `${BASELINE} needs no change`,
      expect.stringMatching(/^media\/default kept as it was: bytes .*, tokens .*--raise "reason"$/),
    ]);

    const raised = await check(cwd, ['--update', '--raise', 'alpha explains itself']);
    expect(raised.code).toBe(0);
    expect(read(cwd, BASELINE)).toContain('"reason": "alpha explains itself"');
    expect((await check(cwd)).code).toBe(0);

    write(cwd, definition('alpha', 100), definition('beta'));
    expect((await check(cwd, ['--update'])).report.gate?.updated).toEqual([`wrote ${BASELINE}`]);
    write(cwd, definition('alpha', 200), definition('beta'));
    expect((await check(cwd)).code).toBe(1);
  });

  it('lets grow what exceeds only one of the two bounds', async () => {
    const cwd = gateFolder(growing({ bytes: '5% and 40' }), { 'media.json': two });
    await check(cwd, ['--update']);
    write(cwd, definition('alpha', 60), definition('beta'));
    expect((await check(cwd)).code).toBe(0);
    write(cwd, definition('alpha', 61), definition('beta'));
    expect((await check(cwd)).code).toBe(1);
  });

  it.each([
    ['missing', undefined, 3, 'baseline-missing /'],
    ['corrupt', '{', 3, 'baseline-unusable /'],
    ['in the middle of a merge', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n', 3, 'baseline-unusable /'],
    ['of a later version', '{"schemaVersion": 2}', 3, 'baseline-unusable /'],
  ])('that is %s is no pass where one is required', async (_title, text, code, found) => {
    const cwd = gateFolder(one({ tools: 2 }), { 'media.json': two, ...(text && { [BASELINE]: text }) });
    const ran = await check(cwd, ['--require-baseline']);
    expect([ran.code, ran.found]).toEqual([code, [found]]);
    if (text !== undefined) {
      // Nobody could tell what rose: it is not written over.
      const refused = await complaint(cwd, ['check', '--update', '--raise', 'why not']);
      expect([refused.code, read(cwd, BASELINE)]).toEqual([2, text]);
      expect(refused.stderr).toContain('delete it to begin anew');
      rmSync(join(cwd, BASELINE));
    }
    expect((await check(cwd, ['--update'])).code).toBe(0);
    expect((await check(cwd, ['--require-baseline'])).code).toBe(0);
  });

  it('of another method is renewed, but what rose all the same needs a reason', async () => {
    const cwd = gateFolder(growing({ tokens: 'none' }), { 'media.json': two });
    await check(cwd, ['--update', '--raise', 'n/a']);
    const older = read(cwd, BASELINE).replace('"viewVersion": 1', '"viewVersion": 0');
    writeFileSync(join(cwd, BASELINE), older);
    write(cwd, definition('alpha', 500), definition('beta'));
    expect((await check(cwd)).found).toEqual(['baseline-unusable /']);
    const refused = await complaint(cwd, ['check', '--update']);
    expect([refused.code, read(cwd, BASELINE)]).toEqual([2, older]);
    expect(refused.stderr).toMatch(/bytes [\d,]+ → [\d,]+/);
    expect((await check(cwd, ['--update', '--raise', 'longer'])).code).toBe(0);
    expect(read(cwd, BASELINE)).toContain('"reason": "longer"');
  });

  it.each([
    ['an empty list', fake('empty')],
    ['a list that is cut off', fake('cursor-loop')],
    ['a list in another order each time', fake('order-differs')],
    ['prompts that fail', fake('other-lists-fail')],
    ['a server that dies', fake('exit-1')],
    ['a selection of nothing', { ...fake('good'), toolsets: { some: { include: ['gone_*'] } } }],
  ])('and snapshots are not renewed by %s', async (_title, server) => {
    const snapshots = { 'snapshots/fake.snapshot.json': snapshotText('fake', [definition('alpha')]) };
    const cwd = gateFolder({ servers: { fake: { ...fake('good'), budget: { tools: 9 } } } }, snapshots);
    await check(cwd, ['--update']);
    const before = [BASELINE, 'snapshots/fake.snapshot.json'].map((path) => read(cwd, path));
    const config = { servers: { fake: { ...server, budget: { tools: 9 } } } };
    writeFileSync(join(cwd, 'mcp-budget.config.json'), JSON.stringify(withoutLint(config)));
    const ran = await check(cwd, ['--update', '--timeout', '1s']);
    if (ran.report.servers[0]?.toolsets.length === 1)
      expect(ran.report.gate?.updated).toContain('fake/default kept as it was: not measured');
    expect([BASELINE, 'snapshots/fake.snapshot.json'].map((path) => read(cwd, path))).toEqual(before);
  });

  it('what this branch agreed on with a reason passes against the baseline of another', async () => {
    const cwd = gateFolder(growing({ bytes: 'none' }), { 'media.json': two });
    await check(cwd, ['--update']);
    rmSync(join(cwd, '.git'), { recursive: true });
    commitAll(cwd);
    write(cwd, definition('alpha', 60), definition('beta'));
    expect((await check(cwd, ['--baseline', 'origin/main:'])).code).toBe(1);
    await check(cwd, ['--update', '--raise', 'alpha explains itself']);
    const agreed = await check(cwd, ['--baseline', 'origin/main:']);
    expect([agreed.code, agreed.found]).toEqual([0, ['growth-agreed media/default']]);
    expect(agreed.report.findings[0]?.message).toMatch(/agreed on: alpha explains itself$/);
    // As far as that, and no further.
    write(cwd, definition('alpha', 61), definition('beta'));
    expect((await check(cwd, ['--baseline', 'origin/main:'])).code).toBe(1);

    // Once more for the same reason, after main had taken the first and had come down again.
    write(cwd, definition('alpha', 60), definition('beta'));
    rmSync(join(cwd, '.git'), { recursive: true });
    commitAll(cwd);
    write(cwd, definition('alpha'), definition('beta'));
    await check(cwd, ['--update']);
    rmSync(join(cwd, '.git'), { recursive: true });
    commitAll(cwd);
    write(cwd, definition('alpha', 60), definition('beta'));
    await check(cwd, ['--update', '--raise', 'alpha explains itself']);
    expect((await check(cwd, ['--baseline', 'origin/main:'])).code).toBe(0);
  });

  it('agrees on nothing that was lowered again, or is no raise', async () => {
    const cwd = gateFolder(growing({ bytes: 'none' }), { 'media.json': two });
    await check(cwd, ['--update']);
    rmSync(join(cwd, '.git'), { recursive: true });
    commitAll(cwd);
    write(cwd, definition('alpha', 90), definition('beta'));
    await check(cwd, ['--update', '--raise', 'big']);
    write(cwd, definition('alpha', 30), definition('beta'));
    await check(cwd, ['--update']);
    write(cwd, definition('alpha', 60), definition('beta'));
    expect((await check(cwd, ['--baseline', 'origin/main:'])).code).toBe(1);
    writeFileSync(join(cwd, BASELINE), read(cwd, BASELINE).replaceAll(/"to": \d+/g, '"to": "abc"'));
    expect((await check(cwd)).found).toEqual(['baseline-unusable /']);
  });

  it('of a revision is that of its own folder, whatever git says in a hook', async () => {
    const config = {
      servers: { media: { snapshot: 'media.json' } },
      baseline: { growth: { bytes: 'none' } },
    };
    const cwd = gateFolder(undefined, {
      'packages/a/mcp-budget.config.json': withoutLint(config),
      'packages/a/media.json': two,
    });
    const folder = join(cwd, 'packages/a');
    await check(folder, ['--update']);
    rmSync(join(cwd, '.git'), { recursive: true });
    commitAll(cwd);
    write(folder, definition('alpha', 500), definition('beta'));
    const env = { GIT_DIR: join(cwd, '.git'), GIT_INDEX_FILE: join(cwd, '.git/index') };
    expect((await check(folder, ['--baseline', 'HEAD:'], { env })).code).toBe(1);
  });

  it('that git knows and cannot read is no missing one', async () => {
    const cwd = gateFolder(growing({ bytes: 'none' }), { 'media.json': two });
    await check(cwd, ['--update']);
    rmSync(join(cwd, '.git'), { recursive: true });
    commitAll(cwd);
    const blob = String(execFileSync('git', ['rev-parse', `HEAD:${BASELINE}`], { cwd })).trim();
    rmSync(join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    write(cwd, definition('alpha', 500), definition('beta'));
    const ran = await check(cwd, ['--baseline', 'HEAD:']);
    expect([ran.code, ran.found]).toEqual([3, ['baseline-unusable /']]);
  });

  it('that lacks a toolset is no pass where one is required', async () => {
    const cwd = gateFolder(one({ tools: 2 }), { 'media.json': two });
    await check(cwd, ['--update']);
    const renamed = { servers: { video: { snapshot: 'media.json' } } };
    writeFileSync(join(cwd, 'mcp-budget.config.json'), JSON.stringify(withoutLint(renamed)));
    const ran = await check(cwd, ['--require-baseline']);
    expect([ran.code, ran.found]).toEqual([3, ['baseline-missing video/default']]);
  });

  it('keeps what a partial update did not ask for, what is disabled, and what failed', async () => {
    const servers = { a: { snapshot: 'media.json' }, b: { snapshot: 'b.json' } };
    const cwd = gateFolder({ servers }, { 'media.json': two, 'b.json': two });
    await check(cwd, ['--update']);
    const written = read(cwd, BASELINE);
    const now = (config: object) =>
      writeFileSync(join(cwd, 'mcp-budget.config.json'), JSON.stringify(withoutLint(config)));
    await check(cwd, ['a', '--update']);
    expect(read(cwd, BASELINE)).toBe(written);
    now({ servers: { ...servers, b: { ...servers.b, disabled: true } } });
    await check(cwd, ['--update']);
    expect(read(cwd, BASELINE)).toBe(written);
    now({ servers: { ...servers, b: fake('exit-1') } });
    expect((await check(cwd, ['--update'])).code).toBe(3);
    expect(read(cwd, BASELINE)).toBe(written);
    now({ servers: { a: servers.a } });
    await check(cwd, ['--update']);
    expect(read(cwd, BASELINE)).not.toContain('"b"');
  });

  it('of another method is not replaced by a part', async () => {
    const other = JSON.stringify({ schemaVersion: 1, method: {}, servers: {}, raises: [] });
    const servers = { a: { snapshot: 'media.json' }, b: { snapshot: 'media.json' } };
    const cwd = gateFolder({ servers }, { 'media.json': two, [BASELINE]: other });
    const { code, stderr } = await complaint(cwd, ['check', 'a', '--update']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--update of a part')]);
    expect(read(cwd, BASELINE)).toBe(other);
  });

  it('of a file, and of a git revision, with or without a path', async () => {
    const cwd = gateFolder(growing({ bytes: 'none' }), { 'media.json': two });
    rmSync(join(cwd, '.git'), { recursive: true });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
        cwd,
        stdio: 'pipe',
      });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'empty');
    await check(cwd, ['--update']);
    git('add', BASELINE);
    git('commit', '-q', '-m', 'baseline');
    write(cwd, definition('alpha'), definition('beta'), definition('gamma'));
    await check(cwd, ['--update', '--raise', 'x']);
    // Nothing agreed on beyond the other: that would pass.
    writeFileSync(join(cwd, BASELINE), read(cwd, BASELINE).replace(/"raises": \[.*\]/s, '"raises": []'));

    expect((await check(cwd)).code).toBe(0);
    for (const asked of ['HEAD:', `HEAD:${BASELINE}`, `HEAD:./${BASELINE}`]) {
      const ran = await check(cwd, ['--baseline', asked]);
      expect([asked, ran.code, ran.found[0]]).toEqual([asked, 1, 'growth-bytes media/default']);
      expect(ran.toolset('media').difference?.since).toMatch(/^HEAD@[0-9a-f]{7,}$/);
    }
    const none = await check(cwd, ['--baseline', 'HEAD~1:']);
    expect([none.code, none.found[0]]).toEqual([0, 'no-baseline /']);
    expect((await check(cwd, ['--baseline', 'HEAD~1:', '--require-baseline'])).code).toBe(3);

    for (const asked of ['HEAD:gone.json', 'nowhere:', '--output=x:', ':']) {
      const { code, stderr } = await complaint(cwd, ['check', `--baseline=${asked}`]);
      expect([asked, code, stderr]).toEqual([asked, 2, expect.stringContaining('--baseline')]);
    }
    writeFileSync(join(cwd, 'copy.json'), git('show', `HEAD:${BASELINE}`));
    expect((await check(cwd, ['--baseline', 'copy.json'])).code).toBe(1);
  });
});

describe('committed snapshots', () => {
  const committed = (...tools: readonly ReturnType<typeof definition>[]) => ({
    'media.json': list(definition('alpha'), definition('beta', 30)),
    'snapshots/anything.snapshot.json': snapshotText('media', tools),
  });

  it('that are not what the server lists now are stale, and renewed by --update', async () => {
    const cwd = gateFolder(one({ tools: 2 }), committed(definition('alpha'), definition('beta')));
    const ran = await check(cwd);
    expect([ran.code, ran.found]).toEqual([0, ['snapshot-stale media/default']]);
    expect((await check(cwd, ['--fail-on', 'warning'])).code).toBe(1);
    const updated = await check(cwd, ['--update']);
    expect(updated.report.gate?.updated).toContain('wrote snapshots/anything.snapshot.json');
    expect((await check(cwd)).found).toEqual([]);
  });

  it('that are the same are not stale', async () => {
    const cwd = gateFolder(one({ tools: 2 }), committed(definition('alpha'), definition('beta', 30)));
    expect((await check(cwd)).found).toEqual([]);
  });

  it('of some servers ask for those of all', async () => {
    const servers = { media: { snapshot: 'media.json' }, more: { snapshot: 'media.json' } };
    const cwd = gateFolder(
      { servers, budget: { tools: 6 } },
      committed(definition('alpha'), definition('beta', 30)),
    );
    expect((await check(cwd)).found).toEqual(['snapshot-stale more/default']);
    await check(cwd, ['--update']);
    expect((await check(cwd)).found).toEqual([]);
    expect(existsSync(join(cwd, 'snapshots/more.default.snapshot.json'))).toBe(true);
  });

  it('of which one is none stop the run before a server is started', async () => {
    const started = { command: process.execPath, args: ['-e', 'require("fs").writeFileSync("started", "")'] };
    const cwd = gateFolder({ servers: { started } }, { 'snapshots/x.snapshot.json': '{}' });
    const { code, stderr } = await complaint(cwd, ['check']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('x.snapshot.json is no snapshot')]);
    expect(existsSync(join(cwd, 'started'))).toBe(false);
  });
});

describe('--offline', () => {
  const starting = {
    command: process.execPath,
    args: ['-e', 'require("fs").writeFileSync("started", "")', '${env:NOT_SET_ANYWHERE}'],
    toolsets: { some: { include: ['al*'], budget: { tools: 1 } } },
    budget: { tools: 1 },
  };

  it('judges committed snapshots, starts nothing, and needs no variable', async () => {
    const tools = [definition('alpha'), definition('beta')];
    const cwd = gateFolder(
      { servers: { media: starting } },
      { 'snapshots/m.snapshot.json': snapshotText('media', tools) },
    );
    const ran = await check(cwd, ['--offline']);
    expect([ran.code, ran.found]).toEqual([1, ['budget-tools media/default']]);
    expect(ran.toolset('media/some').tools).toBe(1);
    expect(ran.report.gate?.isOffline).toBe(true);
    expect(existsSync(join(cwd, 'started'))).toBe(false);
    // The second time from the cache: the very same.
    expect((await check(cwd, ['--offline'])).stdout).toBe(ran.stdout);
    expect((await check(cwd, ['--offline', 'snapshots'])).stdout).toBe(ran.stdout);
  });

  it('takes a changed snapshot for what it is, whatever the cache holds', async () => {
    const cwd = gateFolder(
      { servers: { media: starting } },
      { 'snapshots/m.snapshot.json': snapshotText('media', [definition('alpha')]) },
    );
    expect((await check(cwd, ['--offline'])).code).toBe(0);
    writeFileSync(
      join(cwd, 'snapshots/m.snapshot.json'),
      snapshotText('media', [definition('alpha'), definition('b')]),
    );
    expect((await check(cwd, ['--offline'])).code).toBe(1);
  });

  it('does not pass without a snapshot', async () => {
    const cwd = gateFolder({ servers: { media: starting } });
    const ran = await check(cwd, ['--offline']);
    expect([ran.code, ran.toolset('media').status]).toEqual([3, 'needs-input']);
    expect((await complaint(cwd, ['check', '--offline', 'gone'])).code).toBe(2);
  });

  it('reads a server that is a file by itself', async () => {
    const cwd = gateFolder(one({ tools: 1 }), { 'media.json': two });
    const ran = await check(cwd, ['--offline']);
    expect([ran.code, ran.found]).toEqual([1, ['budget-tools media/default']]);
  });

  it('refuses two snapshots of one toolset', async () => {
    const cwd = gateFolder(
      { servers: { media: starting } },
      {
        'snapshots/a.snapshot.json': snapshotText('media', [definition('alpha')]),
        'snapshots/b.snapshot.json': snapshotText('media', [definition('beta')]),
      },
    );
    expect((await complaint(cwd, ['check', '--offline'])).stderr).toContain('are both of media/default');
  });
});

describe('secrets', () => {
  const SECRET = 's3cr3t-value-0815';
  it.each(['secret', 'secret-name', 'exit-1'])(
    'of a server that tells them (%s) reach no output and no file',
    async (mode) => {
      const server = {
        ...fake(mode),
        env: { API_KEY: '${env:THE_KEY}' },
        budget: { tokens: 1, tool: { tokens: 1 } },
        toolOverrides: { gone: { tokens: 1 } },
      };
      const cwd = gateFolder(
        { servers: { fake: server }, baseline: { growth: { tokens: 'none' } } },
        {
          'snapshots/other.snapshot.json': snapshotText('fake', [definition('alpha')]),
        },
      );
      const env = { THE_KEY: SECRET };
      await check(cwd, ['--update'], { env });
      // As if it had been smaller once, so that there is something to raise.
      if (existsSync(join(cwd, BASELINE)))
        writeFileSync(join(cwd, BASELINE), read(cwd, BASELINE).replaceAll(/"tokens": \d+/g, '"tokens": 1'));
      const runs = [
        await check(cwd, ['--update', '--raise', `because ${SECRET}`], { env }),
        await check(
          cwd,
          [
            '--format',
            'table=table.txt',
            '--format',
            'markdown=m.md',
            '--format',
            'sarif=s.sarif',
            '--format',
            'junit=j.xml',
            '--format',
            'gitlab=g.json',
            '--format',
            'github=g.txt',
          ],
          { env },
        ),
        await check(cwd, ['--offline'], { env }),
      ];
      for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(SECRET);
      const leaks = filesBelow(cwd).filter(([path, text]) => `${path}${text}`.includes(SECRET));
      expect(leaks).toEqual([]);
      expect(existsSync(join(cwd, 'table.txt'))).toBe(true);
      if (mode === 'exit-1') return;
      expect(read(cwd, BASELINE)).toContain('"reason": "because [redacted]"');
      // The name is replaced on both sides, so nothing has changed.
      expect(runs[1]?.toolset('fake').difference?.tools).toEqual([]);
    },
  );
});

it('says that nothing is held to a limit: a gate without one passes whatever comes', async () => {
  const cwd = gateFolder({ servers: { a: { snapshot: 'a.json' } } }, { 'a.json': list(definition('x')) });
  const { code, report } = await check(cwd);
  expect(code).toBe(0);
  expect(report.findings).toMatchObject([{ ruleId: 'no-limit', severity: 'warning' }]);
  expect((await check(cwd, ['--fail-on', 'warning'])).code).toBe(1);
});

it('a snapshot in which a secret was replaced has not the size of the list: not measured', async () => {
  const secret = 's3cret-'.repeat(30);
  const server = {
    ...fake('secret-name'),
    env: { API_KEY: '${env:API_KEY}' },
    budget: { bytes: 300, staleAt: '1%' },
  };
  const cwd = gateFolder({ servers: { fake: server } });
  const options = { env: { API_KEY: secret } };
  await run(['snapshot', '--settle', '0'], { ...options, cwd });
  const live = await check(cwd, [], options);
  expect(live.report.findings.map(({ ruleId }) => ruleId)).toContain('budget-bytes');
  const offline = await check(cwd, ['--offline']);
  expect([offline.code, offline.found]).toEqual([3, ['snapshot-redacted fake/default']]);
  expect(live.stdout + offline.stdout).not.toContain(secret);
});

it('a limit on what could not be read is told in every format', async () => {
  const cwd = gateFolder({ servers: { fake: { ...fake('other-lists-fail'), budget: { prompts: 5 } } } });
  const flags = ['gitlab', 'junit', 'sarif', 'markdown'].flatMap((id) => ['--format', `${id}=${id}.txt`]);
  const ran = await check(cwd, ['--timeout', '1s', ...flags]);
  expect([ran.code, ran.found]).toEqual([3, ['size-unknown fake/default']]);
  for (const id of ['gitlab', 'junit', 'sarif', 'markdown'])
    expect(read(cwd, `${id}.txt`), id).toMatch(/size.{0,40}not known/s);
  expect(read(cwd, 'sarif.txt')).toContain('"executionSuccessful": false');
  const table = await run(['check', '--settle', '0', '--timeout', '1s'], { cwd });
  expect(table.stdout).toMatch(/1 not measured/);
});

it('--window is the window that limits in percent are taken of', async () => {
  const cwd = gateFolder(
    { servers: { media: { snapshot: 'media.json', budget: { tokens: '10%' } } } },
    { 'media.json': two },
  );
  const { code, stderr } = await complaint(cwd, ['check']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('"window" is not set')]);
  expect((await check(cwd, ['--window', '1k'])).report.gate?.checks).toMatchObject([{ limit: 100 }]);
  expect((await check(cwd, ['--window', '100'])).code).toBe(1);
});

describe('what an attacker tried', () => {
  it('a report is not written over what the check reads', async () => {
    const cwd = gateFolder(one({ tools: 2 }), { 'media.json': two });
    await check(cwd, ['--update']);
    for (const file of ['mcp-budget.config.json', `./${BASELINE}`, 'snapshots/x.snapshot.json']) {
      const { code, stderr } = await complaint(cwd, ['check', `--format=json=${file}`]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('which the check reads')]);
    }
    const twice = await complaint(cwd, ['check', '--format', 'json=a', '--format', 'sarif=./a']);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('two reports for a')]);
    expect((await check(cwd)).code).toBe(0);
  });

  it.runIf(existsSync('/proc/self'))('a folder that cannot be made ends the run', async () => {
    const cwd = gateFolder(one({ tools: 2 }), { 'media.json': two });
    const { code, stderr } = await complaint(cwd, ['check', '--format', 'json=/proc/x/y/z']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot write /proc/x/y/z')]);
  });

  it('a name that stands twice is no baseline and no snapshot', async () => {
    const cwd = gateFolder(
      { servers: { media: { snapshot: 'media.json' } }, baseline: { growth: { bytes: 'none' } } },
      { 'media.json': two },
    );
    await check(cwd, ['--update']);
    const written = read(cwd, BASELINE);
    writeFileSync(join(cwd, BASELINE), written.replace('"bytes":', '"bytes": 99999,\n        "bytes":'));
    expect((await check(cwd)).found).toEqual(['baseline-unusable /']);
    // As an editor may save it.
    writeFileSync(join(cwd, BASELINE), `\uFEFF${written}`);
    expect((await check(cwd)).code).toBe(0);
    // Without the size that is ratcheted.
    const without = written.replace(/\n +"bytes": \d+,/, '');
    writeFileSync(join(cwd, BASELINE), without);
    expect((await check(cwd)).code).toBe(3);

    const text = snapshotText('fake', [definition('alpha')]);
    const snapshots = gateFolder(
      { servers: { fake: { command: 'x', budget: { tools: 9 } } } },
      { 'snapshots/a.snapshot.json': text.replace('"tools": [', '"tools": [],\n  "tools": [') },
    );
    const { code, stderr } = await complaint(snapshots, ['check', '--offline']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('names a key twice')]);
  });

  it('growth that the baseline has no size for is not judged, and no pass', async () => {
    const cwd = gateFolder(
      { servers: { media: { snapshot: 'media.json' } }, baseline: { growth: { tokens: 'none' } } },
      { 'media.json': two },
    );
    await check(cwd, ['--update']);
    writeFileSync(join(cwd, BASELINE), read(cwd, BASELINE).replace(/\n +"tokens": \d+,/, ''));
    const ran = await check(cwd);
    expect([ran.code, ran.found]).toEqual([3, ['baseline-unusable media/default']]);
  });

  it('lines of a secret are replaced where a server prints them one by one', async () => {
    const code = 'console.error(process.env.API_KEY); process.exit(1)';
    const server = { command: process.execPath, args: ['-e', code], env: { API_KEY: '${env:API_KEY}' } };
    const cwd = gateFolder({ servers: { s: { ...server, budget: { tools: 1 } } } });
    const ran = await run(['check', '--settle', '0'], {
      cwd,
      env: { API_KEY: 'line1secret\nline2secret' },
    });
    expect(ran.code).toBe(3);
    expect(ran.stdout + ran.stderr).not.toMatch(/line[12]secret/);
  });

  it.each(['null', '{}', '0', '', 'x'.repeat(64)])('a cache that holds %j is counted anew', async (text) => {
    const snapshots = { 'snapshots/a.snapshot.json': snapshotText('fake', [definition('alpha')]) };
    const cwd = gateFolder({ servers: { fake: { command: 'x', budget: { tools: 1 } } } }, snapshots);
    const before = await check(cwd, ['--offline']);
    const cached = filesBelow(join(cwd, 'node_modules')).map(([path]) => path);
    for (const path of cached) writeFileSync(path, text);
    const after = await check(cwd, ['--offline']);
    expect(cached.length).toBeGreaterThan(1);
    expect([after.code, after.stdout]).toEqual([before.code, before.stdout]);
  });
});

it('leaves a verdict in the log where all reports go to files', async () => {
  const cwd = gateFolder(one({ tools: 1 }), { 'media.json': two });
  const ran = await run(['check', '--format', 'junit=x.xml'], { cwd });
  expect([ran.code, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toMatch(/^FAIL {2}media {2}tools 2 > 1.*\nFAIL .* exit 1\n$/);
});

it('tells several mistakes of a config one a line', async () => {
  const cwd = gateFolder({ servers: { a: { snapshot: 'x', budgett: {}, tolsets: {} } } });
  const { stderr } = await complaint(cwd, ['check']);
  expect(stderr.split('\n').filter((line) => line.includes('unknown key'))).toHaveLength(2);
});

describe('what a second attacker tried', () => {
  it('a sum of which a part is missing is over where the others are', async () => {
    const servers = { a: { snapshot: 'media.json' }, dead: fake('exit-1') };
    const over = gateFolder({ servers, budget: { tools: 1 } }, { 'media.json': two });
    const ran = await check(over, ['--allow-unmeasured']);
    expect([ran.code, ran.found]).toEqual([1, ['budget-tools /']]);
    const under = gateFolder({ servers, budget: { tools: 9 } }, { 'media.json': two });
    expect((await check(under)).code).toBe(3);
    expect((await check(under, ['--allow-unmeasured'])).code).toBe(0);
  });

  it('a disabled server that is named is not passed over', async () => {
    const servers = { a: { snapshot: 'media.json' }, off: { snapshot: 'media.json', disabled: true } };
    const cwd = gateFolder({ servers, budget: { tools: 9 } }, { 'media.json': two });
    const { code, stderr } = await complaint(cwd, ['check', 'off', 'a']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('off is disabled in the config')]);
  });

  it('a word that is a server and a folder of snapshots is no guess', async () => {
    const text = snapshotText('parts', [definition('alpha'), definition('beta')]);
    const cwd = gateFolder(
      { servers: { parts: { command: 'x', budget: { tools: 1 } } } },
      {
        'parts/a.snapshot.json': text,
        'snapshots/a.snapshot.json': snapshotText('parts', [definition('a')]),
      },
    );
    expect((await complaint(cwd, ['check', '--offline', 'parts'])).code).toBe(2);
    expect((await check(cwd, ['--offline', './parts'])).code).toBe(1);
  });

  it('formats agree with the exit code about what may not fail', async () => {
    const cwd = gateFolder(
      {
        servers: {
          few: { snapshot: 'media.json', budget: { minTools: 9 } },
          over: { snapshot: 'media.json', budget: { tools: 1 } },
        },
      },
      { 'media.json': two },
    );
    const formats = async (...flags: readonly string[]) => {
      const files = ['github', 'gitlab', 'junit', 'sarif'].flatMap((id) => ['--format', `${id}=${id}.txt`]);
      const ran = await check(cwd, [...flags, ...files]);
      return { code: ran.code, text: (id: string) => read(cwd, `${id}.txt`) };
    };
    const strict = await formats();
    expect(strict.code).toBe(3);
    expect(strict.text('github').match(/^::error /gm)).toHaveLength(2);
    const lenient = await formats('--warn-only', '--allow-unmeasured');
    expect(lenient.code).toBe(0);
    expect(lenient.text('github')).not.toMatch(/^::error /m);
    expect(lenient.text('gitlab')).not.toMatch(/major|critical/);
    expect(lenient.text('junit')).toMatch(/failures="0" errors="0"/);
    expect(lenient.text('sarif')).not.toMatch(/"level": "error"[^}]*"message"/);
  });

  it('what was read is shown where the summary cannot be written', async () => {
    const cwd = gateFolder(one({ tools: 1 }), { 'media.json': two });
    const env = { GITHUB_STEP_SUMMARY: join(cwd, 'gone/summary.md') };
    const ran = await run(['check', '--format', 'github'], { cwd, env });
    expect(ran.code).toBe(2);
    expect(ran.stdout).toMatch(/^::error /);
    expect(ran.stderr).toContain('GITHUB_STEP_SUMMARY');
  });
});
