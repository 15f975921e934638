/** `measure` with models whose tokenizer is not public, with the provider's own count, and with prices. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../src/model/report.ts';
import { families } from '../src/tokens/families/index.ts';
import { run, type Ran, type RunOptions } from './run.ts';

const KEY = 'sk-ant-test-4Lm9/+x=';
const TOOLS = Array.from({ length: 3 }, (_, index) => ({
  name: `tool_${index}`,
  description: 'Find notes by their text, newest first. '.repeat(20),
  inputSchema: { type: 'object', properties: { q: { type: 'string', description: 'What to find.' } } },
}));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'measure-estimates-'));
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'list.json'), JSON.stringify({ tools: TOOLS }));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const measure = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  run(['measure', 'list.json', ...args], {
    cwd: folder,
    columns: 200,
    ...options,
    env: { HOME: folder, ...options.env },
  });

async function reportOf(args: readonly string[], options: RunOptions = {}): Promise<Report> {
  const { stdout, stderr } = await measure([...args, '--format', 'json'], options);
  expect(stderr).toBe('');
  const report = JSON.parse(stdout) as Report;
  expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
  return report;
}

const isReport = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as object,
);

describe('--tokenizer', () => {
  it('is Claude where none is asked for', async () => {
    const { estimates = [], servers } = await reportOf([]);
    const generic = servers[0]?.toolsets[0]?.views?.generic;
    const structuralChars = generic?.structuralChars ?? NaN;
    const text = JSON.stringify(TOOLS);
    expect(structuralChars).toBe(text.match(/[{}[\]":,]/g)?.length);
    const input = { o200k: generic?.tokens.value ?? NaN, structuralChars, tools: 3 };
    expect(estimates).toEqual([families.claude.estimate(input)]);
  });

  it('shows each family once, in the order given, value and range together', async () => {
    const args = ['--tokenizer', 'gemini, claude', '--tokenizer', 'gemini'];
    const { estimates = [] } = await reportOf(args);
    expect(estimates.map(({ family }) => family)).toEqual(['gemini', 'claude']);
    for (const { low, value, high } of estimates) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    const { stdout } = await measure(args);
    expect(stdout).toMatch(/^Gemini +~[\d,]+ \([\d,]+–[\d,]+/m);
    expect(stdout).toMatch(
      /^Claude Opus 5 +~[\d,]+ \([\d,]+–[\d,]+[^]*\b\d+ of these: the provider's own, once a request/m,
    );
    const markdown = await measure([...args, '--format', 'markdown']);
    expect(markdown.stdout).toMatch(/^- Gemini: ~[\d,]+ \([\d,]+–[\d,]+/m);
  });

  it('is shown beside hosts, too', async () => {
    const { stdout } = await measure(['--tokenizer', 'gemini', '--host', 'cursor,vscode']);
    expect(stdout).toMatch(/^Gemini +~/m);
  });

  it.each([
    ['claud', 'did you mean claude'],
    ['constructor', 'families: claude, '],
    ['', 'families: claude, '],
    ['claude,', 'families: claude, '],
  ])('refuses %j', async (id, hint) => {
    const { code, stdout, stderr } = await measure(['--tokenizer', id]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: --tokenizer .*no such family/);
    expect(stderr).toContain(hint);
  });

  it('is not there for a list too large to count', async () => {
    writeFileSync(
      join(folder, 'list.json'),
      JSON.stringify({ tools: [{ ...TOOLS[0], description: 'x'.repeat(32_000_001) }] }),
    );
    const report = await reportOf(['--price', 'input=5']);
    expect(report).not.toHaveProperty('estimates');
    expect(report).not.toHaveProperty('prices');
  });
});

describe('--price', () => {
  it('takes the user’s own numbers: dollars for 1,000 requests', async () => {
    const { prices = [], servers } = await reportOf(['--price', 'input=5,cacheRead=0.5']);
    const tokens = servers[0]?.toolsets[0]?.views?.generic?.tokens.value ?? NaN;
    const [own] = prices;
    expect(own?.tokens.value).toBe(tokens);
    expect(own?.uncached.value).toBeCloseTo((1_000 * tokens * 5) / 1e6);
    // The first request pays in full, the other 999 the price of reading.
    expect(own?.cached?.value).toBeCloseTo((tokens * 5 + 999 * tokens * 0.5) / 1e6);
    expect(own).toMatchObject({ source: '--price' });
    expect(own).not.toHaveProperty('asOf');
  });

  it('takes models of the table, several at once', async () => {
    const { stdout } = await measure(['--price', 'claude-opus-5', '--price', 'input=1']);
    expect(stdout).toMatch(
      /^claude-opus-5 +1,000 requests cost \$[\d.,]+ \(\$[\d.,]+–\$[\d.,]+\), with prompt caching \$/m,
    );
    expect(stdout).toMatch(/^your prices +1,000 requests cost \$[\d.]+; /m);
    const markdown = await measure(['--price', 'input=1', '--format', 'markdown']);
    expect(markdown.stdout).toMatch(/^- your prices: 1,000 requests cost /m);
  });

  it.each([
    ['claude-opus-55', 'no price is known of this model'],
    ['', 'no price is known of this model'],
    ['input=cheap', 'input=cheap is no amount'],
    ['output=5', 'no such price: output'],
  ])('refuses %j', async (text, message) => {
    const { code, stdout, stderr } = await measure(['--price', text]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

/** Every file below a folder, as one text. */
function textsBelow(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8');
  return readdirSync(path)
    .map((name) => textsBelow(join(path, name)))
    .join('\n');
}

