import { execFileSync } from 'node:child_process';
import {
  readFileSync,
  statSync,
  readdirSync,
  chmodSync,
  writeFileSync,
  mkdirSync,
  utimesSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi, afterEach } from 'vitest';
import { readStore } from '../src/capture/sign-in/store.ts';
import type { Report } from '../src/model/report.ts';
import { freePort, startPeer, type LogEntry, type Peer } from './http-peers.ts';
import { makeHome, tokenRequests, type Home } from './sign-in-peer.ts';

let peer: Peer;
const warn = vi.spyOn(console, 'warn');

beforeAll(async () => {
  peer = await startPeer('oidc-mcp');
});
afterEach(() => {
  expect(warn).not.toHaveBeenCalled();
});
afterAll(() => peer.stop());

const control = async (what: string): Promise<LogEntry[]> =>
  (await (await fetch(`${peer.url}/control/${what}`)).json()) as LogEntry[];
const at = (name: string): string => `${peer.url}/${name}`;
const measure = (home: Home, name: string, ...more: readonly string[]) =>
  home.run(['measure', at(name), '--format', 'json', '--settle', '0', ...more]);
const toolsetOf = ({ stdout }: { readonly stdout: string }) =>
  (JSON.parse(stdout) as Report).servers[0]?.toolsets[0];

async function signedIn(name = 'mcp'): Promise<Home> {
  const home = makeHome();
  const ran = await home.run(['login', at(name)]);
  expect(ran.code, ran.stderr).toBe(0);
  return home;
}

