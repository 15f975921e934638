import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';

const tools = ['read_page', 'write_page'].map((name) => ({
  name,
  description: 'Works on one page.',
  inputSchema: { type: 'object', properties: {} },
}));

const MOST_LISTED = 5;

export const listMultiPage: LintRule = {
  id: 'list-multi-page',
  group: 'stability',
  severity: 'info',
  summary: 'The list comes in several pages.',
  why: 'That is as the specification has it, and some clients read the first page only: the tools on later ones do not exist for them.',
  reasons: {
    pages: {
      summary: 'The answer names a next page.',
      suggestion: 'Send all tools on one page where the size permits, or the most needed ones first.',
      concerns: 'everyone',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'vercel/ai#19240', date: '2026-11-30' },
    { text: 'github/copilot-cli#4006', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'one tool a page',
      reason: 'pages',
      lists: [{ tools, listing: { pages: [{ tools: 1, nextCursor: '2' }, { tools: 1 }] } }],
      pointers: ['/pages/1'],
      severity: 'info',
      hosts: ['copilot-cli', 'moonshot-api'],
      severityInHosts: 'warning',
    },
  ],
  good: [
    { title: 'one page', lists: [{ tools, listing: { pages: [{ tools: 2 }] } }] },
    {
      title: 'pages that never end, which are told of as that',
      lists: [
        {
          tools,
          listing: {
            pages: [
              { tools: 1, nextCursor: '2' },
              { tools: 1, nextCursor: '2' },
            ],
            loop: { page: 1, kind: 'cursor' },
          },
        },
      ],
    },
  ],
  *checkList({ listing }) {
    const { pages = [], loop } = listing ?? {};
    if (pages.length < 2 || loop !== undefined) return;
    const listed = pages.slice(0, MOST_LISTED).map(({ tools: count }) => formatCount(count));
    const rest = pages.length - listed.length;
    const later = pages.slice(1).reduce((sum, { tools: count }) => sum + count, 0);
    yield {
      reason: 'pages',
      at: ['pages', 1],
      what: `${formatCount(pages.length)} pages with ${listed.join(' + ')}${rest > 0 ? ` + …` : ''} tools, of which a client that reads the first page only never sees ${formatCount(later)}`,
      actual: pages.length,
      limit: 1,
      unit: 'pages',
    };
  },
};
