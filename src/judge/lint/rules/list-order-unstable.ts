import type { LintRule } from '../../../model/lint.ts';
import type { ListDifference, Listing } from '../../../model/snapshot.ts';

const tools = ['read_page', 'write_page'].map((name) => ({
  name,
  description: 'Works on one page.',
  inputSchema: { type: 'object', properties: {} },
}));

const readTwice = (kind: ListDifference, message: string, isAnnounced = false): Listing => ({
  pages: [{ tools: 2 }],
  difference: { kind, message, isAnnounced, tool: kind === 'bytes' ? 1 : undefined },
});

const WHAT: Readonly<Record<ListDifference, string>> = {
  order: 'the same tools in another order when the list is read again',
  bytes: 'the same tools in other bytes when the list is read again',
  content: 'other tools when the list is read again',
};

export const listOrderUnstable: LintRule = {
  id: 'list-order-unstable',
  group: 'stability',
  severity: 'warning',
  summary: 'Two readings of the list on one connection differ.',
  why: 'Hosts put definitions at the start of a prompt, and model APIs bill a prompt that begins as the last one did at a fraction of the price. One tool that has moved makes them read everything anew.',
  reasons: {
    order: {
      summary: 'The same tools come in another order.',
      suggestion: 'Sort the list by name before it is sent.',
      concerns: 'everyone',
    },
    bytes: {
      summary: 'The same tools come in the same order and in other bytes, such as keys in another order.',
      suggestion: 'Write definitions from one fixed value, with nothing of the moment in them.',
      concerns: 'everyone',
    },
    content: {
      severity: 'error',
      summary: 'There are other tools, though nobody has said that the list would change.',
      suggestion:
        'Send `notifications/tools/list_changed` when tools come or go; else answer with the same list.',
      concerns: 'everyone',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'googleapis/mcp-toolbox#3463', date: '2026-11-30' },
    { text: 'maximhq/bifrost#2348', date: '2026-11-30' },
    { text: 'MCP specification 2025-11-25, Tools', date: '2025-11-25' },
  ],
  bad: [
    {
      title: 'tools in the order of a map that is built for each request',
      reason: 'order',
      lists: [{ tools, listing: readTwice('order', '`write_page` comes before `read_page`') }],
      pointers: ['/tools'],
      severity: 'warning',
    },
    {
      title: 'a date in a description',
      reason: 'bytes',
      lists: [{ tools, listing: readTwice('bytes', '`write_page` has another description') }],
      pointers: ['/tools/1'],
      severity: 'warning',
    },
    {
      title: 'a tool that has gone without a word',
      reason: 'content',
      lists: [{ tools, listing: readTwice('content', '`write_page` is gone') }],
      pointers: ['/tools'],
      severity: 'error',
    },
    {
      title: 'a tool that has gone, as the server had said',
      reason: 'content',
      lists: [{ tools, listing: readTwice('content', '`write_page` is gone', true) }],
      pointers: ['/tools'],
      severity: 'info',
    },
  ],
  good: [
    { title: 'two readings that are equal', lists: [{ tools, listing: { pages: [{ tools: 2 }] } }] },
    { title: 'a list from a file', lists: [{ tools }] },
  ],
  *checkList({ listing }) {
    const { difference } = listing ?? {};
    if (difference === undefined) return;
    const { kind, tool, message, isAnnounced } = difference;
    yield {
      reason: kind,
      at: kind === 'bytes' && tool !== undefined ? ['tools', tool] : ['tools'],
      what: `${WHAT[kind]}${message === '' ? '' : ` (${message})`}`,
      severity: kind === 'content' && isAnnounced ? 'info' : undefined,
    };
  },
};
