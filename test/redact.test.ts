import { describe, expect, it } from 'vitest';
import { redact, REDACTED } from '../src/report/redact.ts';
import type { JsonValue } from '../src/json.ts';
import { secretsInArguments, secretsOf } from '../src/config/secrets.ts';
import { namesSecret, resolveServerEnv } from '../src/config/server-env.ts';
import { readTarget } from '../src/config/targets.ts';

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

  const long = `${'0123456789'.repeat(5)}Sup3r/Secret+Value`;
  it.each<[form: string, text: string, secret?: string]>([
    ['lower-case percent', encodeURIComponent(SECRET).replaceAll(/%../g, (escape) => escape.toLowerCase())],
    ['percent of the percent', encodeURIComponent(encodeURIComponent(SECRET))],
    ['JSON with escaped slashes', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
    ['JSON with code units', 'p\\u0040ss\\u002Fw0rd\\u002b\\u0022x\\u0022\\u003d'],
    ['JSON inside JSON', JSON.stringify(JSON.stringify(SECRET).slice(1, -1)).slice(1, -1)],
    ['backslashes in JSON inside JSON', 'pa\\\\\\\\ss\\\\\\\\\\\\"word', 'pa\\ss\\"word'],
    ['HTML names', 'a&amp;b&lt;c&gt;d&quot;e&#39;f', `a&b<c>d"e'f`],
    ['HTML numbers', 'a&#38;b&#x3c;c&#x3E;d&#34;e&#x27;f', `a&b<c>d"e'f`],
    ['hex', Buffer.from(SECRET).toString('hex')],
    ['upper-case hex', Buffer.from(SECRET).toString('hex').toUpperCase()],
    ['lower-cased', 'sup3rsecret', 'Sup3rSecret'],
    ['wrapped base64', Buffer.from(long).toString('base64').replace(/.{76}/, '$&\r\n'), long],
    ['wrapped base64 in JSON', Buffer.from(long).toString('base64').replace(/.{76}/, '$&\\n'), long],
  ])('leaves nothing of a secret: %s', (_, text, secret = SECRET) => {
    expect(redact(`before ${text} after`, [secret])).toEqual({
      value: `before ${REDACTED} after`,
      count: 1,
    });
  });

  it('leaves short secrets, and other cases of short ones', () => {
    expect(redact('abc 616263 tokeN', ['abc', 'Token']).count).toBe(0);
  });

  it.each<[what: string, unit: string]>([
    ['prose', 'a "tool" lists/reads <all> the files & more\\n '],
    ['backslashes', '\\'],
    ['escapes', '%25'],
    ['entities', '&amp;'],
    ['wrapped base64', `${'QUJD'.repeat(19)}\n`],
  ])('finds nothing in 2 MB of %s for ten secrets', (_, unit) => {
    const text = unit.repeat(Math.ceil(2e6 / unit.length));
    const secrets = Array.from({ length: 10 }, (_, index) => `\\"/Tok+en%${index}/${'x&Y'.repeat(9)}`);
    expect(redact(text, secrets).count).toBe(0);
  });

  it('finds each of ten thousand secrets, in every form, in one pass', () => {
    const secrets = Array.from({ length: 10_000 }, (_, index) => `common-start/${index}/Val${index * 7919}`);
    const texts = secrets.flatMap((secret, index) => {
      const wrapped = Buffer.from(`${'x'.repeat(60)}${secret}`)
        .toString('base64')
        .replaceAll(/.{76}/g, '$&\n');
      return index % 500 === 0
        ? [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), wrapped]
        : [`row ${index} of a table, with nothing in it\nbut_words_of_many_letters_and_a_line\n`];
    });
    const { value, count } = redact(texts, secrets);
    expect(count).toBe(80);
    expect(value.filter((text) => text.includes(REDACTED))).toHaveLength(80);
    for (const text of value) expect(text).not.toContain('common-start');
  });

  it.each([
    ['signs alone', '!-?-!-?'],
    ['single letters', 'a-b-c-d-e'],
    ['letters of another alphabet', 'Пароль-от-всего'],
    ['a long common start', `${'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'.repeat(3)}a`],
  ])('finds one of %s among many', (_, secret) => {
    const others = Array.from({ length: 500 }, (_, index) => `${secret.slice(0, -1)}${index}zzz`);
    const { value } = redact([`<${secret}>`, `<${encodeURIComponent(secret)}>`], [...others, secret]);
    expect(value).toEqual([`<${REDACTED}>`, `<${REDACTED}>`]);
  });

  it('goes as deep as a schema does', () => {
    const levels = 100_000;
    const value: unknown = JSON.parse(`${'{"a":['.repeat(levels)}"secret-key"${']}'.repeat(levels)}`);
    const { value: clean, count } = redact(value, ['secret-key']);
    expect(count).toBe(1);
    let at = clean;
    while (typeof at === 'object' && at !== null) at = Object.values(at)[0] as unknown;
    expect(at).toBe(REDACTED);
  });

  it('takes a secret as long as a key file', () => {
    const key = `-----BEGIN\n${'Ab1/+"'.repeat(4000)}`;
    const wrapped = Buffer.from(key).toString('base64').replaceAll(/.{76}/g, '$&\n');
    expect(redact([key, JSON.stringify({ key }), wrapped], [key]).value).toEqual([
      REDACTED,
      `{"key":"${REDACTED}"}`,
      REDACTED,
    ]);
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

it('finds secrets in arguments of a call however deep they stand', () => {
  const levels = 100_000;
  const deep = JSON.parse(`${'{"token":'.repeat(levels)}"abcd"${'}'.repeat(levels)}`) as JsonValue;
  expect(secretsInArguments(deep)).toEqual(['abcd']);
  expect(secretsInArguments({ a: 'plain', token: ['one-1', { b: 'two-2' }] })).toEqual(['one-1', 'two-2']);
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

describe('secrets inside words', () => {
  const launch = { kind: 'command', command: 'x', args: [], env: {}, cwd: '/' } as const;

  it.each<[args: readonly string[], secrets: readonly string[]]>([
    [['postgresql://user:Sup3rPw@127.0.0.1/db'], ['Sup3rPw']],
    [['--db=mysql://u:a%2Fb%40c@h/x'], ['a%2Fb%40c', 'a/b@c']],
    [['redis://:Sup3r/Pw#@h:1'], ['Sup3r/Pw#']],
    [['http://u%:pa%zz@127.0.0.1:1/'], ['pa%zz']],
    [['https://ghp_abcd@github.com/x'], ['ghp_abcd']],
    [['https://h:8080/@scope/name@1.2.3'], []],
    [['https://h/p?page=page-1&token=a%20bcd&x=long-one#frag'], ['a%20bcd', 'a bcd']],
    [
      ['--header', 'Authorization: Bearer Sup3rTok'],
      ['Bearer Sup3rTok', 'Sup3rTok'],
    ],
    [['--header', 'Cookie:sid=abcd'], ['sid=abcd']],
    [['--header=X-Api-Key: abcd'], ['abcd']],
    [['-H', 'X-Api-Key: abcd'], ['abcd']],
    [['X-Api-Key: abcd'], ['abcd']],
    [['-H', 'Accept: application/json'], []],
    [['-H', 'localhost:8080', 'tcp://127.0.0.1:2375', '--scope', 'secret:read'], []],
    [['--pass', 'abcd'], ['abcd']],
    [['--user=u:abcd'], ['abcd']],
    [['-u', 'u:abcd'], ['abcd']],
    [['docker', '-u', '1000:1000', '--user=root'], []],
    [['Server=host;User Id=admin;Password=ab=cd;Timeout=1000'], ['ab=cd']],
    [['--conn=Password="ab;cd";Server=host'], ['ab;cd']],
    [['host=there password=abcd dbname=here'], ['abcd']],
    [['there:6379,password=abcd,ssl=True'], ['abcd']],
  ])('%j', (args, secrets) => {
    const found = secretsOf({ ...launch, args }, []);
    expect(found).toEqual(expect.arrayContaining([...secrets]));
    if (secrets.length === 0) expect(found).toEqual([]);
  });

  it('finds them in the values of a plainly named variable', () => {
    const { env, secretNames } = resolveServerEnv(
      'x',
      { env: ['DATABASE_URL=postgres://u:Sup3r%2FPw@h/db'], inheritEnv: false },
      {},
    );
    expect(secretsOf({ ...launch, env }, secretNames)).toEqual(['Sup3r%2FPw', 'Sup3r/Pw']);
  });

  it('takes a malformed escape in a URL as it stands', () => {
    const url = 'http://u%ab%:p%zz@127.0.0.1:1/?k=%zzzz';
    const found = secretsOf({ kind: 'url', url, headers: {}, transport: 'auto' }, []);
    expect(found).toEqual(['u%ab%', 'p%zz', '%zzzz']);
  });
});

describe('messages hold no value', () => {
  const context = { cwd: '/', pathExists: () => false, splitWords: () => [], serverNames: [] };
  const flags = (pair: string) => ({ env: [pair], inheritEnv: false });

  it.each<[what: string, act: () => unknown]>([
    ['a URL', () => readTarget('https://u:Sup3rPw@:x/?token=Sup3rPw', context)],
    ['--env', () => resolveServerEnv('x', flags('A B=Sup3rPw'), {})],
    ['--env without =', () => resolveServerEnv('x', flags('A Sup3rPw'), {})],
    ['--env without a name', () => resolveServerEnv('x', flags('=Sup3rPw'), {})],
  ])('%s', (_, act) => {
    expect(act).toThrow(/^(not a URL: https:|--env A?…: not NAME=value)/);
    expect(act).not.toThrow('Sup3rPw');
  });
});

it.each([
  ['--pass', true],
  ['DB_PASS', true],
  ['smtpPass', true],
  ['passthrough', false],
  ['compass', false],
  ['bypass', false],
  ['byPass', false],
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
