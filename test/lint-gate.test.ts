/** `check` with rules on definitions: what fails, what the baseline accepts, what is kept for the next run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupOfConfig } from '../src/commands/lint-groups.ts';
import type { JsonObject } from '../src/json.ts';
import type { ConfigPlan } from '../src/model/plan.ts';
import type { Snapshot } from '../src/model/snapshot.ts';
import { check, definition, gateFolder, list, snapshotText } from './gate-folder.ts';
import { METHOD } from './judged-lists.ts';
import { run } from './run.ts';

const BASELINE = 'mcp-budget.baseline.json';

/** A tool that no rule fails. */
const sound = (name: string): JsonObject => ({
  name,
  title: 'A tool',
  description: 'Reads one thing and gives it back as text.',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object', properties: { id: { type: 'string', description: 'Which one.' } } },
});
/** One that every rule-abiding client loses. */
const broken = (name: string): JsonObject => ({ ...sound(name), inputSchema: {} });

const folder = (tools: readonly JsonObject[], more: JsonObject = {}): string =>
  gateFolder(
    { servers: { media: { snapshot: 'list.json', budget: { tools: 9, staleAt: '0%' } } }, lint: {}, ...more },
    { 'list.json': list(...tools) },
  );
const rulesFound = async (cwd: string, flags: readonly string[] = []) => {
  const { code, report } = await check(cwd, flags);
  return { code, rules: report.findings.map(({ ruleId, accepted }) => (accepted ? `(${ruleId})` : ruleId)) };
};
const rewrite = (cwd: string, ...tools: readonly JsonObject[]): void =>
  writeFileSync(join(cwd, 'list.json'), JSON.stringify(list(...tools)));

describe('a gate', () => {
  it('fails for a definition that every reader refuses, with its place and what to do', async () => {
    const { code, report } = await check(folder([sound('read'), broken('show')]));
    expect(code).toBe(1);
    const finding = report.findings.find(({ severity }) => severity === 'error');
    expect(finding).toMatchObject({
      ruleId: 'schema-root-type',
      reason: 'input',
      tool: 'show',
      index: 1,
      pointer: '/tools/1/inputSchema',
      accepted: false,
    });
    expect(report.lint?.rules).toContain('schema-root-type');
  });

  it('passes sound definitions, and says what they were held against', async () => {
    expect(await rulesFound(folder([sound('read')]))).toEqual({ code: 0, rules: [] });
  });

  it('holds them against the hosts of the config, of each by what is known of it', async () => {
    const tools = [{ ...sound('read'), inputSchema: { type: 'object' } }];
    const ofAll = await check(folder(tools));
    expect([ofAll.code, ofAll.report.findings[0]?.severity]).toEqual([0, 'warning']);
    const ofOne = await check(folder(tools, { hosts: ['openai-chat'] }));
    expect([ofOne.code, ofOne.report.findings[0]?.severity]).toEqual([1, 'error']);
    expect(ofOne.report.findings[0]?.hosts).toEqual(['openai-chat']);
    expect(await rulesFound(folder(tools, { hosts: ['claude-code'] }))).toEqual({ code: 0, rules: [] });
  });

  it('runs no rule where the config says so, and levels as it says', async () => {
    expect(await rulesFound(folder([broken('show')], { lint: false }))).toEqual({ code: 0, rules: [] });
    const off = { rules: { 'schema-root-type': 'off' } };
    expect((await rulesFound(folder([broken('show')], { lint: off }))).code).toBe(0);
    const suppress = [{ rule: 'schema-root-type', tool: 'sh*', because: 'the client is ours' }];
    const suppressed = await check(folder([broken('show')], { lint: { suppress } }));
    expect([suppressed.code, suppressed.report.lint?.suppressed]).toEqual([0, 1]);
  });

  it('shows what fails in a block, and counts the rest', async () => {
    const cwd = folder([sound('read'), broken('show'), { ...sound('old'), description: '' }]);
    const { stdout } = await run(['check', '--settle', '0'], { cwd });
    expect(stdout).toContain('schema-root-type');
    expect(stdout).toContain('npx mcp-budget explain schema-root-type');
    expect(stdout).toMatch(/lint +1 warning.*that do not fail/);
  });
});

