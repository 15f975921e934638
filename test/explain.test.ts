/** `explain`: every rule, whole and in brief, with what profiles know of it. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../src/hosts/index.ts';
import { explainRules, GROUP_WORDS } from '../src/judge/explain-rules.ts';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import { rules as gateRules } from '../src/judge/rules.ts';
import type { ExplainedRule } from '../src/model/explanation.ts';
import type { HostProfile } from '../src/model/host.ts';
import type { LintRule } from '../src/model/lint.ts';
import { explainTable } from '../src/report/explain/table.ts';
import { foldJson } from '../src/report/explain/fold-json.ts';
import { run } from './run.ts';

const all = explainRules(Object.values(hosts));
const print = (rule: ExplainedRule, columns: number): string =>
  explainTable({ rules: [rule], isDetailed: true, groups: GROUP_WORDS }, { columns });

describe.each(all.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  it('is explained in full, and no example fills the screen', () => {
    const text = print(rule, 200);
    expect(text).toMatch(new RegExp(`^${id}: `));
    for (const { code } of rule.reasons) expect(text).toContain(`${code} (`);
    for (const { title } of [...rule.bad, ...rule.good]) expect(text).toContain(title.replaceAll('`', ''));
    for (const { text: source, date } of rule.sources) expect(text).toContain(`${source} (${date})`);
    for (const { shown } of [...rule.bad, ...rule.good])
      expect(foldJson(shown, 100).split('\n').length).toBeLessThan(80);
    // oxlint-disable-next-line no-control-regex -- these are looked for
    expect(text).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060\ufeff]/,
    );
  });
});

it('tells of every host that a bad example names', () => {
  const missing = Object.values<LintRule>(lintRules).flatMap(({ id, bad }) => {
    const told = new Set(all.find((rule) => rule.id === id)?.hosts.map((host) => host.id));
    const isTold = (host: string): boolean => {
      const base = (hosts as Readonly<Record<string, HostProfile>>)[host]?.extends;
      return told.has(host) || (base !== undefined && told.has(base));
    };
    return bad.flatMap((one) =>
      (one.hosts ?? []).filter((host) => !isTold(host)).map((host) => `${id} ${host}`),
    );
  });
  expect([...new Set(missing)]).toEqual([]);
});

describe('explain', () => {
  it('lists all rules by group', async () => {
    const { code, stdout } = await run(['explain'], { columns: 120 });
    expect(code).toBe(0);
    for (const id of [...Object.keys(lintRules), ...gateRules.map((rule) => rule.id)])
      expect(stdout).toMatch(new RegExp(`^ {2}${id} +(error|warning|info|off) `, 'm'));
    for (const title of Object.values(GROUP_WORDS)) expect(stdout).toContain(`${title}\n`);
  });

  it.each([40, 80, 200])('fits %i columns', async (columns) => {
    const { stdout } = await run(['explain'], { columns });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('says why, what hosts do by which evidence, and shows examples', async () => {
    const { code, stdout } = await run(['explain', 'schema-root-combinator', '--no-color'], { columns: 300 });
    expect(code).toBe(0);
    expect(stdout).toContain('why             MCP allows it since 2026-07-28');
    expect(stdout).toMatch(/Claude API \(issue, 2026-\d\d-\d\d; makenotion\/notion-mcp-server#340/);
    expect(stdout).toContain('the API refuses the whole request');
    expect(stdout).toContain('at /tools/0/inputSchema/anyOf');
    expect(stdout).toContain('"anyOf": [{ "required": ["id"] }, { "required": ["path"] }]');
  });

  it('explains a rule of the gate', async () => {
    const { stdout } = await run(['explain', 'min-tools']);
    expect(stdout).toContain('counts as not measured (exit 3)');
  });

  it('gives data: one alone, or several', async () => {
    const one = await run(['explain', 'tool-count', '--format', 'json']);
    expect(JSON.parse(one.stdout)).toMatchObject({ id: 'tool-count', group: 'cost' });
    const two = await run(['explain', 'tool-count', 'min-tools', '--format', 'json']);
    expect((JSON.parse(two.stdout) as ExplainedRule[]).map(({ id }) => id)).toEqual([
      'tool-count',
      'min-tools',
    ]);
  });

  it('names the nearest rule', async () => {
    const { code, stdout, stderr } = await run(['explain', 'schema-root-combinater']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('did you mean schema-root-combinator');
    expect((await run(['explain', 'qqqq'])).stderr).toContain('mcp-budget explain lists them');
  });

  it('counts what the config says of hosts, and the rules of its plug-ins', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'explain-'));
    const config = {
      servers: { a: { command: 'node' } },
      hostProfiles: {
        'our-client': { label: 'Our client', name: { prefix: '{server}_{tool}', maxLength: 33 } },
      },
      plugins: ['./own.mjs'],
    };
    await writeFile(join(cwd, 'mcp-budget.config.json'), JSON.stringify(config));
    const rule = `{ id: 'own-rule', group: 'names', severity: 'info', summary: 'Bad\\u001b[31m \\u202e.', why: 'So.', fix: 'none',
      reasons: { r: { summary: 'R.', suggestion: 'S.', concerns: 'everyone' } }, sources: [], bad: [], good: [], *checkTool() {} }`;
    await writeFile(join(cwd, 'own.mjs'), `export default [${rule}];`);
    const shipped = await run(['explain', 'tool-name-length'], { cwd, columns: 200 });
    expect(shipped.stdout).toMatch(/Our client \(\w+, [^)]+\): at most 33 characters/);
    const own = await run(['explain', 'own-rule'], { cwd });
    expect(own.stderr).toBe('');
    expect(own.stdout).toContain('own-rule: Bad\\u{1b}[31m \\u{202e}.');
  });
});
