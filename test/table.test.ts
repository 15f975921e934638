/** What a person sees: one golden file a screen and width, and what decides colours. */
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { buildReport, type MeasuredSnapshot } from '../src/report/build-report.ts';
import { measureTools } from '../src/measure/measure-tools.ts';
import { compareWithPublic } from '../src/measure/comparison.ts';
import type { JsonValue } from '../src/json.ts';
import type { ViewId } from '../src/model/measurement.ts';
import type { Report } from '../src/model/report.ts';
import type { Snapshot } from '../src/model/snapshot.ts';
import { table } from '../src/report/reporters/table.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { EXAMPLE, run } from './run.ts';

const tokenizer = await loadO200k();

const tool = (name: string, words: number): JsonValue => ({
  name,
  description: 'word '.repeat(words).trim(),
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: 'Which one.' } },
    required: ['id'],
  },
});

function measured(
  server: string,
  tools: readonly JsonValue[],
  more: Partial<Snapshot> = {},
): MeasuredSnapshot {
  const snapshot: Snapshot = {
    schemaVersion: 1,
    server,
    toolset: 'default',
    status: 'measured',
    warnings: [],
    tools,
    ...more,
  };
  const measurement =
    more.failure === undefined
      ? measureTools(tools, tokenizer, { views: ['wire'], instructions: more.instructions })
      : undefined;
  const comparison =
    measurement === undefined ? undefined : compareWithPublic(measurement.views.generic?.tokens.value ?? 0);
  return { snapshot, measurement, comparison };
}

const several = [
  measured(
    'notes',
    [
      tool('a-tool-with-a-rather-long-name-for-its-column', 300),
      tool('get', 20),
      tool('list', 10),
      tool('drop', 5),
    ],
    {
      instructions: 'Be kind.',
      prompts: [{ name: 'p' }],
      resources: [],
    },
  ),
  measured('日本語サーバー', [tool('検索', 40)], {
    status: 'dynamic',
    warnings: [{ id: 'list-differs', message: 'two readings differ: changed: 検索' }],
  }),
  measured('cut', [tool('only', 3)], {
    status: 'partial',
    warnings: [{ id: 'page-cap', message: 'tools/list: stopped after 1000 pages (--max-pages)' }],
  }),
  measured('broken', [], {
    status: 'start-failed',
    failure: {
      message: 'the server ended with code 1 before it had answered',
      hint: 'run the command by hand',
      target: 'node broken.mjs',
      exitCode: 1,
      stderr: ['Error: no key', '  \u001b[31mat start\u001b[0m'],
    },
    noise: { lines: 4, samples: ['\u001b[2Jhello', 'two', 'three'] },
  }),
];

const report = (snapshots: readonly MeasuredSnapshot[], view: ViewId = 'generic'): Report =>
  buildReport(snapshots, { version: '0.0.0', view, window: 200_000 });
const options = {
  columns: 80,
  colorLevel: 0,
  verbose: false,
  quiet: false,
  args: 'notes 日本語',
  pathPrefix: '',
  rules: [],
} as const;

