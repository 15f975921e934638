import type { JsonValue } from '../../../json.ts';
import { compactJson } from '../../../json-text.ts';
import type { LintRule, Path, Place } from '../../../model/lint.ts';
import type { ListPage, Protocol } from '../../../model/snapshot.ts';
import { formatCount } from '../../../numbers.ts';
import { andMore, listQuoted, quote } from '../words.ts';

/** The first version with caching fields. */
const SINCE = '2026-07-28';

const protocol: Protocol = { version: SINCE, era: 'modern', foundBy: 'server/discover' };
const tools = [
  {
    name: 'read_page',
    description: 'Reads one page.',
    inputSchema: { type: 'object', properties: {} },
  },
];
const withPages = (...pages: readonly Omit<ListPage, 'tools'>[]) => ({
  tools,
  protocol,
  listing: { pages: pages.map((page) => ({ ...page, tools: 1 })) },
});

export const cacheHintsMissing: LintRule = {
  id: 'cache-hints-missing',
  group: 'stability',
  severity: 'error',
  summary: 'A result does not say how long, and for whom, it may be kept.',
  why: 'MCP 2026-07-28 requires `ttlMs` and `cacheScope` in the results of `server/discover` and of the lists. A client that validates results refuses one without them; others ask again before every use.',
  reasons: {
    ttl: {
      summary: '`ttlMs` of a page is missing, or no whole number from 0 on.',
      suggestion: 'Give `ttlMs` in milliseconds on every page; 0 says that it must not be kept.',
      concerns: 'everyone',
    },
    scope: {
      summary: '`cacheScope` of a page is missing, or neither `public` nor `private`.',
      suggestion: 'Give `cacheScope` on every page: `private` where the list depends on who asks.',
      concerns: 'everyone',
    },
    'scope-differs': {
      summary: 'Pages of one list have different values of `cacheScope`.',
      suggestion: 'Give the same `cacheScope` on all pages.',
      concerns: 'everyone',
    },
    'other-result': {
      summary: 'Another result that may be kept lacks one of the fields, or has a wrong value.',
      suggestion: 'Give `ttlMs` and `cacheScope` in every complete result that the specification names.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [{ text: 'MCP specification 2026-07-28, Caching', date: '2026-07-28' }],
  bad: [
    {
      title: 'no time to live',
      reason: 'ttl',
      lists: [withPages({ cacheScope: 'public' })],
      pointers: ['/pages/0/ttlMs'],
      severity: 'error',
    },
    {
      title: 'a scope that does not exist',
      reason: 'scope',
      lists: [withPages({ ttlMs: 60_000, cacheScope: 'shared' })],
      pointers: ['/pages/0/cacheScope'],
      severity: 'error',
    },
    {
      title: 'a second page for fewer readers than the first',
      reason: 'scope-differs',
      lists: [
        withPages(
          { ttlMs: 60_000, cacheScope: 'public', nextCursor: '2' },
          { ttlMs: 60_000, cacheScope: 'private' },
        ),
      ],
      pointers: ['/pages/1/cacheScope'],
      severity: 'error',
    },
    {
      title: 'the first answer of a server',
      reason: 'other-result',
      lists: [
        {
          tools,
          protocol,
          listing: {
            pages: [{ tools: 1, ttlMs: 0, cacheScope: 'private' }],
            hintsMissing: ['server/discover ttlMs'],
          },
        },
      ],
      pointers: ['/server~1discover/ttlMs'],
      severity: 'error',
    },
  ],
  good: [
    {
      title: 'both fields on every page',
      lists: [withPages({ ttlMs: 0, cacheScope: 'private' })],
    },
    {
      title: 'an older protocol version',
      lists: [
        {
          tools,
          protocol: { version: '2025-11-25', era: 'legacy', foundBy: 'initialize' },
          listing: { pages: [{ tools: 1 }] },
        },
      ],
    },
    { title: 'a list from a file', lists: [{ tools, protocol }] },
  ],
  *checkList({ protocol, listing }) {
    // Versions are days.
    if (protocol === undefined || listing === undefined || protocol.version < SINCE) return;
    const { pages, hintsMissing = [] } = listing;
    const scope = pages.map(({ cacheScope }) => cacheScope).find(isScope);
    const isSame: Test = (value) => !isScope(value) || value === scope;
    const found = [
      placeOf('ttl', 'ttlMs', { pages, isFit: isTtl }),
      placeOf('scope', 'cacheScope', { pages, isFit: isScope }),
      placeOf('scope-differs', 'cacheScope', { pages, isFit: isSame }),
    ];
    yield* found.filter((place) => place !== undefined);
    const [other] = hintsMissing;
    if (other === undefined) return;
    const places = hintsMissing.map((hint): Path => hint.split(' '));
    yield {
      reason: 'other-result',
      at: places[0] ?? [],
      places,
      what: `no fit value of ${listQuoted(hintsMissing)}`,
    };
  },
};

/** Name the pages whose value is not as wanted. */
function placeOf(
  reason: string,
  field: 'ttlMs' | 'cacheScope',
  { pages, isFit }: { readonly pages: readonly ListPage[]; readonly isFit: Test },
): Place | undefined {
  const wrong = pages.flatMap((page, index) => (isFit(page[field]) ? [] : [{ value: page[field], index }]));
  const [first] = wrong;
  if (first === undefined) return undefined;
  const places = wrong.map(({ index }): Path => ['pages', index, field]);
  const { value } = first;
  const found = value === undefined ? `no \`${field}\`` : `\`${field}\` of ${quote(compactJson(value))}`;
  const at: Path = ['pages', first.index, field];
  return { reason, at, places, what: `${found} on page ${formatCount(first.index + 1)}${andMore(wrong)}` };
}

type Test = (value: JsonValue | undefined) => boolean;

function isTtl(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isScope(value: JsonValue | undefined): boolean {
  return value === 'public' || value === 'private';
}