describe('login', () => {
  it('registers, asks with PKCE for the server alone, and stores what comes back for its owner alone', async () => {
    const before = (await control('log')).length;
    const home = makeHome();
    const ran = await home.run(['login', at('mcp')]);
    expect(ran.stderr).toContain('opening the browser');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^signed in to http:\/\/127.0.0.1:\d+\/mcp\n {2}issuer .*\n {2}scopes .*read/);
    await vi.waitFor(() => expect(home.seen()).toContain('close this window'));
    expect(home.seen()).toMatch(/200 text\/plain; charset=utf-8\nmcp-budget\n\nSigned in to http/);

    const log = (await control('log')).slice(before);
    const registration = log.find(({ method, url }) => method === 'POST' && url === '/reg');
    expect(JSON.parse(registration?.body ?? '')).toMatchObject({
      client_name: 'mcp-budget',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)],
    });
    const asked = new URL(log.find(({ url }) => url.startsWith('/auth?'))?.url ?? '', peer.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: at('mcp'),
      scope: 'read offline_access',
    });
    expect(tokenRequests(log)).toEqual([
      expect.objectContaining({ grant_type: 'authorization_code', resource: at('mcp') }),
    ]);

    const [stored] = home.signIns();
    expect(stored).toMatchObject({ resource: at('mcp'), issuer: peer.url });
    expect(stored?.refreshToken).toBeTypeOf('string');
    expect((statSync(home.store).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(dirname(home.store)).mode & 0o777).toString(8)).toBe('700');
    expect(readdirSync(dirname(home.store))).toEqual(['credentials.json']);
  });

  it('lets the server be measured, and only by whoever signed in', async () => {
    const home = await signedIn();
    const ran = await measure(home, 'mcp');
    expect(ran.code).toBe(0);
    expect(toolsetOf(ran)).toMatchObject({ status: 'measured', tools: 1 });

    const without = await measure(makeHome(), 'mcp');
    expect(without.code).toBe(3);
    expect(toolsetOf(without)?.failure?.hint).toContain(`mcp-budget login ${at('mcp')}`);
  });

  it('sends the token to no other resource and under no other header', async () => {
    const home = await signedIn();
    const before = (await control('log')).length;
    expect((await measure(home, 'echo')).code).toBe(3);
    expect((await measure(home, 'mcp', '--header', 'Authorization: Bearer other-token')).code).toBe(3);
    const sent = (await control('log')).slice(before).map(({ authorization }) => authorization);
    expect(sent.length).toBeGreaterThan(1);
    for (const { accessToken } of home.signIns()) expect(sent).not.toContain(`Bearer ${accessToken}`);
  });

  it('uses the registration again, on the same port', async () => {
    const home = await signedIn();
    const [first] = home.signIns();
    const before = (await control('log')).length;
    expect((await home.run(['login', at('mcp')])).code).toBe(0);
    const log = (await control('log')).slice(before);
    expect(log.filter(({ url }) => url === '/reg')).toEqual([]);
    expect(home.signIns()).toEqual([expect.objectContaining({ client: first?.client })]);
    expect(home.signIns()[0]?.accessToken).not.toBe(first?.accessToken);
  });

  it.each([
    [['--client-id', 'desk', '--client-secret-env', 'DESK'], 'desk'],
    [
      ['--client-id', 'https://client.example.com/mcp-budget.json'],
      'https://client.example.com/mcp-budget.json',
    ],
  ])('takes a client that is named: %s', async (flags, clientId) => {
    const home = makeHome();
    const ran = await home.run(['login', at('mcp'), ...flags, '--scope', 'read write'], {
      env: { DESK: 's3cret-of-desk' },
    });
    expect(ran.stderr + ran.stdout).not.toContain('s3cret-of-desk');
    expect(ran.code, ran.stderr).toBe(0);
    expect(home.signIns()[0]).toMatchObject({ client: { clientId }, scope: 'read write' });
    expect((await measure(home, 'mcp')).code).toBe(0);
  });

  it('knows the servers of a config by their names, and asks with what stands there', async () => {
    const home = makeHome();
    const config = {
      servers: {
        remote: { url: at('mcp'), headers: { 'x-key': '${env:X_KEY}' }, oauth: { scope: 'write' } },
        other: { url: at('mcp'), oauth: { issuer: 'https://auth.example.com' } },
        fixed: { url: at('mcp'), headers: { Authorization: 'Bearer abcd-efgh' } },
        local: { command: 'node' },
      },
    };
    writeFileSync(join(home.folder, 'mcp-budget.config.json'), JSON.stringify(config));
    const before = (await control('log')).length;
    const inside = { cwd: home.folder, env: { X_KEY: 'k3y-of-the-launch' } };
    const ran = await home.run(['login', 'remote'], inside);
    expect(ran.code, ran.stderr).toBe(0);
    expect(home.signIns()[0]?.scope).toBe('write');
    const log = (await control('log')).slice(before);
    expect(log.filter(({ url, apiKey }) => (url === '/mcp') !== (apiKey === 'k3y-of-the-launch'))).toEqual(
      [],
    );

    expect((await home.run(['login', 'other'], inside)).stderr).toContain('belongs to another issuer');
    expect((await home.run(['login', 'fixed'], inside)).stderr).toContain('would not be used');
    expect((await home.run(['login', 'local'], inside)).stderr).toContain('not reached by a URL');
    expect((await home.run(['login', 'remot'], inside)).stderr).toContain('remote');
  });

  it('only prints the address where no browser is to be opened', async () => {
    const home = makeHome();
    const ran = await home.run(['login', at('mcp'), '--no-browser', '--timeout', '300ms']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toMatch(/^open this address to sign in:\n {2}http:\/\/127.0.0.1:\d+\/auth\?/);
    expect(ran.stderr).toContain('did not come back within 0.3 s');
    expect(home.seen()).toBe('');
  });

  it('says when the browser cannot be started, and waits all the same', async () => {
    const ran = await makeHome().run(['login', at('mcp'), '--timeout', '300ms'], {
      env: { BROWSER: '/no/such/browser' },
    });
    expect(ran.stderr).toContain('/no/such/browser cannot be started');
    expect(ran.code).toBe(3);
  });
});

