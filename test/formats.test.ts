/** Every format of a gate's report: one golden file each, and what readers of it rely on. */
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import type { Report, ReporterOptions } from '../src/model/report.ts';
import { github } from '../src/report/reporters/github.ts';
import { gitlab } from '../src/report/reporters/gitlab.ts';
import { reporters, type ReporterId } from '../src/report/reporters/index.ts';
import { junit } from '../src/report/reporters/junit.ts';
import { markdown } from '../src/report/reporters/markdown.ts';
import { sarif } from '../src/report/reporters/sarif.ts';
import { table } from '../src/report/reporters/table.ts';
import { readCommands, readJunit, readSarif } from './format-readers.ts';
import {
  check,
  everything,
  finding,
  options,
  report,
  since,
  tool,
  toolset,
  unchanged,
  type Parts,
} from './gate-reports.ts';

const measureOnly: Report = { ...everything, gate: undefined, findings: [] };
const passing: Report = report({
  servers: {
    media: [toolset('all', [tool('a', 900)], { difference: since(900) }), toolset('core', [tool('a', 90)])],
  },
  gate: {
    checks: [
      check('media', 'all', { actual: 900, limit: 1_000 }),
      check('media', 'core', { actual: 90, limit: 100 }),
    ],
  },
});

describe('golden files', () => {
  it.each<[name: string, format: ReporterId, report: Report, more?: Partial<ReporterOptions>]>([
    ['table-gate-40', 'table', everything, { columns: 40 }],
    ['table-gate-80', 'table', everything],
    ['table-gate-120', 'table', everything, { columns: 120 }],
    ['table-gate-quiet', 'table', everything, { quiet: true }],
    ['table-gate-verbose', 'table', everything, { verbose: true }],
    ['table-gate-unchanged', 'table', unchanged],
    ['table-gate-passing', 'table', passing],
    ['table-toolsets', 'table', measureOnly],
    ['markdown-gate', 'markdown', everything],
    ['markdown-unchanged', 'markdown', unchanged],
    ['markdown-measure', 'markdown', measureOnly],
    ['github', 'github', everything, { pathPrefix: 'packages/a/' }],
    ['sarif', 'sarif', everything, { pathPrefix: 'packages/a/' }],
    ['junit', 'junit', everything],
    ['junit-measure', 'junit', measureOnly],
    ['gitlab', 'gitlab', everything, { pathPrefix: 'packages/a/' }],
  ])('%s', async (name, format, of, more = {}) => {
    const reporter = await reporters[format]();
    const text = await reporter(of, { ...options, ...more });
    await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
    expect(await reporter(structuredClone(of), { ...options, ...more })).toBe(text);
  });
});

const last = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
const withGate = (of: Report, gate: Parts['gate'], exitCode: Report['summary']['exitCode']): Report => ({
  ...of,
  gate: of.gate === undefined ? undefined : { ...of.gate, ...gate },
  summary: { ...of.summary, exitCode },
});

describe('table', () => {
  it.each([40, 80, 120])('is no wider than %i columns, commands and words apart', async (columns) => {
    const wide = (await table(everything, { ...options, columns }))
      .split('\n')
      .filter((line) => !line.includes('npx mcp-budget') && /\S\s+\S/.test(line))
      .filter((line) => stringWidth(line) > columns);
    expect(wide).toEqual([]);
  });

  it('says in few lines that nothing changed', async () => {
    expect((await table(unchanged, options)).trimEnd().split('\n')).toHaveLength(3);
  });

  it('has one line more for each failure when it is to be quiet', async () => {
    expect((await table(everything, { ...options, quiet: true })).trimEnd().split('\n')).toHaveLength(6);
    expect((await table(unchanged, { ...options, quiet: true })).trimEnd().split('\n')).toHaveLength(1);
  });

  it('ends with the verdict, which names what was let pass and the exit code', async () => {
    const line = async (gate: Parts['gate'], exitCode: 0 | 1 | 3): Promise<string> =>
      last(await table(withGate(everything, gate, exitCode), { ...options, columns: 400 }));
    expect(await line({}, 3)).toBe(
      'FAIL  3 over, 1 near, 1 stale, 1 accepted, 2 not measured · 6 toolsets · o200k_base exact · exit 3',
    );
    expect(await line({ warnOnly: true }, 0)).toMatch(/^PASS {2}3 over.* · --warn-only: .* · exit 0$/);
    expect(await line({ allowUnmeasured: true }, 1)).toMatch(/^FAIL .* · --allow-unmeasured · exit 1$/);
    expect(await line({ isOffline: true }, 1)).toMatch(/ · offline: judged from snapshots · exit 1$/);
  });

  it('counts what fails by --fail-on', async () => {
    const strict = await table(withGate(everything, { failOn: 'info' }, 1), options);
    expect(strict).toMatch(/^FAIL {2}backlog\/all {2}tokens 10,073/m);
    expect(strict).not.toMatch(/^near /m);
    expect(strict).toContain('1 other finding');
  });

  it('counts more than 20 lists that pass', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `list-${index}`);
    const many = report({
      servers: { big: names.map((name) => toolset(name, [tool('a', 10)])) },
      gate: { checks: names.map((name) => check('big', name, { actual: 10, limit: 11 })) },
    });
    expect(await table(many, options)).toMatch(/^ok {4}21 toolsets, 21 checks$/m);
    expect(await table(many, { ...options, verbose: true })).toMatch(
      /^ok {4}big\/list-20 +tokens 10 of 11$/m,
    );
  });

  it('tells three of many tools that break one limit', async () => {
    const checks = Array.from({ length: 8 }, (_, index) =>
      check('big', 'default', {
        verdict: 'over',
        ruleId: 'budget-tool',
        metric: 'tool.tokens',
        tool: `tool-${index}`,
        actual: 100 - index,
        limit: 50,
      }),
    );
    const many = report({
      servers: { big: [toolset('default', [tool('a', 10)])] },
      findings: checks.map((one) => finding(one, { message: `${one.tool}: tokens over` })),
      gate: { checks },
      exitCode: 1,
    });
    expect((await table(many, options)).match(/^FAIL {2}big {2}tool-/gm)).toHaveLength(3);
    expect(await table(many, options)).toContain(
      'and 5 more like the last (--verbose): tool-3, tool-4, tool-5 …',
    );
    expect((await table(many, { ...options, verbose: true })).match(/^FAIL {2}big {2}tool-/gm)).toHaveLength(
      8,
    );
  });
});

