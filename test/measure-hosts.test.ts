/** `measure --host`: columns, notes, windows, and that no text of a server or a config acts on what shows it. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import stringWidth from 'fast-string-width';
import { marked } from 'marked';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '../src/json.ts';
import type { HostSize } from '../src/model/host.ts';
import type { Report } from '../src/model/report.ts';
import { folderWith } from './config-folder.ts';
import { EXAMPLE, run, type Ran, type RunOptions } from './run.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'measure-hosts-'));
  // The list of the working folder, and the settings of its user, are all there is.
  mkdirSync(join(folder, '.git'));
  write('list.json', { tools: [GET, PUT] });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a profile of no shipped host must state. */
const OWN = { label: 'Own', name: { prefix: '{tool}' } };
const GET = { name: 'get', description: 'Get one', inputSchema: { type: 'object' } };
const PUT = { name: 'put', description: 'Put one', inputSchema: { type: 'object' } };

function write(name: string, content: JsonValue): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(content));
}

const measure = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  run(['measure', ...args], { cwd: folder, ...options, env: { HOME: folder, ...options.env } });

async function hostsOf(args: readonly string[], options: RunOptions = {}): Promise<readonly HostSize[]> {
  const { stdout, stderr } = await measure([...args, '--format', 'json'], options);
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as Report).hosts ?? [];
}

async function hostOf(args: readonly string[], options: RunOptions = {}): Promise<HostSize> {
  const [host] = await hostsOf(args, options);
  if (host === undefined) throw new Error('no host');
  return host;
}

describe('which hosts', () => {
  it('are those of --host, each once, in the order given', async () => {
    const hosts = await hostsOf(['list.json', '--host', 'cursor, vscode', '--host', 'cursor,zed']);
    expect(hosts.map(({ id }) => id)).toEqual(['cursor', 'vscode', 'zed']);
    expect((await hostsOf(['list.json'])).length).toBe(0);
  });

  it.each([
    ['cursr', 'no host cursr is known', 'did you mean cursor?'],
    ['cursor,Claude-Code', 'no host Claude-Code is known', 'did you mean claude-code'],
    ['!?', 'no host !? is known', 'mcp-budget hosts lists them'],
    ['constructor', 'no host constructor is known', ''],
    ['', '--host is empty', '--host claude-code,cursor'],
    [' , ', '--host is empty', '--host claude-code,cursor'],
  ])('refuses %j', async (id, message, hint) => {
    const { code, stdout, stderr } = await measure(['list.json', '--host', id]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).toContain(hint);
  });

  it('are else those of the config', async () => {
    const servers = { own: { snapshot: 'list.json' } };
    write('mcp-budget.config.json', { hosts: ['zed', 'kiro'], servers });
    expect((await hostsOf([])).map(({ id }) => id)).toEqual(['zed', 'kiro']);
    expect((await hostsOf(['--host', 'cursor'])).map(({ id }) => id)).toEqual(['cursor']);
  });

  it('are as hostProfiles of the nearest config have them, for any list', async () => {
    write('mcp-budget.config.json', {
      hostProfiles: {
        cursor: { name: { prefix: 'X-{server}-{tool}', maxLength: 9, onExceed: 'drop-tool' }, window: 1_000 },
        mine: { ...OWN, label: 'My own', tools: { max: 1 } },
      },
      servers: { other: { snapshot: 'list.json' } },
    });
    write('a.json', { tools: [{ name: 'long-name' }, { name: 'g' }] });
    const [cursor, mine] = await hostsOf(['a.json', '--host', 'cursor,mine']);
    expect(cursor?.lists[0]?.changes).toMatchObject([
      {
        tool: 'long-name',
        shown: 'X-a-long-name',
        effect: 'dropped',
        actual: 13,
        limit: 9,
        confidence: 'source',
      },
    ]);
    expect(cursor).toMatchObject({ tools: 1, window: { tokens: 1_000 } });
    expect(mine).toMatchObject({ label: 'My own', tools: 2, toolLimit: { max: 1, confidence: 'source' } });
  });
});

