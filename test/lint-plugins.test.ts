/** Rules of the user's own: loaded, held to the interface, run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesOfConfig } from '../src/commands/lint-plugins.ts';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import type { LintRule } from '../src/model/lint.ts';
import type { LintSettings } from '../src/model/lint-settings.ts';
import { complaintOf, folderWith, plansOf } from './config-folder.ts';
import { check, complaint, definition, gateFolder, list } from './gate-folder.ts';
import { lintWith } from './lint-cases.ts';

const plugin = readFileSync('fixtures/plugins/house-rules.mjs', 'utf8');
const servers = { media: { command: 'node' } };
const reasons = "{ so: { summary: 'It is so.', suggestion: 'Change it.', concerns: 'everyone' } }";

/** A plug-in with one rule, whose keys are code. */
function ruleText(keys: Readonly<Record<string, string | undefined>> = {}): string {
  const all = {
    id: "'house-rule'",
    severity: "'warning'",
    summary: "'It is so.'",
    why: "'It matters.'",
    reasons,
    checkTool: "() => [{ reason: 'so', at: ['name'], what: 'a name' }]",
    ...keys,
  };
  const members = Object.entries(all).map(([key, value]) => (value === undefined ? '' : `${key}: ${value},`));
  return `export default [{ ${members.join(' ')} }];`;
}

/** What loading a plug-in complains about, without its place. */
async function complaints(text: string) {
  const told = await complaintOf({
    'mcp-budget.config.json': { servers, plugins: ['./p.mjs'] },
    'p.mjs': text,
  });
  expect(told.name).toBe('ConfigError');
  return { ...told, text: told.lines.join('\n') };
}

async function settingsOf(files: Readonly<Record<string, unknown>>, config: object): Promise<LintSettings> {
  const cwd = folderWith({ 'mcp-budget.config.json': { servers, ...config }, ...files, '.git/HEAD': '' });
  const lint = (await plansOf(cwd)).plans[0]?.lint;
  if (lint === undefined || lint === false) throw new Error('no settings');
  return lint;
}

const lists = [
  {
    server: 'media',
    toolset: 'default',
    isInTotal: true,
    tools: [{ name: 'get_a' }, { name: 'fetch_b' }, { description: 'no name' }, null],
  },
];
const find = (settings: LintSettings) => lintWith(settings.pluginRules, lists, { settings });

