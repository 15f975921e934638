/** The screen of `lint`: worst first, what is alike once, accepted findings in sight, and it fits. */
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import type { LintSummary } from '../src/model/lint-report.ts';
import type { Finding, Gate, Report, ReporterOptions } from '../src/model/report.ts';
import { buildReport } from '../src/report/build-report.ts';
import { foldAlike, MOST_ALIKE } from '../src/report/lint-folding.ts';
import { markdown } from '../src/report/reporters/markdown.ts';
import { junit } from '../src/report/reporters/junit.ts';
import { table } from '../src/report/reporters/table.ts';

const style: ReporterOptions = {
  columns: 80,
  colorLevel: 0,
  verbose: false,
  quiet: false,
  args: 'list.json',
  pathPrefix: '',
  rules: [],
};

const lint: LintSummary = {
  rules: ['schema-root-combinator', 'description-missing', 'tool-count'],
  hosts: [
    { id: 'claude-api', label: 'Claude API', asOf: '2026-09-22' },
    { id: 'vscode', label: 'VS Code', asOf: '2026-11-25' },
  ],
  isChosen: true,
  failOn: 'error',
  warnOnly: false,
  suppressed: 0,
};

const finding = (change: Partial<Finding> = {}): Finding => ({
  ruleId: 'schema-root-combinator',
  reason: 'combinator',
  severity: 'error',
  outcome: 'finding',
  server: 'files',
  toolset: 'default',
  tool: 'search',
  index: 0,
  pointer: '/tools/0/inputSchema/anyOf',
  hosts: ['claude-api'],
  message: 'a union at the root (`anyOf`): Claude API refuses the request',
  suggestion: 'Move the union into one property.',
  accepted: false,
  ...change,
});
const missing = (index: number, change: Partial<Finding> = {}): Finding =>
  finding({
    ruleId: 'description-missing',
    reason: 'too-short',
    severity: 'info',
    tool: `tool_${index}`,
    index,
    pointer: `/tools/${index}/description`,
    hosts: [],
    message: `a description of ${index + 3} characters: \`${'x'.repeat(index + 3)}\``,
    suggestion: 'Say what the tool does.',
    ...change,
  });

const reportOf = (findings: readonly Finding[], change: Partial<LintSummary> = {}, gate?: Gate): Report =>
  buildReport(
    [
      {
        snapshot: {
          schemaVersion: 1,
          server: 'files',
          toolset: 'default',
          status: 'measured',
          warnings: [],
          tools: [],
        },
        measurement: undefined,
        comparison: undefined,
      },
    ],
    { version: '0.0.0', view: 'generic', window: 200_000, findings, lint: { ...lint, ...change }, gate },
  );
const show = async (report: Report, change: Partial<ReporterOptions> = {}): Promise<string> =>
  table(report, { ...style, ...change });

it('says where, what hosts do, and what to do, worst first', async () => {
  const screen = await show(reportOf([missing(1), finding()], { saving: { tokens: 40, isAtMost: true } }));
  expect(screen).toBe(`error    schema-root-combinator   files.search   /inputSchema/anyOf
         A union at the root (\`anyOf\`): Claude API refuses the request.
         Move the union into one property.
         npx mcp-budget explain schema-root-combinator

info     description-missing   files.tool_1   /description
         A description of 4 characters: \`xxxx\`.
         Say what the tool does.
         npx mcp-budget explain description-missing

Held against    Claude API (2026-09-22), VS Code (2026-11-25)
Repairs         would save up to 40 tokens on every request
Next            which host takes which tool
  npx mcp-budget lint --matrix list.json
FAIL  1 error, 0 warnings, 1 info · 0 tools · 3 rules · exit 1
`);
});

