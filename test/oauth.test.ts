import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSse } from '../src/capture/transports/sse.ts';
import { openStreamableHttp } from '../src/capture/transports/streamable-http.ts';
import type { UrlLaunch } from '../src/model/plan.ts';
import {
  failureOf,
  INITIALIZED,
  launchOf,
  LIST,
  openOptions,
  record,
  startPeer,
  type Peer,
} from './http-peers.ts';

type Credentials = NonNullable<UrlLaunch['clientCredentials']>;
const GOOD: Credentials = { clientId: 'ci', clientSecret: 's3cret-value' };

let peer: Peer;
const warn = vi.spyOn(console, 'warn');

beforeAll(async () => {
  peer = await startPeer('http-oauth');
});
afterEach(() => {
  // The SDK would write to stderr when a secret is refused or no issuer is expected.
  expect(warn).not.toHaveBeenCalled();
});
afterAll(() => peer.stop());

async function open(mode: string, clientCredentials: Credentials) {
  const seen = record();
  const launch = launchOf(`${peer.url}/${mode}`, {
    clientCredentials,
    headers: { 'x-key': 'of-the-launch' },
  });
  return { seen, connection: await openStreamableHttp(launch, seen.handlers, openOptions()) };
}

describe('OAuth client credentials', () => {
  it('fetch one token and use it for all requests', async () => {
    const before = (await peer.log()).length;
    const { connection, seen } = await open('good', GOOD);
    await Promise.all([connection.send(LIST), connection.send({ ...LIST, id: 2 })]);
    await connection.send(INITIALIZED);
    await connection.close();
    expect(seen.frames).toHaveLength(2);
    const log = (await peer.log()).slice(before);
    const tokens = log.filter(({ url }) => url === '/token');
    expect(tokens).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(tokens[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      resource: `${peer.url}/good`,
      scope: 'read',
    });
    // The launch's headers are for the MCP server alone.
    expect(log.filter(({ url, apiKey }) => (url === '/good') !== (apiKey === 'of-the-launch'))).toEqual([]);
  });

  it('work with the issuer the user names, and go to no other', async () => {
    const { connection, seen } = await open('good', { ...GOOD, issuer: peer.url });
    await connection.send(LIST);
    await connection.close();
    expect(seen.frames).toHaveLength(1);

    const before = (await peer.log()).length;
    const other = await open('good', { ...GOOD, issuer: 'https://auth.example.com' });
    const error = await failureOf(other.connection.send(LIST));
    await other.connection.close();
    expect(error.status).toBe('auth-required');
    expect(error.message).toContain('another issuer');
    expect((await peer.log()).slice(before).filter(({ url }) => url === '/token')).toEqual([]);
  });

  it.each([
    [
      'good',
      { ...GOOD, clientSecret: 'wrong-s3cret' },
      /no token: http:\/\/127.0.0.1:\d+\/token answered invalid_client/,
    ],
    ['good', { ...GOOD, scope: 'nothing' }, /answered invalid_scope/],
    ['down', GOOD, /cannot be reached \(ECONNREFUSED\)/],
    ['odd', GOOD, /did not answer as an authorization server does/],
    ['picky', GOOD, /does not accept the token/],
  ])('fail as auth-required without showing a secret: %s', async (mode, credentials, message) => {
    const { connection } = await open(mode, credentials);
    const error = await failureOf(connection.send(LIST));
    await connection.close();
    expect(error.message).toMatch(message);
    expect(error.status).toBe('auth-required');
    expect(error.authenticate).toContain('resource_metadata');
    const secret = new RegExp(
      `${credentials.clientSecret}|${Buffer.from(`ci:${credentials.clientSecret}`).toString('base64')}|tok-1`,
    );
    expect(`${error.message} ${error.hint} ${String(error.cause)}`).not.toMatch(secret);
  });

  it('serve HTTP+SSE too', async () => {
    const launch = launchOf(`${peer.url}/good`, { clientCredentials: { ...GOOD, clientSecret: 'x' } });
    const error = await failureOf(openSse(launch, record().handlers, openOptions()));
    expect(error.message).toContain('invalid_client');
  });
});
