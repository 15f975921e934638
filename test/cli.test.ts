/** What was typed: targets, options, mistakes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXAMPLE, FAKE, run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } });

describe('mistakes on the command line end with 2 and say what was meant', () => {
  it.each<[args: string[], message: string, hint: string]>([
    [['mesure', 'x.json'], 'unknown command: mesure', 'did you mean measure?'],
    [['list.json'], 'unknown command: list.json', 'mcp-budget measure list.json'],
    [['measure', '--formt', 'json', 'x.json'], "unknown option '--formt'", 'Did you mean --format?'],
    [['measure', '--format', 'jsn', 'x.json'], 'no such format', 'did you mean json?'],
    [
      ['measure', '--format', 'json', '--format', 'table', 'x.json'],
      'two reports for standard output',
      '--format json=report.json',
    ],
    [
      ['measure', '--view', 'wired', 'x.json'],
      "argument 'wired' is invalid",
      'Allowed choices are generic, wire',
    ],
    [['measure', '--timeout', '15', 'x.json'], '--timeout 15: not a duration', '15s'],
    [['measure', '--timeout', '15x', 'x.json'], '--timeout 15x: not a duration', '15s'],
    [['measure', '--max-bytes', '64', 'x.json'], '--max-bytes 64: not a size', '64MiB'],
    [['measure', '--max-pages', '0', 'x.json'], '--max-pages 0: not a whole number', ''],
    [['measure', '--window', 'big', 'x.json'], '--window big: not a number of tokens', '200k'],
    [['measure', '--timeout', '0', 'x.json'], '--timeout 0: not a duration', ''],
    [['measure', '--include=', 'x.json'], 'the glob is empty', "'get_*'"],
    [['measure', '--timeout'], "option '--timeout <duration>' argument missing", ''],
    [
      ['measure', '--client-capabilities', 'rots', 'x.json'],
      'unknown capability rots',
      'did you mean roots?',
    ],
    [['measure'], 'no target', 'npm:package'],
    [['measure', '--'], 'no command after --', 'node server.mjs'],
    [['measure', 'nosuchprogram-xyz'], 'unknown target: nosuchprogram-xyz', 'a command after --'],
    [['measure', 'no/such.json'], 'no such file: no/such.json', 'check the path'],
    [['measure', 'npm:'], 'npm: names no package', 'npm:@scope/name'],
    [['measure', 'npm:../evil'], 'npm:../evil names no package', 'npm:@scope/name'],
    [['measure', 'ws://localhost:1/mcp'], 'ws: URLs of this kind are not supported', 'https://'],
    [['measure', 'http://'], 'not a URL', ''],
    [['measure', "node 'open"], 'cannot split a quoted command into words', 'after --'],
    [['measure', '--name', 'x', 'a.json', 'b.json'], '--name with 2 targets', ''],
    [['measure', '--env', 'A=1', 'https://127.0.0.1:1/mcp'], '--env: only for a command', ''],
    [['measure', '--header', 'X: 1', '--', 'node', EXAMPLE], 'only for a URL', ''],
    [
      ['measure', '--env', 'A=1', 'node a.mjs', 'node b.mjs'],
      '--env with 2 targets',
      'nothing of it reaches the others',
    ],
    [
      ['measure', '--env', 'NOT_SET_HERE', '--', 'node', EXAMPLE],
      '--env NOT_SET_HERE: not set in this shell',
      '--env NOT_SET_HERE=value',
    ],
    [
      ['measure', '--bearer-env', 'NOT_SET_HERE', 'https://127.0.0.1:1/mcp'],
      'NOT_SET_HERE is not set',
      'export NOT_SET_HERE',
    ],
    [['measure', '--bearer-env', 'EMPTY', 'https://127.0.0.1:1/mcp'], 'EMPTY is empty', ''],
    [
      ['measure', '--bearer-env', 'ghp-abc.def', 'https://127.0.0.1:1/mcp'],
      'that is no variable name',
      'never the value itself',
    ],
    [
      ['measure', '--header', 'Authorization: Bearer ', 'https://127.0.0.1:1/mcp'],
      'the value is empty',
      'is the variable in it set?',
    ],
    [['measure', '--header', 'X-Key:', 'https://127.0.0.1:1/mcp'], 'the value is empty', ''],
    [
      ['measure', '--header', 'X-Key: ${env:NOT_SET_HERE}', 'https://127.0.0.1:1/mcp'],
      '--header X-Key: NOT_SET_HERE is not set',
      ':-',
    ],
    [
      ['measure', '--header', 'X-Key: ${KEY}', 'https://127.0.0.1:1/mcp'],
      '${KEY} is not filled in',
      '${env:NAME}',
    ],
    [['measure', '--env', 'A=${env:EMPTY}', '--', 'node', EXAMPLE], '--env A: EMPTY is empty', ''],
    [['measure', '--header', 'nonsense', 'https://127.0.0.1:1/mcp'], 'not "Name: value"', ''],
    [['measure', '--oauth-client-id', 'me', 'https://127.0.0.1:1/mcp'], '--oauth-client-secret-env', ''],
    [['measure', '--cwd', 'no/such/dir', 'x.json'], '--cwd: only for a command', ''],
  ])('%j', async (args, message, hint) => {
    const ran = await run(args, { env: { EMPTY: '' }, cwd: folder });
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toContain(`error: `);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(hint);
    expect(ran.stderr).not.toContain('    at ');
  });

  it('never repeats a token that was typed where a name belongs', async () => {
    const ran = await run(['measure', '--bearer-env', 'ghp-abc.def', 'https://127.0.0.1:1/mcp']);
    expect(ran.stderr).not.toContain('ghp-abc');
  });
});

describe('files', () => {
  it.each<[name: string, content: string | object, tools: string[]]>([
    ['array.json', [tool('a'), tool('b')], ['a', 'b']],
    ['tools.json', { tools: [tool('a')] }, ['a']],
    ['answer.json', { jsonrpc: '2.0', id: 1, result: { tools: [tool('a')] } }, ['a']],
    ['bare-result.json', { result: { tools: [tool('a')] } }, ['a']],
    ['one-tool.json', tool('a'), ['a']],
    ['bom.json', `\uFEFF${JSON.stringify([tool('a')])}`, ['a']],
    ['empty-list.json', [], []],
    [
      'log.ndjson',
      [
        {
          jsonrpc: '2.0',
          id: 0,
          result: { protocolVersion: '2025-06-18', instructions: 'hi', serverInfo: {} },
        },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 1, result: { tools: [tool('old')] } },
        { jsonrpc: '2.0', id: 2, result: { tools: [tool('a')], nextCursor: 'x' } },
        { jsonrpc: '2.0', id: 3, result: { tools: [tool('b')] } },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
      ['a', 'b'],
    ],
  ])('%s', async (name, content, tools) => {
    const ran = await run(['measure', '--format', 'json', file(name, content)]);
    expect(ran.code, ran.stderr).toBe(0);
    const report = JSON.parse(ran.stdout) as {
      servers: { name: string; toolsets: { byTool: { name: string }[] }[] }[];
    };
    expect(report.servers[0]?.name).toBe(name.split('.')[0]);
    expect(report.servers[0]?.toolsets[0]?.byTool.map((one) => one.name)).toEqual(tools);
  });

  it('names a list with a cursor left partial', async () => {
    const ran = await run(['measure', file('cut.json', { tools: [tool('a')], nextCursor: 'more' })]);
    expect(ran.code).toBe(3);
    expect(ran.stdout).toContain('further pages are missing');
  });

  it('reads standard input, UTF-16 as PowerShell writes it, and a map of servers', async () => {
    const list = JSON.stringify({ one: [tool('a')], two: { tools: [tool('b'), tool('c')] } });
    const utf16 = join(folder, 'utf16.json');
    writeFileSync(utf16, Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(list, 'utf16le')]));
    for (const ran of [await run(['measure', '-'], { stdin: list }), await run(['measure', utf16])]) {
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stdout).toMatch(/^one +1 /m);
      expect(ran.stdout).toMatch(/^two +2 /m);
    }
  });

  it('reads a folder of tools as one list, and a folder of lists as one server each', async () => {
    const tools = mkdtempSync(join(folder, 'tools-'));
    writeFileSync(join(tools, 'b.json'), JSON.stringify(tool('b')));
    writeFileSync(join(tools, 'a.json'), JSON.stringify(tool('a')));
    const asOne = await run(['measure', '--format', 'json', tools]);
    expect([...asOne.stdout.matchAll(/"name": "([ab])"/g)].map(([, name]) => name)).toEqual(['a', 'b']);
    writeFileSync(join(tools, 'c.json'), JSON.stringify([tool('c')]));
    const apart = await run(['measure', tools]);
    expect(apart.stdout).toContain('3 of 3 measured');
  });

  it.each<[name: string, content: string, message: string, hint: string]>([
    [
      'broken.json',
      '{\n  "tools": [\n    {"name": "a",}\n  ]\n}',
      'broken.json:3:18 is not JSON: property name expected',
      '-- ./server',
    ],
    ['text.txt', 'hello\nworld\n', 'text.txt:1:1 is not JSON: invalid symbol', ''],
    ['nothing.json', '', 'is empty', ''],
    ['other.json', '{"a": 1}', 'holds no tool list', '{"tools": […]}'],
    ['numbers.json', '[1, 2]', 'holds no tool list', ''],
    [
      'newer.json',
      '{"schemaVersion": 9, "toolset": "default", "tools": []}',
      'no snapshot this version can read: schemaVersion',
      '',
    ],
  ])('%s is refused', async (name, content, message, hint) => {
    const ran = await run(['measure', file(name, content)]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(hint);
  });

  it('are read before any server is started', async () => {
    const marker = join(folder, 'started');
    const start = `node -e "require('fs').writeFileSync('${marker}','')"`;
    const ran = await run(['measure', start, file('bad.json', '{')]);
    expect(ran.code).toBe(2);
    expect(() => writeFileSync(marker, '', { flag: 'wx' })).not.toThrow();
  });
});

describe('--include and --exclude', () => {
  const list = file('globs.json', ['get_a', 'get_b', 'list_a', 'files/read'].map(tool));
  const names = async (...flags: string[]): Promise<readonly string[]> => {
    const { stdout } = await run(['measure', '--verbose', ...flags, list]);
    return ['get_a', 'get_b', 'list_a', 'files/read'].filter((name) =>
      new RegExp(`^${name} `, 'm').test(stdout),
    );
  };

  it.each<[flags: string[], kept: string[]]>([
    [
      ['--include', 'get_*'],
      ['get_a', 'get_b'],
    ],
    [['--include', 'get_*', '--exclude', '*_b'], ['get_a']],
    [
      ['--exclude', '*_a'],
      ['get_b', 'files/read'],
    ],
    [
      ['--include', '*read', '--include', 'list_?'],
      ['list_a', 'files/read'],
    ],
    [
      ['--include', '{get,list}_a'],
      ['get_a', 'list_a'],
    ],
  ])('%j', async (flags, kept) => {
    expect(await names(...flags)).toEqual(kept);
    const { stdout } = await run(['measure', '--format', 'json', ...flags, list]);
    expect(JSON.parse(stdout)).toMatchObject({ servers: [{ toolsets: [{ tools: kept.length }] }] });
  });

  it('that match nothing are a mistake', async () => {
    const ran = await run(['measure', '--include', 'gte_*', list]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('gte_* matches no tool');
    expect(ran.stderr).toContain('get_a');
  });
});

describe('a command', () => {
  it.each<[form: string, args: string[]]>([
    ['after --', ['measure', '--format', 'json', '--', 'node', EXAMPLE]],
    ['from its first word', ['measure', '--format', 'json', 'node', EXAMPLE]],
    ['as one quoted string', ['measure', '--format', 'json', `node ${EXAMPLE}`]],
    ['with options after it', ['measure', `node '${EXAMPLE}'`, '--format', 'json']],
  ])('%s', async (_, args) => {
    const ran = await run(args);
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      servers: [{ name: 'example', toolsets: [{ tools: 5 }] }],
    });
  });

  it('keeps options of its own', async () => {
    const ran = await run(['measure', '--', 'node', FAKE, 'good', '--format', 'nonsense', '--', 'x']);
    expect(ran.code, ran.stderr).toBe(0);
  });

  it('that is not there ends with 3', async () => {
    const ran = await run(['measure', '--', 'nosuchprogram-xyz', '--flag']);
    expect(ran.code).toBe(3);
    expect(ran.stdout).toContain('command not found: nosuchprogram-xyz');
  });

  it('in a folder that is not there ends with 3', async () => {
    const ran = await run(['measure', '--cwd', 'no/such/dir', '--', 'node', EXAMPLE]);
    expect(ran.code).toBe(3);
    expect(ran.stdout).toContain('working directory not found');
  });

  it('that is no program says so', async () => {
    const ran = await run(['measure', '--', file('plain.txt', 'no program')]);
    expect(ran.code).toBe(3);
    expect(ran.stdout).toContain('not executable');
  });

  it('runs in the folder given', async () => {
    const ran = await run(['measure', '--cwd', resolve('fixtures'), '--', 'node', 'servers/example.mjs']);
    expect(ran.code, ran.stderr).toBe(0);
  });
});

it('fills in variables of its own environment, and keeps them secret', async () => {
  const args = [
    '--env',
    'API_KEY=${env:KEY_HERE}-${env:NOT_SET:-tail}',
    '--settle',
    '0',
    '--',
    'node',
    FAKE,
    'secret',
  ];
  const ran = await run(['measure', '--format', 'json', ...args], { env: { KEY_HERE: 'k3y-of-this-shell' } });
  expect(ran.code, ran.stderr).toBe(0);
  // "key <value> in text": measured with its value, shown without.
  const length =
    '[{"name":"alpha","description":"key k3y-of-this-shell-tail in text","inputSchema":{"type":"object","properties":{}}}]'
      .length;
  expect(JSON.parse(ran.stdout)).toMatchObject({ servers: [{ toolsets: [{ bytes: length }] }] });
  const saved = await run(['snapshot', ...args], { env: { KEY_HERE: 'k3y-of-this-shell' } });
  expect(saved.stdout).toContain('key [redacted] in text');
});

it('a secret on the command line is in none of the outputs', async () => {
  const command = ['--', 'node', FAKE, 'good', '--api-key', 's3cret-arg', 'TOKEN=s3cret-pair'];
  for (const args of [['measure'], ['measure', '--verbose'], ['measure', '--format', 'json'], ['snapshot']]) {
    const ran = await run([...args, '--settle', '0', ...command]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout + ran.stderr).not.toContain('s3cret');
  }
  const env = ['--env', 'API_KEY=alphabetagamma', '--include', 'zz*'];
  const unmatched = await run(['measure', '--settle', '0', ...env, '--', 'node', FAKE, 'secret-name']);
  expect(unmatched).toMatchObject({ code: 2, stderr: expect.stringContaining('tool_[redacted]') });
  const failing = await run([
    'measure',
    '--settle',
    '0',
    '--',
    'node',
    FAKE,
    'exit-1',
    '--api-key',
    's3cret-arg',
  ]);
  expect(failing.stdout).toContain('--api-key');
  expect(failing.stdout + failing.stderr).not.toContain('s3cret');
});

describe('snapshot', () => {
  it('is the same bytes every time, and measures as the server did', async () => {
    const [one, two] = [
      await run(['snapshot', '--', 'node', EXAMPLE]),
      await run(['snapshot', '--', 'node', EXAMPLE]),
    ];
    expect(one.code, one.stderr).toBe(0);
    expect(one.stdout).toBe(two.stdout);
    const live = await run(['measure', '--format', 'json', '--', 'node', EXAMPLE]);
    const saved = await run(['measure', '--format', 'json', file('example.snapshot.json', one.stdout)]);
    expect(JSON.parse(saved.stdout)).toEqual(JSON.parse(live.stdout));
  });

  it('replaces secrets and keeps the size from before', async () => {
    const ran = await run([
      'snapshot',
      '--env',
      'API_KEY=s3cret/value',
      '--settle',
      '0',
      '--',
      'node',
      FAKE,
      'secret',
    ]);
    expect(ran.stdout).not.toContain('s3cret');
    expect(JSON.parse(ran.stdout)).toMatchObject({
      redacted: 2,
      sizes: {
        bytes:
          '[{"name":"alpha","description":"key s3cret/value in text","inputSchema":{"type":"object","properties":{}}}]'
            .length,
      },
    });
    const again = await run(['measure', file('redacted.json', ran.stdout)]);
    expect(again.stdout).toContain('2 occurrences of secrets were replaced');
  });

  it('of a server that fails writes no file and ends with 3', async () => {
    const ran = await run(['snapshot', '--settle', '0', '--', 'node', FAKE, 'exit-1']);
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.stderr).toContain('ended with code 1');
  });

  it('of several servers needs a folder', async () => {
    const targets = [`node ${EXAMPLE}`, `node ${FAKE} good`];
    const refused = await run(['snapshot', `node ${FAKE} silent`, ...targets]);
    expect(refused.code).toBe(2);
    // Told before anything is started: the silent server would take a minute.
    expect(refused.stderr).toContain('3 snapshots do not fit one output');
    const out = join(folder, 'snapshots');
    const ran = await run(['snapshot', '--out', out, ...targets]);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    const measured = await run(['measure', out]);
    expect(measured.stdout).toContain('2 of 2 measured');
  });
});

it('--timings tells the steps of each server, on stderr', async () => {
  const ran = await run(['measure', '--timings', '--settle', '0', '--', 'node', EXAMPLE]);
  expect(ran.stderr).toMatch(/^example +starting +\d+ ms\nexample +listing tools +\d+ ms\n/);
});

it('does not wait for a person to type a list', async () => {
  const ran = await run(['measure', '-'], { isTTY: true });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('standard input is a terminal');
});

describe('what a person tries first', () => {
  it.each([['help'], ['--help'], ['-h']])('%s', async (word) => {
    expect((await run([word])).stdout).toContain('Usage: mcp-budget <command>');
  });

  it('help of a command', async () => {
    expect((await run(['help', 'snapshot'])).stdout).toContain('Usage: mcp-budget snapshot');
  });

  it.each([['-v'], ['-V'], ['version'], ['--version']])('%s', async (word) => {
    expect(await run([word])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('a command without measure before it', async () => {
    expect((await run(['npx', '-y', 'pkg'])).stderr).toContain('mcp-budget measure npx -y pkg');
  });

  it('a package.json, which is no tool', async () => {
    expect((await run(['measure', 'package.json'])).stderr).toContain('holds no tool list');
  });
});

describe('--quiet', () => {
  it('still says why something was not measured', async () => {
    const { stdout } = await run(['measure', '--quiet', `node ${EXAMPLE}`, 'nosuchprogram-xyz --flag']);
    expect(stdout.split('\n')).toEqual([
      'nosuchprogram-xyz not measured: command not found: nosuchprogram-xyz',
      '5 tools, 3,272 bytes, 677 tokens. o200k_base, exact, name + description + inputSchema. 1 of 2 measured. exit 3',
      '',
    ]);
  });
});

describe('the next step', () => {
  it('repeats what was typed, but for how it was shown', async () => {
    const args = [
      '--include',
      '*_alert',
      '--format',
      'table',
      '--window=100k',
      '--env',
      'MODE=a b',
      '--',
      'node',
      EXAMPLE,
    ];
    const { stdout } = await run(['measure', ...args]);
    expect(stdout).toContain(
      `npx mcp-budget measure --format json --include '*_alert' --window=100k --env MODE=… -- node ${EXAMPLE}\n`,
    );
  });
});

it('a part of a list is not compared with whole servers', async () => {
  expect((await run(['measure', '--', 'node', EXAMPLE])).stdout).toContain('public servers');
  expect((await run(['measure', '--include', '*', '--', 'node', EXAMPLE])).stdout).not.toContain(
    'public servers',
  );
});

it('lists of one name are told apart', async () => {
  const list = file('twice.json', [tool('a')]);
  const { stdout } = await run(['measure', '--format', 'json', list, `${folder}/./twice.json`]);
  expect([...stdout.matchAll(/^ {6}"name": "(.*)"/gm)].map(([, name]) => name)).toEqual(['twice', 'twice-2']);
  expect(JSON.parse(stdout)).toMatchObject({
    totals: { tools: 2, bytes: 2 * '[{"name":"a","inputSchema":{"type":"object"}}]'.length },
  });
});

it('help shows examples first', async () => {
  const all = await run(['--help']);
  expect(all.code).toBe(0);
  expect(all.stdout).toMatch(/^Examples:\n {2}mcp-budget measure -- npx/);
  const help = await run(['measure', '--help']);
  expect(help.code).toBe(0);
  expect(help.stdout).toContain('--settle <duration>');
});

it('writes a report into a file as a whole, and to standard output beside it', async () => {
  const path = join(folder, 'out', 'report.json');
  const ran = await run(['measure', '--format', `json=${path}`, '--format', 'table', '--', 'node', EXAMPLE]);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('1 of 1 measured');
  const again = await run(['measure', '--format', 'json', '--', 'node', EXAMPLE]);
  const { readFileSync, readdirSync } = await import('node:fs');
  expect(readFileSync(path, 'utf8')).toBe(again.stdout);
  expect(readdirSync(join(folder, 'out'))).toEqual(['report.json']);
});
