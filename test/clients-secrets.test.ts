/** Which values of a client's file count as secret, and which are only settings. */
import { describe, expect, it } from 'vitest';
import { looksLikeCredential } from '../src/config/clients/credential-look.ts';
import { readClientFile } from '../src/config/clients/read-client-file.ts';
import type { ClientContext } from '../src/model/client.ts';
import { WORLD } from './client-world.ts';

it.each([
  'demo-env-5',
  'hunter2hunter2',
  'correct$horse',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
  'https://hooks.example.com/services/T00000000/XXXXXXXX1XXXXXXXXXXXXXXX',
  '/a8Fk2LmQ9zXc7VbN4tRw1YpS',
  '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  'QwErTyUiOpAsDfGhJkLzXc',
  'mode fast key demo-env-5',
])('%s looks like a credential', (value) => {
  expect(looksLikeCredential(value)).toBe(true);
});

it.each([
  'browser',
  'graph',
  'read_only,write-only',
  'playwright-core',
  'Use the browser, then take a screenshot!',
  'true',
  '83721',
  '2026-11-30',
  '1.24.3-5',
  '1920x1080',
  '30000ms',
  '/srv/data2/files',
  '~/Library/Application Support/x1',
  './out/report2.json',
  'C:\\Users\\dev1\\data',
  'config/server2.yaml',
  'https://api2.example.com/v1/things',
  'db1.internal.example:5432',
  'localhost:3000',
  '127.0.0.1:8080',
  '@scope/server1@1.2.3',
  'server@1.2.3',
  'utf8',
  '',
])('%s is a setting', (value) => {
  expect(looksLikeCredential(value)).toBe(false);
});

const secretsOf = (
  file: object,
  world: Partial<ClientContext> = {},
  path = '/repos/atlas/.vscode/mcp.json',
): readonly string[] => {
  const read = readClientFile({ path, shown: 'x', text: JSON.stringify(file) }, { ...WORLD, ...world });
  return read.servers.flatMap(({ secrets }) => secrets);
};

describe('secret are', () => {
  it('literals under a name of a secret, and those that look like one', () => {
    const env = { DEBUG: 'browser', LOG_KIND: 'graph', API_KEY: 'plain', ODD: 'demo-env-5' };
    expect(secretsOf({ servers: { a: { command: 'x', env } } }).toSorted()).toEqual(['demo-env-5', 'plain']);
  });

  it('values of variables, whatever they look like', () => {
    const env = { PIN: '${env:MY_PASSCODE}', MODE: '${env:MODE}', FEW: '${env:FEW}' };
    const world = { env: { MY_PASSCODE: '83721', MODE: 'debug', FEW: 'abc' } };
    expect(secretsOf({ servers: { a: { command: 'x', env } } }, world)).toEqual(['83721', 'debug']);
  });

  it('headers by their name or their look', () => {
    const headers = {
      'X-Team': 'demo',
      'X-Api-Key': 'word',
      Cookie: 'crumbs',
      'X-Odd': ' demo-head-3 ',
      'X-Auth-Token': 'token',
    };
    expect(secretsOf({ servers: { a: { url: 'https://x.example/', headers } } })).toEqual([
      'word',
      'token',
      'crumbs',
      'demo-head-3',
    ]);
  });

  it.each([
    [{ type: 'promptString', password: true }, 'plain', ['plain']],
    [{ type: 'promptString' }, 'plain', []],
    [{ type: 'promptString' }, '/srv/data', []],
    [{ type: 'promptString' }, 'demo-input-5', ['demo-input-5']],
    [{ type: 'pickString', options: ['demo-input-5'] }, 'demo-input-5', []],
    [undefined, 'plain', ['plain']],
  ])('an input by its declaration %j: %s', (declared, value, expected) => {
    const inputs = declared === undefined ? [] : [{ id: 'a', ...declared }];
    const file = { inputs, servers: { a: { command: 'x', args: ['${input:a}'] } } };
    expect(secretsOf(file, { inputs: { a: value } })).toEqual(expected);
  });

  it.each([
    [{ sensitive: true }, ['plain']],
    [{}, []],
  ])('an option of a bundle by its declaration %j', (option, expected) => {
    const file = {
      manifest_version: '0.3',
      name: 'x',
      user_config: { a: { type: 'string', ...option } },
      server: { mcp_config: { command: 'x', args: ['${user_config.a}'] } },
    };
    expect(secretsOf(file, { inputs: { a: 'plain' } }, '/srv/manifest.json')).toEqual(expected);
  });

  it.each([
    [{ isSecret: true }, ['plain']],
    [{}, []],
  ])('an input of a server.json by its declaration %j', (input, expected) => {
    const remote = {
      type: 'streamable-http',
      url: 'https://x.example/{tenant}',
      variables: { tenant: { isRequired: true, ...input } },
    };
    expect(
      secretsOf({ name: 'x', remotes: [remote] }, { inputs: { tenant: 'plain' } }, '/srv/server.json'),
    ).toEqual(expected);
  });
});
