/** `lint`: targets, hosts, settings, exit codes, and the same findings in every format. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planFixes } from '../src/judge/lint/fix-plan.ts';
import { hostsInPlay } from '../src/judge/lint/hosts-in-play.ts';
import { lint, type LintInput } from '../src/judge/lint/lint.ts';
import { applyPatch } from '../src/judge/lint/patch.ts';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import { RECOMMENDED } from '../src/judge/lint/settings.ts';
import { genericText } from '../src/judge/lint/subject.ts';
import type { JsonValue } from '../src/json.ts';
import type { Report } from '../src/model/report.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { FAKE, run, type Ran, type RunOptions } from './run.ts';

const SERVER = ['--settle', '0', '--', 'node', 'fixtures/servers/lint.mjs'];
const union = (name: string): JsonValue => ({
  name,
  description: `Find ${name} by id or path.`,
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Its id.' },
      path: { type: 'string', description: 'Its path.' },
    },
    anyOf: [{ required: ['id'] }, { required: ['path'] }],
  },
  annotations: { title: name, readOnlyHint: true },
});
const plain = (name: string): JsonValue => ({
  name,
  description: `List every ${name} there is.`,
  inputSchema: { type: 'object', properties: {} },
  annotations: { title: name, readOnlyHint: true },
});

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-lint-'));
  writeFileSync(at('union.json'), JSON.stringify([union('files'), union('folders'), plain('drives')]));
  writeFileSync(at('other.json'), JSON.stringify([union('boxes'), union('crates')]));
  writeFileSync(at('clean.json'), JSON.stringify([plain('drives')]));
});
afterAll(() => rmSync(folder, { recursive: true }));

const lintJson = async (
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran & { readonly report: Report }> => {
  const ran = await run(['lint', '--format', 'json', ...args], { cwd: folder, ...options });
  return { ...ran, report: JSON.parse(ran.stdout) as Report };
};
const rulesIn = ({ findings }: Report): readonly string[] => [
  ...new Set(findings.map(({ ruleId }) => ruleId)),
];

describe('exit codes', () => {
  it.each([
    ['a clean list', ['clean.json'], 0],
    ['warnings, as no host is chosen', ['union.json'], 0],
    ['an error in a chosen host', ['union.json', '--host', 'claude-api'], 1],
    ['a host that takes it', ['union.json', '--host', 'cursor'], 0],
    ['warnings that fail', ['union.json', '--fail-on', 'warning'], 1],
    ['an error that may not fail', ['union.json', '--host', 'claude-api', '--warn-only'], 0],
    ['another rule only', ['union.json', '--host', 'claude-api', '--rule', 'tool-name-charset'], 0],
    ['a tool that is left out', ['union.json', '--host', 'claude-api', '--include', 'drives'], 0],
    ['a server that fails', ['--', 'node', '-e', 'process.exit(1)'], 3],
    ['an unknown rule', ['clean.json', '--rule', 'schema-rot-type'], 2],
    ['an unknown host', ['clean.json', '--host', 'claude-kode'], 2],
    ['a glob that matches nothing', ['clean.json', '--include', 'nope'], 2],
  ])('%s', async (_, args, code) => {
    expect((await run(['lint', ...args], { cwd: folder })).code).toBe(code);
  });

  it('tells an error though something was not measured', async () => {
    const failing = ['--host', 'claude-api', '--settle', '0', '--', 'node', '-e', 'process.exit(1)'];
    const { code, stdout } = await run(['lint', 'union.json', ...failing], { cwd: folder });
    expect(code).toBe(3);
    expect(stdout).toContain('error    schema-root-combinator');
    expect(stdout).toMatch(/^not measured {4}node/m);
  });

  it('suggests the nearest rule', async () => {
    const { stderr } = await run(['lint', 'clean.json', '--rule', 'schema-rot-type'], { cwd: folder });
    expect(stderr).toContain('schema-root-type');
  });
});

describe('hosts', () => {
  it('are those of the flag, and every API and client without one', async () => {
    const chosen = await lintJson(['union.json', '--host', 'claude-api,vscode']);
    expect(chosen.report.lint).toMatchObject({
      isChosen: true,
      hosts: [{ id: 'claude-api' }, { id: 'vscode' }],
    });
    const all = await lintJson(['union.json']);
    expect(all.report.lint?.isChosen).toBe(false);
    expect(all.report.lint?.hosts.length).toBeGreaterThan(20);
    expect(all.report.findings.map(({ severity }) => severity)).not.toContain('error');
  });

  it("are the config's, with its settings, for its own servers only", async () => {
    writeFileSync(
      at('mcp-budget.config.json'),
      JSON.stringify({ hosts: ['claude-api'], servers: { files: { snapshot: 'union.json' } } }),
    );
    const { report, code } = await lintJson(['files', './other.json']);
    rmSync(at('mcp-budget.config.json'));
    const severities = (server: string): readonly string[] =>
      report.findings
        .filter((one) => one.server === server && one.ruleId === 'schema-root-combinator')
        .map(({ severity }) => severity);
    expect(severities('files')).toEqual(['error', 'error']);
    expect(severities('other')).toEqual(['error', 'error']);
    expect(code).toBe(1);
  });
});

describe('clients', () => {
  it('are the hosts of their servers, which go by the names that they give them', async () => {
    mkdirSync(at('.cursor'), { recursive: true });
    const tracker = { command: 'node', args: [resolve('fixtures/servers/lint.mjs')] };
    writeFileSync(at('.cursor/mcp.json'), JSON.stringify({ mcpServers: { [NAME]: tracker } }));
    const { report, stderr } = await lintJson(
      ['.cursor/mcp.json', '--allow-project-servers', '--settle', '0', '--rule', 'tool-name-length'],
      { env: { HOME: folder } },
    );
    expect(report.lint, stderr).toMatchObject({ isChosen: true, hosts: [{ id: 'cursor' }] });
    expect(report.findings).toMatchObject([{ severity: 'warning', hosts: ['cursor'] }]);
  });
});

/** With the longest name of its tools one more than Cursor takes. */
const NAME = 'a'.repeat(47);

