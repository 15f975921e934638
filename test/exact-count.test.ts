import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseExact, readProviderAccess } from '../src/capture/provider-count-access.ts';
import { createProviderCounter, type ProviderCountOptions } from '../src/capture/provider-count.ts';
import { openHttpClient } from '../src/capture/proxy-fetch.ts';
import { openCache } from '../src/commands/cache.ts';
import { UsageError } from '../src/errors.ts';
import type { JsonValue } from '../src/json.ts';
import { writeFileWhole } from '../src/report/render.ts';

const KEY = 'sk-ant-test-8Zq4';
const TOOLS: readonly JsonValue[] = [
  {
    name: 'search',
    title: 'Search',
    description: 'Find notes',
    inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    outputSchema: { type: 'object' },
  },
  { inputSchema: { type: 'object' }, name: 'list' },
];

interface Asked {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly tools?: readonly { readonly name: string }[] };
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Never answers. */
  readonly isSilent?: boolean;
  readonly isDropped?: boolean;
}

/** The provider as its documentation has it: 7 tokens for the message, 300 once, 50 for each tool. */
const COUNTING = ({ tools }: Asked['body']): Answer => ({
  body: { input_tokens: 7 + (tools === undefined ? 0 : 300 + 50 * tools.length) },
});

let server: Server;
let asked: Asked[];
let folder: string;
/** Answers that go before the usual one, in order. */
let first: Answer[];

