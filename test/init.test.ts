/** `init`: the first check after it is green and tight, and no secret gets into what it writes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitFor } from '../src/config/limits-for.ts';
import type { Report } from '../src/model/report.ts';
import { run, type RunOptions } from './run.ts';

const CONFIG = 'mcp-budget.config.jsonc';
const BASELINE = 'mcp-budget.baseline.json';
const example = resolve('fixtures/servers/example.mjs');
const media = resolve('fixtures/servers/media.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (args: readonly string[], env: RunOptions['env'] = {}) =>
  run(['init', '--settle', '0', ...args], { cwd: folder, env });
const readConfig = () => parse(readFileSync(join(folder, CONFIG), 'utf8')) as Record<string, never>;

async function check(env: RunOptions['env'] = {}) {
  const ran = await run(['check', '--settle', '0', '--format', 'json'], { cwd: folder, env });
  return { ...ran, report: JSON.parse(ran.stdout) as Report };
}

describe('the first check', () => {
  it('is green, and every list limit is used by at least nine tenths', async () => {
    const ran = await init(['--toolsets', 'env:MEDIA_TOOLSETS=,image,video', '--', 'node', media]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toBe(
      'media: 38 tools, 4 toolsets; 4 starts.\n' +
        'wrote mcp-budget.config.jsonc    limits = sizes + 2–4 %, rounded; counts exact\n' +
        'wrote mcp-budget.baseline.json   sizes and hashes\n' +
        'Next: commit both; in CI: npx mcp-budget check --format github\n',
    );
    const { code, report } = await check();
    expect(code).toBe(0);
    // What the media server lacks already is accepted, or only told.
    expect(report.findings.filter((one) => !one.accepted && one.severity !== 'info')).toEqual([]);
    const checks = report.gate?.checks.filter(({ ruleId }) => ruleId.startsWith('budget-')) ?? [];
    const sizes = checks.filter(({ unit }) => unit === 'tokens' || unit === 'chars');
    expect(sizes.length).toBe(8);
    for (const { actual = 0, limit } of sizes) expect(actual / limit).toBeGreaterThan(0.95);
    expect(report.servers[0]?.toolsets.map(({ name, tools }) => [name, tools])).toEqual([
      ['all', 38],
      ['none', 6],
      ['image', 15],
      ['video', 14],
    ]);
  });

  it('fails for one more tool, and passes once its words are cut', async () => {
    await init(['--env', 'MEDIA_VERBOSE_TOOL=${env:VERBOSE:-}', '--', 'node', media]);
    expect(
      (await check({ VERBOSE: '1' })).report.findings
        .filter(({ severity }) => severity === 'error')
        .map(({ ruleId }) => ruleId),
    ).toEqual(['budget-tokens', 'budget-tools']);
    expect((await check()).code).toBe(0);
  });

  it.each([
    ['env:GROUPS=core,admin', ['all', 'core', 'admin'], 'GROUPS'],
    ['arg:--groups=core', ['all', 'core'], '--groups'],
  ])('asks whether the server knows what makes no difference: %s', async (toolsets, names, name) => {
    const ran = await init(['--toolsets', toolsets, '--', 'node', example]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain(`\nThe toolsets are all alike: does the server read ${name}?\n`);
    expect(Object.keys(readConfig()['servers']?.['example']?.['toolsets'] ?? {})).toEqual(names);
  });

  it('holds the number of tools to what it is, and tokens to the baseline as well', async () => {
    await init(['--', 'node', example]);
    expect(readConfig()).toMatchObject({
      servers: { example: { budget: { tools: 5 } } },
      baseline: { growth: { tokens: '5% and 100' } },
    });
    expect(readFileSync(join(folder, CONFIG), 'utf8')).toMatch(/^\/\/ .*counts are exact/);
    const { report } = await check();
    expect(report.gate?.checks.map(({ ruleId, verdict }) => [ruleId, verdict])).toEqual(
      expect.arrayContaining([
        ['budget-tools', 'ok'],
        ['growth-tokens', 'ok'],
      ]),
    );
  });

  it('passes for several servers and a list from a file', async () => {
    writeFileSync(
      join(folder, 'list.json'),
      JSON.stringify([{ name: 'a', inputSchema: { type: 'object' } }]),
    );
    expect((await init(['list.json', `node ${example}`])).code).toBe(0);
    expect(Object.keys(readConfig()['servers'] ?? {})).toEqual(['list', 'example']);
    expect((await check()).code).toBe(0);
  });

  it('passes where a list differs from reading to reading', async () => {
    const ran = await init(['--', 'node', resolve('fixtures/servers/stdio-fake.mjs'), 'order-differs']);
    expect(ran.stdout).toContain('"allowDynamic"');
    const { code, report } = await check();
    expect(report.servers[0]?.status).toBe('dynamic');
    expect(code).not.toBe(3);
  });
});

describe('limits', () => {
  it.each([
    [5_551, 5_750],
    [9_843, 10_200],
    [244_000, 250_000],
    [677, 700],
    [53, 55],
    [5, 6],
    [1, 2],
  ])('for %i: %i', (measured, limit) => {
    expect(limitFor(measured)).toBe(limit);
  });

  it('are always above what is told as near, and from 50 on at most 4 % above', () => {
    for (let measured = 1; measured < 5_000; measured += 1) {
      const limit = limitFor(measured);
      expect(measured / limit).toBeLessThan(0.98);
      if (measured >= 50) expect(limit / measured).toBeLessThanOrEqual(1.04);
    }
  });
});

const asksFor = (...names: readonly string[]): string =>
  `${names
    .map((name) => `if (!process.env.${name}) { console.error('${name} is required'); process.exit(1); }`)
    .join('')} import('${example}');`;

describe('variables', () => {
  it('that are missing are tried with a placeholder, and said', async () => {
    const ran = await init(['--name', 'weather', '--', 'node', '-e', asksFor('API_KEY', 'OTHER_KEY')]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('API_KEY, OTHER_KEY missing: listed with a placeholder');
    expect(readConfig()).toMatchObject({
      servers: {
        weather: {
          env: { API_KEY: '${env:API_KEY:-placeholder}', OTHER_KEY: '${env:OTHER_KEY:-placeholder}' },
        },
      },
    });
    // As in a pull request without secrets, and as with one.
    expect((await check()).code).toBe(0);
    expect((await check({ API_KEY: 'a-real-key', OTHER_KEY: 'another-key' })).code).toBe(0);
  });

  it('that are set get a placeholder where the list is the same without them', async () => {
    const ran = await init(['--env', 'API_KEY', '--', 'node', '-e', asksFor('API_KEY')], {
      API_KEY: 'sk-live-0123456789',
    });
    expect(ran).toMatchObject({ code: 0 });
    expect(readConfig()).toMatchObject({
      servers: { node: { env: { API_KEY: '${env:API_KEY:-placeholder}' } } },
    });
    for (const name of [CONFIG, BASELINE])
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain('sk-live');
  });

  it('that change the list get none', async () => {
    const code = `process.env.MEDIA_TOOLSETS = process.env.API_KEY === 'placeholder' ? '' : 'image'; import('${media}');`;
    const ran = await init(['--env', 'API_KEY', '--', 'node', '-e', code], { API_KEY: 'sk-live-0123456789' });
    expect(ran.stdout).toContain('API_KEY: the list is another one without it');
    expect(readConfig()).toMatchObject({ servers: { node: { env: { API_KEY: '${env:API_KEY}' } } } });
    expect((await check()).report.servers[0]?.status).toBe('needs-input');
  });
});

describe('secrets', () => {
  it.each([
    ['an env literal', ['--env', 'API_KEY=sk-live-0123456789', '--', 'node', example], /--env API_KEY/],
    [
      'an env literal with one in it',
      ['--env', 'DB=postgres://u:sk-live-1234@h/d', '--', 'node', example],
      /DB/,
    ],
    ['an argument', ['--', 'node', example, '--api-key', 'sk-live-0123456789'], /an argument/],
    ['a header', ['https://mcp.example.com/mcp', '--header', 'X-Key: sk-live-0123456789'], /--header X-Key/],
    ['a URL', ['https://mcp.example.com/mcp?api_key=sk-live-0123456789'], /the URL/],
  ])('%s is refused, and not told', async (_, args, expected) => {
    const ran = await init(args);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(expected);
    expect(ran.stderr).toMatch(/variable|export/);
    expect(ran.stdout + ran.stderr).not.toContain('sk-live');
    expect(existsSync(join(folder, CONFIG))).toBe(false);
  });
});

it('a secret in the name of a tool is not written into the baseline, which still fits', async () => {
  const env = { API_KEY: 'sk-live-0123456789' };
  const server = ['--', 'node', resolve('fixtures/servers/stdio-fake.mjs'), 'secret-name'];
  expect(await init(['--env', 'API_KEY', ...server], env)).toMatchObject({ code: 0 });
  for (const name of [CONFIG, BASELINE])
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('sk-live');
  const { code, report } = await check(env);
  expect([code, report.servers[0]?.toolsets[0]?.difference?.tools]).toEqual([0, []]);
});

describe('what is there', () => {
  it('is not overwritten without --force', async () => {
    writeFileSync(join(folder, CONFIG), '{ "servers": {} }');
    const refused = await init(['--', 'node', example]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/already[\s\S]*--force/);
    expect(readFileSync(join(folder, CONFIG), 'utf8')).toBe('{ "servers": {} }');
    expect((await init(['--force', '--', 'node', example])).code).toBe(0);
    expect(Object.keys(readConfig()['servers'] ?? {})).toEqual(['example']);
  });

  it('in another form is never joined by a second one', async () => {
    writeFileSync(join(folder, 'mcp-budget.config.yaml'), 'servers: {}\n');
    const ran = await init(['--force', '--', 'node', example]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.stderr).toContain('mcp-budget.config.yaml');
  });

  it('is not touched when the server cannot be measured', async () => {
    const ran = await init(['--', 'node', '-e', 'console.error("no database"); process.exit(1)']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('no database');
    expect(existsSync(join(folder, CONFIG))).toBe(false);
  });

  it('is not touched when a list is cut off', async () => {
    const [name, inputSchema] = ['a', { type: 'object' }];
    writeFileSync(
      join(folder, 'cut.json'),
      JSON.stringify({ tools: [{ name, inputSchema }], nextCursor: 'more' }),
    );
    const ran = await init(['cut.json']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('cut/default could not be measured: the file ends with a cursor');
    expect(existsSync(join(folder, CONFIG))).toBe(false);
  });

  it('is not touched for a server without tools', async () => {
    writeFileSync(join(folder, 'none.json'), '{"tools":[]}');
    const ran = await init(['none.json']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('lists no tools');
  });
});

it.each([
  [[], 'needs a server'],
  [['--toolsets', 'GROUPS=a,b', '--', 'node', example], "--toolsets 'env:GROUPS=core,admin'"],
  [['--toolsets', 'env:A=a,a', '--', 'node', example], 'named twice'],
  [['--toolsets', 'arg:--caps=a,b', 'https://mcp.example.com/mcp'], 'header:Name=a,b'],
  [['--toolsets', 'env:A=a', `node ${example}`, `node ${media}`], 'which one is meant'],
])('%j is a mistake with a hint', async (args, expected) => {
  const ran = await init(args);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(expected);
});