describe('--exact', () => {
  let provider: Server;
  let env: Record<string, string>;
  let asked: { readonly key: unknown; readonly tools: number }[];
  let answer: (tools: number) => { readonly status: number; readonly body: unknown };

  beforeEach(async () => {
    asked = [];
    // 7 for the message, 300 once, 50 for each tool.
    answer = (tools) => ({ status: 200, body: { input_tokens: 7 + (tools === 0 ? 0 : 300 + 50 * tools) } });
    provider = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { tools = [] } = JSON.parse(Buffer.concat(chunks).toString()) as { tools?: readonly unknown[] };
        asked.push({ key: request.headers['x-api-key'], tools: tools.length });
        const { status, body } = answer(tools.length);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const { port } = provider.address() as AddressInfo;
    env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` };
  });

  afterEach(async () => {
    provider.closeAllConnections();
    provider.close();
    await once(provider, 'close');
  });

  it('asks for all lists at once, minus an empty set, and remembers the answer', async () => {
    writeFileSync(join(folder, 'more.json'), JSON.stringify({ tools: [{ ...TOOLS[0], name: 'other' }] }));
    const first = await reportOf(['more.json', '--exact', 'claude'], { env });
    expect(first.providerCounts).toEqual([
      { family: 'claude', model: 'claude-opus-5', tokens: 300 + 50 * 4, isCached: false },
    ]);
    expect(new Set(asked.map(({ tools }) => tools))).toEqual(new Set([0, 4]));
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([KEY]));
    expect(first.summary.exitCode).toBe(0);
    const again = await reportOf(['more.json', '--exact', 'claude'], { env });
    expect(again.providerCounts).toMatchObject([{ tokens: 500, isCached: true }]);
    expect(asked.length).toBe(2);
  });

  it('counts what the flags select, for the model asked for', async () => {
    const { providerCounts } = await reportOf(['--include', 'tool_1', '--exact', 'claude:claude-sonnet-5'], {
      env,
    });
    expect(providerCounts).toMatchObject([{ model: 'claude-sonnet-5', tokens: 350 }]);
  });

  it.each([[[]], [['--host', 'cursor,vscode']]])(
    'stands beside the estimate and prices it, with %j',
    async (more) => {
      const { stdout } = await measure(['--exact', 'claude', '--price', 'claude-opus-5', ...more], { env });
      expect(stdout).toMatch(/^By the provider 450 exact, counted for claude-opus-5$/m);
      expect(stdout).toMatch(
        /^claude-opus-5 +1,000 requests cost \$[\d.]+, .*tokens: the provider's own count/m,
      );
    },
  );

  it.each([
    [
      'a refusal',
      401,
      { error: { type: 'authentication_error', message: `bad key ${KEY} \u001b[31m\n| x` } },
    ],
    ['a complaint', 400, { error: { type: 'invalid_request_error', message: 'no \u001b[31m\n| x' } }],
    ['nonsense', 200, { tokens: 'many' }],
  ])('is not measured after %s: exit 3, nothing estimated in its place', async (_, status, body) => {
    answer = () => ({ status, body });
    const report = await reportOf(['--exact', 'claude'], { env });
    expect(report.summary.exitCode).toBe(3);
    const [count] = report.providerCounts ?? [];
    expect(count).not.toHaveProperty('tokens');
    expect(count).toMatchObject({ family: 'claude', reason: expect.any(String) as string });
    for (const format of ['table', 'markdown']) {
      for (const hosts of [[], ['--host', 'cursor,vscode']]) {
        const { code, stdout } = await measure(['--exact', 'claude', '--format', format, ...hosts], { env });
        expect(code).toBe(3);
        expect(stdout).toMatch(/not counted for (claude-opus-5|<code>claude&#45;opus&#45;5<\/code>): /);
        expect(stdout).not.toMatch(/^\| x/m);
        expect(stdout).not.toContain('\u001b');
      }
    }
  });

  it('needs a key, before anything is captured', async () => {
    const { code, stdout, stderr } = await measure(['--exact', 'claude']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('ANTHROPIC_API_KEY');
    expect((await measure(['--exact', 'gpt'], { env })).code).toBe(2);
    expect(asked).toEqual([]);
  });

  it('sends no definition that repeats a secret', async () => {
    const quoting = { ...TOOLS[0], description: `use ${KEY}` };
    writeFileSync(
      join(folder, 'echo.json'),
      JSON.stringify({ echo: { tools: [quoting], instructions: KEY } }),
    );
    const before = asked.length;
    const { code, stdout } = await measure(['echo.json', '--exact', 'claude:m-echo'], { env });
    expect(code).toBe(3);
    expect(stdout).toContain('a definition repeats a secret of yours, and was not sent');
    expect(stdout).not.toContain(KEY);
    expect(asked).toHaveLength(before);
    rmSync(join(folder, 'echo.json'));
  });

  it('shows the key nowhere', async () => {
    const outputs: string[] = [];
    for (const isRefused of [false, true]) {
      if (isRefused) answer = () => ({ status: 400, body: { error: { message: `no ${KEY}` } } });
      for (const format of ['table', 'json', 'markdown']) {
        const model = `claude:m-${isRefused ? 'refused' : 'counted'}`;
        const ran = await measure(['list.json', '--exact', model, '--format', format, '--verbose'], { env });
        outputs.push(ran.stdout, ran.stderr);
        expect(ran.code).toBe(isRefused ? 3 : 0);
      }
    }
    outputs.push(textsBelow(folder));
    for (const spelling of [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')])
      for (const output of outputs) expect(output).not.toContain(spelling);
  });
});
