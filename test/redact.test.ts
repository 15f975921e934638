import { describe, expect, it } from 'vitest';
import { redact, REDACTED } from '../src/report/redact.ts';
import { secretsOf } from '../src/config/secrets.ts';
import { namesSecret } from '../src/config/server-env.ts';

const SECRET = 'p@ss/w0rd+"x"=';

describe('redact', () => {
  it.each<[form: string, text: string]>([
    ['plain', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['form-encoded', new URLSearchParams({ k: SECRET }).toString()],
    ['JSON in a string', JSON.stringify({ key: SECRET })],
    ['base64', Buffer.from(SECRET).toString('base64')],
    ['base64url', Buffer.from(SECRET).toString('base64url')],
    ['base64 behind one byte', Buffer.from(`a${SECRET}`).toString('base64')],
    ['base64 inside Basic credentials', Buffer.from(`someone:${SECRET}:tail`).toString('base64')],
  ])('replaces a secret: %s', (_, text) => {
    const { value, count } = redact({ deep: [`before ${text} after`] }, [SECRET]);
    expect(count).toBeGreaterThan(0);
    expect(value.deep[0]).toContain(REDACTED);
    expect(value.deep[0]).not.toContain(SECRET);
    const left = (value.deep[0] ?? '').replace(REDACTED, '');
    // What is left of an encoded secret may be its first or last bytes, never its middle.
    for (const word of left.split(/\s/))
      expect(Buffer.from(word, 'base64').toString()).not.toContain('ss/w0rd');
  });

  it('replaces keys, and keeps numbers, order and a property named __proto__', () => {
    const value: unknown = JSON.parse(`{"b": 12345, "__proto__": {"secret-key": "12345"}, "a": null}`);
    const { value: clean, count } = redact(value, ['secret-key', '12345']);
    expect(count).toBe(2);
    expect(JSON.stringify(clean)).toBe(`{"b":12345,"__proto__":{"${REDACTED}":"${REDACTED}"},"a":null}`);
  });

  it('replaces the longer of two secrets as a whole', () => {
    expect(redact('token-abcd-efgh', ['abcd', 'token-abcd-efgh']).value).toBe(REDACTED);
  });

  it('gives back the same value where there is nothing to hide', () => {
    const value = { a: ['b'] };
    expect(redact(value, ['nothing-of-it']).value).toBe(value);
  });
});

describe('secretsOf', () => {
  it('finds them in environment, arguments, headers and URLs', () => {
    const command = {
      kind: 'command',
      command: 'x',
      args: ['--api-key', 'arg-one', '--token=arg-two', '-e', 'DB_PASSWORD=arg-three', '--name', 'plain'],
      env: { API_KEY: 'env-one', MODE: 'plain', PIN: '123' },
      cwd: '/',
    } as const;
    expect(secretsOf(command, ['API_KEY', 'PIN']).toSorted()).toEqual([
      'arg-one',
      'arg-three',
      'arg-two',
      'env-one',
    ]);
    const basic = Buffer.from('me:pass-word').toString('base64');
    const url = {
      kind: 'url',
      url: 'https://user:url-one@h/p?key=url-two&x=1',
      headers: { authorization: `Basic ${basic}`, 'x-key': 'header-one' },
      transport: 'auto',
    } as const;
    expect(secretsOf(url, [])).toEqual(
      expect.arrayContaining(['user', 'url-one', 'url-two', 'header-one', 'pass-word', basic]),
    );
    expect(secretsOf(url, [])).not.toContain('1');
  });
});

it.each([
  ['API_KEY', true],
  ['GITHUB_TOKEN', true],
  ['githubToken', true],
  ['DB_PASSWORD', true],
  ['client-secret', true],
  ['AUTH', true],
  ['X-Api-Key', true],
  ['MAX_TOKENS', false],
  ['TOKENIZER', false],
  ['MODE', false],
  ['PATH', false],
  ['KEYBOARD', false],
  ['AUTHOR', false],
])('%s names a secret: %s', (name, expected) => {
  expect(namesSecret(name)).toBe(expected);
});
