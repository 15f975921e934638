import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, definition, gateFolder, list } from './gate-folder.ts';
import { run } from './run.ts';

/** 3 tools; in Claude Code their names alone stand in the context at the start. */
const tools = ['alpha', 'beta', 'gamma'].map((name) => definition(name, 400));

const withTokens = (tokens: unknown, more: object = {}) =>
  gateFolder(
    { servers: { media: { snapshot: 'list.json', budget: { tokens } } }, ...more },
    { 'list.json': list(...tools) },
  );

const sizesOf = async (cwd: string) => {
  const { report } = await check(cwd);
  return report.gate?.checks.map(({ host, actual, limit, verdict }) => ({ host, actual, limit, verdict }));
};

describe('a budget in a host', () => {
  it('holds what stands in the context at the start, and what is loaded in the end', async () => {
    const cwd = withTokens({ host: 'claude-code', upfront: 10_000, loaded: 10_000 });
    const { report, code } = await check(cwd);
    expect(code).toBe(0);
    const [upfront, loaded] = report.gate?.checks ?? [];
    expect(upfront).toMatchObject({ metric: 'tokens', host: { id: 'claude-code', figure: 'upfront' } });
    expect(loaded).toMatchObject({ metric: 'tokens', host: { id: 'claude-code', figure: 'loaded' } });
    const [host] = report.hosts ?? [];
    expect([upfront?.actual, loaded?.actual]).toEqual([host?.upfront, host?.loaded]);
    expect(upfront?.actual).toBeGreaterThan(0);
    expect(upfront?.actual).toBeLessThan((loaded?.actual ?? 0) / 4);
  });

  it('fails by one token, and says where, by how much, and in which host', async () => {
    const [found] = (await sizesOf(withTokens({ host: 'claude-code', upfront: 10_000 }))) ?? [];
    const actual = found?.actual ?? 0;
    const kept = await check(withTokens({ host: 'claude-code', upfront: actual }));
    expect(kept.code).toBe(0);
    const broken = await check(withTokens({ host: 'claude-code', upfront: actual - 1 }));
    expect(broken.code).toBe(1);
    expect(broken.report.findings).toMatchObject([
      {
        ruleId: 'budget-tokens',
        severity: 'error',
        hosts: ['claude-code'],
        actual,
        limit: actual - 1,
        source: { key: 'servers.media.budget.tokens.upfront' },
      },
    ]);
    expect(broken.report.findings[0]?.message).toContain('claude-code upfront tokens');
  });

  it('counts whole what a host defers by hearsay only: a limit passes on no third-party word', async () => {
    const found = await sizesOf(withTokens({ host: 'codex', upfront: 10, loaded: 100_000 }));
    const [upfront, loaded] = found ?? [];
    expect(upfront?.verdict).toBe('over');
    expect(upfront?.actual).toBe(loaded?.actual);
    const { report, code } = await check(withTokens({ host: 'codex', upfront: 10 }));
    expect(code).toBe(0);
    expect(report.findings.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([
      ['budget-host-unsure', 'warning'],
    ]);
  });

  it("takes a percentage of the host's own window", async () => {
    // 200,000 is the smallest window of the models of Claude Code (Haiku 4.5), 272,000 of those of Codex.
    const found = await sizesOf(
      withTokens([
        { host: 'claude-code', upfront: '2%' },
        { host: 'codex', loaded: '1%' },
      ]),
    );
    expect(found?.map(({ limit }) => limit)).toEqual([4_000, 2_720]);
  });

  it('takes the window that the config states for it before its own, and --window before both', async () => {
    const cwd = withTokens(
      { host: 'claude-code', upfront: '2%' },
      { hostProfiles: { 'claude-code': { window: 1_000_000 } } },
    );
    const { report } = await check(cwd);
    expect(report.gate?.checks[0]?.limit).toBe(20_000);
    const flagged = await check(cwd, ['--window', '100k']);
    expect(flagged.report.gate?.checks[0]?.limit).toBe(2_000);
  });

  it('refuses a percentage of a window that is not known', async () => {
    const cwd = withTokens({ host: 'cursor', upfront: '2%' });
    const { code, stderr } = await run(['check'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('servers.media.budget.tokens.upfront: 2% of what?');
    expect(stderr).toContain('hostProfiles.cursor');
  });

  it.each([
    [{ host: 'cursr', upfront: 1 }, 'did you mean cursor?'],
    [{ host: 'cursor', upfrnt: 1 }, 'did you mean upfront?'],
    [{ host: 'cursor' }, 'expected tokens'],
    [{ upfront: 100 }, 'expected tokens'],
    [[], 'expected tokens'],
    [[{ host: 'codex', upfront: '101%' }], 'expected tokens'],
  ])('refuses %j', async (tokens, message) => {
    const { code, stderr } = await run(['check'], { cwd: withTokens(tokens) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('never makes an error where what the host loads is not confirmed, but does where the config states it', async () => {
    const tokens = { host: 'cursor', upfront: 10 };
    const unsure = await check(withTokens(tokens));
    expect(unsure.code).toBe(0);
    expect(unsure.report.findings).toMatchObject([
      { ruleId: 'budget-host-unsure', severity: 'warning', hosts: ['cursor'] },
    ]);
    expect(unsure.report.findings[0]?.suggestion).toContain('hostProfiles');
    const stated = { deferral: { state: 'none' }, loads: { title: false }, instructions: { loaded: false } };
    const sure = await check(withTokens(tokens, { hostProfiles: { cursor: stated } }));
    expect(sure.code).toBe(1);
    expect(sure.found).toEqual(['budget-tokens media/default']);
  });

  it('stands beside limits of views, and overrides the own of a server by host and figure', async () => {
    const cwd = gateFolder(
      {
        servers: {
          media: {
            snapshot: 'list.json',
            budget: { tokens: [5_000, { host: 'claude-code', upfront: 100, loaded: 9_000 }] },
            toolsets: { some: { include: ['a*'], budget: { tokens: { host: 'claude-code', upfront: 50 } } } },
          },
        },
        budget: { tokens: { host: 'claude-code', upfront: 1_000 } },
      },
      { 'list.json': list(...tools) },
    );
    const { report } = await check(cwd);
    const checks = report.gate?.checks.map(({ server, toolset, host, limit }) => [
      server === '' ? 'all' : toolset,
      host?.figure ?? 'generic',
      limit,
    ]);
    expect(checks).toEqual([
      ['default', 'generic', 5_000],
      ['default', 'upfront', 100],
      ['default', 'loaded', 9_000],
      ['some', 'upfront', 50],
      ['all', 'upfront', 1_000],
    ]);
    const [, base, , some, all] = report.gate?.checks ?? [];
    expect(some?.actual).toBeLessThan(base?.actual ?? 0);
    // The base list stands for its server.
    expect(all?.actual).toBe(base?.actual);
  });

  it('does not depend on the settings of whoever runs it', async () => {
    const cwd = withTokens({ host: 'claude-code', upfront: 10_000 });
    const plain = await check(cwd);
    const set = await check(cwd, [], { env: { ...process.env, ENABLE_TOOL_SEARCH: 'false' } });
    expect(set.report.gate?.checks).toEqual(plain.report.gate?.checks);
  });

  it('gives the same from the cache, and sees a change of the profile', async () => {
    const cwd = withTokens({ host: 'claude-code', upfront: 10_000 });
    const fresh = await check(cwd);
    const again = await check(cwd);
    expect(again.report.gate?.checks).toEqual(fresh.report.gate?.checks);
    const config = JSON.parse(readFileSync(join(cwd, 'mcp-budget.config.json'), 'utf8')) as object;
    const hostProfiles = { 'claude-code': { deferral: { state: 'none' } } };
    writeFileSync(join(cwd, 'mcp-budget.config.json'), JSON.stringify({ ...config, hostProfiles }));
    const changed = await check(cwd);
    const [before, after] = [fresh, changed].map(({ report }) => report.gate?.checks[0]?.actual ?? 0);
    expect(after).toBeGreaterThan(4 * (before ?? 0));
  });

  it('is told in every format with its host', async () => {
    const cwd = withTokens({ host: 'claude-code', upfront: 1 });
    for (const format of ['table', 'markdown', 'github', 'sarif', 'junit', 'gitlab']) {
      const { stdout, code } = await run(['check', '--format', format], { cwd });
      expect([format, code, /claude(-|&#45;)code upfront tokens/.test(stdout)]).toEqual([format, 1, true]);
    }
  });
});

describe('a verdict in a host', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => definition(`tool_${index}`, 200));
  const inVscode = (servers: object, more: Readonly<Record<string, unknown>> = {}) =>
    gateFolder({ servers }, more);
  const server = (snapshot: string, upfront: number) => ({
    snapshot,
    budget: { tokens: { host: 'vscode', upfront } },
  });

  it('is an error where what is confirmed alone is over, whatever else is assumed', async () => {
    const withText = { tools: many(10), instructions: 'Use these tools with care.' };
    const without = await check(inVscode({ a: server('a.json', 100) }, { 'a.json': list(...many(10)) }));
    const assumed = await check(inVscode({ a: server('a.json', 100) }, { 'a.json': withText }));
    expect([without.code, assumed.code]).toEqual([1, 1]);
    expect(assumed.found).toEqual(without.found);
  });

  it('is a warning where only what is assumed is over', async () => {
    const withText = { ...list(...many(2)), instructions: 'Long words. '.repeat(200) };
    const cwd = inVscode({ a: server('a.json', 300) }, { 'a.json': withText });
    const { code, report } = await check(cwd);
    expect(code).toBe(0);
    expect(report.findings.map(({ ruleId }) => ruleId)).toEqual(['budget-host-unsure']);
    const { stdout } = await run(['check'], { cwd });
    expect(stdout).not.toMatch(/^ok .*over by/m);
  });

  it('does not depend on which other servers are judged with it', async () => {
    // Together they are more than 64 tools, from which on VS Code may group them.
    const cwd = inVscode(
      { a: server('a.json', 1_000), b: { snapshot: 'b.json', budget: { tools: 10 } } },
      { 'a.json': list(...many(60)), 'b.json': list(...many(10)) },
    );
    const alone = await check(cwd, ['a']);
    const both = await check(cwd);
    expect([alone.code, both.code]).toEqual([1, 1]);
    expect(both.report.gate?.checks.find(({ server }) => server === 'a')).toEqual(
      alone.report.gate?.checks.find(({ server }) => server === 'a'),
    );
  });

  it('is of the same window as what measure shows', async () => {
    const cwd = gateFolder(
      {
        window: 1_000_000,
        hostProfiles: { 'claude-code': { deferral: { state: 'auto', percent: 10 } } },
        servers: {
          a: { snapshot: 'a.json', budget: { tokens: { host: 'claude-code', upfront: '50%' } } },
        },
        hosts: ['claude-code'],
      },
      { 'a.json': list(...many(600)) },
    );
    for (const flags of [[], ['--window', '1M']]) {
      const { report } = await check(cwd, flags);
      const { stdout } = await run(['measure', '--format', 'json', ...flags], { cwd });
      const [shown] = (JSON.parse(stdout) as typeof report).hosts ?? [];
      const [judged] = report.gate?.checks ?? [];
      expect([judged?.actual, judged?.limit]).toEqual([shown?.upfront, (shown?.window.tokens ?? 0) / 2]);
    }
  });
});
