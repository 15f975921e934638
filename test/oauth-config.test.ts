/** OAuth without a person: secret and key, by flags and by config, against a real authorization server. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../src/model/config.ts';
import type { Report } from '../src/model/report.ts';
import { startPeer, type Peer } from './http-peers.ts';
import { run } from './run.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PEM = { pkcs8: '', sec1: '' };
for (const type of ['pkcs8', 'sec1'] as const) PEM[type] = String(privateKey.export({ type, format: 'pem' }));
const OTHER = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const LOCKED = String(
  privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }),
);
const ED25519 = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));

let peer: Peer;
const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-oauth-'));

beforeAll(async () => {
  peer = await startPeer('oidc-mcp', JSON.stringify(publicKey.export({ format: 'jwk' })));
  writeFileSync(join(folder, 'key.pem'), PEM.pkcs8);
  writeFileSync(join(folder, 'no-key.pem'), 'not a key');
});
afterAll(() => peer.stop());

const env = {
  SECRET: 's3cret-of-ci',
  WRONG: 's3cret-of-another',
  KEY: PEM.sec1,
  OTHER,
  LOCKED,
  ED25519,
};

async function measured(args: readonly string[]) {
  const ran = await run(['measure', ...args, '--format', 'json', '--settle', '0'], { cwd: folder, env });
  const lines = Object.values(env).flatMap((value) => value.split('\n').filter((line) => line.length > 8));
  const bodies = lines.filter((line) => !line.startsWith('-----'));
  for (const line of bodies) expect(`${ran.stdout}${ran.stderr}`).not.toContain(line);
  const report = ran.stdout === '' ? undefined : (JSON.parse(ran.stdout) as Report);
  return { ...ran, toolset: report?.servers[0]?.toolsets[0] };
}

describe('by flags', () => {
  it.each([
    ['a secret', ['--oauth-client-id', 'ci', '--oauth-client-secret-env', 'SECRET']],
    ['a key in a file', ['--oauth-client-id', 'ci-key', '--oauth-private-key', 'key.pem']],
    ['a key in a variable, SEC 1', ['--oauth-client-id', 'ci-key', '--oauth-private-key-env', 'KEY']],
    [
      'a key, its algorithm named',
      ['--oauth-client-id', 'ci-key', '--oauth-private-key-env', 'KEY', '--oauth-algorithm', 'ES256'],
    ],
  ])('%s', async (_, flags) => {
    // Repeats the token it is asked with, which no list of secrets could know before.
    const { toolset, code, stderr } = await measured([`${peer.url}/echo`, ...flags, '--oauth-scope', 'read']);
    expect(code, stderr).toBe(0);
    expect(toolset?.status).toBe('measured');
    expect(toolset?.serverInfo).toEqual({ name: 'guarded', version: 'Bearer [redacted]' });
  });

  it.each([
    [['--oauth-client-id', 'ci', '--oauth-client-secret-env', 'WRONG'], 'answered invalid_client', 'secret'],
    [['--oauth-client-id', 'ci-key', '--oauth-private-key-env', 'OTHER'], 'answered invalid_client', 'key'],
    [
      [
        '--oauth-client-id',
        'ci',
        '--oauth-client-secret-env',
        'SECRET',
        '--oauth-issuer',
        'https://a.example.com',
      ],
      'belongs to another issuer',
      'issuer',
    ],
  ])('%s is refused', async (flags, message, hint) => {
    const { toolset, code } = await measured([`${peer.url}/mcp`, ...flags]);
    expect(code).toBe(3);
    expect(toolset).toMatchObject({
      status: 'auth-required',
      failure: { message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
    });
  });

  it.each([
    [['--oauth-client-id', 'ci'], 'together with one of'],
    [['--oauth-scope', 'read'], 'together with one of'],
    [['--oauth-private-key', 'key.pem'], 'together with one of'],
    [['--oauth-client-id', 'a', '--oauth-private-key', 'none.pem'], 'none.pem: cannot be read'],
    [['--oauth-client-id', 'a', '--oauth-private-key', 'no-key.pem'], 'not a private key in PEM form'],
    [['--oauth-client-id', 'a', '--oauth-private-key-env', 'LOCKED'], 'passphrase'],
    [['--oauth-client-id', 'a', '--oauth-private-key-env', 'UNSET'], 'UNSET is not set'],
    [
      ['--oauth-client-id', 'a', '--oauth-private-key-env', 'ED25519', '--oauth-algorithm', 'RS256'],
      'does not sign with RS256; it does with EdDSA',
    ],
    [
      ['--oauth-client-id', 'a', '--oauth-client-secret-env', 'SECRET', '--oauth-algorithm', 'RS256'],
      'only with a private key',
    ],
    [
      ['--oauth-client-id', 'a', '--oauth-client-secret-env', 'SECRET', '--oauth-private-key', 'key.pem'],
      'together with one of',
    ],
    [['--oauth-client-id', 'a', '--oauth-client-secret-env', 'SECRET', '--oauth-issuer', 'x'], 'not a URL'],
    [
      ['--oauth-client-id', 'a', '--oauth-client-secret-env', 'SECRET', '--bearer-env', 'KEY'],
      'which one is meant',
    ],
  ])('%s is a mistake', async (flags, message) => {
    const { code, stderr } = await measured([`${peer.url}/mcp`, ...flags]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

it('init writes names, never values', async () => {
  const home = mkdtempSync(join(tmpdir(), 'mcp-budget-oauth-init-'));
  const flags = ['--oauth-client-id', 'ci', '--oauth-client-secret-env', 'SECRET', '--oauth-scope', 'read'];
  const ran = await run(['init', `${peer.url}/echo`, '--name', 'remote', ...flags, '--settle', '0'], {
    cwd: home,
    env,
  });
  expect(ran.code, ran.stderr).toBe(0);
  const { servers } = parse(readFileSync(join(home, 'mcp-budget.config.jsonc'), 'utf8')) as Config;
  const clientSecret = '${env:SECRET}';
  expect(servers?.['remote']?.oauth).toEqual({ clientId: 'ci', clientSecret, scope: 'read' });
  // The token that the server echoes is another one now, and may be a token longer.
  const checked = await run(['check', '--settle', '0', '--warn-only'], { cwd: home, env });
  expect(checked.code, checked.stdout + checked.stderr).toBe(0);
  for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    if (!statSync(join(home, name)).isFile()) continue;
    expect(readFileSync(join(home, name), 'utf8'), name).not.toMatch(/s3cret-of-ci|Bearer (?!\[redacted\])/);
  }
});

describe('by a config', () => {
  const write = (server: object): void =>
    writeFileSync(
      join(folder, 'mcp-budget.config.json'),
      JSON.stringify({ servers: { remote: { url: `${peer.url}/echo`, ...server } } }),
    );

  it.each([
    [{ clientId: 'ci', clientSecret: '${env:SECRET}', scope: 'read' }],
    [{ clientId: 'ci-key', privateKey: '${env:KEY}' }],
    [{ clientId: 'ci-key', privateKeyFile: 'key.pem', algorithm: 'ES256' }],
  ])('%s', async (oauth) => {
    write({ oauth });
    const { toolset, code, stderr } = await measured([]);
    expect(code, stderr).toBe(0);
    expect(toolset?.serverInfo).toEqual({ name: 'guarded', version: 'Bearer [redacted]' });
    write({ oauth: { ...oauth, issuer: 'https://auth.example.com' } });
    expect((await measured([])).toolset?.failure?.message).toContain('another issuer');
  });

  it.each([
    [{ clientId: 'ci', clientSecret: '${env:UNSET}' }, 'oauth.clientSecret: UNSET is not set'],
    [{ clientId: 'ci', privateKeyFile: 'none.pem' }, 'oauth.privateKeyFile: the file cannot be read'],
    [{ clientId: 'ci', privateKey: '${env:LOCKED}' }, 'oauth.privateKey: not a private key'],
    [{ issuer: '${env:SECRET}' }, 'oauth.issuer: not a URL'],
  ])('%s is needed', async (oauth, message) => {
    write({ oauth });
    const { toolset, code } = await measured([]);
    expect(toolset).toMatchObject({
      status: 'needs-input',
      failure: { message: expect.stringContaining(message) },
    });
    expect(code).toBe(3);
  });

  it.each([
    [
      { oauth: { clientId: 'a', clientSecret: 'b', privateKey: 'c' } },
      'clientSecret proves the client already',
    ],
    [{ oauth: { clientSecret: 'b' } }, 'clientSecret needs a clientId'],
    [{ oauth: { clientId: 'a', algorithm: 'RS256' } }, 'belongs to a privateKey or privateKeyFile'],
    [{ oauth: { clientId: 'a', algorithm: 'none' } }, 'one of RS256'],
    [{ oauth: { client: 'a' } }, 'client'],
    [
      { oauth: { clientId: 'a' }, headers: { authorization: 'x' } },
      'an Authorization header is sent already',
    ],
    [
      { oauth: { clientId: 'a' }, toolsets: { all: { headers: { Authorization: 'x' } } } },
      'an Authorization header is sent already',
    ],
    [{ oauth: { clientId: '${SHELL}' } }, 'is no variable'],
    [{ url: undefined, command: 'node', oauth: {} }, 'belongs to a server with url'],
  ])('%s is a mistake', async (server, message) => {
    write(server);
    const { code, stderr } = await measured([]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
