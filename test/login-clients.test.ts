/** `login` and `logout` by the name that a client's file gives a server; addresses that hold a key; browsers that do not start. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../src/capture/sign-in/open-browser.ts';
import { showUrl } from '../src/commands/login-list.ts';
import { startPeer, type Peer } from './http-peers.ts';
import { makeHome, type Home } from './sign-in-peer.ts';

let peer: Peer;
beforeAll(async () => {
  peer = await startPeer('oidc-mcp');
});
afterAll(() => peer.stop());

const at = (name: string): string => `${peer.url}/${name}`;

const log = async (): Promise<unknown> => (await fetch(`${peer.url}/control/log`)).json();

interface Place {
  readonly home: Home;
  readonly login: (...args: readonly string[]) => ReturnType<Home['run']>;
  readonly logout: (...args: readonly string[]) => ReturnType<Home['run']>;
}

/** A user's home with a project in it, and what their files declare. */
function place(files: Readonly<Record<string, object>>, env: Readonly<Record<string, string>> = {}): Place {
  const home = makeHome();
  const project = join(home.folder, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(home.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(content));
  }
  const options = { cwd: project, env: { HOME: home.folder, ...env } };
  return {
    home,
    login: (...args) => home.run(['login', ...args], options),
    logout: (...args) => home.run(['logout', ...args], options),
  };
}

const servers = (mcpServers: object): object => ({ mcpServers });

describe("a name in a client's file", () => {
  it('is signed in to and out of, a project told with its file before the browser opens', async () => {
    const { home, login, logout } = place(
      { 'project/.mcp.json': servers({ atlassian: { type: 'http', url: '${BASE}/mcp' } }) },
      { BASE: peer.url },
    );
    const ran = await login('atlassian');
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(
      /^atlassian is .*, of \.mcp\.json:1 mcpServers\.atlassian, a file of this project\nopening the browser/,
    );
    expect(ran.stdout).toContain('next     mcp-budget measure --client claude-code atlassian');
    expect(home.signIns()).toEqual([expect.objectContaining({ resource: at('mcp') })]);
    expect((await logout('atlassian')).code).toBe(0);
    expect(home.signIns()).toEqual([]);
  });

  it('that waits for its sign-in is no reason not to', async () => {
    const entry = { url: at('mcp'), auth: { CLIENT_ID: 'x' } };
    const { login } = place({ '.cursor/mcp.json': servers({ notion: entry }) });
    const ran = await login('notion');
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).not.toContain('of this project');
  });

  it('comes after the same name in the config', async () => {
    const { home, login } = place({
      'project/mcp-budget.config.json': { servers: { notion: { url: at('mcp') } } },
      '.cursor/mcp.json': servers({ notion: { url: at('echo') }, other: { url: at('echo') } }),
    });
    expect((await login('notion')).code).toBe(0);
    expect(home.signIns()[0]?.resource).toBe(at('mcp'));
    // One that the config does not have is looked for in the clients still, and --client passes it by.
    expect((await login('other')).code).toBe(0);
    expect((await login('notion', '--client', 'cursor')).code).toBe(0);
    expect(home.signIns().map(({ resource }) => resource)).toEqual([at('mcp'), at('echo')]);
  });

  it('with several URLs is none until a client is chosen', async () => {
    const { home, login } = place({
      '.cursor/mcp.json': servers({ notion: { url: at('mcp') } }),
      'project/.mcp.json': servers({ notion: { type: 'http', url: at('echo') } }),
    });
    const ran = await login('notion');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('notion is the name of 2 servers with different URLs');
    expect(ran.stderr).toContain(`cursor › notion  ${at('mcp')}`);
    expect(ran.stderr).toContain(`claude-code › notion  ${at('echo')}`);
    expect(home.seen()).toBe('');
    expect((await login('cursor › notion')).code).toBe(0);
    expect((await login('notion', '--client', 'claude-code')).code).toBe(0);
    expect(home.signIns().map(({ resource }) => resource)).toEqual([at('mcp'), at('echo')]);
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'is mistyped',
      ['notoin'],
      /neither a config nor a client's file here names it\n.*did you mean notion\?/,
    ],
    ['is of a program', ['local'], /local is not reached by a URL/],
    ['has its own token', ['fixed'], /\.cursor\/mcp\.json:1 mcpServers\.fixed\) says how it is asked/],
    ['lacks a variable', ['open'], /open: .*NOT_SET_HERE/],
    ['is of no client here', ['notion', '--client', 'zed'], /no config file here/],
    ['is a URL with a client', ['https://a.example.com', '--client', 'cursor'], /--client: only with/],
  ])('that %s is refused', async (_, args, message) => {
    const { login } = place({
      '.cursor/mcp.json': servers({
        notion: { url: at('mcp') },
        local: { command: 'node' },
        fixed: { url: at('mcp'), headers: { Authorization: 'Bearer abcd-efgh' } },
        open: { url: 'https://${env:NOT_SET_HERE}/mcp' },
      }),
    });
    const ran = await login(...args);
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).not.toContain('abcd-efgh');
    expect(ran.code).toBe(2);
  });
});

