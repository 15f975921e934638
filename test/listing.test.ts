/** How a list was read: pages, loops, two readings, hints for caches; from live servers, files and objects. */
import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpServer } from '@modelcontextprotocol/server';
import { readListFiles } from '../src/capture/read-list-file.ts';
import { selectToolset } from '../src/commands/select-toolsets.ts';
import { measureServer } from '../src/index.ts';
import type { ToolsetGate } from '../src/model/plan.ts';
import type { Report } from '../src/model/report.ts';
import type { Listing, Snapshot } from '../src/model/snapshot.ts';
import { startPeer, type Peer } from './http-peers.ts';
import { FAKE, run } from './run.ts';

const stdio = (mode: string, ...more: readonly string[]): readonly string[] => [
  '--',
  'node',
  FAKE,
  mode,
  ...more,
];
const SECRET = 'sk-cursor-7f3a9b';

/** The text of the snapshot of a server, as `snapshot` prints it. */
async function record(
  target: readonly string[],
  ...flags: readonly string[]
): Promise<{ readonly text: string; readonly snapshot: Snapshot }> {
  const args = ['snapshot', ...flags, ...target];
  const { stdout, stderr } = await run(args, { env: { API_KEY: SECRET } });
  if (stdout === '') throw new Error(stderr);
  return { text: stdout, snapshot: JSON.parse(stdout) as Snapshot };
}

const QUICK = ['--settle', '0'];