describe('the window', () => {
  const profiles = { hostProfiles: { mine: { ...OWN, window: 5_000 } } };
  const servers = { own: { snapshot: 'list.json' } };

  it('is that of the flag, else of the host, else of the config, else assumed', async () => {
    write('mcp-budget.config.json', { window: 7_000, ...profiles, servers });
    expect((await hostOf(['--host', 'mine', '--window', '9000'])).window).toEqual({
      tokens: 9_000,
      from: '--window',
    });
    expect((await hostOf(['--host', 'mine'])).window).toEqual({ tokens: 5_000, from: 'your config' });
    expect((await hostOf(['--host', 'cursor'])).window).toEqual({ tokens: 7_000, from: 'config' });
    write('mcp-budget.config.json', { ...profiles, servers });
    expect((await hostOf(['--host', 'cursor'])).window).toEqual({ tokens: 200_000, from: 'assumed' });
  });

  it("is the smallest of the host's models", async () => {
    expect((await hostOf(['list.json', '--host', 'claude-code'])).window).toEqual({
      tokens: 200_000,
      from: 'claude-haiku-4-5',
    });
  });
});

describe('settings of the machine', () => {
  it('decide whether Claude Code defers', async () => {
    const state = async (options?: RunOptions): Promise<unknown> => {
      const { deferral, upfront, loaded } = await hostOf(['list.json', '--host', 'claude-code'], options);
      return [deferral.state, deferral.from, (upfront ?? NaN) < (loaded ?? NaN)];
    };
    expect(await state()).toEqual(['all', 'the profile', true]);
    expect(await state({ env: { ENABLE_TOOL_SEARCH: 'false' } })).toEqual([
      'none',
      'ENABLE_TOOL_SEARCH',
      false,
    ]);
    expect(await state({ env: { ENABLE_TOOL_SEARCH: 'auto' } })).toEqual([
      'auto',
      'ENABLE_TOOL_SEARCH',
      false,
    ]);
    write('.claude/settings.json', { env: { ENABLE_TOOL_SEARCH: 'false' } });
    expect(await state()).toEqual(['none', 'ENABLE_TOOL_SEARCH in .claude/settings.json', false]);
  });
});

const SIX = ['--host', 'claude-code,codex,cursor,vscode,gemini-cli,copilot-cli'];

/** Without the commands, which are never wrapped. */
const linesOf = (stdout: string): readonly string[] =>
  stdout.split('\n').filter((line) => !line.startsWith('  npx mcp-budget '));