it('keeps back for one toolset what it fails for in another', async () => {
  const toolsets = { old: { include: ['show'] }, now: { include: ['show', 'read'] } };
  const suppress = [{ rule: 'schema-root-type', toolset: 'old', because: 'on its way out' }];
  const cwd = gateFolder(
    { servers: { media: { snapshot: 'list.json', toolsets } }, lint: { suppress } },
    { 'list.json': list(sound('read'), broken('show')) },
  );
  const { code, report } = await check(cwd);
  expect(code).toBe(1);
  expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
    { ruleId: 'schema-root-type', tool: 'show' },
  ]);
});

it.each([null, 1, 'tool', true, []])('fails for %j as a tool', async (entry) => {
  const { code, report } = await check(folder([sound('read'), entry as unknown as JsonObject]));
  expect(code).toBe(1);
  expect(report.findings.find(({ severity }) => severity === 'error')?.message).toContain(
    'which is no definition of a tool',
  );
});

it('tells no secret that a definition repeats, whatever is made of it on the way', async () => {
  const secret = `zq8.Wv3/Kp1~Lm5 ${'x7Rt9'.repeat(16)}`;
  const server = `
    const tools = [{ name: 'my ' + process.env.TOKEN, description: 'x', inputSchema: { type: 'object',
      properties: { [process.env.TOKEN]: { $ref: '#/$defs/' + process.env.TOKEN }, b: { type: process.env.TOKEN } } } }];
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      const result = method === 'initialize'
        ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
        : { tools };
      if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    });`;
  const cwd = gateFolder(
    {
      servers: {
        media: { command: process.execPath, args: ['server.cjs'], env: { TOKEN: '${env:TOKEN}' } },
      },
      lint: {},
    },
    { 'server.cjs': server },
  );
  const env = { TOKEN: secret };
  const texts = [readFileSync(join(cwd, 'mcp-budget.config.json'), 'utf8')];
  for (const format of ['table', 'json', 'markdown', 'github', 'gitlab', 'junit', 'sarif'])
    for (const args of [
      ['check'],
      ['lint'],
      ['lint', '--matrix'],
      ['lint', '--fix-plan'],
      ['lint', '--host', 'claude-api'],
    ])
      texts.push(
        Object.values(await run([...args, '--settle', '0', '--format', format], { cwd, env })).join('\n'),
      );
  texts.push(
    Object.values(await run(['find', 'tools.0.custom.input_schema', 'media'], { cwd, env })).join('\n'),
  );
  await run(['check', '--update', '--settle', '0'], { cwd, env });
  texts.push(readFileSync(join(cwd, BASELINE), 'utf8'));
  expect(texts.at(-1)).toContain('schema-ref-unresolved');
  for (const text of texts) {
    for (const part of ['Wv3', 'Kp1', 'Lm5', 'x7Rt9']) expect(text).not.toContain(part);
  }
});