describe('login that comes to nothing', () => {
  it.each([
    ['deny', /access was denied at .* \(access_denied\)/],
    ['wrong-iss', /another issuer/],
    ['deny-wrong-iss', /another issuer/],
    ['no-iss', /another issuer/],
  ])('%s', async (browser, message) => {
    const home = makeHome();
    const ran = await home.run(['login', at('mcp')], { browser });
    expect(ran.code).toBe(3);
    expect(ran.stderr).toMatch(message);
    await vi.waitFor(() => expect(home.seen()).toContain('Not signed in'));
    // What the authorization server wrote of it is not shown.
    expect(ran.stderr + home.seen()).not.toMatch(/way|\u001b/);
    expect(home.signIns()).toEqual([]);
  });

  it('a forged answer is refused and the real one still taken', async () => {
    const home = makeHome();
    const ran = await home.run(['login', at('mcp')], { browser: 'forge' });
    expect(home.seen()).toContain('forged: 400');
    expect(ran.code, ran.stderr).toBe(0);
  });

  it('a window that is closed ends with the deadline', async () => {
    const ran = await makeHome().run(['login', at('mcp'), '--timeout', '500ms'], { browser: 'away' });
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('was its window closed?');
    // Nothing is stored, and nothing to register anew.
    expect(ran.stderr).not.toContain('logout');
  });

  it('a client that was registered before may be known no longer', async () => {
    const home = await signedIn();
    const ran = await home.run(['login', at('mcp'), '--timeout', '500ms'], { browser: 'away' });
    expect(ran.stderr).toContain(`register anew: mcp-budget logout ${at('mcp')}, then login`);
    expect(home.signIns()).toHaveLength(1);
  });

  it('a store that cannot be written is told before anybody signs in', async () => {
    const home = makeHome();
    writeFileSync(join(home.folder, 'file'), '');
    const ran = await home.run(['login', at('mcp')], {
      env: { MCP_BUDGET_HOME: join(home.folder, 'file', 'x') },
    });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('ENOTDIR');
    expect(home.seen()).toBe('');
  });

  it('Ctrl-C frees the port', async () => {
    const stop = new AbortController();
    const home = makeHome();
    const running = home.run(['login', at('mcp')], { browser: 'away', signal: stop.signal });
    await vi.waitFor(() => expect(home.seen()).toContain('redirect_uri'), { timeout: 10_000 });
    const address = new URL(home.seen().trim()).searchParams.get('redirect_uri') ?? '';
    expect((await fetch(address)).status).toBe(400);
    stop.abort();
    await running;
    await expect(fetch(address)).rejects.toThrow();
  });

  it('a token that the server does not take is not kept', async () => {
    const home = makeHome();
    const ran = await home.run(['login', at('strict')]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('does not accept the token');
    expect(home.signIns()).toEqual([]);
  });

  it('a port that is in use is told', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const ran = await makeHome().run(['login', at('mcp'), '--port', String(port)]);
    taken.close();
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`--port ${port}: it is in use`);
  });

  it.each([
    [['http://mcp.example.com/mcp'], 2, 'over https'],
    [['https://me:pw@mcp.example.com/mcp'], 2, 'needs no sign-in'],
    [['a', 'b'], 2, 'one server at a time'],
    [['nowhere', '--config', 'fixtures/none.json'], 2, 'none.json'],
    [['https://mcp.example.com', '--client-secret-env', 'X'], 2, 'only with --client-id'],
    [['https://mcp.example.com', '--port', '70000'], 2, 'not a port'],
  ])('%s', async (args, code, message) => {
    const ran = await makeHome().run(['login', ...args]);
    expect(ran.stderr).toContain(message);
    expect(ran.code).toBe(code);
  });

  it('a server that is not there', async () => {
    const ran = await makeHome().run(['login', `http://127.0.0.1:${await freePort()}/mcp`]);
    expect(ran.stderr).toContain('cannot be reached (ECONNREFUSED)');
    expect(ran.code).toBe(3);
  });

  it('a port that nothing is asked of', async () => {
    const ran = await makeHome().run(['login', 'http://127.0.0.1:9/mcp']);
    expect(ran.stderr).toMatch(/127\.0\.0\.1:9\/mcp cannot be reached\n.*asks nothing of some ports/);
    expect(ran.code).toBe(3);
  });

  it('a server that wants no login', async () => {
    const ran = await makeHome().run(['login', `${(await plain()).url}/mcp`]);
    expect(ran.stderr).toContain('asks for no login');
    expect(ran.code).toBe(3);
  });
});

