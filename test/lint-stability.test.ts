/** Rules on how a list is read, and on what the specification wants of a tool: edges that make poor documentation. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { annotationsMissing } from '../src/judge/lint/rules/annotations-missing.ts';
import { cacheHintsMissing } from '../src/judge/lint/rules/cache-hints-missing.ts';
import { headerParamInvalid } from '../src/judge/lint/rules/header-param-invalid.ts';
import { listMultiPage } from '../src/judge/lint/rules/list-multi-page.ts';
import { listOrderUnstable } from '../src/judge/lint/rules/list-order-unstable.ts';
import { listPaginationLoop } from '../src/judge/lint/rules/list-pagination-loop.ts';
import type { ExampleList, LintRule } from '../src/model/lint.ts';
import type { Finding } from '../src/model/report.ts';
import type { ListPage, Protocol } from '../src/model/snapshot.ts';
import { lintExample } from './lint-cases.ts';

const tools = ['read_page', 'write_page'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const modern: Protocol = { version: '2026-07-28', era: 'modern', foundBy: 'server/discover' };

const find = (rule: LintRule, list: Partial<ExampleList>, ids?: readonly string[]): readonly Finding[] =>
  lintExample(rule, { title: '', lists: [{ tools, ...list }] }, ids);

const withPages = (pages: readonly Omit<ListPage, 'tools'>[], hintsMissing?: readonly string[]) => ({
  protocol: modern,
  listing: { pages: pages.map((page) => ({ tools: 1, ...page })), hintsMissing },
});

describe('cache-hints-missing', () => {
  const fit = { ttlMs: 0, cacheScope: 'private' };

  it.each<[JsonValue]>([[-1], [0.5], ['60000'], [null], [[]], [true]])('takes no ttlMs of %j', (ttlMs) => {
    expect(find(cacheHintsMissing, withPages([{ ...fit, ttlMs }]))).toMatchObject([
      { reason: 'ttl', severity: 'error', pointer: '/pages/0/ttlMs' },
    ]);
  });

  it.each<[JsonValue]>([['Public'], [''], [null], [{}]])('takes no cacheScope of %j', (cacheScope) => {
    expect(find(cacheHintsMissing, withPages([{ ...fit, cacheScope }]))).toMatchObject([
      { reason: 'scope', pointer: '/pages/0/cacheScope' },
    ]);
  });

  it('tells of a fault once, with the pages that have it', () => {
    const found = find(cacheHintsMissing, withPages([fit, {}, fit, {}, { ...fit, cacheScope: 'public' }]));
    expect(found.map(({ reason, pointer, pointers }) => [reason, pointer, pointers])).toEqual([
      ['ttl', '/pages/1/ttlMs', ['/pages/1/ttlMs', '/pages/3/ttlMs']],
      ['scope', '/pages/1/cacheScope', ['/pages/1/cacheScope', '/pages/3/cacheScope']],
      ['scope-differs', '/pages/4/cacheScope', undefined],
    ]);
    expect(found[0]?.message).toBe('no `ttlMs` on page 2 and 1 more');
  });

  it('is for the version that has these fields, and later ones', () => {
    const at = (version: string): number =>
      find(cacheHintsMissing, { ...withPages([{}]), protocol: { ...modern, version } }).length;
    expect(['2025-11-25', '2026-07-28', '2027-01-15'].map(at)).toEqual([0, 2, 2]);
    expect(find(cacheHintsMissing, { listing: { pages: [{ tools: 1 }] } })).toEqual([]);
  });

  it('names other results by their method', () => {
    const [found] = find(
      cacheHintsMissing,
      withPages([fit], ['prompts/list ttlMs', 'prompts/list cacheScope']),
    );
    expect(found).toMatchObject({
      reason: 'other-result',
      pointers: ['/prompts~1list/ttlMs', '/prompts~1list/cacheScope'],
      message: 'no fit value of `prompts/list ttlMs`, `prompts/list cacheScope`',
    });
  });
});

describe('pages', () => {
  it('counts the tools on each', () => {
    const pages = Array.from({ length: 40 }, (_, index) => ({ tools: index, nextCursor: 'c' }));
    const [found] = find(listMultiPage, { listing: { pages } });
    expect(found).toMatchObject({ severity: 'info', actual: 40, pointer: '/pages/1' });
    expect(found?.message).toMatch(/^40 pages with 0 \+ 1 \+ 2 \+ 3 \+ 4 \+ … tools/);
  });

  it('cuts a cursor that is long', () => {
    const listing = {
      pages: [{ tools: 1, nextCursor: 'x'.repeat(9_000) }],
      loop: { page: 0, kind: 'cursor' as const },
    };
    const [found] = find(listPaginationLoop, { listing });
    expect(found?.message.length).toBeLessThan(150);
  });

  it('says nothing of lists from files', () => {
    for (const rule of [listMultiPage, listPaginationLoop, listOrderUnstable])
      expect(find(rule, {})).toEqual([]);
  });
});

describe('list-order-unstable', () => {
  it.each([
    ['order', true, 'warning', '/tools'],
    ['bytes', true, 'warning', '/tools/1'],
    ['content', false, 'error', '/tools'],
    ['content', true, 'info', '/tools'],
  ] as const)('%s, announced: %s, is %s at %s', (kind, isAnnounced, severity, pointer) => {
    const difference = { kind, isAnnounced, message: 'x', tool: kind === 'bytes' ? 1 : undefined };
    const list = { listing: { pages: [], difference } };
    expect(find(listOrderUnstable, list)).toMatchObject([{ reason: kind, severity, pointer }]);
  });
});

describe('annotations-missing', () => {
  const annotated = (annotations: JsonValue, more: JsonObject = {}): readonly JsonValue[] => [
    { name: 'read_page', annotations, ...more },
  ];

  it.each<[string, JsonValue, boolean]>([
    ['a reader', { title: 'Read', readOnlyHint: true }, true],
    ['a reader without a title', { readOnlyHint: true }, false],
    ['an empty title', { readOnlyHint: true, title: '' }, false],
    ['a writer that does not say whether it destroys', { title: 'Write', readOnlyHint: false }, false],
    ['a writer that says so', { title: 'Write', readOnlyHint: false, destructiveHint: false }, true],
    ['a hint that is a text', { title: 'Read', readOnlyHint: 'true' }, false],
    ['annotations that are a list', [true], false],
    ['annotations that are null', null, false],
  ])('%s', (_, annotations, isComplete) => {
    expect(find(annotationsMissing, { tools: annotated(annotations) })).toHaveLength(isComplete ? 0 : 1);
  });

  it('counts what is missing over the list', () => {
    const [found] = find(annotationsMissing, {
      tools: [...annotated({ readOnlyHint: true }), ...annotated({}, { title: 'Read' }), null, 5],
    });
    expect(found?.message).toMatch(
      /^2 of 4 tools .*\(without `readOnlyHint` 1, `destructiveHint` 1, a title 1\): `read_page`, `read_page`/,
    );
  });

  it('names hosts that mind', () => {
    const [found] = find(annotationsMissing, { tools: annotated({}) }, ['chatgpt', 'claude-desktop']);
    expect(found).toMatchObject({ severity: 'info', hosts: ['chatgpt', 'claude-desktop'] });
  });
});

describe('header-param-invalid', () => {
  const http = (inputSchema: JsonValue): readonly Finding[] =>
    find(headerParamInvalid, { transport: 'streamable-http', tools: [{ name: 'run_query', inputSchema }] });
  const header = (value: JsonValue, more: JsonObject = {}): JsonObject => ({
    type: 'string',
    'x-mcp-header': value,
    ...more,
  });
  const reasonsOf = (inputSchema: JsonValue): readonly string[] =>
    http(inputSchema).map(({ reason = '' }) => reason);

  it.each<[string, JsonValue, readonly string[]]>([
    ['every character of a token', { properties: { a: header("Az09!#$%&'*+-.^_`|~") } }, []],
    ['a line break', { properties: { a: header('A\r\nB') } }, ['value']],
    ['a letter beyond ASCII', { properties: { a: header('Région') } }, ['value']],
    ['a colon', { properties: { a: header('A:') } }, ['value']],
    ['no text', { properties: { a: header(null), b: header(5) } }, ['value']],
    [
      'integers and booleans',
      { properties: { a: header('A', { type: 'integer' }), b: header('B', { type: 'boolean' }) } },
      [],
    ],
    ['a list of types', { properties: { a: header('A', { type: ['string', 'null'] }) } }, ['type']],
    ['no type', { properties: { a: { 'x-mcp-header': 'A' } } }, ['type']],
    ['an object inside an object', { properties: { a: { properties: { b: header('B') } } } }, []],
    ['the root', { type: 'string', 'x-mcp-header': 'A' }, ['place']],
    ['a branch', { anyOf: [{ properties: { a: header('A') } }] }, ['place']],
    ['a definition', { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: header('A') } }, ['place']],
    ['a pattern', { patternProperties: { a: header('A') } }, ['place']],
    [
      'one in a branch, one in properties',
      { properties: { a: header('A') }, oneOf: [{ properties: { a: header('a') } }] },
      ['place', 'duplicate'],
    ],
    ['data', { properties: { a: { default: { 'x-mcp-header': 'A' }, const: header('') } } }, []],
    ['a name', { properties: { 'x-mcp-header': { type: 'string' } } }, []],
    [
      'words that only hold those of a secret',
      { properties: { keyboard: header('Tokenizer'), monkey: header('Passwordless') } },
      [],
    ],
    ['words of a secret', { properties: { api_key: header('A'), user: header('X-Auth-Token') } }, ['secret']],
    ['wrong types', { properties: [header('')], items: 5 }, []],
  ])('%s', (_, inputSchema, reasons) => {
    expect(reasonsOf(inputSchema)).toEqual(reasons);
  });

  it('tells of a fault once a tool', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`p${index}`, header('a b')]),
    );
    const found = http({ properties });
    expect(found).toHaveLength(1);
    expect(found[0]?.pointers).toHaveLength(1_000);
    expect(found[0]?.message).toBe('`x-mcp-header` of `a b` and 999 more');
  });

  it.each([
    ['streamable-http', 'error'],
    ['sse', 'error'],
    ['stdio', 'warning'],
    [undefined, 'warning'],
  ] as const)('over %s is %s', (transport, severity) => {
    const list = { transport, tools: [{ name: 'a', inputSchema: { properties: { a: header('') } } }] };
    expect(find(headerParamInvalid, list)).toMatchObject([{ severity }]);
  });
});