describe('a plug-in', () => {
  it('adds its rules, which are set, suppressed and told like the shipped ones', async () => {
    const files = { 'rules/house-rules.mjs': plugin };
    const config = { plugins: ['./rules/house-rules.mjs'] };
    const { findings } = find(await settingsOf(files, config));
    expect(findings).toMatchObject([
      {
        ruleId: 'tool-name-verb',
        reason: 'other-verb',
        severity: 'warning',
        tool: 'fetch_b',
        pointer: '/tools/1/name',
        message: 'the name begins with `fetch`',
        suggestion: 'Begin it with get, list, create.',
      },
    ]);
    const rules = { 'tool-name-verb': { severity: 'error', verbs: ['fetch'] } };
    expect(find(await settingsOf(files, { ...config, lint: { rules } })).findings).toMatchObject([
      { tool: 'get_a', severity: 'error' },
    ]);
    const suppress = [{ rule: 'tool-name-verb', reason: 'other-verb', because: 'old names' }];
    expect(find(await settingsOf(files, { ...config, lint: { suppress } }))).toMatchObject({
      findings: [],
      suppressed: 1,
    });
    const { lines, hint } = await complaintOf({
      ...files,
      'mcp-budget.config.json': { servers, ...config, lint: { rules: { 'tool-name-verb': { verb: [] } } } },
    });
    expect(lines[0]).toContain('tool-name-verb has no option "verb"');
    expect(hint).toBe('did you mean verbs?');
  });

  it('is the one that docs/config.md shows', () => {
    expect(readFileSync('docs/config.md', 'utf8')).toContain(`// my-rules.mjs\n${plugin}\`\`\`\n`);
  });

  it.each([
    ['rules.ts', `const id: string = 'house-rule';\n${ruleText({ id: 'id as string' })}`],
    ['rules.mts', ruleText()],
    ['rules.mjs', ruleText().replace('export default', 'export const rules =')],
    ['rules.cjs', ruleText().replace('export default', 'module.exports =')],
    ['rules.mjs', ruleText().replace('export default', 'const x =') + ' export default Promise.resolve(x);'],
  ])('may be %s', async (name, text) => {
    const { pluginRules } = await settingsOf({ [name]: text }, { plugins: [name] });
    expect(pluginRules.map(({ id }) => id)).toEqual(['house-rule']);
    expect(pluginRules[0]).toMatchObject({
      group: 'conventions',
      fix: 'none',
      bad: [],
      good: [],
      sources: [],
    });
  });

  it('is called on its rule, and may return a list', async () => {
    const text = ruleText({
      words: "['a name']",
      checkTool: "function () { return [{ reason: 'so', at: [], what: this.words[0] }]; }",
    });
    const settings = await settingsOf({ 'p.mjs': text }, { plugins: ['p.mjs'] });
    expect(find(settings).findings.map(({ message }) => message)).toEqual([
      'a name',
      'a name',
      'a name',
      'a name',
    ]);
  });

  it.each([
    ['a syntax error', 'export default [', 'plugins[0]: ./p.mjs: it cannot be run: '],
    ['code that throws', 'throw null', 'it cannot be run: null'],
    ['no export', 'const a = 1', 'it exports no rules'],
    ['another export', 'export default { id: 1 }', 'what it exports is no list of rules'],
    ['no object', 'export default [5]', 'a rule is an object, this is a number'],
    [
      'no id',
      ruleText({ id: undefined }),
      'the id of a rule is in kebab-case, e.g. tool-name-verb; this is nothing',
    ],
    ['an id in camel case', ruleText({ id: "'houseRule'" }), 'this is "houseRule"'],
    ['a shipped id', ruleText({ id: "'tool-count'" }), 'rule tool-count: a shipped rule has this id already'],
    ["the gate's id", ruleText({ id: "'budget-tokens'" }), 'rule budget-tokens: a shipped rule has this id'],
    [
      'no level',
      ruleText({ severity: "'warn'" }),
      'severity is expected to be one of off, info, warning, error, found "warn"',
    ],
    ['no why', ruleText({ why: "' '" }), 'rule house-rule: why is expected to be a sentence, found " "'],
    ['another group', ruleText({ group: "'mine'" }), 'group is expected to be one of names, '],
    [
      'another fix',
      ruleText({ fix: 'true' }),
      'fix is expected to be one of safe, suggest, none, found a boolean',
    ],
    ['no reasons', ruleText({ reasons: '{}' }), 'rule house-rule: it has no reasons'],
    ['reasons as a list', ruleText({ reasons: '[]' }), 'reasons is expected to be an object, found a list'],
    [
      'a bare reason',
      ruleText({ reasons: '{ so: {} }' }),
      'reason so: summary is expected to be a sentence, found nothing',
    ],
    [
      'no concern',
      ruleText({ reasons: reasons.replace('everyone', 'all') }),
      'concerns is expected to be one of everyone, hosts, found "all"',
    ],
    ['no check', ruleText({ checkTool: undefined }), 'it has none of checkTool, checkList, checkRun'],
    [
      'a check that is none',
      ruleText({ checkTool: '[]' }),
      'checkTool is expected to be a function, found a list',
    ],
    [
      'an option of no type',
      ruleText({ options: "{ a: { type: 'map', describe: 'It.' } }" }),
      'option a: type is expected to be one of number, text, flag, texts, found "map"',
    ],
    [
      'an option called severity',
      ruleText({ options: "{ severity: { type: 'text', describe: 'It.' } }" }),
      'an option cannot be called severity',
    ],
    [
      'a default of another type',
      ruleText({ options: "{ a: { type: 'number', default: '1', describe: 'It.' } }" }),
      'the default of option a is not of its type, number',
    ],
  ])('is refused with %s', async (_, text, message) => {
    const told = await complaints(text);
    expect(told.text).toContain(message);
    expect(told.text).toMatch(/^mcp-budget\.config\.json:\d+ {2}plugins\[0\]: \.\/p\.mjs: /);
  });

  it('that is not there is told with what is', async () => {
    const { lines, hint } = await complaintOf({
      'mcp-budget.config.json': { servers, plugins: ['./house-rule.mjs'] },
      'house-rules.mjs': plugin,
    });
    expect(lines[0]).toContain('plugins[0]: ./house-rule.mjs: no such file');
    expect(hint).toBe('did you mean house-rules.mjs?');
  });

  it('has no rule that another one has', async () => {
    const told = await complaintOf({
      'mcp-budget.config.json': { servers, plugins: ['a.mjs', 'b.mjs'] },
      'a.mjs': ruleText(),
      'b.mjs': ruleText(),
    });
    expect(told.lines[0]).toContain(
      'plugins[1]: b.mjs: rule house-rule: a rule of a.mjs has this id already',
    );
  });
});