/** So many findings of one severity, each over its limit by more than the one before. */
function manyFindings(count: number, severity: 'error' | 'warning'): Report {
  const checks = Array.from({ length: count }, (_, index) =>
    check('big', `list-${index}`, { verdict: 'over', actual: 1_000 + index, limit: 1_000 }),
  );
  return report({
    servers: { big: checks.map((one) => toolset(one.toolset, [tool('a', one.actual ?? 0)])) },
    findings: checks.map((one) => finding(one, { severity, message: `tokens ${one.actual} > 1,000` })),
    gate: { checks },
    exitCode: 1,
  });
}

describe('github', () => {
  it.each(['error', 'warning'] as const)(
    'sends nine of a level, worst first, then how many more: %s',
    async (level) => {
      const commands = readCommands(await github(manyFindings(14, level), options)).slice(0, -1);
      expect(commands).toHaveLength(10);
      expect(commands[0]?.data).toContain('tokens 1013 >');
      expect(commands[8]?.data).toContain('tokens 1005 >');
      expect(commands[9]).toMatchObject({
        name: level,
        data: expect.stringContaining(`and 5 more ${level}s`) as string,
      });
    },
  );

  it('points from the root of the repository at the declaration, or else at the limit', async () => {
    const files = readCommands(await github(everything, { ...options, pathPrefix: 'packages/a/' })).map(
      ({ properties }) => `${properties['file']}:${properties['line']}`,
    );
    expect(files).toContain('packages/a/src/notes.ts:44');
    expect(files).toContain('packages/a/mcp-budget.config.jsonc:3');
  });
});

const fingerprints = async (of: Report): Promise<readonly string[]> =>
  readSarif(await sarif(of, options)).runs.flatMap(({ results }) =>
    results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash),
  );