/** Answers 200 and nothing to whatever is asked of it. */
async function plain(): Promise<{ readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url === '/mcp' ? 200 : 404).end('{}');
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}` };
}

describe('a stored sign-in', () => {
  it('is renewed when it is over, and its new refresh token kept', async () => {
    const home = await signedIn();
    const [first] = home.signIns();
    home.change((one) => ({ ...one, expiresAt: '2026-01-01T00:00:00.000Z' }));
    const before = (await control('log')).length;
    expect((await measure(home, 'mcp')).code).toBe(0);
    const requests = tokenRequests((await control('log')).slice(before));
    expect(requests).toEqual([expect.objectContaining({ grant_type: 'refresh_token', resource: at('mcp') })]);
    const [second] = home.signIns();
    expect(second?.refreshToken).not.toBe(first?.refreshToken);
    expect(second?.accessToken).not.toBe(first?.accessToken);
    // The old one is used up: this works with the new one alone.
    home.change((one) => ({ ...one, expiresAt: '2026-01-01T00:00:00.000Z' }));
    expect((await measure(home, 'mcp')).code).toBe(0);
  });

  it('is renewed once after a 401, by one of several runs', async () => {
    const home = await signedIn();
    await control('expire');
    const before = (await control('log')).length;
    const runs = await Promise.all([measure(home, 'mcp'), measure(home, 'mcp'), measure(home, 'mcp')]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(tokenRequests((await control('log')).slice(before))).toHaveLength(1);
  });

  it('that was revoked asks for a new one', async () => {
    const home = await signedIn();
    await control('revoke');
    const ran = await measure(home, 'mcp');
    expect(ran.code).toBe(3);
    expect(toolsetOf(ran)).toMatchObject({
      status: 'auth-required',
      failure: {
        message: expect.stringContaining('answered invalid_grant'),
        hint: expect.stringContaining(`mcp-budget login ${at('mcp')}`),
      },
    });
    expect((await home.run(['login', at('mcp')])).code).toBe(0);
    expect((await measure(home, 'mcp')).code).toBe(0);
  });

  it('without a refresh token asks for a new one', async () => {
    const home = await signedIn();
    home.change((one) => ({ ...one, refreshToken: undefined }));
    await control('expire');
    const ran = await measure(home, 'mcp');
    expect(toolsetOf(ran)?.status).toBe('auth-required');
    expect(toolsetOf(ran)?.failure?.hint).toContain('mcp-budget login');
  });

  it('is taken out of whatever the server repeats, a renewed token too', async () => {
    const home = await signedIn('echo');
    await control('expire');
    const ran = await measure(home, 'echo');
    expect((JSON.parse(ran.stdout) as Report).summary.redacted).toBeGreaterThan(0);
    const snapshot = await home.run(['snapshot', at('echo'), '--settle', '0']);
    expect(snapshot.stdout).toContain('Says Bearer [redacted]');
    const config = { servers: { echo: { url: at('echo'), budget: { tools: 3 } } } };
    writeFileSync(join(home.folder, 'mcp-budget.config.json'), JSON.stringify(config));
    const checked = await home.run(['check', '--format', 'json', '--settle', '0'], { cwd: home.folder });
    expect(checked.stdout).toContain('"measured": 1');
    const compared = await home.run(['compare', at('echo'), at('echo'), '--settle', '0']);
    expect(compared.code, compared.stderr).toBe(0);
    for (const name of readdirSync(home.folder, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('credentials.json') || !statSync(join(home.folder, name)).isFile()) continue;
      const text = readFileSync(join(home.folder, name), 'utf8');
      for (const { accessToken } of home.signIns()) expect(text, name).not.toContain(accessToken);
    }
  });

  it('that others can read is refused', async () => {
    const home = await signedIn();
    chmodSync(home.store, 0o640);
    for (const args of [['measure', at('mcp')], ['login', at('mcp')], ['login'], ['logout', '--all']]) {
      const ran = await home.run(args);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(`chmod 600 ${home.store}`);
    }
  });

  it.runIf(process.platform !== 'win32')(
    'that is a pipe is refused, and nobody waits for its writer',
    async () => {
      const home = makeHome();
      mkdirSync(dirname(home.store), { recursive: true });
      execFileSync('mkfifo', ['-m', '600', home.store]);
      await expect(readStore(home.store)).rejects.toThrow('is no regular file');
    },
  );

  it('in a file that is none of ours is refused, and left alone', async () => {
    const home = makeHome();
    mkdirSync(dirname(home.store), { recursive: true });
    writeFileSync(home.store, '{"version": 2}', { mode: 0o600 });
    const ran = await home.run(['login', at('mcp')]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('newer version');
    expect(readFileSync(home.store, 'utf8')).toBe('{"version": 2}');
  });

  it('does not lose another that is stored at the same time, nor wait for one whose process is gone', async () => {
    const home = makeHome();
    mkdirSync(dirname(home.store), { recursive: true });
    const { hostname } = await import('node:os');
    writeFileSync(`${home.store}.lock`, `999999999 ${hostname()} x`);
    const codes = await Promise.all(['mcp', 'echo'].map((name) => home.run(['login', at(name)])));
    expect(codes.map(({ code }) => code)).toEqual([0, 0]);
    expect(
      home
        .signIns()
        .map(({ resource }) => resource)
        .toSorted(),
    ).toEqual([at('echo'), at('mcp')]);
    expect(readdirSync(dirname(home.store))).toEqual(['credentials.json']);
  });

  it('does not wait for one who died before it had said its name', async () => {
    const home = makeHome();
    mkdirSync(dirname(home.store), { recursive: true });
    writeFileSync(`${home.store}.lock`, '');
    utimesSync(`${home.store}.lock`, 0, 0);
    const { code } = await home.run(['login', at('mcp')]);
    expect([code, home.signIns().length]).toEqual([0, 1]);
  });
});

describe('login alone', () => {
  it('shows no token that the server calls a scope', async () => {
    const home = await signedIn();
    const accessToken = home.signIns()[0]?.accessToken ?? '';
    const text = readFileSync(home.store, 'utf8').replace(
      /"scope":\s*"[^"]*"/,
      `"scope": "a ${accessToken}"`,
    );
    writeFileSync(home.store, text);
    const { stdout } = await home.run(['login']);
    expect(stdout).toContain('scopes   a [redacted]');
    expect(stdout).not.toContain(accessToken);
  });

  it('lists what is stored, without its values', async () => {
    expect((await makeHome().run(['login'])).stdout).toContain('no sign-in is stored');
    const home = await signedIn();
    const { stdout, code } = await home.run(['login']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^http.*\/mcp\n {2}issuer .*\n {2}scopes .*\n {2}expires .*, then it is renewed\n$/,
    );
  });
});

describe('logout', () => {
  it('revokes and deletes', async () => {
    const home = await signedIn();
    const [stored] = home.signIns();
    const before = (await control('log')).length;
    const ran = await home.run(['logout', at('mcp')]);
    expect(ran).toMatchObject({ code: 0, stdout: `signed out of ${at('mcp')}\n` });
    const revoked = (await control('log')).slice(before).filter(({ url }) => url === '/token/revocation');
    expect(revoked.map(({ body }) => new URLSearchParams(body).get('token'))).toEqual([
      stored?.refreshToken,
      stored?.accessToken,
    ]);
    expect(readdirSync(dirname(home.store))).toEqual([]);
    const sent = await fetch(at('mcp'), {
      method: 'POST',
      headers: { authorization: `Bearer ${stored?.accessToken}` },
    });
    expect(sent.status).toBe(401);
  });

  it('deletes what cannot be revoked, and says so', async () => {
    const home = await signedIn();
    const issuer = `http://127.0.0.1:${await freePort()}`;
    home.change((one) => ({ ...one, issuer }));
    const ran = await home.run(['logout', '--all']);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/not revoked there: .*ECONNREFUSED/);
    expect(home.signIns()).toEqual([]);
  });

  it.each([[[]], [['https://other.example.com']], [['https://a.example.com', '--all']]])(
    '%s',
    async (args) => {
      const home = await signedIn();
      const ran = await home.run(['logout', ...args]);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(`stored: ${at('mcp')}`);
      expect(home.signIns()).toHaveLength(1);
    },
  );
});