describe('the table', () => {
  it.each([40, 60, 80, 120])('of several servers at %i columns', async (columns) => {
    await expect(await table(report(several), { ...options, columns })).toMatchFileSnapshot(
      `golden/table-several-${columns}.txt`,
    );
  });

  it('of one server', async () => {
    await expect(await table(report(several.slice(0, 1)), options)).toMatchFileSnapshot(
      'golden/table-one.txt',
    );
  });

  it('of one server, verbose, the whole array', async () => {
    await expect(
      await table(report(several.slice(0, 1), 'wire'), { ...options, verbose: true }),
    ).toMatchFileSnapshot('golden/table-verbose-wire.txt');
  });

  it('of a server without tools', async () => {
    await expect(await table(report([measured('none', [])]), options)).toMatchFileSnapshot(
      'golden/table-no-tools.txt',
    );
  });

  it('shows no sizes where nothing was measured', async () => {
    const text = await table(
      report([...several.slice(3), measured('other', [], { ...several[3]?.snapshot, server: 'other' })]),
      options,
    );
    expect(text).not.toMatch(/total|share|tokens/);
    expect(text).toMatch(/^not measured +broken/m);
    expect(text).toMatch(/^not measured +other/m);
  });

  it('in one line, and one more for each that was not measured', async () => {
    const line = await table(report(several), { ...options, quiet: true });
    expect(line).toBe(
      'cut partial: tools/list: stopped after 1000 pages (--max-pages)\n' +
        'broken not measured: the server ended with code 1 before it had answered\n' +
        '6 tools, 2,817 bytes, 605 tokens. o200k_base, exact, name + description + inputSchema. 2 of 4 measured. exit 3\n',
    );
  });

  it.each([40, 60, 80, 120])(
    'is no wider than %i columns, commands and words of servers apart',
    async (columns) => {
      const wide = (await table(report(several), { ...options, columns }))
        .split('\n')
        .filter((line) => !line.includes('npx mcp-budget') && /\S\s+\S/.test(line))
        .filter((line) => stringWidth(line) > columns);
      expect(wide).toEqual([]);
    },
  );

  it('adds up: parts and framing to the total', async () => {
    const text = await table(report(several.slice(0, 1)), options);
    const rows = text.split('\n\n')[2]?.split('\n') ?? [];
    const figures = rows
      .filter((row) => !/^(part |wire only|instructions)/.test(row))
      .map((row) => Number(/^.*?(\d[\d,]*) /.exec(row)?.[1]?.replace(',', '')));
    const total = report(several.slice(0, 1)).servers[0]?.toolsets[0]?.views?.generic?.tokens.value;
    expect(figures.reduce((sum, figure) => sum + figure, 0)).toBe(total);
  });
});

it('a list that could not be counted has no tokens, no share and no sum, and is no success', async () => {
  const [first, ...others] = several.slice(0, 2);
  if (first?.measurement === undefined) throw new Error('nothing measured');
  const generic = { tokens: { tokenizer: 'o200k_base', exact: true, reason: 'over 32 MB' }, parts: {} };
  const uncounted = { ...first, measurement: { ...first.measurement, views: { generic } } };
  const built = report([uncounted, ...others]);
  expect(built.totals).toEqual({ tools: 5, bytes: 2_654, tokens: undefined });
  expect(built.summary.exitCode).toBe(3);
  const text = await table(built, options);
  expect(text).toMatch(/^notes +4 +2,304 +not counted$/m);
  expect(text).toMatch(/^total +5 +2,654 +not counted$/m);
  expect(text).toContain('notes: over 32 MB');
});

describe('colours', () => {
  const hasColor = async (
    isTTY: boolean,
    env: Record<string, string>,
    ...flags: string[]
  ): Promise<boolean> => {
    const { stdout } = await run(['measure', '--settle', '0', ...flags, '--', 'node', EXAMPLE], {
      isTTY,
      env,
    });
    return stdout.includes('\u001b[');
  };

  it.each<[isTTY: boolean, env: Record<string, string>, flags: string[], expected: boolean]>([
    [true, {}, [], true],
    [false, {}, [], false],
    [true, { NO_COLOR: '1' }, [], false],
    [true, { NO_COLOR: '' }, [], true],
    [true, { TERM: 'dumb' }, [], false],
    [true, { FORCE_COLOR: '', NO_COLOR: '1' }, [], false],
    [true, {}, ['--no-color'], false],
    [false, { FORCE_COLOR: '1' }, [], true],
    [true, { FORCE_COLOR: '0' }, [], false],
    [false, { FORCE_COLOR: '1' }, ['--no-color'], false],
  ])('on a terminal: %s, with %j and %j: %s', async (isTTY, env, flags, expected) => {
    expect(await hasColor(isTTY, env, ...flags)).toBe(expected);
  });
});