describe('a check that fails', () => {
  async function failure(checkText: string, key = 'checkTool') {
    const keys = { checkTool: undefined, [key]: checkText };
    const settings = await settingsOf({ 'p.mjs': ruleText(keys) }, { plugins: ['p.mjs'] });
    try {
      find(settings);
    } catch (error) {
      const { name, message } = error as Error;
      expect(name).toBe('ConfigError');
      return message;
    }
    throw new Error('nothing failed');
  }

  it.each([
    ['(tool) => tool.name.length', 'p.mjs  rule house-rule fails at tool 1 of media: '],
    [
      '(tool) => [...tool.name].flatMap(() => [])',
      'rule house-rule fails at tool 3 of media: tool.name is not iterable',
    ],
    ['function* () { throw new Error("one\\ntwo"); }', 'fails at tool 1 of media: one'],
    ['() => { throw { toString() { throw 1; } }; }', 'it throws what has no text'],
    ['async () => []', 'is not iterable'],
    ["() => [{ reason: 'x', at: [], what: 'w' }]", 'yields what is no place: its reason is none of so'],
    ["() => [{ reason: 'so', at: '/name', what: 'w' }]", 'at is no list of keys and indexes'],
    ["() => [{ reason: 'so', at: [] }]", 'what is no text'],
    ["() => ['so']", 'it is no object'],
    ["() => [{ reason: 'so', at: [], what: 'w', places: [1] }]", 'places are no lists'],
    ["() => [{ reason: 'so', at: [], what: 'w', severity: 'bad' }]", 'severity is none of'],
    [
      "() => [{ reason: 'so', at: [], what: 'w', hosts: [{ id: 'x', action: 'eat', confidence: 'docs' }] }]",
      'hosts are no list of',
    ],
    ["() => [{ reason: 'so', at: [], what: 'w', hosts: [null] }]", 'fails at tool 1'],
    ["() => [{ reason: 'so', at: [], what: 'w', limit: '5' }]", 'actual, limit or tokensSaved is no number'],
    [
      "() => [{ reason: 'so', at: [], what: 'w', patch: [{ op: 'remove', path: '/none' }] }]",
      'a patch finds no /none',
    ],
    ["() => [{ reason: 'so', at: [], what: 'w', list: {} }]", 'list is none of those that it was given'],
  ])('%s', async (text, message) => {
    expect(await failure(text)).toContain(message);
  });

  it('also of a list and of all lists', async () => {
    expect(await failure('() => 5', 'checkList')).toContain('p.mjs  rule house-rule fails: ');
    const patched = "() => [{ reason: 'so', at: [], what: 'w', patch: [] }]";
    expect(await failure(patched, 'checkRun')).toContain('only checkTool can have a patch');
  });

  it('ends check with exit code 2, and is no bug of ours', async () => {
    const cwd = gateFolder(
      { servers: { media: { snapshot: 'media.json' } }, plugins: ['p.mjs'] },
      {
        'media.json': list(definition('alpha')),
        'p.mjs': ruleText({ checkTool: '() => { throw new Error("oh"); }' }),
      },
    );
    const { code, stderr } = await complaint(cwd, ['check']);
    expect(code).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('p.mjs rule house-rule fails at tool 1 of media: oh');
    expect(stderr).not.toContain('bug');
  });
});

it('is loaded by check that starts nothing, each time anew', async () => {
  const cwd = gateFolder(
    { servers: { media: { snapshot: 'media.json' } }, plugins: ['./p.ts'] },
    { 'media.json': list(definition('alpha')), 'p.ts': ruleText() },
  );
  const found = async () => (await check(cwd, ['--offline'])).report.findings.map(({ ruleId }) => ruleId);
  expect(await found()).toContain('house-rule');
  expect(await found()).toContain('house-rule');
  writeFileSync(join(cwd, 'p.ts'), ruleText({ id: "'other-rule'" }));
  expect(await found()).toContain('other-rule');
  writeFileSync(join(cwd, 'p.ts'), 'export default 5;');
  const { code, stderr } = await complaint(cwd, ['check', '--offline']);
  expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining('is no list of rules')]);
});

it('knows all shipped rules', async () => {
  const { shipped, ofPlugins, problems } = await rulesOfConfig([], { path: '/x/y.json' });
  expect(shipped).toEqual(Object.values<LintRule>(lintRules));
  expect([ofPlugins, problems]).toEqual([[], []]);
});
