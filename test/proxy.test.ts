import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProxySettings } from '../src/capture/proxy-fetch.ts';
import { openSse } from '../src/capture/transports/sse.ts';
import { openStreamableHttp } from '../src/capture/transports/streamable-http.ts';
import { UsageError } from '../src/errors.ts';
import {
  failureOf,
  freePort,
  greet,
  launchOf,
  LIST,
  openOptions,
  record,
  startPeer,
  until,
  type Peer,
} from './http-peers.ts';

let fake: Peer;
let proxy: Peer;
let refusing: Peer;

beforeAll(async () => {
  [fake, proxy, refusing] = await Promise.all([
    startPeer('http-fake'),
    startPeer('http-proxy'),
    startPeer('http-proxy', '--refuse'),
  ]);
});
afterAll(async () => {
  await Promise.all([fake.stop(), proxy.stop(), refusing.stop()]);
});

async function list(env: Record<string, string>, path = 'json') {
  const before = (await proxy.log()).length;
  const seen = record();
  const connection = await openStreamableHttp(
    launchOf(`${fake.url}/${path}`),
    seen.handlers,
    openOptions({ env }),
  );
  try {
    await greet(connection);
    await connection.send(LIST);
    return {
      frames: seen.frames.length,
      warnings: seen.warnings,
      through: (await proxy.log()).slice(before),
    };
  } finally {
    await connection.close();
  }
}

describe('proxies of the environment', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('are used when %s is set, loopback included', async (name) => {
    const { frames, through, warnings } = await list({ [name]: proxy.url });
    expect(frames).toBeGreaterThanOrEqual(2);
    expect(warnings).toEqual([]);
    expect(through[0]).toMatchObject({ method: 'POST', url: `${fake.url}/json` });
    expect(through.length).toBeGreaterThanOrEqual(3);
  });

  it('get their credentials from the URL, with or without a scheme', async () => {
    const { host } = new URL(proxy.url);
    const { through } = await list({ HTTP_PROXY: `me:pw@${host}` });
    expect(through[0]?.authorization).toBe(`Basic ${Buffer.from('me:pw').toString('base64')}`);
  });

  it.each(['127.0.0.1', '*', 'example.com, 127.0.0.1'])('are passed by for NO_PROXY=%s', async (noProxy) => {
    const { frames, through } = await list({ HTTP_PROXY: proxy.url, NO_PROXY: noProxy });
    expect(frames).toBeGreaterThanOrEqual(2);
    expect(through).toEqual([]);
  });

  it('are not used without a variable, nor that of the other scheme', async () => {
    expect((await list({})).through).toEqual([]);
    expect((await list({ HTTP_PROXY: '' })).through).toEqual([]);
    expect((await list({ HTTPS_PROXY: proxy.url })).through).toEqual([]);
  });

  it('carry compressed answers, event streams and HTTP+SSE', async () => {
    const env = { HTTP_PROXY: proxy.url };
    expect((await list(env, 'gzip')).warnings.map(({ id }) => id)).toContain('content-encoding');
    expect((await list(env, 'no-content')).frames).toBeLessThan(2);
    expect((await list(env, 'odd/no-jsonrpc/sse')).frames).toBeGreaterThanOrEqual(2);
    const seen = record();
    const connection = await openSse(launchOf(`${fake.url}/legacy-404`), seen.handlers, openOptions({ env }));
    await connection.send(LIST);
    await until(() => seen.frames.length === 1);
    await connection.close();
    expect(seen.closed).toEqual([]);
  });

  it('are asked to CONNECT for https', async () => {
    const before = (await proxy.log()).length;
    const port = await freePort();
    const connection = await openStreamableHttp(
      launchOf(`https://127.0.0.1:${port}/mcp`),
      record().handlers,
      openOptions({ env: { HTTPS_PROXY: proxy.url } }),
    );
    const error = await failureOf(connection.send(LIST));
    await connection.close();
    expect((await proxy.log()).slice(before)).toMatchObject([
      { method: 'CONNECT', url: `127.0.0.1:${port}` },
    ]);
    expect(error.message).toContain('the proxy refused the connection');
  });

  it.each(['http', 'https'])('that refuse are named as the cause: %s', async (scheme) => {
    const env = { HTTP_PROXY: refusing.url, HTTPS_PROXY: refusing.url };
    const url = fake.url.replace('http', scheme);
    const connection = await openStreamableHttp(
      launchOf(`${url}/json`),
      record().handlers,
      openOptions({ env }),
    );
    const error = await failureOf(connection.send(LIST));
    await connection.close();
    expect(error.message).toContain('proxy');
    expect(error).toMatchObject({
      status: 'start-failed',
      hint: expect.stringContaining('NO_PROXY') as string,
    });
  });

  it.each(['http', 'https'])('that are down are mentioned: %s', async (scheme) => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const connection = await openStreamableHttp(
      launchOf(`${scheme}://127.0.0.1:1234/mcp`),
      record().handlers,
      openOptions({ env: { HTTP_PROXY: dead, HTTPS_PROXY: dead } }),
    );
    const error = await failureOf(connection.send(LIST));
    await connection.close();
    expect(error).toMatchObject({
      status: 'start-failed',
      hint: expect.stringContaining('HTTPS_PROXY') as string,
    });
  });

  it('are read lower case first, and refused when malformed, without their value', () => {
    expect(readProxySettings({})).toBeUndefined();
    expect(
      readProxySettings({ https_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:1', NO_PROXY: 'x' }),
    ).toEqual({
      httpProxy: '',
      httpsProxy: 'http://a:1',
      noProxy: 'x',
    });
    const bad = () => readProxySettings({ HTTP_PROXY: 'ftp://me:secret@h' });
    expect(bad).toThrow(UsageError);
    expect(bad).toThrow(/^(?!.*secret).*HTTP_PROXY/);
  });
});