describe('formats', () => {
  it('carry reason, hosts, places and patches as data', async () => {
    const { report } = await lintJson([...SERVER], { cwd: process.cwd() });
    expect(rulesIn(report)).toEqual(
      expect.arrayContaining(['schema-root-combinator', 'schema-required-undeclared', 'description-missing']),
    );
    const found = report.findings.find(({ ruleId }) => ruleId === 'schema-root-combinator');
    expect(found).toMatchObject({
      reason: 'combinator',
      tool: 'find_issues',
      index: 0,
      pointer: '/tools/0/inputSchema/anyOf',
      hosts: expect.arrayContaining(['claude-api']),
    });
  });

  it('are what the published schema says, with matrix and plan', async () => {
    const schema = JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as object;
    const isReport = new Ajv2020({ strict: false }).compile(schema);
    const { report } = await lintJson(['--matrix', '--fix-plan', ...SERVER], { cwd: process.cwd() });
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    expect(isReport({ ...report, lint: { ...report.lint, surprise: 1 } })).toBe(false);
  });

  it.each([
    ['markdown', /\| warning \| .*schema&#45;root&#45;combinator/],
    ['github', /^::warning file=.*title=lint find_issues \(schema-root-combinator\)::/m],
    ['gitlab', /"description": "lint find_issues: a union at the root/],
    ['junit', /<testcase name="schema-root-combinator" classname="mcp-budget.lint.default" time="0"\/>/],
    ['sarif', /"reason": "combinator"/],
  ])('%s', async (format, expected) => {
    const { stdout, code } = await run(['lint', '--format', format, ...SERVER]);
    expect(code).toBe(0);
    expect(stdout).toMatch(expected);
  });

  it('tell JUnit what fails, and SARIF why a rule matters', async () => {
    const args = ['union.json', '--host', 'claude-api'];
    const junit = await run(['lint', '--format', 'junit', ...args], { cwd: folder });
    expect(junit.stdout).toMatch(/failures="1".*<failure type="schema-root-combinator"/s);
    const sarif = await run(['lint', '--format', 'sarif', ...args], { cwd: folder });
    const { runs } = JSON.parse(sarif.stdout) as {
      runs: { tool: { driver: { rules: { id: string; help: { text: string } }[] } }; results: unknown[] }[];
    };
    const rules = runs[0]?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual([...Object.keys(lintRules), 'suppression-unused']);
    expect(rules.find(({ id }) => id === 'schema-root-combinator')?.help.text).toMatch(
      /MCP allows it.*`anyOf`, `oneOf` or `allOf` stands at the root/s,
    );
    expect(runs[0]?.results).toHaveLength(2);
  });

  it('stay small for thousands of tools that say the same', async () => {
    const tools = Array.from({ length: 1_000 }, (_, index) => union(`kind_${index}`));
    writeFileSync(at('many.json'), JSON.stringify(tools));
    const args = ['many.json', '--host', 'claude-api', '--rule', 'schema-root-combinator'];
    const of = async (format: string): Promise<string> =>
      (await run(['lint', '--format', format, ...args], { cwd: folder })).stdout;
    expect((JSON.parse(await of('gitlab')) as unknown[]).length).toBe(50);
    expect(await of('gitlab')).toContain('the same of 951 tools');
    expect((await of('junit')).length).toBeLessThan(40_000);
    expect((await of('table')).split('\n').length).toBeLessThan(20);
    expect((await of('markdown')).split('\n').filter((line) => line.startsWith('| error'))).toHaveLength(1);
    expect((JSON.parse(await of('json')) as Report).findings).toHaveLength(1_000);
  });

  it('keep what a server wrote from acting on a terminal', async () => {
    const hostile = { ...(union('a') as object), name: 'a\u001b[31m\n::error::x' };
    writeFileSync(at('hostile.json'), JSON.stringify([hostile]));
    for (const flag of [[], ['--matrix'], ['--fix-plan'], ['--verbose']]) {
      const { stdout } = await run(['lint', 'hostile.json', ...flag], { cwd: folder });
      expect(stdout).not.toContain('\u001b');
      expect(stdout).not.toMatch(/^::error/m);
    }
  });
});

describe('--matrix', () => {
  it('is data: lost, changed, and what only somebody says', async () => {
    const { report } = await lintJson(['--matrix', '--host', 'claude-api,vscode,cursor', 'union.json']);
    expect(report.lint?.matrices).toEqual([
      {
        hosts: ['claude-api', 'vscode', 'cursor'],
        hostsHeld: 3,
        tools: 3,
        rows: [
          { server: 'union', toolset: 'default', effects: { 'claude-api': 'lost' } },
          ...['files', 'folders'].map((tool, index) => ({
            server: 'union',
            toolset: 'default',
            tool,
            index,
            effects: { 'claude-api': 'lost', vscode: 'changed' },
          })),
        ],
      },
    ]);
  });

  it('says unsure where no evidence is more than a word', async () => {
    const tool = { ...(plain('drives') as object), description: 'x'.repeat(1_100) };
    writeFileSync(at('long.json'), JSON.stringify([tool]));
    const { report } = await lintJson(['--matrix', '--host', 'openai-chat', 'long.json']);
    expect(report.lint?.matrices?.[0]?.rows).toMatchObject([
      { effects: { 'openai-chat': 'unsure' } },
      { tool: 'drives', effects: { 'openai-chat': 'unsure' } },
    ]);
  });

  it('shows what a suppression hides', async () => {
    writeFileSync(
      at('mcp-budget.config.json'),
      JSON.stringify({
        hosts: ['claude-api'],
        servers: { files: { snapshot: 'union.json' } },
        lint: { rules: { 'schema-root-combinator': 'off' } },
      }),
    );
    const { report, code, stderr } = await lintJson(['files', '--matrix']);
    rmSync(at('mcp-budget.config.json'));
    expect(code, stderr).toBe(0);
    expect(report.lint?.matrices?.[0]?.rows).toHaveLength(3);
  });
});

describe('--fix-plan', () => {
  it('prints patches that give the sizes it tells, and edits nothing', async () => {
    const { report } = await lintJson(['--fix-plan', ...SERVER], { cwd: process.cwd() });
    const plan = report.lint?.fixPlan;
    expect(plan?.tools.map(({ tool }) => tool)).toEqual([
      'find_issues',
      'get_issue',
      'comment.add',
      'list_projects',
    ]);
    expect(plan?.tools[1]).toMatchObject({
      rules: ['schema-dialect-uri', 'definition-noise'],
      patch: [
        { op: 'remove', path: '/inputSchema/$schema' },
        { op: 'remove', path: '/inputSchema/properties/id/title' },
        { op: 'remove', path: '/inputSchema/properties/with_comments/title' },
      ],
    });
  });

  it('leaves nothing to repair once it is applied, also where two patches meet', async () => {
    const { count } = await loadO200k();
    const { text, tools } = hardTools();
    const input: LintInput = {
      lists: [{ server: 's', toolset: 'default', tools, isInTotal: true }],
      rules: Object.values(lintRules),
      settings: RECOMMENDED,
      inPlay: hostsInPlay({ chosen: [], hostProfiles: [], presets: [] }),
      countTokens: count,
    };
    const plan = planFixes(input, lint(input).findings);
    expect(plan.tools.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(plan.tools[0]?.rules.length).toBeGreaterThan(1);
    const repaired = tools.map((tool, index) => {
      const repair = plan.tools.find((one) => one.index === index);
      return repair === undefined ? tool : applyPatch(tool, repair.patch);
    });
    for (const { index, before, after } of plan.tools) {
      expect(count(genericText(tools[index] ?? null))).toBe(before.tokens);
      expect(count(genericText(repaired[index] ?? null))).toBe(after.tokens);
      expect(Buffer.byteLength(JSON.stringify(repaired[index]))).toBe(after.bytes);
    }
    const again = lint({
      ...input,
      lists: [{ server: 's', toolset: 'default', tools: repaired, isInTotal: true }],
    });
    const fixed = new Set(plan.tools.flatMap(({ rules }) => rules));
    expect(
      again.findings.filter(({ ruleId, isPatchSafe }) => fixed.has(ruleId) && isPatchSafe === true),
    ).toEqual([]);
    expect(JSON.stringify(tools)).toBe(text);
  });
});

/** Definitions in which one repair removes what another one would change. */
function hardTools(): { readonly tools: readonly JsonValue[]; readonly text: string } {
  const tools: readonly JsonValue[] = [
    {
      name: 'find',
      description: 'Find things by what they are called.   ',
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        title: 'findArguments',
        properties: {
          by: { $ref: '#/$defs/By' },
          limit: { type: 'integer', title: 'Limit', description: 'At most.' },
        },
        $defs: { By: { title: 'By', type: 'string', description: 'A name.' }, Unused: { type: 'string' } },
      },
    },
    { name: 'list', description: 'List everything there is.', inputSchema: { type: 'object' } },
    { name: '__proto__', description: 'Zero\u200bwidth in a description.', inputSchema: {} },
    plain('drives'),
  ];
  return { tools, text: JSON.stringify(tools) };
}

it('lints what a server sends through the wire, broken tools included', async () => {
  const { code, stderr, stdout } = await run(['lint', '--settle', '0', '--', 'node', FAKE, 'broken']);
  expect(stderr).toBe('');
  expect(code).toBe(1);
  expect(stdout).toContain('schema-root-type');
});

it.each([['lint', '--help']])('%s shows its flags', async (...args) => {
  const { stdout } = await run(args);
  for (const flag of ['--matrix', '--fix-plan', '--rule <id>', '--host <ids>'])
    expect(stdout).toContain(flag);
});
