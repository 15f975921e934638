/** What an authorization server must not get away with, and what a login leaves to the platform. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statusFailure } from '../src/capture/http-failure.ts';
import { browserCommand } from '../src/capture/sign-in/open-browser.ts';
import { mayAsk } from '../src/capture/sign-in/oauth-fetch.ts';
import { storePath } from '../src/capture/sign-in/store.ts';
import { isWithin, signInsFor, type StoredSignIn } from '../src/capture/sign-in/stored-sign-in.ts';
import { makeHome } from './sign-in-peer.ts';

interface Behaviour {
  readonly metadata?: object;
  readonly resource?: string;
  readonly register?: Answer;
  readonly token?: Answer;
  /** How the MCP server answers without a token, and with it. */
  readonly without?: Answer;
  readonly taken?: Answer;
  /** Instead of its metadata. */
  readonly page?: Answer;
  /** Of the protected resource. */
  readonly resourcePage?: Answer;
}

let server: Server;
let origin = '';
type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

const METADATA = () => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  registration_endpoint: `${origin}/register`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
});

let behaviour: Behaviour = {};
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    asked.push(pathname);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    request.resume();
    const { metadata, resource, register, token, page, resourcePage, taken, without } = behaviour;
    const isIn = request.headers.authorization === 'Bearer t0ken-of-the-server';
    const back = new URL(searchParams.get('redirect_uri') ?? origin);
    back.searchParams.set('code', 'c0de-of-the-server');
    back.searchParams.set('state', searchParams.get('state') ?? '');
    const answers: Readonly<Record<string, Answer>> = {
      '/.well-known/oauth-protected-resource': resourcePage ?? [
        200,
        { resource: resource ?? `${origin}/mcp`, authorization_servers: [origin] },
      ],
      '/.well-known/oauth-authorization-server': page ?? [200, { ...METADATA(), ...metadata }],
      '/authorize': [302, '', { location: back.href }],
      '/register': register ?? [201, { client_id: 'c', redirect_uris: ['http://127.0.0.1/'] }],
      '/token': token ?? [200, { access_token: 't0ken-of-the-server', token_type: 'bearer' }],
      '/mcp': isIn ? (taken ?? [200, {}]) : (without ?? [401, {}]),
    };
    // Metadata of a server with a path is asked for under that path too.
    const known = pathname.startsWith('/.well-known/') ? pathname.replace(/\/mcp$/, '') : pathname;
    send(...(answers[known] ?? [404, {}]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  origin = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => server.close());

const BIG = JSON.stringify({ issuer: 'x'.repeat(1_000_000) });

async function login(given: Behaviour, ...flags: readonly string[]) {
  behaviour = given;
  const home = makeHome();
  return { ...(await home.run(['login', `${origin}/mcp`, '--timeout', '10s', ...flags])), home };
}

describe('an authorization server', () => {
  it('that behaves is signed in to', async () => {
    const { code, home } = await login({});
    expect(code).toBe(0);
    expect(home.signIns()).toEqual([
      expect.objectContaining({ accessToken: 't0ken-of-the-server', resource: `${origin}/mcp` }),
    ]);
  });

  it.each<[string, Behaviour, RegExp]>([
    [
      'announces no PKCE',
      { metadata: { code_challenge_methods_supported: undefined } },
      /does not announce PKCE/,
    ],
    [
      'announces plain PKCE',
      { metadata: { code_challenge_methods_supported: ['plain'] } },
      /does not announce PKCE/,
    ],
    ['signs in without TLS', { metadata: { authorization_endpoint: 'http://a.example.com/' } }, /not https/],
    ['names no page', { metadata: { authorization_endpoint: 'file:///etc/passwd' } }, /not https/],
    [
      'names another in front',
      { metadata: { authorization_endpoint: 'https://good.example.com@a.example.com/' } },
      /a user name in it/,
    ],
    ['runs a script', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }, /did not answer as/],
    ['is another issuer', { metadata: { issuer: 'https://a.example.com' } }, /another issuer/],
    [
      'registers nobody',
      { metadata: { registration_endpoint: undefined } },
      /registers no clients\n.*--client-id/,
    ],
    [
      'refuses us',
      { register: [403, { error: 'x', error_description: '\u001b[2J' }] },
      /registers no client \(HTTP 403\)/,
    ],
  ])('that %s is not gone to', async (_, given, message) => {
    const { code, stderr, home } = await login(given);
    expect(stderr).toMatch(message);
    expect(code).toBe(3);
    expect(stderr).not.toContain('\u001b');
    expect(home.seen()).toBe('');
  });

  it.each<[string, Behaviour, RegExp]>([
    [
      'has no TLS for tokens',
      { metadata: { token_endpoint: 'http://a.example.com/t' } },
      /token endpoint .* is not https/,
    ],
    ['repeats what it was sent', { token: [400, { error: 'c0de-of-the-server' }] }, /answered an error/],
    [
      'refuses the code',
      { token: [400, { error: 'invalid_grant', error_description: 'c0de-of-the-server' }] },
      /answered invalid_grant/,
    ],
    ['answers a page', { token: [200, '<html>c0de-of-the-server</html>'] }, /did not answer as/],
    [
      'gives no bearer token',
      { token: [200, { access_token: 't0ken-of-the-server', token_type: 'mac' }] },
      /no bearer token/,
    ],
    [
      'splits headers',
      { token: [200, { access_token: 't0ken\r\nx: y', token_type: 'bearer' }] },
      /no bearer token/,
    ],
  ])('that %s gives no sign-in', async (_, given, message) => {
    const { code, stderr, home } = await login(given);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('c0de-of-the-server');
    expect(code).toBe(3);
    expect(home.signIns()).toEqual([]);
  });

  it.each<[string, Behaviour, RegExp]>([
    [
      'redirects a code',
      { token: [307, '', { location: 'http://localhost:1/' }] },
      /redirects \(HTTP 307\) to http:\/\/localhost:1\//,
    ],
    ['redirects a code by 302', { token: [302, '', { location: '/token' }] }, /redirects \(HTTP 302\)/],
    ['answers a code without end', { token: [200, BIG] }, /larger than 1000000 bytes/],
    ['refuses a code at length', { token: [400, BIG] }, /larger than 1000000 bytes/],
    ['registers at length', { register: [201, BIG] }, /larger than 1000000 bytes/],
    ['redirects a registration', { register: [302, '', { location: 'http://localhost:1/' }] }, /redirects/],
    ['describes itself at length', { page: [200, BIG] }, /larger than 1000000 bytes/],
    ['is named at length', { resourcePage: [200, BIG] }, /larger than 1000000 bytes/],
    [
      'lives elsewhere',
      { page: [302, '', { location: 'http://localhost:1/' }] },
      /names no authorization server/,
    ],
    [
      'registers no id',
      { register: [201, { client_id: '', redirect_uris: ['http://127.0.0.1/'] }] },
      /nothing was stored/,
    ],
    [
      'gives a lifetime in words',
      { token: [200, { access_token: 't0ken', token_type: 'bearer', expires_in: 'long' }] },
      /did not answer as/,
    ],
  ])('that %s gives no sign-in either', async (_, given, message) => {
    const { code, stderr, home } = await login(given);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('bug');
    expect(code).toBe(3);
    expect(home.signIns()).toEqual([]);
  });

  it.each([1e15, 1e300, -1, 0, '1e15', null])(
    'that gives a token for %s seconds leaves a store that can be read',
    async (seconds) => {
      const token = {
        access_token: 't0ken-of-the-server',
        token_type: 'bearer',
        expires_in: seconds,
        refresh_token: '',
      };
      const { code, stderr, home } = await login({ token: [200, token] });
      expect(code, stderr).toBe(0);
      const expiresAt = home.signIns()[0]?.expiresAt;
      const isLong = Number(seconds) > 1;
      expect(expiresAt?.slice(0, 2)).toBe(isLong ? '20' : undefined);
      expect((await home.run(['login'])).code).toBe(0);
    },
  );

  it.each<[string, NonNullable<Behaviour['taken']>, RegExp]>([
    ['403', [403, {}], /does not accept the token .*\(HTTP 403\)/],
    [
      '403 for a scope',
      [403, {}, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="a b"' }],
      /--scope 'a b'/,
    ],
    [
      '400 for the token',
      [400, {}, { 'www-authenticate': 'Bearer error="invalid_request"' }],
      /answered HTTP 400/,
    ],
    ['a redirect', [302, '', { location: '/' }], /answered HTTP 302/],
    ['429', [429, {}], /answered HTTP 429/],
    ['503', [503, {}], /answered HTTP 503/],
    ['a page', [200, '<p>sign in', { 'content-type': 'text/html' }], /answered HTTP 200/],
  ])('whose token is answered with %s gives none that is kept', async (_, taken, message) => {
    const { code, stderr, home } = await login({ taken });
    expect(stderr).toMatch(message);
    expect(code).toBe(3);
    expect(home.signIns()).toEqual([]);
  });

  it.each([404, 405, 406])(
    'whose token is answered with %i, as of an older server, is signed in to',
    async (status) => {
      const { code, stderr, home } = await login({ taken: [status, {}] });
      expect(code, stderr).toBe(0);
      expect(home.signIns()).toHaveLength(1);
      // It says as much without a token.
      expect((await login({ without: [status, {}], taken: [status, {}] })).code).toBe(3);
    },
  );

  it('whose server asks for nothing is not gone to, unless that is asked for', async () => {
    const open = [200, { jsonrpc: '2.0', id: 0, result: {} }] as const;
    const { code, stdout, stderr, home } = await login({ without: open });
    expect(stdout).toMatch(
      /asks for no sign-in; nothing was stored\n.*--force\n {2}next {5}mcp-budget measure http/,
    );
    expect([code, stderr, home.seen()]).toEqual([0, '', '']);
    expect(home.signIns()).toEqual([]);
    const forced = await login({ without: open }, '--force');
    expect(forced.code, forced.stderr).toBe(0);
    expect(forced.home.signIns()).toHaveLength(1);
    // An error is no answer.
    const error = await login({
      without: [200, { jsonrpc: '2.0', id: 0, error: { code: -1, message: 'no' } }],
    });
    expect(error.home.signIns()).toHaveLength(1);
  });

  it('whose server is elsewhere is told before anybody signs in', async () => {
    const { code, stderr, home } = await login({
      without: [308, '', { location: 'https://b.example.com/' }],
    });
    expect(stderr).toMatch(/redirects \(HTTP 308\) to https:\/\/b.example.com\//);
    expect([code, home.seen()]).toEqual([3, '']);
  });

  it.each(['https://mcp.example.com/mcp', 'ORIGIN/mcp/other'])(
    'is not asked for a token for %s',
    async (other) => {
      const { code, stderr } = await login({ resource: other.replace('ORIGIN', origin) });
      expect(stderr).toContain('names another resource than itself');
      expect(code).toBe(3);
      expect(asked).not.toContain('/register');
    },
  );
});

const stored = (resource: string, obtainedAt = '2026-11-01T00:00:00.000Z'): StoredSignIn => ({
  resource,
  issuer: 'https://auth.example.com',
  client: { clientId: 'c' },
  accessToken: 't0ken-of-the-server',
  obtainedAt,
});

describe('a token', () => {
  it.each([
    ['https://a.example.com/mcp', 'https://a.example.com/mcp', true],
    ['https://a.example.com/mcp/', 'https://a.example.com/mcp', true],
    ['https://a.example.com/mcp?x=1', 'https://a.example.com', true],
    ['https://a.example.com/mcp/v1', 'https://a.example.com/mcp', true],
    ['https://a.example.com/mcp-2', 'https://a.example.com/mcp', false],
    ['https://a.example.com/', 'https://a.example.com/mcp', false],
    ['https://a.example.com/MCP', 'https://a.example.com/mcp', false],
    ['http://a.example.com/mcp', 'https://a.example.com/mcp', false],
    ['https://a.example.com:8443/mcp', 'https://a.example.com/mcp', false],
    ['https://a.example.com.evil.org/mcp', 'https://a.example.com/mcp', false],
    ['https://a.example.com@evil.org/mcp', 'https://a.example.com/mcp', false],
  ])('for %s: %s %s', async (url, resource, isMeant) => {
    expect(isWithin(url, resource)).toBe(isMeant);
    // The rule is the SDK's own.
    const { checkResourceAllowed } = await import('@modelcontextprotocol/client');
    const asSdk = checkResourceAllowed({
      requestedResource: new URL(url),
      configuredResource: new URL(resource),
    });
    expect(isMeant).toBe(asSdk);
  });

  it('of the closest resource goes first, of two the newer', () => {
    const [far, near, newer] = [
      stored('https://a.example.com'),
      stored('https://a.example.com/mcp'),
      stored('https://a.example.com/mcp', '2026-11-02T00:00:00.000Z'),
    ];
    expect(signInsFor([far, near, newer], 'https://a.example.com/mcp')).toEqual([newer, near, far]);
  });
});

describe('a server', () => {
  it.each([
    ['https://auth.example.com/token', 'https://a.example.com/mcp', true],
    ['http://auth.example.com/token', 'https://a.example.com/mcp', false],
    ['http://127.0.0.1:8080/token', 'https://a.example.com/mcp', false],
    ['https://localhost/token', 'https://a.example.com/mcp', false],
    ['http://[::1]:8080/token', 'http://localhost:1/mcp', true],
    ['http://a.localhost/token', 'http://localhost:1/mcp', false],
    ['http://inside.example/token', 'http://inside.example/mcp', true],
    ['file:///etc/passwd', 'https://a.example.com/mcp', false],
  ])('leads to %s from %s: %s', (to, from, isAllowed) => {
    expect(mayAsk(to, from)).toBe(isAllowed);
  });
});

describe('the platform', () => {
  it.each([
    [{ MCP_BUDGET_HOME: '/m', XDG_CONFIG_HOME: '/x', HOME: '/h' }, 'linux', '/m/credentials.json'],
    [{ XDG_CONFIG_HOME: '/x', HOME: '/h' }, 'linux', '/x/mcp-budget/credentials.json'],
    [{ HOME: '/h' }, 'linux', '/h/.config/mcp-budget/credentials.json'],
    [{ HOME: '/h' }, 'darwin', '/h/Library/Application Support/mcp-budget/credentials.json'],
    [{ APPDATA: '/a' }, 'win32', '/a/mcp-budget/credentials.json'],
    [{ HOME: '', MCP_BUDGET_HOME: '' }, 'linux', undefined],
  ] as const)('%o on %s keeps sign-ins in %s', (env, platform, path) => {
    expect(storePath(env, platform)).toBe(path);
  });

  it.each([
    [{ BROWSER: 'firefox', CI: '1' }, false, 'linux', ['firefox']],
    [{ DISPLAY: ':0' }, true, 'linux', ['xdg-open']],
    [{ WAYLAND_DISPLAY: 'w' }, true, 'linux', ['xdg-open']],
    [{ WSL_DISTRO_NAME: 'Ubuntu' }, true, 'linux', ['rundll32.exe', 'url.dll,FileProtocolHandler']],
    [{}, true, 'linux', undefined],
    [{}, true, 'darwin', ['open']],
    [{}, true, 'win32', ['rundll32', 'url.dll,FileProtocolHandler']],
    [{ SSH_CONNECTION: '1' }, true, 'darwin', undefined],
    [{ CI: '1' }, true, 'darwin', undefined],
    [{ DISPLAY: ':0' }, false, 'linux', undefined],
  ] as const)('%o, terminal %s, %s: opens with %o', (env, isTerminal, platform, command) => {
    expect(browserCommand({ env, isTerminal, platform })).toEqual(command);
  });

  it('says which scope is missing', () => {
    const headers = new Headers({
      'www-authenticate': 'Bearer error="insufficient_scope", scope="read admin;ls"',
    });
    const url = new URL('https://a.example.com/mcp?key=s3cret');
    const { hint } = statusFailure({ url, status: 403, headers, mediaType: '', isFirst: true });
    expect(hint).toContain("mcp-budget login https://a.example.com/mcp --scope 'read admin;ls'\n");
  });
});
