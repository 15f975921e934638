import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import type { Listing } from '../../../model/snapshot.ts';
import { quote } from '../words.ts';

type LoopKind = NonNullable<Listing['loop']>['kind'];

const tools = ['read_page', 'write_page'].map((name) => ({
  name,
  description: 'Works on one page.',
  inputSchema: { type: 'object', properties: {} },
}));

const pagesOf = (...cursors: readonly (string | undefined)[]): Listing['pages'] =>
  cursors.map((nextCursor, index) => ({ tools: index < tools.length ? 1 : 0, nextCursor }));

export const listPaginationLoop: LintRule = {
  id: 'list-pagination-loop',
  group: 'stability',
  severity: 'error',
  summary: 'The pages of the list never end.',
  why: 'A client that follows the cursors reads the same tools for ever, or gives the server up; one that stops after some pages has tools twice.',
  reasons: {
    cursor: {
      summary: 'A page names a cursor that has been followed already.',
      suggestion: 'Leave `nextCursor` out of the last page.',
      concerns: 'everyone',
    },
    page: {
      summary: 'A page is an earlier one, byte for byte.',
      suggestion: 'Read the cursor that the client sends, and leave `nextCursor` out of the last page.',
      concerns: 'everyone',
    },
    'too-many': {
      summary: 'There are more pages than anybody reads.',
      suggestion: 'Put more tools on a page, and leave `nextCursor` out of the last one.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [{ text: 'DeusData/codebase-memory-mcp#1247', date: '2026-11-30' }],
  bad: [
    {
      title: 'a last page that leads back to the second',
      reason: 'cursor',
      lists: [{ tools, listing: { pages: pagesOf('2', '2'), loop: { page: 1, kind: 'cursor' } } }],
      pointers: ['/pages/1/nextCursor'],
      severity: 'error',
    },
    {
      title: 'a server that does not look at the cursor',
      reason: 'page',
      lists: [{ tools, listing: { pages: pagesOf('a', 'b', 'c'), loop: { page: 2, kind: 'page' } } }],
      pointers: ['/pages/2/nextCursor'],
      severity: 'error',
    },
    {
      title: 'empty pages without end',
      reason: 'too-many',
      lists: [
        { tools, listing: { pages: pagesOf('1', '2', '3', '4'), loop: { page: 3, kind: 'too-many' } } },
      ],
      pointers: ['/pages/3/nextCursor'],
      severity: 'error',
    },
  ],
  good: [
    {
      title: 'an empty page with a new cursor',
      lists: [{ tools, listing: { pages: pagesOf('2', '3', '4', undefined) } }],
      hosts: ['claude-api'],
    },
  ],
  *checkList({ listing }) {
    const { loop, pages = [] } = listing ?? {};
    if (loop === undefined) return;
    const cursor = pages[loop.page]?.nextCursor;
    yield {
      reason: loop.kind,
      at: ['pages', loop.page, 'nextCursor'],
      what: describeLoop(
        loop.kind,
        loop.page,
        cursor === undefined ? 'a cursor' : `the cursor ${quote(cursor)}`,
      ),
      actual: pages.length,
      unit: 'pages',
    };
  },
};

function describeLoop(kind: LoopKind, page: number, cursor: string): string {
  const place = `page ${formatCount(page + 1)}`;
  if (kind === 'cursor') return `${cursor} on ${place}, which has been followed already`;
  if (kind === 'page') return `${place}, the same as an earlier one, byte for byte`;
  return `${cursor} still on ${place}, the last that is read`;
}
