/** `compare`: snapshots, reports, servers and toolsets held against one another, tool by tool. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ComparedLists } from '../src/model/baseline.ts';
import { hostileStrings } from './hostile-strings.ts';
import { run } from './run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-compare-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const tool = (name: string, description: string, more = {}) => ({
  name,
  description,
  inputSchema: { type: 'object' },
  ...more,
});
const write = (name: string, value: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(value));
  return name;
};
const compare = (...args: readonly string[]) => run(['compare', ...args], { cwd: folder });
async function compared(...args: readonly string[]): Promise<ComparedLists> {
  const ran = await compare('--format', 'json', ...args);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ran.stdout) as ComparedLists;
}

const before = [
  tool('stays', 'One.'),
  tool('grows', 'One.'),
  tool('reworded', 'abc'),
  tool('goes', 'One.'),
  tool('titled', 'One.'),
];
const after = [
  tool('stays', 'One.'),
  tool('grows', 'One, and then another sentence.'),
  tool('reworded', 'xyz'),
  tool('titled', 'One.', { title: 'A title' }),
  tool('comes', 'One.'),
];

it('tells what came, went, grew and was reworded, and no neighbour of it', async () => {
  const { lists } = await compared(write('old.json', before), write('new.json', after));
  expect(lists).toHaveLength(1);
  expect(lists[0]?.difference?.tools.map(({ name, kind, fields }) => [name, kind, fields])).toEqual(
    expect.arrayContaining([
      ['grows', 'changed', [{ field: 'description', chars: 27 }]],
      ['reworded', 'changed', [{ field: 'description', chars: 0 }]],
      ['goes', 'removed', []],
      ['titled', 'changed', []],
      ['comes', 'added', []],
    ]),
  );
  expect(lists[0]?.difference?.tools).toHaveLength(5);
});

it('says that nothing differs, and that an order does', async () => {
  write('old.json', before);
  expect((await compare('old.json', 'old.json')).stdout).toMatch(/^No difference in 1 list\./);
  write('turned.json', before.toReversed());
  const turned = await compare('old.json', 'turned.json');
  expect(turned.stdout).toContain('the same tools in another order');
});

it('takes reports for the lists they measured', async () => {
  write('old.json', before);
  write('new.json', after);
  for (const name of ['old', 'new']) {
    await run(['measure', `${name}.json`, '--format', `json=${name}.report.json`], { cwd: folder });
  }
  const [direct, reported] = [
    await compared('old.json', 'new.json'),
    await compared('old.report.json', 'new.report.json'),
  ];
  expect(reported.lists.map(({ difference }) => difference?.tools)).toEqual(
    direct.lists.map(({ difference }) => difference?.tools),
  );
});

it('pairs several lists by name, and tells those that only one side has', async () => {
  write('old.json', { a: { tools: before }, b: { tools: before } });
  write('new.json', { b: { tools: after }, c: { tools: after } });
  const { lists } = await compared('old.json', 'new.json');
  expect(
    lists.map(({ server, before, after }) => [server, before !== undefined, after !== undefined]),
  ).toEqual([
    ['a', true, false],
    ['b', true, true],
    ['c', false, true],
  ]);
});

describe('servers', () => {
  const media = resolve('fixtures/servers/media.mjs');

  it('two toolsets of the config, and a command at the end', async () => {
    write('mcp-budget.config.json', {
      servers: {
        media: {
          command: 'node',
          args: [media],
          toolsets: { all: { default: true }, core: { env: { MEDIA_TOOLSETS: '' } } },
        },
      },
    });
    const toolsets = await compared('--settle', '0', 'media/all', 'media/core');
    expect(toolsets.lists.map(({ before, after }) => [before?.tools, after?.tools])).toEqual([[38, 6]]);
    const command = await compared('--settle', '0', 'media/all', '--', 'node', media);
    expect(command.lists[0]?.difference?.tools).toEqual([]);
    expect(command.after).toBe(`node ${media}`);
  });

  it('one that does not start is no difference: exit 3', async () => {
    write('old.json', before);
    const ran = await compare('old.json', '--', 'node', '-e', 'process.exit(1)');
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.stderr).toContain('ended with code 1');
  });
});

it.each([
  [[], 'compare takes two lists, not 0'],
  [['a.json', 'b.json', 'c.json'], 'compare takes two lists, not 3'],
  [['gone.json', 'gone.json'], 'gone.json'],
  [
    ['https://a.example/mcp', 'https://b.example/mcp', '--bearer-env', 'TOKEN'],
    'with two origins: which one is meant?',
  ],
  [['a.json', 'b.json', '--format', 'sarif'], 'Allowed choices are table, json, markdown'],
])('%j is a mistake', async (args, expected) => {
  const ran = await run(['compare', ...args], { cwd: folder, env: { TOKEN: 'token-0123456789' } });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(expected);
  expect(ran.stderr).not.toContain('token-0123456789');
});

describe.each(['table', 'markdown'])('%s', (format) => {
  it('escapes names of tools', async () => {
    write('old.json', []);
    write(
      'new.json',
      hostileStrings.map((text) => tool(text, 'One.')),
    );
    const ran = await compare('--verbose', '--format', format, 'old.json', 'new.json');
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toMatch(
      /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]|^::|##\[/mu,
    );
  });

  it('shows sizes of both sides', async () => {
    write('old.json', before);
    write('new.json', after);
    for (const columns of [40, 80]) {
      const ran = await run(['compare', '--format', format, 'old.json', 'new.json'], {
        cwd: folder,
        columns,
      });
      await expect(ran.stdout).toMatchFileSnapshot(`golden/compare-${format}-${columns}.txt`);
    }
  });
});