describe('sarif', () => {
  it('is valid, and the validator refuses what is not', async () => {
    const text = await sarif(everything, options);
    expect(() => readSarif(text)).not.toThrow();
    expect(() => readSarif(text.replace('"2.1.0"', '"2.0"'))).toThrow(/version/);
    expect(() => readSarif(text.replaceAll('"startLine": 8', '"startLine": 0'))).toThrow(/startLine/);
    readSarif(await sarif(unchanged, options));
    readSarif(await sarif(measureOnly, options));
  });

  it('has a rule for every result, also for one that nobody described', async () => {
    const [run] = readSarif(await sarif(everything, { ...options, rules: [] })).runs;
    const rules = run?.tool.driver.rules.map(({ id }) => id) ?? [];
    for (const { ruleId, ruleIndex } of run?.results ?? []) expect(rules[ruleIndex]).toBe(ruleId);
    expect(run?.results).toHaveLength(5);
  });

  it('has fingerprints that stay where numbers and lines change', async () => {
    const moved: Report = {
      ...everything,
      findings: everything.findings.map((one) => ({
        ...one,
        actual: 9_999,
        message: 'tokens 9,999',
        source: one.source === undefined ? undefined : { ...one.source, line: 77 },
      })),
    };
    expect((await fingerprints(moved)).toSorted()).toEqual((await fingerprints(everything)).toSorted());
    expect(new Set(await fingerprints(everything)).size).toBe(5);
    const renamed = { ...everything, findings: everything.findings.map((one) => ({ ...one, server: 'x' })) };
    expect(await fingerprints(renamed)).not.toContain((await fingerprints(everything))[0]);
  });

  it('tells what was not measured in the invocation, and not as a result', async () => {
    const [run] = readSarif(await sarif(everything, options)).runs;
    expect(run?.invocations[0]?.executionSuccessful).toBe(false);
    expect(run?.invocations[0]?.toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      expect.stringContaining('cold: not measured: the server ended with code 1'),
      expect.stringContaining('notes: there is no baseline'),
    ]);
    expect(readSarif(await sarif(unchanged, options)).runs[0]?.invocations[0]?.executionSuccessful).toBe(
      true,
    );
  });

  it('has a run of its own for each config, also for one without findings', async () => {
    const [a, b, c] = ['a/x.json', 'b/ü ö#.json', 'c/x.json'].map((file) => ({
      file,
      line: 2,
      key: 'budget',
    }));
    const checks = [
      check('one', 'default', { verdict: 'over', source: a }),
      check('two', 'default', { verdict: 'over', source: b }),
      check('three', 'default', { source: c }),
    ];
    const several = report({
      servers: {
        one: [toolset('default', [])],
        two: [toolset('default', [])],
        three: [toolset('default', [])],
      },
      findings: checks.slice(0, 2).map((one) => finding(one)),
      gate: {
        checks,
        configs: ['a/x.json', 'b/ü ö#.json', 'c/x.json'].map((file) => ({
          file,
          label: file.split('/', 1)[0] ?? '',
        })),
      },
      exitCode: 1,
    });
    const { runs } = readSarif(await sarif(several, { ...options, pathPrefix: 'p/' }));
    expect(runs.map(({ automationDetails, results }) => [automationDetails.id, results.length])).toEqual([
      ['mcp-budget/p/a/x.json/', 1],
      ['mcp-budget/p/b/%C3%BC%20%C3%B6%23.json/', 1],
      ['mcp-budget/p/c/x.json/', 0],
    ]);
    expect(runs[1]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
      'p/b/%C3%BC%20%C3%B6%23.json',
    );
  });
});

describe('junit', () => {
  it('is valid, and the reader refuses what is not', async () => {
    const text = await junit(everything, options);
    expect(readJunit(text).attributes).toMatchObject({ tests: '14', failures: '3', errors: '3' });
    expect(() => readJunit(text.replace('failures="3"', 'failures="2"'))).toThrow(/failures/);
    expect(() => readJunit(text.replace(' time="0"', ' line="3"'))).toThrow(/line/);
    expect(() => readJunit(text.replace('</testsuites>', ''))).toThrow(/unclosed/);
  });

  it('leaves out what may go unmeasured', async () => {
    const allowed = readJunit(await junit(withGate(everything, { allowUnmeasured: true }, 1), options));
    expect(allowed.attributes).toMatchObject({ tests: '14', failures: '3', errors: '0' });
  });

  it('has no numbers in names, so that histories join', async () => {
    const names = readJunit(await junit(everything, options)).children.flatMap(({ children }) =>
      children.map(({ attributes }) => `${attributes['classname']} ${attributes['name']}`),
    );
    expect(names.filter((name) => /\d/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('gitlab', () => {
  it('is an empty array when clean', async () => {
    expect(await gitlab(unchanged, options)).toBe('[]\n');
  });

  it('has the fingerprints of sarif, and what was not measured is critical', async () => {
    const entries = JSON.parse(await gitlab(everything, options)) as readonly {
      fingerprint: string;
      severity: string;
      location: { path: string };
    }[];
    expect(entries.map(({ severity }) => severity)).toEqual([
      'critical',
      'major',
      'major',
      'major',
      'critical',
      'minor',
      'info',
    ]);
    const own = entries.map(({ fingerprint }) => fingerprint);
    expect(own).toEqual(expect.arrayContaining([...(await fingerprints(everything))]));
    for (const { location } of entries) expect(location.path).not.toMatch(/^[./]/);
  });
});

describe('markdown', () => {
  it('ends before GitHub drops it, at a whole row, and says how many are missing', async () => {
    const tools = Array.from({ length: 30_000 }, (_, index) => tool(`a_tool_with_a_long_name_${index}`, 10));
    const text = await markdown(
      report({ servers: { big: [toolset('default', tools)], next: [toolset('default', tools)] } }),
      options,
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900 * 1024);
    expect(Buffer.byteLength(text)).toBeGreaterThan(890 * 1024);
    const rows = text.match(/^\| <code>a&#95;tool.* \|$/gm) ?? [];
    expect(text).toContain(`_${(60_000 - rows.length).toLocaleString('en')} rows left out`);
    expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)?.length ?? 0);
    expect(last(text)).toMatch(/mcp-budget 1\.2\.3 · exit 0$/);
  });

  it.each<[string, Report, RegExp]>([
    ['over', everything, /^### ❌ Tool list over budget: .* and 2 more, 2 not measured$/],
    ['unchanged', unchanged, /^### ✅ Within budget: 4 tool lists$/],
    ['not failing', withGate(everything, { warnOnly: true }, 0), /^### ⚠️ /],
  ])('begins with the verdict: %s', async (_, of, expected) => {
    expect((await markdown(of, options)).split('\n', 1)[0]).toMatch(expected);
  });
});