it('a file that a project names is not read for it, and nothing is asked', async () => {
  const { home, login } = place({
    'project/opencode.json': {
      mcp: { mine: { type: 'remote', url: at('mcp'), headers: { 'x-key': '{file:../key}' } } },
    },
    key: {},
  });
  writeFileSync(join(home.folder, 'key'), 'text-of-the-key');
  const before = await log();
  const ran = await login('mine');
  expect(ran.code, ran.stderr).toBe(2);
  expect(ran.stderr).toMatch(/mine: a project's file would read .*key for it/);
  expect(await log()).toEqual(before);
});

describe('an address that holds a key', () => {
  it.each([
    [
      'https://a.example.com/api/s/Zk3vQ81bXy7pL2mN/mcp?token=x',
      'https://a.example.com/api/s/[redacted]/mcp',
    ],
    ['https://a.example.com/1f0c9a52-77aa-4c3e-9d4e-0d3a5b8f1e22', 'https://a.example.com/[redacted]'],
    ['https://a.example.com/github-mcp-server-v2/mcp', 'https://a.example.com/github-mcp-server-v2/mcp'],
    ['https://mcp0123456789abcdef.example.com/mcp', 'https://mcp0123456789abcdef.example.com/mcp'],
  ])('%s is shown as %s', (url, shown) => expect(showUrl(url)).toBe(shown));

  it('is told nowhere, and neither is one that a variable gave', async () => {
    const { home, login, logout } = place(
      { '.cursor/mcp.json': servers({ keyed: { url: `${peer.url}/\${env:PLACE}?key=\${env:KEY}` } }) },
      { PLACE: 'mcp', KEY: 'key-of-the-query' },
    );
    const first = await login('keyed');
    expect(first.code, first.stderr).toBe(0);
    home.change((one) => ({
      ...one,
      resource: `${peer.url}/s/Zk3vQ81bXy7pL2mN?token=of-the-resource`,
      issuer: `${peer.url}/?key=of-the-issuer`,
    }));
    const told = [
      await login(),
      await logout('https://a.example.com/Zk3vQ81bXy7pL2mN?x=of-what-was-typed'),
      await logout('--all'),
    ].map(({ stdout, stderr }) => stdout + stderr);
    const all = `${first.stdout}${told.join('')}`;
    expect(all).not.toMatch(
      /Zk3vQ81bXy7pL2mN|of-the-resource|of-the-issuer|key-of-the-query|of-what-was-typed/,
    );
    expect(told[0]).toContain('/s/[redacted]\n');
  });

  it('is kept as its login showed it', async () => {
    const { home, login, logout } = place(
      { '.cursor/mcp.json': servers({ keyed: { url: `${peer.url}/\${env:PLACE}` } }) },
      { PLACE: 'strict-mcp' },
    );
    // What the platform's file says of it: a resource whose path is the value of a variable.
    expect((await login('keyed')).stderr).not.toContain('strict-mcp');
    const signed = place(
      { '.cursor/mcp.json': servers({ keyed: { url: `${peer.url}/\${env:PLACE}` } }) },
      { PLACE: 'echo' },
    );
    const ran = await signed.login('keyed');
    expect(ran.code, ran.stderr).toBe(0);
    expect(`${ran.stdout}${ran.stderr}`).not.toContain('/echo');
    expect(ran.stderr).not.toContain('%2Fecho');
    expect(signed.home.signIns()[0]).toMatchObject({ shown: `${peer.url}/[redacted]` });
    for (const text of [(await signed.login()).stdout, (await signed.logout('nothing')).stderr])
      expect(text).not.toContain('/echo');
    expect([home.signIns(), (await logout('--all')).code]).toEqual([[], 0]);
  });
});

describe('a browser that does not start', () => {
  const url = new URL('https://a.example.com/');
  it.each([
    ['is below a file', '/etc/passwd/x'],
    ['has too long a name', `/${'x'.repeat(5000)}`],
    ['has a name that none can have', 'a\0b'],
    ['may not be started', '/etc/passwd'],
    ['is not there', '/no/such/browser'],
    ['has no name', ''],
  ])('that %s is told, and is no failure', async (_, program) => {
    expect(await openBrowser([program], url, {})).toBe(false);
  });

  it('leaves the address to be opened by hand', async () => {
    const ran = await makeHome().run(['login', at('mcp'), '--timeout', '300ms'], {
      env: { BROWSER: '/etc/passwd/x' },
    });
    expect(ran.stderr).toMatch(/\/etc\/passwd\/x cannot be started; open this address to sign in:\n {2}http/);
    expect(ran.stderr).not.toContain('bug');
    expect(ran.code).toBe(3);
  });
});