beforeEach(async () => {
  asked = [];
  first = [];
  folder = await mkdtemp(join(tmpdir(), 'exact-'));
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
      asked.push({ url: request.url, headers: request.headers, body });
      const answer = first.shift() ?? COUNTING(body);
      if (answer.isDropped === true) request.socket.destroy();
      if (answer.isSilent === true || answer.isDropped === true) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function countWith(changes: Partial<ProviderCountOptions> = {}) {
  return createProviderCounter({
    ...parseExact('claude'),
    ...readProviderAccess({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `${baseUrl()}/gateway/` }),
    fetch: (url, init) => fetch(url, init),
    signal: new AbortController().signal,
    cache: openCache(folder, writeFileWhole),
    backoffMs: 1,
    ...changes,
  });
}

const error = (message: string): unknown => ({ type: 'error', error: { type: 'some_error', message } });

describe('--exact claude', () => {
  it('asks for the whole set and for none, and takes the difference', async () => {
    const count = await countWith()(TOOLS);
    expect(count).toEqual({ family: 'claude', model: 'claude-opus-5', tokens: 400, isCached: false });
    const messages = [{ role: 'user', content: 'x' }];
    expect(asked.map(({ body }) => body)).toEqual([
      {
        model: 'claude-opus-5',
        messages,
        tools: [
          {
            name: 'search',
            description: 'Find notes',
            input_schema: { type: 'object', properties: { q: { type: 'string' } } },
          },
          { name: 'list', input_schema: { type: 'object' } },
        ],
      },
      { model: 'claude-opus-5', messages },
    ]);
    for (const { url, headers } of asked) {
      expect(url).toBe('/gateway/v1/messages/count_tokens');
      expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
    }
  });

  it('asks for the empty set once, however many lists there are, and nothing for none', async () => {
    const count = countWith({ cache: { get: async () => undefined, put: async () => {} } });
    const counts = await Promise.all([count(TOOLS), count(TOOLS.slice(1)), count([])]);
    expect(counts).toMatchObject([{ tokens: 400 }, { tokens: 350 }, { tokens: 0 }]);
    expect(asked.filter(({ body }) => body.tools === undefined)).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  it('keeps what was counted, by model and text, and never the key', async () => {
    await countWith()(TOOLS);
    asked = [];
    expect(await countWith()(TOOLS)).toMatchObject({ tokens: 400, isCached: true });
    expect(asked).toEqual([]);
    await countWith({ model: 'claude-opus-5-5' })(TOOLS);
    expect(asked.map(({ body }) => body.model)).toEqual(['claude-opus-5-5', 'claude-opus-5-5']);
    asked = [];
    await countWith()(TOOLS.toReversed());
    expect(asked).toHaveLength(1);
    const files = await readdir(folder);
    expect(files.length).toBe(5);
    for (const file of files) expect(await readFile(join(folder, file), 'utf8')).not.toContain(KEY);
  });

  it('goes through the proxy', async () => {
    const client = await openHttpClient({ HTTP_PROXY: baseUrl() }, 1000);
    const url = new URL('http://claude.example.com/v1/messages/count_tokens');
    try {
      expect(await countWith({ fetch: client.fetch, url })(TOOLS)).toMatchObject({ tokens: 400 });
    } finally {
      await client.close();
    }
    expect(asked[0]).toMatchObject({ url: url.href, headers: { 'x-api-key': KEY } });
  });
});

describe('a count that cannot be had', () => {
  it.each([401, 403])('HTTP %d: the key is refused; nothing it says is repeated', async (status) => {
    first = [{ status, body: error(`invalid x-api-key ${KEY}`) }];
    const count = await countWith()(TOOLS);
    expect(count).toEqual({
      family: 'claude',
      model: 'claude-opus-5',
      reason: `${baseUrl()}/gateway/v1/messages/count_tokens refuses the key (HTTP ${status})`,
      hint: 'check ANTHROPIC_API_KEY, and that ANTHROPIC_BASE_URL is where it belongs',
    });
    expect(asked).toHaveLength(1);
  });

  it.each([400, 413])('HTTP %d: the provider says why, without the key, cut short', async (status) => {
    const said = `tools.0.custom.name: bad \u{1b}[2J ${KEY} ${'x'.repeat(5000)}`;
    first = [{ status, body: error(said) }];
    const count = await countWith()(TOOLS);
    expect(count).toMatchObject({
      reason: expect.stringContaining(`(HTTP ${status}): tools.0.custom.name: bad \u{1b}[2J [key] xxx`),
      hint: 'the API may refuse these tools in a request too',
    });
    expect(JSON.stringify(count)).not.toContain(KEY);
    expect(JSON.stringify(count).length).toBeLessThan(700);
    expect(asked).toHaveLength(1);
    // A refusal is no result: it is asked again.
    expect(await countWith()(TOOLS)).toMatchObject({ tokens: 400, isCached: false });
  });

  it('HTTP 404 points at the model', async () => {
    first = [{ status: 404, body: error('model: claude-nine') }];
    expect(await countWith({ model: 'claude-nine' })(TOOLS)).toMatchObject({
      reason: expect.stringMatching(/HTTP 404\): model: claude-nine$/),
      hint: 'check the model after --exact claude:',
    });
  });

  it('a redirect is not followed: the key would go with it', async () => {
    first = [{ status: 307, headers: { location: `${baseUrl()}/elsewhere` } }];
    expect(await countWith()(TOOLS)).toMatchObject({ reason: expect.stringContaining('HTTP 307') });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['no count', {}],
    ['a text', '<html>hello'],
    ['a negative number', { input_tokens: -1 }],
    ['a fraction', { input_tokens: 1.5 }],
  ])('%s in place of a count', async (_, body) => {
    first = [{ body }];
    expect(await countWith()(TOOLS)).toMatchObject({
      reason: expect.stringMatching(/answered without a count$/),
    });
  });

  it('a gateway that ignores the tools', async () => {
    first = [{ body: { input_tokens: 7 } }];
    expect(await countWith()(TOOLS)).toMatchObject({
      reason: 'the tools made no difference to the count',
    });
  });

  it('a list that holds something else than tools is not sent', async () => {
    expect(await countWith()([...TOOLS, 'tool'])).toMatchObject({
      reason: 'an entry of the list is no tool',
    });
    expect(asked).toEqual([]);
  });

  it('nobody listens', async () => {
    const count = countWith();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(await count(TOOLS)).toMatchObject({
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('trying again', () => {
  it.each([
    ['429', { status: 429, body: error('slow down') }],
    ['529', { status: 529, body: error('Overloaded') }],
    ['500 with a page', { status: 500, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['a dropped connection', { isDropped: true }],
  ])('after %s', async (_, answer) => {
    first = [answer, answer];
    expect(await countWith()(TOOLS)).toMatchObject({ tokens: 400 });
    expect(asked).toHaveLength(4);
  });

  it('waits as long as the provider asks, in seconds or until a date', async () => {
    first = [
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 429, headers: { 'retry-after': new Date(Date.now() + 3000).toUTCString() } },
    ];
    const from = performance.now();
    expect(await countWith()(TOOLS)).toMatchObject({ tokens: 400 });
    expect(performance.now() - from).toBeGreaterThan(1900);
  });

  it.each([
    ['seconds', '3600'],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('gives up at once when the wait, in %s, is longer than the deadline', async (_, wait) => {
    first = [{ status: 429, headers: { 'retry-after': wait }, body: error('slow down') }];
    expect(await countWith()(TOOLS)).toMatchObject({
      reason: expect.stringMatching(/answered HTTP 429: slow down$/),
      hint: 'try again later; what was counted is kept',
    });
    expect(asked).toHaveLength(1);
  });

  it('ends after six tries', async () => {
    first = Array.from({ length: 20 }, () => ({ status: 503 }));
    expect(await countWith()(TOOLS)).toMatchObject({ reason: expect.stringContaining('HTTP 503') });
    expect(asked).toHaveLength(6);
  });

  it('ends at the deadline when no answer comes', async () => {
    first = [{ isSilent: true }];
    expect(await countWith({ deadlineMs: 50 })(TOOLS)).toMatchObject({
      reason: expect.stringMatching(/no answer came in time$/),
    });
  });

  it.each([
    ['an answer', { isSilent: true }],
    ['its turn', { status: 429, headers: { 'retry-after': '30' } }],
  ])('ends with the reason of the interruption while it waits for %s', async (_, answer) => {
    first = [answer];
    const interrupt = new AbortController();
    const counting = countWith({ signal: interrupt.signal })(TOOLS);
    while (asked.length === 0) await new Promise(setImmediate);
    setTimeout(() => interrupt.abort(new Error('Ctrl-C')), 20);
    await expect(counting).rejects.toThrow('Ctrl-C');
    expect(asked).toHaveLength(1);
  });
});

describe('what to ask, and whom', () => {
  it.each([
    ['claude', 'claude-opus-5'],
    ['claude:claude-haiku-4-5', 'claude-haiku-4-5'],
    ['claude:vendor/claude-opus-5@2026:1', 'vendor/claude-opus-5@2026:1'],
  ])('%s', (text, model) => expect(parseExact(text)).toEqual({ family: 'claude', model }));

  it.each(['gpt', 'claude:', 'claude:a b', 'Claude', ''])('%j is a mistake', (text) => {
    expect(() => parseExact(text)).toThrow(UsageError);
  });

  const access = (env: Record<string, string>) => readProviderAccess({ ANTHROPIC_API_KEY: KEY, ...env });

  it('the vendor, unless a base URL is set', () => {
    const url = 'https://api.anthropic.com/v1/messages/count_tokens';
    expect(access({}).url.href).toBe(url);
    expect(access({ ANTHROPIC_BASE_URL: '' }).url.href).toBe(url);
    expect(access({ ANTHROPIC_BASE_URL: 'https://gw.example.com/a/?x#y' }).url.href).toBe(
      'https://gw.example.com/a/v1/messages/count_tokens',
    );
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3', 'https://127.0.0.1'])(
    '%s',
    (base) => expect(access({ ANTHROPIC_BASE_URL: base }).url.href).toMatch(/count_tokens$/),
  );

  it.each([
    'http://gw.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'https://me:s3cret@gw.example.com',
    'ftp://localhost',
    'gw.example.com',
  ])('%s must not get the key', (base) => {
    const failure = failureOf(() => access({ ANTHROPIC_BASE_URL: base }));
    expect(failure).toBeInstanceOf(UsageError);
    expect(`${failure.message}${failure.hint}`).not.toContain('s3cret');
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['with a line break', `${KEY}\n`],
  ])('a key that is %s is a mistake, named by its variable and never shown', (_, key) => {
    const failure = failureOf(() => readProviderAccess({ ANTHROPIC_API_KEY: key }));
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure.message).toContain('ANTHROPIC_API_KEY');
    expect(`${failure.message}${failure.hint}`).not.toContain(KEY);
  });
});

function failureOf(act: () => unknown): UsageError {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
