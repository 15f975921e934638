/** `compare`: snapshots, reports, servers and toolsets held against one another, tool by tool. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ComparedLists } from '../src/model/baseline.ts';
import type { Report } from '../src/model/report.ts';
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

it('a list that is cut off is no difference, on either side: exit 3', async () => {
  write('whole.json', before);
  write('cut.json', { tools: before.slice(1), nextCursor: 'more' });
  await run(['measure', 'cut.json', '--format', 'json=report.json'], { cwd: folder });
  for (const sides of [
    ['cut.json', 'whole.json'],
    ['whole.json', 'cut.json'],
    ['whole.json', 'report.json'],
  ]) {
    const ran = await compare(...sides);
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.stderr).toContain('further pages are missing');
  }
});

const readings = /default: two readings of a side differ/;

it('a list that differs from reading to reading is compared, and it is said', async () => {
  const fake = resolve('fixtures/servers/stdio-fake.mjs');
  write('old.json', before);
  const steady = await compare('old.json', 'old.json');
  expect(steady.stdout).not.toMatch(readings);
  for (const format of ['table', 'markdown']) {
    const ran = await compare(
      '--format',
      format,
      '--settle',
      '0',
      'old.json',
      '--',
      'node',
      fake,
      'order-differs',
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout.replaceAll(/<[^>]*>/g, '')).toMatch(
      format === 'table' ? readings : /two readings of a side differ/,
    );
  }
});

it('says last that it is no gate, and nothing else when quiet', async () => {
  write('old.json', before);
  write('new.json', after);
  const ran = await compare('old.json', 'new.json');
  expect(ran.stdout).toMatch(/\ncompare never fails; mcp-budget check does\.\n$/);
  const quiet = await compare('--quiet', 'old.json', 'new.json');
  expect(quiet.stdout).toBe('1 list of 1 differs. o200k_base, exact, name + description + inputSchema.\n');
});

describe('a report', () => {
  type Editable = { -readonly [Key in keyof Report]: unknown } & {
    servers: { toolsets: Record<string, unknown>[] }[];
  };

  /** Measure a list, change the report, and compare the list with it. */
  async function compareChanged(change: (report: Editable, toolset: Record<string, unknown>) => void) {
    write('list.json', before);
    const { stdout } = await run(['measure', 'list.json', '--format', 'json'], { cwd: folder });
    const report = JSON.parse(stdout) as Editable;
    change(report, report.servers[0]?.toolsets[0] ?? {});
    return compare('list.json', write('report.json', report));
  }

  it.each<[string, Parameters<typeof compareChanged>[0], RegExp]>([
    [
      'of another tokenizer',
      (_, toolset) => {
        toolset['views'] = {
          generic: { tokens: { value: 88, tokenizer: 'other_base', exact: true }, parts: {} },
        };
      },
      /report\.json: .*other_base.*o200k_base/,
    ],
    [
      'of another view alone',
      (_, toolset) => {
        toolset['views'] = {
          wire: { tokens: { value: 88, tokenizer: 'o200k_base', exact: true }, parts: {} },
        };
      },
      /report\.json: .*generic/,
    ],
    [
      'of a server that did not start',
      ({ servers }) => {
        const failure = { message: 'it ended with code 1' };
        servers[0]?.toolsets.splice(0, 1, { name: 'default', status: 'start-failed', failure, warnings: [] });
      },
      /report\.json.*it ended with code 1/,
    ],
    [
      'of a disabled server alone',
      ({ servers }) => {
        servers[0]?.toolsets.splice(0, 1, { name: 'default', status: 'skipped', warnings: [] });
      },
      /report\.json holds no list/,
    ],
    [
      'of nothing',
      (report) => {
        report.servers = [];
      },
      /report\.json holds no list/,
    ],
  ])('%s cannot be compared with: exit 3', async (_, change, expected) => {
    const ran = await compareChanged(change);
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.stderr).toMatch(expected);
  });

  it.each<[string, Parameters<typeof compareChanged>[0]]>([
    ['servers', (report) => Object.assign(report, { servers: 'none' })],
    [
      'servers.0.toolsets',
      (report) => Object.assign(report, { servers: [{ name: 'a', status: 'measured' }] }),
    ],
    ['servers.0.toolsets.0.bytes', (_, toolset) => Object.assign(toolset, { bytes: '353' })],
    [
      'servers.0.toolsets.0.byTool.1.sha256',
      (_, toolset) => {
        const [first] = toolset['byTool'] as readonly object[];
        toolset['byTool'] = [first, { ...first, sha256: 1 }];
      },
    ],
    ['servers.0.toolsets.0', (_, toolset) => Object.assign(toolset, { byTool: undefined })],
    ['schemaVersion', (report) => Object.assign(report, { schemaVersion: 2 })],
  ])('with another %s than a report has is a mistake, and told where', async (place, change) => {
    const ran = await compareChanged(change);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(`report.json`);
    expect(ran.stderr).toContain(`${place}: `);
    expect(ran.stderr).not.toContain('bug');
  });

  it('in UTF-16, as PowerShell writes it, and of a list with a secret in a name', async () => {
    const env = { API_KEY: 'sk-live-0123456789' };
    const fake = [
      '--env',
      'API_KEY',
      '--settle',
      '0',
      '--',
      'node',
      resolve('fixtures/servers/stdio-fake.mjs'),
      'secret-name',
    ];
    const measured = await run(['measure', '--format', 'json', ...fake], { cwd: folder, env });
    writeFileSync(join(folder, 'report.json'), `\uFEFF${measured.stdout}`, 'utf16le');
    const ran = await run(['compare', 'report.json', ...fake], { cwd: folder, env });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No difference in 1 list/) });
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
