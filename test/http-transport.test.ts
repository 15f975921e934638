import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, OpenOptions } from '../src/capture/connection.ts';
import { describeUrl } from '../src/capture/describe-url.ts';
import { networkFailure } from '../src/capture/http-failure.ts';
import { openSse } from '../src/capture/transports/sse.ts';
import { openStreamableHttp } from '../src/capture/transports/streamable-http.ts';
import { UsageError } from '../src/errors.ts';
import type { JsonObject } from '../src/json.ts';
import {
  failureOf,
  freePort,
  greet,
  INITIALIZE,
  INITIALIZED,
  launchOf,
  LIST,
  modern,
  openOptions,
  record,
  startEverything,
  startPeer,
  until,
  type Peer,
  type Recording,
} from './http-peers.ts';

let fake: Peer;
const connections: Connection[] = [];

beforeAll(async () => {
  fake = await startPeer('http-fake');
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await fake.stop();
});

async function open(
  url: string,
  more: Partial<OpenOptions> = {},
): Promise<{ connection: Connection; seen: Recording }> {
  const seen = record();
  const full = url.startsWith('http') ? url : `${fake.url}/${url}`;
  const connection = await openStreamableHttp(launchOf(full), seen.handlers, openOptions(more));
  connections.push(connection);
  return { connection, seen };
}

async function openLegacy(path: string, more: Partial<OpenOptions> = {}) {
  const seen = record();
  const full = path.startsWith('http') ? path : `${fake.url}/${path}`;
  const connection = await openSse(launchOf(full), seen.handlers, openOptions(more));
  connections.push(connection);
  return { connection, seen };
}

const failure = async (path: string, message: JsonObject = INITIALIZE, more: Partial<OpenOptions> = {}) => {
  const { connection, seen } = await open(path, more);
  return { error: await failureOf(connection.send(message)), seen };
};

const ids = (seen: Recording) => seen.warnings.map(({ id }) => id);

describe('answers as Streamable HTTP', () => {
  it('hands over a JSON body with its bytes, and the session id and version go on', async () => {
    const { connection, seen } = await open('json');
    await greet(connection);
    await connection.send(LIST);
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { tools: [{ name: 'größe', description: 'ein Wort: €', inputSchema: { type: 'object' } }] },
    });
    expect(seen.frames.find(({ value }) => (value as JsonObject)['id'] === 1)).toEqual({
      bytes: Buffer.byteLength(text),
      text,
      value: JSON.parse(text),
    });
    const list = (await fake.log()).findLast(({ body }) => body?.includes('tools/list'));
    expect(list?.headers).toMatchObject({ 'mcp-session-id': 's-1', 'mcp-protocol-version': '2025-11-25' });
    expect(seen.warnings).toEqual([]);
    expect(seen.closed).toEqual([]);
  });

  const rows = [
    'extra-key',
    'null-error',
    'no-jsonrpc',
    'string-id',
    'null-meta',
    'null-cursor',
    'bom',
    'batch',
    'bad-list',
  ];
  it.each(rows.flatMap((row) => ['json', 'sse', 'text'].map((as) => [row, as] as const)))(
    'takes a malformed envelope as it is: %s as %s',
    async (row, as) => {
      const { connection, seen } = await open(`odd/${row}/${as}`);
      await connection.send(LIST);
      expect(seen.frames).toHaveLength(1);
      const value = [seen.frames[0]?.value].flat()[0] as JsonObject;
      expect([1, '1']).toContain(value['id']);
      if (row !== 'bad-list') expect(JSON.stringify(value['result'])).toContain('ein Wort: €');
      if (row === 'extra-key') expect(seen.frames[0]?.bytes).toBe(Buffer.byteLength(JSON.stringify(value)));
      expect(ids(seen)).toEqual([
        ...(as === 'text' ? ['wrong-content-type'] : []),
        ...(row === 'bom' ? ['bom'] : []),
      ]);
    },
  );

  it('measures after decompression and says so', async () => {
    const { connection, seen } = await open('gzip');
    await connection.send(LIST);
    expect(ids(seen)).toEqual(['content-encoding']);
    expect(seen.frames[0]?.bytes).toBe(Buffer.byteLength(JSON.stringify(seen.frames[0]?.value)));
  });

  it('says when an answer is not UTF-8', async () => {
    const { connection, seen } = await open('bad-utf8');
    await connection.send(LIST);
    expect(ids(seen)).toEqual(['invalid-utf8']);
  });

  it('follows a redirect within the origin, no other', async () => {
    const { connection, seen } = await open('redirect-same');
    await connection.send(INITIALIZE);
    expect(seen.frames).toHaveLength(1);

    const { error } = await failure('redirect-cross');
    expect(error.status).toBe('protocol-error');
    expect(error.message).toMatch(/redirects \(HTTP 307\) to http:\/\/localhost:\d+\/json$/);
  });

  it('reads messages the server starts by itself, and stops with close()', async () => {
    const { connection, seen } = await open('json');
    await greet(connection);
    await until(() => seen.frames.some(({ value }) => (value as JsonObject)['method'] === 'ping'));
    await connection.close();
    await connection.close();
    const before = (await fake.log()).length;
    await wait(300);
    expect((await fake.log()).length).toBe(before);
  });

  it('resumes an event stream that broke off after an event id', async () => {
    const { connection, seen } = await open('resumed-sse');
    await connection.send(LIST);
    expect(seen.frames).toHaveLength(1);
  });

  it.each([
    ['400', 'same'],
    ['400', 'null'],
    ['404', 'same'],
    ['500', 'same'],
  ])('hands over a JSON-RPC error in HTTP %s with %s id as the answer', async (status, id) => {
    const { connection, seen } = await open(`rpc-error/${status}/${id}`);
    await connection.send(INITIALIZE);
    expect(seen.frames).toHaveLength(1);
    expect(seen.frames[0]?.value).toMatchObject({ id: 0, error: { code: -32600 } });
  });
});