describe('the listing of a server over stdio', () => {
  it.each<[title: string, flags: readonly string[], target: readonly string[], expected: Listing]>([
    ['one page', QUICK, stdio('good'), { pages: [{ tools: 2 }] }],
    ['no page', QUICK, stdio('empty'), { pages: [{ tools: 0 }] }],
    [
      'pages, the empty cursor among them',
      QUICK,
      stdio('three-pages'),
      { pages: [{ tools: 2, nextCursor: '#1' }, { tools: 2, nextCursor: '#2' }, { tools: 2 }] },
    ],
    [
      'a cursor that came before',
      QUICK,
      stdio('cursor-loop'),
      {
        pages: [
          { tools: 2, nextCursor: '#1' },
          { tools: 2, nextCursor: '#1' },
        ],
        loop: { page: 1, kind: 'cursor' },
      },
    ],
    [
      'the page before once more',
      QUICK,
      stdio('page-loop'),
      {
        pages: [
          { tools: 2, nextCursor: '#1' },
          { tools: 2, nextCursor: '#2' },
        ],
        loop: { page: 1, kind: 'page' },
      },
    ],
    [
      'an earlier page once more',
      QUICK,
      stdio('page-circle'),
      {
        pages: [
          { tools: 1, nextCursor: '#1' },
          { tools: 1, nextCursor: '#2' },
          { tools: 1, nextCursor: '#3' },
        ],
        loop: { page: 2, kind: 'page' },
      },
    ],
    [
      'too many pages',
      [...QUICK, '--max-pages', '2'],
      stdio('endless'),
      {
        pages: [
          { tools: 1, nextCursor: '#1' },
          { tools: 1, nextCursor: '#2' },
        ],
        loop: { page: 1, kind: 'too-many' },
      },
    ],
    [
      'another order',
      QUICK,
      stdio('order-differs'),
      {
        pages: [{ tools: 2 }],
        difference: { kind: 'order', message: 'the same tools in another order', isAnnounced: false },
      },
    ],
    [
      'other bytes',
      QUICK,
      stdio('text-differs'),
      {
        pages: [{ tools: 2 }],
        difference: { kind: 'bytes', tool: 0, message: 'changed: alpha', isAnnounced: false },
      },
    ],
    [
      'other names',
      QUICK,
      stdio('tools-differ'),
      { pages: [{ tools: 3 }], difference: { kind: 'content', message: 'new: gamma', isAnnounced: false } },
    ],
    [
      'other names as announced',
      ['--settle', '100ms'],
      stdio('changed-late'),
      { pages: [{ tools: 3 }], difference: { kind: 'content', message: 'new: gamma', isAnnounced: true } },
    ],
    [
      'no hints for caches',
      QUICK,
      stdio('modern'),
      { pages: [{ tools: 2 }], hintsMissing: ['server/discover ttlMs', 'server/discover cacheScope'] },
    ],
    [
      'good hints',
      QUICK,
      stdio('modern', 'hints'),
      { pages: [{ tools: 2, ttlMs: 60_000, cacheScope: 'public' }] },
    ],
    [
      'broken hints',
      QUICK,
      stdio('modern', 'bad-hints'),
      {
        pages: [{ tools: 2, ttlMs: -1, cacheScope: 'shared' }],
        hintsMissing: [
          'server/discover ttlMs',
          'server/discover cacheScope',
          'prompts/list ttlMs',
          'prompts/list cacheScope',
        ],
      },
    ],
  ])('%s', async (_, flags, target, expected) => {
    const { snapshot } = await record(target, ...flags);
    expect(snapshot.listing).toEqual(expected);
  });

  it('is absent where there is no list', async () => {
    expect((await record(stdio('not-found'), ...QUICK)).snapshot).not.toHaveProperty('listing');
  });

  it('holds no cursor, which may be a secret and differ each time', async () => {
    const once = await record(stdio('secret-cursor'), ...QUICK);
    expect(once.text).not.toContain(SECRET.slice(3));
    expect(once.text).toBe((await record(stdio('secret-cursor'), ...QUICK)).text);
    expect(once.snapshot.listing?.pages).toEqual([{ tools: 1, nextCursor: '#1' }, { tools: 1 }]);
  });

  it('comes back from its file as it was', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'listing-'));
    const path = join(folder, 'a.snapshot.json');
    const { text, snapshot } = await record(stdio('modern', 'bad-hints'), ...QUICK);
    await writeFile(path, text);
    const [read] = await readListFiles('a', { kind: 'file', path, shown: path }, process.stdin);
    expect(read?.listing).toEqual(snapshot.listing);
  });

  it.each([['three-pages'], ['page-circle'], ['order-differs'], ['modern']])(
    'lints the same live and from its file: %s',
    async (mode) => {
      const folder = await mkdtemp(join(tmpdir(), 'listing-'));
      const path = join(folder, 'a.snapshot.json');
      await writeFile(path, (await record(stdio(mode), ...QUICK)).text);
      const lint = async (target: readonly string[]): Promise<readonly string[]> => {
        const { stdout } = await run(['lint', '--format', 'json', ...QUICK, ...target]);
        const { findings } = JSON.parse(stdout) as Report;
        return findings.map(({ ruleId, reason, pointer, message }) =>
          [ruleId, reason, pointer, message].join(' '),
        );
      };
      const live = await lint(stdio(mode));
      expect(live).toEqual(await lint([path]));
      expect(live.filter((line) => /^(list|cache)-/.test(line)).length).toBeGreaterThan(0);
    },
  );

  it('says nothing of a part of the list', async () => {
    const { snapshot } = await record(stdio('three-pages'), ...QUICK);
    const gate = { selection: { include: ['a'], exclude: [] }, isInTotal: true } as unknown as ToolsetGate;
    expect(selectToolset(gate, snapshot).snapshot.listing).toBeUndefined();
  });
});

describe('the listing of a server over HTTP', () => {
  let fake: Peer;
  beforeAll(async () => {
    fake = await startPeer('http-fake');
  });
  afterAll(() => fake.stop());

  it('has pages, a loop, and a difference', async () => {
    const read = async (mode: string): Promise<Listing | undefined> =>
      (await record([`${fake.url}/${mode}`], ...QUICK)).snapshot.listing;
    expect(await read('json')).toEqual({ pages: [{ tools: 1 }] });
    expect(await read('pages')).toEqual({ pages: [{ tools: 1, nextCursor: '#1' }, { tools: 1 }] });
    expect(await read('loop')).toMatchObject({ loop: { page: 1, kind: 'cursor' } });
    expect(await read('key-order')).toMatchObject({
      difference: { kind: 'bytes', tool: 0, isAnnounced: false },
    });
  });
});

it('the listing of a server of this process', async () => {
  const server = new McpServer({ name: 'here', version: '1.0.0' });
  server.registerTool('add', { description: 'Add.' }, () => ({ content: [] }));
  expect((await measureServer(server)).snapshot.listing).toEqual({ pages: [{ tools: 1 }] });
});