describe('findings that say the same', () => {
  const many = Array.from({ length: 12 }, (_, index) => missing(index));

  it('are one block, and each is told with --verbose', async () => {
    const short = await show(reportOf(many));
    expect(short).toMatch(
      /12 tools: files\.tool_0, files\.tool_1,\n\s+files\.tool_2 and 9 more\n\s+First: a description of 3/,
    );
    expect(short.match(/Say what the tool does/g)).toHaveLength(1);
    const long = await show(reportOf(many), { verbose: true });
    for (const { tool } of many) expect(long).toContain(`files.${tool}   /description`);
  });

  it('come after what is worse and before what fewer tools have', async () => {
    const few = missing(20, { ruleId: 'schema-root-combinator', reason: 'conditional' });
    const screen = await show(reportOf([few, ...many, finding()]));
    const order = [...screen.matchAll(/^(?:error|info) +(\S+)/gm)].map(([, rule]) => rule);
    expect(order).toEqual(['schema-root-combinator', 'description-missing', 'schema-root-combinator']);
  });

  it('are apart for other hosts, reasons and severities', async () => {
    const others = [
      finding(),
      finding({ index: 1, tool: 'b', hosts: ['vscode'] }),
      finding({ index: 2, tool: 'c', severity: 'warning' }),
    ];
    expect((await show(reportOf(others))).match(/Move the union/g)).toHaveLength(3);
  });

  it('are told of in full three times a rule', async () => {
    const words = ['one', 'two', 'three', 'four', 'five'].map((word, index) =>
      missing(index, { message: word }),
    );
    const screen = await show(reportOf(words));
    expect(screen.match(/Say what the tool does/g)).toHaveLength(3);
    expect(screen).toContain('and 2 more of the same rules (--verbose): description-missing 2');
    expect(screen.match(/explain description-missing/g)).toHaveLength(1);
    expect((await show(reportOf(words), { verbose: true })).match(/Say what the tool does/g)).toHaveLength(5);
  });
});

it('keeps accepted findings in sight, and they do not fail', async () => {
  const report = reportOf([finding({ accepted: true }), missing(1, { accepted: true })], { suppressed: 2 });
  const screen = await show(report);
  expect(screen).toContain(
    'accepted  2 findings in the baseline: schema-root-combinator 1,\n  description-missing 1 (--verbose)',
  );
  expect(screen).toContain('PASS  nothing found · 2 accepted · 2 suppressed');
  expect(await show(report, { verbose: true })).toContain('files.search   /inputSchema/anyOf');
});

it('is one plain line where nothing is found, and with --quiet', async () => {
  expect(await show(reportOf([]))).toBe('PASS  nothing found · 0 tools · 3 rules · exit 0\n');
  expect(await show(reportOf([], { isChosen: false }))).toContain('nothing found for 2 APIs and clients');
  expect((await show(reportOf([finding()]), { quiet: true })).split('\n')).toHaveLength(2);
});

it('names the threshold that it fails at', async () => {
  expect(await show(reportOf([missing(1)], { failOn: 'info' }))).toMatch(/FAIL .* --fail-on info · exit 1/);
  expect(await show(reportOf([finding()], { warnOnly: true }))).toMatch(/PASS .* --warn-only · exit 0/);
});