describe('failures of Streamable HTTP', () => {
  it.each([
    ['status/200/html', 'protocol-error', /answered HTTP 200 \(text\/html\): not an MCP endpoint/],
    ['status/404/html', 'protocol-error', /answered HTTP 404 \(text\/html\): not an MCP endpoint/],
    ['status/404', 'protocol-error', /answered HTTP 404 \(application\/json\)/],
    ['other', 'protocol-error', /answered HTTP 200 \(application\/json\): not an MCP endpoint/],
    ['empty', 'protocol-error', /an empty body/],
    ['broken', 'protocol-error', /JSON that does not parse \(34 bytes\)/],
    ['wrong-id', 'protocol-error', /another request/],
    ['status/401', 'auth-required', /wants a login \(HTTP 401\)/],
    ['status/403', 'auth-required', /refuses access \(HTTP 403\)/],
    ['rpc-error/403/null', 'auth-required', /refuses access \(HTTP 403\): Bad Request: no session/],
    ['status/429', 'start-failed', /429/],
    ['status/503/html', 'start-failed', /HTTP 503/],
    ['reset', 'protocol-error', /the answer broke off \(UND_ERR_SOCKET\)/],
    ['drop', 'protocol-error', /closed before an answer came/],
    ['ended-sse', 'protocol-error', /ended without the answer/],
  ])('%s is %s', async (path, status, message) => {
    const { error, seen } = await failure(path, { ...INITIALIZE, id: 7 });
    expect(error.message).toMatch(message);
    expect(error.status).toBe(status);
    expect(error.hint).toBeTypeOf('string');
    if (path !== 'wrong-id') expect(seen.frames).toEqual([]);
  });

  it('keeps the challenge of a 401 and shows where the authorization server is named', async () => {
    const { error } = await failure('status/401');
    expect(error.authenticate).toMatch(/^Bearer resource_metadata=/);
    expect(error.hint).toContain('--bearer-env NAME');
    expect(error.hint).toContain('https://auth.example/.well-known/oauth-protected-resource');
    expect(error.hint).not.toContain('key=1');
  });

  it.each([
    ['status/400', true],
    ['status/404/html', true],
    ['status/405', true],
    ['status/406', true],
    ['status/411', true],
    ['status/401', false],
    ['status/403', false],
    ['status/500', false],
    ['status/200/html', false],
  ])('%s to initialize is a cue of HTTP+SSE: %s', async (path, isCue) => {
    expect((await failure(path)).error.legacySseCue).toBe(isCue);
    expect((await failure(path, LIST)).error.legacySseCue).toBe(false);
  });

  it('stops at the cap and names the flag', async () => {
    const { error } = await failure('big', LIST, { maxBytes: 100_000 });
    expect(error).toMatchObject({
      status: 'partial',
      hint: expect.stringContaining('--max-bytes') as string,
    });
    expect((await failure('big-sse', LIST, { maxBytes: 100_000 })).error.status).toBe('partial');
    const { connection, seen } = await open('big', { maxBytes: 400_000 });
    await connection.send(LIST);
    expect(seen.frames).toHaveLength(1);
  });

  it.each(['silent', 'slow-body', 'slow-sse'])('gives up waiting when asked: %s', async (path) => {
    const { connection } = await open(path);
    const giveUp = new AbortController();
    const sending = failureOf(connection.send(LIST, giveUp.signal));
    await wait(100);
    giveUp.abort();
    expect((await sending).status).toBe('timeout');
    // The stream of that request is closed, which is how 2026-07-28 cancels.
    if (path !== 'slow-sse') return;
    for (let left = 50; !(await fake.log()).some(({ method }) => method === 'closed'); left -= 1) {
      expect(left).toBeGreaterThan(0);
      await wait(20);
    }
  });

  it('ends with the reason of the one who gave up everything, and on close()', async () => {
    const all = new AbortController();
    const { connection } = await open('silent', { signal: all.signal });
    const sending = failureOf(connection.send(LIST));
    all.abort((await failure('status/403')).error);
    expect((await sending).status).toBe('auth-required');

    const other = await open('slow-sse');
    const waiting = failureOf(other.connection.send(LIST));
    await wait(50);
    await other.connection.close();
    expect((await waiting).message).toContain('closed');
  });

  it('does not wait for ever for the receipt of a notification, and forgives a refused one', async () => {
    const { error } = await failure('silent', INITIALIZED, { connectMs: 100 });
    expect(error.status).toBe('timeout');
    const { connection, seen } = await open('status/404/html');
    await connection.send(INITIALIZED);
    expect(ids(seen)).toEqual(['notification-refused']);
    const streamed = await open('slow-sse');
    await streamed.connection.send(INITIALIZED);
    expect((await failure('status/401', INITIALIZED)).error.status).toBe('auth-required');
  });

  it('ends a session within its deadline when the server does not answer', async () => {
    const { connection } = await open('silent-delete');
    await connection.send(INITIALIZE);
    const started = Date.now();
    await connection.close();
    expect(Date.now() - started).toBeLessThan(3_000);
    expect((await fake.log()).findLast(({ url }) => url === '/silent-delete')).toMatchObject({
      method: 'DELETE',
    });
  });

  it('tells a port without a server from one of another protocol', async () => {
    const port = await freePort();
    const refused = await failure(`http://user:pass@127.0.0.1:${port}/mcp?key=secret`);
    expect(refused.error.status).toBe('start-failed');
    expect(refused.error.message).toBe(`http://127.0.0.1:${port}/mcp: nothing listens there (ECONNREFUSED)`);

    const other = createServer((socket) => socket.end('SSH-2.0-other\r\n')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const otherPort = typeof address === 'object' ? address?.port : undefined;
    expect((await failure(`http://127.0.0.1:${otherPort}/`)).error.message).toContain(
      'the answer is not HTTP',
    );
    expect((await failure(`https://127.0.0.1:${otherPort}/`)).error).toMatchObject({
      status: 'start-failed',
    });
    other.close();
    expect((await failure('http://host.invalid/mcp')).error.message).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  it('reads codes of certificates and deadlines wherever they hide', () => {
    const caused = (code: string) =>
      new TypeError('fetch failed', { cause: new AggregateError([Object.assign(new Error('x'), { code })]) });
    const of = (code: string) => networkFailure(caused(code), 'https://u:p@h.example/mcp?k=v');
    expect(of('SELF_SIGNED_CERT_IN_CHAIN')).toMatchObject({
      status: 'start-failed',
      message: 'https://h.example/mcp: its TLS certificate is not trusted (SELF_SIGNED_CERT_IN_CHAIN)',
    });
    expect(of('UND_ERR_CONNECT_TIMEOUT').status).toBe('timeout');
    expect(of('ENEW').message).toContain('cannot be reached (ENEW)');
    expect(describeUrl('https://u:p@h.example/mcp?k=v#f')).toBe('https://h.example/mcp');
  });

  it('sends userinfo as Basic and headers of the launch, and never repeats a bad one', async () => {
    const seen = record();
    const url = new URL(`${fake.url}/json?who=headers`);
    url.username = 'me';
    url.password = 'p:w';
    const launch = launchOf(url.href, { headers: { 'x-key': 'k' } });
    const connection = await openStreamableHttp(launch, seen.handlers, openOptions());
    await connection.send(INITIALIZE);
    await connection.close();
    const entry = (await fake.log()).find((e) => e.url.includes('who=headers'));
    expect(entry?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('me:p:w').toString('base64')}`,
      'x-key': 'k',
    });
    const bad = openStreamableHttp(
      launchOf(fake.url, { headers: { Authorization: 'Bearer secret\nvalue' } }),
      seen.handlers,
      openOptions(),
    );
    await expect(bad).rejects.toThrow(UsageError);
    await expect(bad).rejects.toThrow(/^(?!.*secret)/);
  });
});

describe('a process that has closed its connections', () => {
  // Bundled, because Node 20 does not run TypeScript.
  it.each(['streamable-http', 'sse'])('ends by itself: %s', async (id) => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-budget-'));
    try {
      const outfile = join(folder, 'program.mjs');
      const [name, path] = id === 'sse' ? ['openSse', 'legacy-404'] : ['openStreamableHttp', 'json'];
      await build({
        stdin: {
          resolveDir: 'src/capture/transports',
          contents: `import { ${name} } from './${id}.ts';
            const nothing = () => {};
            const handlers = { onFrame: nothing, onNoise: nothing, onWarning: nothing, onClose: nothing };
            const launch = { kind: 'url', url: '${fake.url}/${path}', headers: {}, transport: 'auto' };
            const options = { connectMs: 5000, maxBytes: 1e6, env: {}, signal: new AbortController().signal };
            const connection = await ${name}(launch, handlers, options);
            await connection.send(${JSON.stringify(INITIALIZE)});
            await connection.send(${JSON.stringify(INITIALIZED)});
            setTimeout(async () => {
              await connection.close();
              console.log(Date.now());
            }, 200);`,
        },
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        logLevel: 'silent',
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        },
      });
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile], { timeout: 20_000 });
      expect(stderr).toBe('');
      expect(Date.now() - Number(stdout)).toBeLessThan(2_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('HTTP+SSE', () => {
  it.each(['legacy-404', 'legacy-405'])('is found by its cue: %s', async (path) => {
    expect((await failure(path)).error.legacySseCue).toBe(true);
    const { connection, seen } = await openLegacy(path);
    await greet(connection);
    await connection.send(LIST);
    await until(() => seen.frames.length === 2);
    expect(seen.frames[1]?.bytes).toBe(Buffer.byteLength(JSON.stringify(seen.frames[1]?.value)));
    expect(seen.warnings).toEqual([]);
    await connection.close();
    expect(seen.closed).toEqual([]);
  });

  it('has a deadline for the endpoint event', async () => {
    const error = await failureOf(openLegacy('no-endpoint', { connectMs: 200 }));
    expect(error.status).toBe('timeout');
    expect(error.message).toContain('no endpoint event within 0.2 s');
  });

  it.each([
    ['unknown', 'protocol-error', /answered HTTP 405 \(text\/html\)/],
    ['foreign-endpoint', 'protocol-error', /does not behave/],
  ])('fails to open: %s', async (path, status, message) => {
    const error = await failureOf(openLegacy(path));
    expect(error.message).toMatch(message);
    expect(error.status).toBe(status);
  });

  it('fails a refused message and ends with its stream', async () => {
    const broken = await openLegacy('legacy-broken');
    expect(await failureOf(broken.connection.send(LIST))).toMatchObject({
      status: 'protocol-error',
      legacySseCue: false,
    });

    const lost = await openLegacy('legacy-lost');
    await lost.connection.send(LIST).catch(() => {});
    await until(() => lost.seen.closed.length > 0);
    expect(lost.seen.closed).toHaveLength(1);
    expect(lost.seen.closed[0]?.message).toContain('closed its event stream');
    expect((await failureOf(lost.connection.send(LIST))).status).toBe('protocol-error');
  });

  it('names a dead port', async () => {
    const error = await failureOf(openLegacy(`http://127.0.0.1:${await freePort()}/sse`));
    expect(error).toMatchObject({ status: 'start-failed' });
    expect(error.message).toContain('ECONNREFUSED');
  });
});

describe('real servers', () => {
  const tools = (seen: Recording, id: number): JsonObject[] => {
    const frame = seen.frames.find(({ value }) => (value as JsonObject)['id'] === id)?.value as JsonObject;
    return (frame['result'] as JsonObject)['tools'] as unknown as JsonObject[];
  };

  it('reads server-everything over Streamable HTTP and HTTP+SSE alike', async () => {
    const http = await startEverything('streamableHttp');
    const sse = await startEverything('sse');
    try {
      const one = await open(`${http.url}/mcp`);
      await greet(one.connection);
      await one.connection.send(LIST);
      expect(tools(one.seen, 1)).toHaveLength(13);
      await one.connection.close();

      expect((await failure(`${sse.url}/sse`)).error.legacySseCue).toBe(true);
      const two = await openLegacy(`${sse.url}/sse`);
      await greet(two.connection);
      await two.connection.send(LIST);
      await until(() => two.seen.frames.some(({ value }) => (value as JsonObject)['id'] === 1));
      expect(tools(two.seen, 1)).toEqual(tools(one.seen, 1));
      await two.connection.close();
      expect([...one.seen.closed, ...two.seen.closed]).toEqual([]);
    } finally {
      await Promise.all([http.stop(), sse.stop()]);
    }
  });

  it('keeps the session of a v1 server, hears of changes, and ends it', async () => {
    const v1 = await startPeer('http-v1');
    try {
      const { connection, seen } = await open(`${v1.url}/mcp`);
      await greet(connection);
      await connection.send(LIST);
      expect(tools(seen, 1)).toHaveLength(1);
      await until(() =>
        seen.frames.some(
          ({ value }) => (value as JsonObject)['method'] === 'notifications/tools/list_changed',
        ),
      );
      await connection.send({ ...LIST, id: 2 });
      expect(tools(seen, 2)).toHaveLength(2);
      expect(await (await fetch(`${v1.url}/sessions`)).text()).toBe('1');
      await connection.close();
      expect(await (await fetch(`${v1.url}/sessions`)).text()).toBe('0');
    } finally {
      await v1.stop();
    }
  });

  it('speaks both eras with a v2 server', async () => {
    const v2 = await startPeer('http-v2');
    try {
      const dual = await open(`${v2.url}/dual`);
      await greet(dual.connection);
      await dual.connection.send(LIST);
      expect(tools(dual.seen, 1)).toHaveLength(1);

      for (const path of ['modern', 'modern-sse', 'dual']) {
        const { connection, seen } = await open(`${v2.url}/${path}`);
        if (path !== 'dual') {
          await connection.send(INITIALIZE);
          expect(seen.frames[0]?.value).toMatchObject({ id: 0, error: { code: -32022 } });
        }
        connection.setProtocolVersion('2026-07-28');
        await connection.send(modern(10, 'server/discover'));
        await connection.send(modern(11, 'tools/list'));
        expect(seen.frames.at(-2)?.value).toMatchObject({ id: 10, result: { instructions: 'Be brief.' } });
        expect(tools(seen, 11)).toHaveLength(1);
        expect(seen.warnings).toEqual([]);
        await connection.close();
      }
    } finally {
      await v2.stop();
    }
  });
});