describe('the table', () => {
  beforeEach(() => {
    write('second-list-with-a-long-name.json', { tools: [{ ...GET, description: 'word '.repeat(9_000) }] });
  });
  const LISTS = ['list.json', 'second-list-with-a-long-name.json'];

  it('has a column a host, two where it defers, over every list and their sum', async () => {
    const { stdout } = await measure([...LISTS, '--host', 'claude-code,cursor'], { columns: 80 });
    const [claude, cursor] = await hostsOf([...LISTS, '--host', 'claude-code,cursor']);
    const show = (value: number | undefined): string => (value ?? NaN).toLocaleString('en-US');
    const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
    const at = (name: string): readonly string[] | undefined =>
      rows.find(([first]) => first === name)?.slice(1);
    expect(rows[0]).toEqual(['', 'Claude Code', 'Cursor']);
    expect(at('server')).toEqual(['tools', 'start', 'loaded', 'start']);
    for (const [index, name] of ['list', 'second-list-with-a-long…'].entries()) {
      const [own, other] = [claude?.lists[index], cursor?.lists[index]];
      expect(at(name)).toEqual([
        String(own?.listed),
        show(own?.upfront),
        show(own?.loaded),
        show(other?.upfront),
      ]);
    }
    expect(at('total')).toEqual(['3', show(claude?.upfront), show(claude?.loaded), show(cursor?.upfront)]);
    expect(at('tool limit')).toEqual(['–', '3 of 80?']);
    expect(at('of window')).toEqual([
      expect.stringMatching(/^<?\d.* % of 200k$/),
      expect.stringMatching(/^4\.\d % of 200k$/),
    ]);
  });

  it.each([40, 60, 80, 120, 200])('fits %i columns, hosts that do not below the others', async (columns) => {
    const { code, stdout } = await measure([...LISTS, ...SIX], { columns });
    expect(code).toBe(0);
    for (const line of linesOf(stdout)) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    const blocks = stdout.match(/^server +tools .*$/gm) ?? [];
    expect(blocks.length).toBe({ 40: 6, 60: 6, 80: 2, 120: 2, 200: 1 }[columns]);
    for (const label of ['Claude Code', 'Codex', 'Cursor', 'VS Code', 'Gemini CLI', 'Copilot CLI'])
      expect(stdout).toContain(label);
  });

  it('keeps columns apart from what stands in them', async () => {
    const { stdout } = await measure([...LISTS, ...SIX], { columns: 200 });
    const [heads = '', server = '', ...rows] = stdout.split('\n');
    const ends = [...server.matchAll(/\S+/g)].map(({ index, 0: word }) => index + word.length);
    // Every label and figure ends where its column does.
    for (const line of [heads, ...rows.slice(0, 3)])
      for (const { index, 0: text } of line.slice(24).matchAll(/\S+(?: \S+)*/g))
        expect(ends, line).toContain(24 + index + text.length);
  });

  it('cuts a label that no terminal has room for', async () => {
    write('mcp-budget.config.json', {
      hostProfiles: { mine: { ...OWN, label: 'A very long label of a host '.repeat(20) } },
      servers: { own: { snapshot: 'list.json' } },
    });
    const { stdout } = await measure([...LISTS, '--host', 'cursor,mine'], { columns: 80 });
    const table = stdout.slice(0, stdout.search(/\n\nCursor/));
    expect(table).toContain('A very long label of a host');
    for (const line of table.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(80);
  });

  it('says of a list too large that it was not counted', async () => {
    write('big.json', { tools: [{ name: 'big', description: 'x'.repeat(32_000_001) }] });
    const two = await measure(['big.json', '--host', 'cursor,zed']);
    expect(two.stdout).toMatch(/^big +1 +not counted +not counted$/m);
    const one = await measure(['big.json', '--host', 'cursor']);
    expect(one.stdout).toMatch(/^Before you type Cursor not counted \(deferral unknown: all assumed\)$/m);
  });

  it('is one line under the sizes for a single host', async () => {
    const { stdout } = await measure(['list.json', '--host', 'cursor'], { columns: 120 });
    expect(stdout).toMatch(/^server +tools +bytes +tokens/);
    expect(stdout).toMatch(
      /^Before you type Cursor \d+ \(deferral unknown: all assumed\): <0\.1 % of 200k \(assumed\)$/m,
    );
    expect(stdout).toMatch(/^Cursor +tool limit: 2 of 80\?/m);
  });

  it('counts the texts of hosts, whichever view is asked for', async () => {
    const args = ['list.json', '--host', 'claude-code,cursor'];
    expect(await hostsOf([...args, '--view', 'wire'])).toEqual(await hostsOf(args));
  });

  it('is not there with --quiet', async () => {
    const { stdout } = await measure(['list.json', ...SIX, '--quiet']);
    expect(stdout).toMatch(/^2 tools, .*exit 0\n$/);
  });

  it('is the same each time', async () => {
    const first = await measure([...LISTS, ...SIX]);
    expect(await measure([...LISTS, ...SIX])).toEqual(first);
  });
});

describe('what a host does to tools', () => {
  beforeEach(() => {
    write('mcp-budget.config.json', {
      hostProfiles: {
        sure: {
          ...OWN,
          name: { ...OWN.name, maxLength: 3, onExceed: 'drop-tool' },
          description: { max: 5, onExceed: 'truncate' },
          instructions: { loaded: true, max: 2, onExceed: 'truncate' },
        },
        unsure: {
          ...OWN,
          name: { ...OWN.name, maxLength: 3, onExceed: 'drop-tool' },
          description: { max: 5, onExceed: 'reject-request' },
          confidence: { name: 'unverified', description: 'third-party' },
        },
      },
      servers: { own: { snapshot: 'list.json' } },
    });
    const tools = ['five5', 'six666', 'seven77', 'eight888'].map((name) => ({ name }));
    write('a.json', { tools: [GET, ...tools], instructions: 'Kind.' });
  });

  it('is said in a sentence an effect, three tools by name', async () => {
    const { stdout } = await measure(['a.json', '--host', 'sure'], { columns: 500 });
    expect(stdout).toContain('drops 4 tools (name over 3 characters): five5 5, six666 6, seven77 7, 1 more');
    expect(stdout).toContain('cuts 1 tool (description over 5 characters): get 7');
    expect(stdout).toContain('cuts 3 characters off the instructions of a');
    expect(stdout).toContain('(as of your config)');
  });

  it('is a perhaps where it is not confirmed, and nothing gets cheaper by it', async () => {
    const { stdout } = await measure(['a.json', '--host', 'unsure'], { columns: 500 });
    expect(stdout).toContain('may drop 4 tools (name over 3 characters)');
    expect(stdout).toContain('may refuse the list for 1 tool (description over 5 characters): get 7');
    const [sure, unsure] = await hostsOf(['a.json', '--host', 'sure,unsure']);
    expect([sure?.tools, unsure?.tools]).toEqual([1, 5]);
    expect(sure?.loaded).toBeLessThan(unsure?.loaded ?? NaN);
  });

  it('never changes the exit code', async () => {
    expect((await measure(['a.json', '--host', 'unsure,sure,cursor'])).code).toBe(0);
  });

  it('leaves out what the flags leave out', async () => {
    const host = await hostOf(['a.json', '--include', 'g*', '--host', 'sure']);
    expect(host.lists[0]).toMatchObject({
      tools: 1,
      listed: 1,
      changes: [{ tool: 'get', effect: 'truncated' }],
    });
  });
});

describe('toolsets of a config', () => {
  it('stand beside the sum, one of them in it', async () => {
    const toolsets = { all: { include: ['*'], default: true }, part: { include: ['get'] } };
    write('mcp-budget.config.json', { servers: { own: { snapshot: 'list.json', toolsets } } });
    const host = await hostOf(['--host', 'cursor']);
    const [, all, part] = host.lists;
    expect(host.lists.map(({ toolset, isInTotal, tools }) => [toolset, isInTotal, tools])).toEqual([
      ['default', false, 2],
      ['all', undefined, 2],
      ['part', false, 1],
    ]);
    expect([host.tools, host.loaded]).toEqual([2, all?.loaded]);
    expect(part?.loaded).toBeGreaterThan(0);
  });
});

describe('a client', () => {
  const ansi = 'nope\u001b[31m';
  beforeEach(() => {
    const server = { command: process.execPath, args: [resolve(EXAMPLE)] };
    write('.gemini/settings.json', {
      mcpServers: { ex: { ...server, includeTools: ['get_forecast', ansi], trust: true } },
    });
  });
  const args = ['--client', 'gemini-cli', '--settle', '0'];

  it('takes what its own filter leaves, and Claude Code beside it would take the same', async () => {
    const [gemini, aside, ...more] = await hostsOf(args);
    expect(gemini).toMatchObject({
      client: 'gemini-cli',
      tools: 1,
      lists: [{ name: 'ex', unmatchedFilters: [ansi] }],
    });
    expect(aside).toMatchObject({ id: 'claude-code', isAside: true, tools: 1 });
    expect(aside?.lists[0]).not.toHaveProperty('unmatchedFilters');
    expect(more).toEqual([]);
    expect(aside?.upfront).toBeLessThan(gemini?.upfront ?? NaN);
  });

  it('is told of entries that match no tool', async () => {
    const { stdout } = await measure(args, { columns: 300 });
    expect(stdout).toMatch(/takes 1 of \d+ tools of ex/);
    expect(stdout).toContain('its filter for ex names nope\\u{1b}[31m, which is no tool of it');
    expect(stdout).toMatch(/Claude Code would load \d+ \(/);
  });
});

describe('other formats', () => {
  const HOSTILE = '\u001b[31m`a`|b\n| c |\u202e<img src=x>@org ::error::x';

  beforeEach(() => {
    write('mcp-budget.config.json', {
      hostProfiles: {
        mine: { label: HOSTILE, name: { prefix: '{server}-{tool}', maxLength: 4, onExceed: 'drop-tool' } },
        other: { ...OWN, label: `2${HOSTILE}` },
      },
      servers: { own: { snapshot: 'list.json' } },
    });
    const tools = [{ ...GET, name: HOSTILE }];
    write('evil.json', { [HOSTILE]: { tools, instructions: HOSTILE }, twin: { tools } });
  });
  const args = ['evil.json', '--host', 'mine,other,codex,claude-code'];

  it('JSON is what its schema says, hosts whole', async () => {
    const schema = JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as object;
    const isReport = new Ajv2020({ strict: false }).compile(schema);
    const { stdout } = await measure([...args, '--format', 'json']);
    const report = JSON.parse(stdout) as Report;
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    const [mine] = report.hosts ?? [];
    expect(mine?.label).toBe(HOSTILE);
    expect(mine?.lists[0]?.changes[0]?.shown).toBe(`${HOSTILE}-${HOSTILE}`);
    expect(report.hosts?.[1]?.collisions).toEqual([HOSTILE]);
    const broken = { ...report, hosts: [{ ...mine, tools: -1 }] };
    expect(isReport(broken)).toBe(false);
  });

  it('the table shows hostile text spelled out', async () => {
    for (const columns of [40, 80, 200]) {
      const { stdout } = await measure(args, { columns });
      expect(stdout).not.toMatch(/[\u001b\u202e]/);
      expect(stdout).not.toMatch(/^\| c \|/m);
      expect(stdout).toContain('\\u{1b}[31m');
    }
    const { stdout } = await measure(['evil.json', '--host', 'mine'], { columns: 500 });
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    expect(stdout).toContain('drops 2 tools (name over 4 characters): \\u{1b}[31m`a`|b\\n');
  });

  it('Markdown has a row a host, and nothing in it acts', async () => {
    const { stdout } = await measure([...args, '--format', 'markdown']);
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    const tables = marked.lexer(stdout).filter((token) => token.type === 'table');
    const hosts = tables.find((token) => token.type === 'table' && token['header'][0].text === 'host');
    if (hosts?.type !== 'table') throw new Error('no table of hosts');
    expect(hosts['rows'].length).toBe(4);
    for (const row of hosts['rows']) expect(row.length).toBe(6);
    const html = marked.parse(stdout, { async: false });
    expect(html).not.toMatch(/<img|<script|<a /);
    expect(html).not.toContain('`a`');
    expect(stdout).toContain('drops 2 tools (name over 4 characters)');
  });
});

describe('a config in code', () => {
  it.each([
    ['hosts'],
    ['hosts', 'cursor'],
    ['measure', 'list.json', '--host', 'cursor'],
    ['measure', '--client', 'cursor', '--dry-run'],
    ['measure', '.mcp.json', '--dry-run'],
  ])('that nobody named is not run: %s', async (...args) => {
    const cwd = folderWith({
      '.git/HEAD': '',
      'list.json': [{ name: 'a', inputSchema: { type: 'object' } }],
      '.mcp.json': { mcpServers: { a: { command: 'node' } } },
      '.cursor/mcp.json': { mcpServers: { a: { command: 'node' } } },
      'mcp-budget.config.mjs': `
        import { writeFileSync } from 'node:fs';
        writeFileSync(new URL('ran', import.meta.url), '');
        export default { servers: {} };`,
    });
    const { code } = await run(args, { cwd, env: { HOME: cwd } });
    expect([code, existsSync(join(cwd, 'ran'))]).toEqual([0, false]);
  });
});
