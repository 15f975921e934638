/** Ways in which other gates stayed green while what they guarded was broken. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, complaint, definition, fake, gateFolder, list, snapshotText } from './gate-folder.ts';
import { run } from './run.ts';

const two = list(definition('alpha'), definition('beta'));
const media = { snapshot: 'media.json' };
const folderOf = (config: object) => gateFolder(config, { 'media.json': two });

/** The complaint of a config that is refused, white space as one blank. */
async function refusal(config: object, ...flags: readonly string[]) {
  const { code, stdout, stderr } = await complaint(folderOf(config), ['check', ...flags]);
  expect([code, stdout]).toEqual([2, '']);
  return stderr.replaceAll(/\s+/g, ' ');
}

describe('a gate that would never have fired', () => {
  it.each([
    ['--fail-one', 'warning', '--fail-on'],
    ['--requier-baseline', undefined, '--require-baseline'],
    ['--max-tokens', '5', undefined],
  ])('an unknown flag is no flag that does nothing: %s', async (flag, value, near) => {
    const said = await refusal({ servers: { media } }, flag, ...(value === undefined ? [] : [value]));
    expect(said).toContain(`unknown option`);
    expect(said).toContain(near === undefined ? 'mcp-budget --help' : `Did you mean ${near}?`);
  });

  it.each([
    [{ servers: { media: { ...media, budgets: { tools: 1 } } } }, 'budgets', 'budget'],
    [{ servers: { media: { ...media, budget: { token: 1 } } } }, 'token', 'tokens'],
    [{ servers: { media }, baseline: { grwoth: { tokens: 'none' } } }, 'grwoth', 'growth'],
    [{ servers: { media: { ...media, toolset: {} } } }, 'toolset', 'toolsets'],
    [
      { servers: { media: { ...media, budget: { tool: { descriptions: { chars: 1 } } } } } },
      'descriptions',
      'description',
    ],
  ])('an unknown key names the nearest one: %j', async (config, key, near) => {
    const said = await refusal(config);
    expect(said).toMatch(/mcp-budget\.config\.json:\d+ /);
    expect(said).toContain(key);
    expect(said).toMatch(new RegExp(`did you mean "?${near}\\b`));
  });

  it.each([
    ['a bare number, which may be percent or tokens', { tokens: 5 }, '"5%"'],
    ['a share of more than all', { tokens: '500%' }, '"5%"'],
    ['a number as text of another unit', { tokens: '5 kB' }, 'tokens'],
    ['a fraction for a share', { tokens: 0.05 }, '"5%"'],
  ])('growth as %s', async (_title, growth, expected) => {
    const said = await refusal({ servers: { media }, baseline: { growth } });
    expect(said).toContain('baseline.growth.tokens');
    expect(said).toContain(
      expected.replace('5%', String(Object.values(growth)[0]) === '0.05' ? '0.05%' : '5%'),
    );
  });

  it('"5" for growth is five tokens and not five times', async () => {
    const cwd = folderOf({ servers: { media }, baseline: { growth: { tokens: '5' } } });
    await check(cwd, ['--update']);
    writeFileSync(
      join(cwd, 'media.json'),
      JSON.stringify(list(definition('alpha', 80), definition('beta', 80))),
    );
    const ran = await check(cwd);
    expect(ran.code).toBe(1);
    const [growth] = ran.report.gate?.checks ?? [];
    expect((growth?.limit ?? 0) - (growth?.before ?? 0)).toBe(5);
  });

  it('compare only tells, ends with 0, and names the gate; check ends with 1 for the same change', async () => {
    const cwd = gateFolder(
      { servers: { media }, baseline: { growth: { tokens: 'none' } } },
      {
        'media.json': two,
        'before.snapshot.json': snapshotText('media', [definition('alpha'), definition('beta')]),
      },
    );
    await check(cwd, ['--update']);
    const after = [definition('alpha', 500), definition('beta')];
    writeFileSync(join(cwd, 'media.json'), JSON.stringify(list(...after)));
    writeFileSync(join(cwd, 'after.snapshot.json'), snapshotText('media', after));
    const compared = await run(['compare', 'before.snapshot.json', 'after.snapshot.json'], { cwd });
    expect(compared.code).toBe(0);
    expect(compared.stdout).toContain('alpha');
    expect((await run(['compare', '--help'])).stdout.replaceAll(/\s+/g, ' ')).toContain('check is the gate');
    expect((await check(cwd)).code).toBe(1);
  });

  it('budgets far above reality are told, and can fail', async () => {
    const cwd = folderOf({ servers: { media: { ...media, budget: { tokens: 100_000, bytes: '60 kB' } } } });
    const ran = await check(cwd);
    expect([ran.code, ran.found]).toEqual([0, ['budget-stale media/default', 'budget-stale media/default']]);
    expect((await check(cwd, ['--fail-on', 'info'])).code).toBe(1);
  });

  it('--warn-only is said in the verdict, beside what is over', async () => {
    const cwd = folderOf({ servers: { media: { ...media, budget: { tools: 1 } } } });
    const { code, stdout } = await run(['check', '--warn-only'], { cwd });
    expect(code).toBe(0);
    const verdict = lastParagraph(stdout);
    expect(verdict).toContain('1 over');
    expect(verdict).toContain('--warn-only');
  });

  it('a target that is no longer there', async () => {
    expect(await refusal({ servers: { media } }, 'video')).toContain('no server video');
    expect(await refusal({ servers: { gone: { snapshot: 'gone.json' } } })).toContain('gone.json');
  });

  it('a toolset that is no longer there', async () => {
    expect(await refusal({ servers: { media } }, 'media/core')).toContain('no server media/core');
    expect(await refusal({ servers: { media } }, '--toolset', 'core')).toContain('no toolset core');
  });

  it.each([
    ['an include', { include: ['alpha', 'gamma'] }],
    ['an exclude', { exclude: ['gamma'] }],
    ['one that is misspelt', { include: ['alfa'] }],
    ['one that selects by what no tool claims', { annotations: { readOnlyHint: true } }],
  ])('a tool that a toolset names and that is no longer there: %s', async (_title, selection) => {
    const ran = await check(folderOf({ servers: { media: { ...media, toolsets: { some: selection } } } }));
    expect([ran.code, ran.found]).toEqual([2, ['selection-unmatched media/some']]);
  });

  it('a tool with a limit of its own that is no longer there is a warning', async () => {
    const toolOverrides = { gamma: { tokens: 900 }, 'al*': { tokens: 900 } };
    const cwd = folderOf({
      servers: { media: { ...media, budget: { tool: { tokens: 100 } }, toolOverrides } },
    });
    const ran = await check(cwd);
    expect([ran.code, ran.found]).toEqual([0, ['tool-limit-unused media/']]);
    expect(ran.report.findings[0]).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('gamma'),
    });
    expect((await check(cwd, ['--fail-on', 'warning'])).code).toBe(1);
  });

  it.each([
    ['null', { tokens: null }],
    ['text that is no number', { tokens: 'lots' }],
    ['less than nothing', { tokens: -1 }],
    ['half a tool', { tools: 1.5 }],
    ['true', { bytes: true }],
    ['a share of a window that is not set', { tokens: '10%' }],
    ['a share of more than the window', { tokens: '1000%' }],
    ['a budget that is null', null],
  ])('a limit of %s is no missing limit', async (_title, budget) => {
    expect(await refusal({ servers: { media: { ...media, budget } } })).toContain('servers.media.budget');
  });

  it('one broken gate hides no other: all are reported', async () => {
    const servers = {
      dead: fake('exit-1'),
      wrong: { command: 'no-such-program-here' },
      over: { ...media, budget: { tools: 1 } },
      fine: { ...media, budget: { tools: 2 } },
      more: { ...media, budget: { bytes: 1 } },
    };
    const ran = await check(folderOf({ servers, baseline: { growth: { tokens: 'none' } } }));
    expect(ran.code).toBe(3);
    expect(ran.found).toEqual(['no-baseline /', 'budget-tools over/default', 'budget-bytes more/default']);
    expect(ran.report.servers.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'dead start-failed',
      'wrong start-failed',
      'over measured',
      'fine measured',
      'more measured',
    ]);
    expect(ran.report.gate?.checks.map(({ server, verdict }) => `${server} ${verdict}`)).toEqual([
      'over over',
      'fine ok',
      'more over',
    ]);
  });

  it.each([
    [{ tools: 2 }, [], 0, 'PASS'],
    [{ tools: 1 }, [], 1, 'FAIL'],
    [{ tools: 1 }, ['--warn-only'], 0, 'PASS'],
    [{ minTools: 3 }, [], 3, 'FAIL'],
    [{ tools: 2 }, ['--quiet'], 0, 'PASS'],
    [{ tools: 1 }, ['--quiet'], 1, 'FAIL'],
    [{ tools: 1 }, ['--update'], 1, 'FAIL'],
  ])(
    'the verdict is last and holds the exit code, as a pipe keeps none: %j %j',
    async (budget, flags, code, word) => {
      const cwd = folderOf({ servers: { media: { ...media, budget } } });
      const ran = await run(['check', ...flags], { cwd });
      expect(ran.code).toBe(code);
      const verdict = lastParagraph(ran.stdout);
      expect(verdict.startsWith(word)).toBe(true);
      expect(verdict.endsWith(`exit ${code}`)).toBe(true);
    },
  );
});

/** The last lines, as one. */
function lastParagraph(text: string): string {
  return (
    text
      .slice(text.search(/(PASS|FAIL) [^]*$/))
      .trimEnd()
      .split('\n\n')
      .at(-1)
      ?.replaceAll(/\s+/g, ' ') ?? ''
  );
}