describe('the matrix', () => {
  const hosts = Array.from({ length: 14 }, (_, index) => ({
    id: `host-${index}`,
    label: `Some Host ${index}`,
    asOf: '2026-11-30',
  }));
  const row = (index: number, effects: Readonly<Record<string, 'lost' | 'changed' | 'unsure'>>) => ({
    server: 'files',
    toolset: 'default',
    tool: `tool_${index}`,
    index,
    effects,
  });
  const matrix = {
    hosts: hosts.map(({ id }) => id),
    hostsHeld: 20,
    tools: 30,
    rows: [
      { server: 'files', toolset: 'default', effects: { 'host-1': 'lost' as const } },
      ...[0, 1, 2].map((index) => row(index, { 'host-1': 'lost', 'host-2': 'changed' })),
      row(3, { 'host-3': 'unsure' }),
    ],
  };
  const report = reportOf([], { hosts, matrices: [matrix] });

  it.each([40, 80, 120])('fits %d columns', async (columns) => {
    const screen = await show(report, { columns });
    for (const line of screen.split('\n').filter((one) => !one.includes('npx mcp-budget')))
      expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    for (const { label } of hosts) expect(screen).toContain(label);
  });

  it('has a row for tools that fare alike, and counts the others', async () => {
    const screen = await show(report);
    expect(screen).toMatch(/^the whole list +ok +✗ +ok/m);
    expect(screen).toMatch(/^tool_0 \+2 +ok +✗ +~ +ok/m);
    expect(screen).toMatch(/^tool_3 +ok +ok +ok +\?/m);
    expect(screen).toMatch(/^26 other tools +ok +ok/m);
    expect(screen).toContain('6 of 20 APIs and clients take all 30 tools as they are.');
    expect(await show(report, { verbose: true })).toMatch(/^tool_2 +ok +✗/m);
  });

  it('says so where every host takes everything', async () => {
    const all = reportOf([], { matrices: [{ ...matrix, hosts: [], rows: [] }] });
    expect(await show(all)).toContain('All 20 APIs and clients take all 30 tools as they are.');
    expect(await show(all)).not.toContain('✗');
  });

  it('is a table in Markdown', async () => {
    expect(await markdown(report, style)).toMatch(/\| <code>tool&#95;0 &#43;2<\/code> \| ok \| ✗ \| ~ \|/);
  });
});

it('prints a plan as JSON that can be copied, whatever a server wrote', async () => {
  const value = 'a\u001b[31m\u200b\u{e0041}"\\\n##[group]';
  const size = { tokens: 10, bytes: 100 };
  const tool = {
    server: 'files',
    toolset: 'default',
    tool: 'search',
    index: 0,
    rules: ['hidden-unicode'],
    patch: [{ op: 'replace' as const, path: '/description', value }],
    before: size,
    after: { tokens: 4, bytes: 60 },
  };
  const screen = await show(
    reportOf([], { fixPlan: { tools: [tool], before: size, after: { tokens: 4, bytes: 60 } } }),
  );
  expect(screen).toContain('files.search   10 → 4 tokens (−6), 100 → 60 bytes   hidden-unicode');
  expect(screen).not.toMatch(/\u001b|\u200b|##\[/);
  expect(JSON.parse(/^ {2}\[\n.*^ {2}\]$/ms.exec(screen)?.[0] ?? '')).toEqual(tool.patch);
});

describe('in a gate', () => {
  const gate: Gate = {
    checks: [],
    baselines: [],
    failOn: 'error',
    warnOnly: false,
    allowUnmeasured: false,
    isOffline: false,
    configs: [{ file: 'mcp-budget.config.json', label: '' }],
  };
  const report = reportOf([missing(1), missing(2), finding(), finding({ index: 4, tool: 'find' })], {}, gate);

  it('what fails has blocks, the rest is counted', async () => {
    const screen = await show(report);
    expect(screen).toContain('error    schema-root-combinator   2 tools: files.search, files.find');
    expect(screen).toContain('lint     2 info that do not fail: npx mcp-budget lint shows them');
    expect(screen).toMatch(/FAIL {2}0 over, 0 near, 2 lint findings/);
    expect(await show(report, { verbose: true })).toContain('files.tool_1');
    expect(await show(report, { quiet: true })).toContain(
      'FAIL  files.search and 1 more  schema-root-combinator: a union',
    );
  });

  it('is told by Markdown once, and by JUnit a case a rule', async () => {
    expect((await markdown(report, style)).match(/^\| error \|/gm)).toHaveLength(1);
    const xml = await junit(report, style);
    expect(xml).toMatch(/<testcase name="description-missing"[^>]*\/>/);
    expect(xml.match(/<failure /g)).toHaveLength(1);
  });
});

it('folds what is alike for formats with an entry a finding', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => missing(index, { message: 'no description' }));
  const folded = foldAlike([finding(), ...many]);
  expect(folded).toHaveLength(1 + MOST_ALIKE);
  expect(folded.at(-1)).toMatchObject({
    message:
      'no description; the same of 9,951 tools: files.tool_49, files.tool_50, files.tool_51, files.tool_52, files.tool_53 …',
  });
  expect(folded.at(-1)?.tool).toBeUndefined();
  expect(foldAlike([finding(), missing(1)])).toHaveLength(2);
});
