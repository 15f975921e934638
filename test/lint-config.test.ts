/** What a config says of rules: read, checked, resolved. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findConfigs } from '../src/config/config-find.ts';
import { loadConfigs } from '../src/config/config-load.ts';
import { complaintOf, folderWith, planOf, REPORTER_IDS } from './config-folder.ts';
import { complaint, definition, gateFolder, list } from './gate-folder.ts';

const servers = { media: { command: 'node' }, other: { command: 'node' } };
const because = 'it is so';

async function settingsOf(config: object) {
  return (await planOf({ servers, ...config })).plan.lint;
}

describe('lint in a config', () => {
  it('is absent where nothing is said, and false where it is off', async () => {
    expect(await settingsOf({})).toBeUndefined();
    expect(await settingsOf({ lint: false })).toBe(false);
    // A plug-in is not even looked for.
    expect(await settingsOf({ lint: false, plugins: ['./none.mjs'] })).toBe(false);
  });

  it('becomes settings, with the place of each suppression', async () => {
    const settings = await settingsOf({
      lint: {
        extends: ['strict', 'portable', 'strict'],
        rules: { 'tool-count': { many: 30 }, 'tool-name-length': 'error' },
        overrides: [
          { server: 'me*', tool: 'x', rules: { 'description-missing': { severity: 'info', minChars: 5 } } },
        ],
        suppress: [{ rule: 'description-missing', reason: 'absent', toolset: 'default', because }],
      },
    });
    expect(settings).toEqual({
      presets: ['strict', 'portable'],
      rules: {
        'tool-count': { severity: undefined, options: { many: 30 } },
        'tool-name-length': { severity: 'error' },
      },
      overrides: [
        {
          server: 'me*',
          tool: 'x',
          rules: { 'description-missing': { severity: 'info', options: { minChars: 5 } } },
        },
      ],
      suppressions: [
        {
          rule: 'description-missing',
          reason: 'absent',
          toolset: 'default',
          because,
          source: { file: 'mcp-budget.config.json', line: 35, key: 'lint.suppress[0]' },
        },
      ],
      pluginRules: [],
    });
    expect(await settingsOf({ lint: {} })).toMatchObject({ presets: ['recommended'], rules: {} });
    expect(await settingsOf({ lint: { extends: 'security' } })).toMatchObject({ presets: ['security'] });
  });

  it.each([
    ['true', { lint: true }, 'lint: expected false, or an object, found true', undefined],
    ['an unknown key', { lint: { rule: {} } }, 'lint.rule: unknown key', 'did you mean rules?'],
    [
      'an unknown preset',
      { lint: { extends: 'all' } },
      'lint.extends: expected one of recommended',
      undefined,
    ],
    ['no preset', { lint: { extends: [] } }, 'lint.extends: expected', undefined],
    [
      'an unknown rule',
      { lint: { rules: { 'tool-name-lenght': 'error' } } },
      'lint.rules.tool-name-lenght: no rule "tool-name-lenght" is known',
      'did you mean tool-name-length',
    ],
    [
      'a rule unlike any',
      { lint: { rules: { qqqqqq: 'off' } } },
      'no rule "qqqqqq" is known',
      'mcp-budget explain lists them',
    ],
    [
      'an unknown level',
      { lint: { rules: { 'tool-count': 'warn' } } },
      'lint.rules.tool-count: expected one of off, info, warning, error, or {"severity": …, "<option>": …}, found "warn"',
      undefined,
    ],
    [
      'an unknown option',
      { lint: { rules: { 'tool-count': { mani: 3 } } } },
      'lint.rules.tool-count.mani: tool-count has no option "mani"',
      'did you mean many?',
    ],
    [
      'an option of a rule that has none',
      { lint: { rules: { 'schema-root-type': { max: 3 } } } },
      'schema-root-type has no option "max"',
      'it has none',
    ],
    [
      'an option of another type',
      { lint: { rules: { 'tool-count': { many: '30' } } } },
      'lint.rules.tool-count.many: expected a number that is not negative, found "30"',
      undefined,
    ],
    [
      'a negative number',
      { lint: { rules: { 'tool-count': { many: -1 } } } },
      'expected a number that is not negative, found -1',
      undefined,
    ],
    [
      'an option that is null',
      { lint: { rules: { 'tool-count': { many: null } } } },
      'lint.rules.tool-count.many: expected a number, text, true, false or a list of text, found null',
      undefined,
    ],
    [
      'a server that is misspelt',
      { lint: { overrides: [{ server: 'medai', rules: {} }] } },
      'lint.overrides[0].server: "medai" matches no server of this config',
      'did you mean media?',
    ],
    [
      'a rule in an override',
      { lint: { overrides: [{ rules: { 'tool-cuont': 'off' } }] } },
      'lint.overrides[0].rules.tool-cuont: no rule',
      'did you mean tool-count?',
    ],
    [
      'an override of nothing',
      { lint: { overrides: [{ tool: 'x' }] } },
      'lint.overrides[0].rules: expected',
      undefined,
    ],
    [
      'a suppression without why',
      { lint: { suppress: [{ rule: 'tool-count' }] } },
      'lint.suppress[0].because: expected why, in words, found nothing',
      undefined,
    ],
    [
      'a blank why',
      { lint: { suppress: [{ rule: 'tool-count', because: ' \t' }] } },
      'lint.suppress[0].because: it is blank',
      undefined,
    ],
    [
      'a suppressed rule that is unknown',
      { lint: { suppress: [{ rule: 'tool-counts', because }] } },
      'lint.suppress[0].rule: no rule',
      'did you mean tool-count?',
    ],
    [
      'a reason that the rule has not',
      { lint: { suppress: [{ rule: 'description-missing', reason: 'to-short', because }] } },
      'lint.suppress[0].reason: description-missing has no reason "to-short"',
      'did you mean too-short?',
    ],
    [
      'plugins as text',
      { plugins: './x.mjs' },
      'plugins: expected a list of files, found "./x.mjs"',
      undefined,
    ],
    [
      'a rule called __proto__',
      { lint: { rules: JSON.parse('{"__proto__":"off"}') as object } },
      '__proto__',
      undefined,
    ],
  ])('is refused with %s', async (_, config, message, hint) => {
    const told = await complaintOf({ 'mcp-budget.config.json': { servers, ...config } });
    expect(told.name).toBe('ConfigError');
    expect(told.lines.join('\n')).toContain(message);
    expect(told.lines[0]).toMatch(/^mcp-budget\.config\.json:\d+ {2}/);
    if (hint !== undefined) expect(told.hint).toContain(hint);
  });

  it('is told with all other mistakes of the file at once', async () => {
    const { lines } = await complaintOf({
      'mcp-budget.config.json': {
        servers: { media: { command: 'node', url: 'http://x' } },
        lint: { rules: { a: 'off', b: 'off' }, suppress: [{ rule: 'c', because: '' }] },
      },
    });
    expect(lines.length).toBe(1);
    const all = await complaintOf({
      'mcp-budget.config.json': {
        servers: { media: { command: 'node', url: 'http://x' } },
        lint: { rules: { aaaaaa: 'off' }, suppress: [{ rule: 'cccccc', because: ' ' }] },
      },
    });
    expect(all.lines.length).toBe(4);
  });

  it('holds in YAML too', async () => {
    const text = 'servers: { media: { command: node } }\nlint:\n  rules:\n    tool-cuont: off\n';
    const { lines } = await complaintOf({ 'mcp-budget.config.yaml': text });
    expect(lines[0]).toContain('mcp-budget.config.yaml:4  lint.rules.tool-cuont: ');
  });

  it('is not looked at, and its plug-ins are not run, where no rules are given', async () => {
    const cwd = folderWith({
      'mcp-budget.config.json': { servers, lint: { rules: { nothing: 'off' } }, plugins: ['./p.mjs'] },
      'p.mjs': 'globalThis.wasRun = true;',
      '.git/HEAD': '',
    });
    const found = await findConfigs({ cwd, paths: [] });
    const [loaded] = await loadConfigs(found, { cwd, reporterIds: REPORTER_IDS });
    expect(loaded?.pluginRules).toBeUndefined();
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  it('is refused by check that starts nothing', async () => {
    const folder = (rule: string) =>
      gateFolder(
        { servers: { media: { snapshot: 'media.json' } }, lint: { rules: { [rule]: 'error' } } },
        { 'media.json': list(definition('alpha')), 'node_modules/x': '' },
      );
    const { code, stderr } = await complaint(folder('tool-cuont'), ['check', '--offline']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean tool-count?');
  });
});

describe('the published schema', () => {
  const { $defs } = JSON.parse(readFileSync('schema.json', 'utf8')) as {
    $defs: { lintRules: { properties: Readonly<Record<string, { description: string }>> } };
  };

  it('offers rules with what they find', async () => {
    const { lintRules } = await import('../src/judge/lint/rules/index.ts');
    expect(
      Object.entries($defs.lintRules.properties).map(([id, { description }]) => [id, description]),
    ).toEqual(Object.values(lintRules).map(({ id, summary }) => [id, summary]));
  });
});