describe('the baseline', () => {
  it('accepts what is there when it is first written, and drops it once it is repaired', async () => {
    const cwd = folder([broken('show')]);
    const first = await rulesFound(cwd, ['--update']);
    expect(first).toEqual({ code: 0, rules: ['(schema-root-type)'] });
    const accepted = (): unknown =>
      (JSON.parse(readFileSync(join(cwd, BASELINE), 'utf8')) as { accepted?: unknown }).accepted;
    expect(accepted()).toMatchObject([{ rule: 'schema-root-type', tool: 'show', pointer: '/inputSchema' }]);
    expect(await rulesFound(cwd)).toEqual({ code: 0, rules: ['(schema-root-type)'] });
    // Another tool in front changes its index only.
    rewrite(cwd, sound('read'), broken('show'));
    expect((await rulesFound(cwd)).rules).toContain('(schema-root-type)');
    rewrite(cwd, sound('show'));
    expect((await check(cwd, ['--update'])).report.gate?.updated?.join()).toContain('dropped 1 accepted');
    expect(accepted()).toEqual([]);
  });

  it('takes a new finding only with a reason', async () => {
    const cwd = folder([sound('read'), sound('show')]);
    await check(cwd, ['--update']);
    rewrite(cwd, sound('read'), broken('show'));
    expect((await rulesFound(cwd)).code).toBe(1);
    const kept = await check(cwd, ['--update']);
    expect([kept.code, kept.report.gate?.updated?.join()]).toEqual([
      1,
      expect.stringContaining('1 new lint finding not accepted'),
    ]);
    expect((await check(cwd, ['--update', '--raise', 'the client is ours'])).code).toBe(0);
    expect((await rulesFound(cwd)).code).toBe(0);
  });

  it('tells which definitions have changed since, and fails for it where security is asked for', async () => {
    const cwd = folder([sound('read')]);
    await check(cwd, ['--update']);
    rewrite(cwd, { ...sound('read'), description: 'Reads one thing and drops it again.' });
    const { code, report } = await check(cwd);
    expect(code).toBe(0);
    expect(report.findings.find(({ ruleId }) => ruleId === 'definition-drift')).toMatchObject({
      severity: 'info',
      reason: 'changed',
      tool: 'read',
    });
    const config = JSON.parse(readFileSync(join(cwd, 'mcp-budget.config.json'), 'utf8')) as JsonObject;
    const strict = { ...config, lint: { extends: ['recommended', 'security'] } };
    writeFileSync(join(cwd, 'mcp-budget.config.json'), JSON.stringify(strict));
    expect((await check(cwd)).code).toBe(1);
    expect((await rulesFound(cwd, ['--update'])).rules).not.toContain('definition-drift');
    expect((await check(cwd)).code).toBe(0);
  });
});

it('finds the same in a committed snapshot, also when it is looked at again', async () => {
  const cwd = gateFolder(
    { servers: { media: { command: 'never-started', budget: { tools: 9, staleAt: '0%' } } }, lint: {} },
    { 'snapshots/media.snapshot.json': snapshotText('media', [broken('show'), definition('x', 1)]) },
  );
  const first = await check(cwd, ['--offline']);
  const again = await check(cwd, ['--offline']);
  expect(first.code).toBe(1);
  expect(first.found.length).toBeGreaterThan(1);
  expect(again.stdout).toBe(first.stdout);
});

it.each<[what: string, more: Partial<Snapshot>, isCompared: boolean]>([
  ['a list that was read whole', {}, true],
  ['one that was cut off', { status: 'partial' }, false],
  ['one in which secrets were replaced', { warnings: [{ id: 'redacted-snapshot', message: '' }] }, false],
])('%s, by lint and check alike: compared with the baseline is %j', (_, more, isCompared) => {
  const snapshot: Snapshot = {
    schemaVersion: 1,
    server: 'media',
    toolset: 'default',
    status: 'measured',
    warnings: [],
    tools: [],
    ...more,
  };
  const recorded = { tools: 0, bytes: 2, instructions: { chars: 0, bytes: 0 }, byTool: {} };
  const baseline = {
    schemaVersion: 1,
    method: METHOD,
    servers: { media: { default: recorded } },
    raises: [],
  } as const;
  const plan = { label: '', hosts: [], hostProfiles: [] } as unknown as ConfigPlan;
  const group = groupOfConfig([{ snapshot, isInTotal: true }], plan, {
    baseline: { baseline },
    chosen: [],
    isPart: false,
    isWhole: true,
    secrets: [],
  });
  expect(group.lists[0]?.accepted).toBe(isCompared ? recorded : undefined);
});
