/** Client files that are broken, odd or hostile; what their variables, paths and secrets come to. */
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bundleManifest, isBundlePath } from '../src/config/clients/bundle.ts';
import { launchEnv } from '../src/config/clients/launch-env.ts';
import { readClientFile } from '../src/config/clients/read-client-file.ts';
import { ConfigError } from '../src/errors.ts';
import type { ClientContext, ClientFile, ClientServer } from '../src/model/client.ts';
import { WORLD } from './client-world.ts';

interface Place {
  readonly path?: string;
  readonly hint?: string;
  readonly context?: Partial<ClientContext>;
}

function read(text: string, { path = '/elsewhere/list.json', hint, context = {} }: Place = {}): ClientFile {
  return readClientFile({ path, shown: 'list', text, hint }, { ...WORLD, ...context });
}

/** The one server of a file that has this entry under `mcpServers`. */
function entry(value: unknown, place: Place = {}): ClientServer {
  const [server] = read(JSON.stringify({ mcpServers: { one: value } }), place).servers;
  if (server === undefined) throw new Error('no server');
  return server;
}

const codes = ({ warnings }: ClientServer): readonly string[] =>
  warnings.map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));

describe('a file as a whole', () => {
  it.each([
    ['nothing', ' \n', 'declares-none', undefined],
    ['comments alone', '// later\n', 'declares-none', undefined],
    ['a map with nothing in it', '{"mcpServers":{}}', 'declares-none', 'mcpServers'],
    ['null', '{"context_servers":null}', 'declares-none', 'context_servers'],
    ['other settings', '{"servers":{"web":{"port":80}},"mcp":{"enabled":true}}', 'declares-none', undefined],
    [
      'a server that is off',
      '{"mcpServers":{"one":{"command":"x","disabled":true}}}',
      'all-disabled',
      'mcpServers',
    ],
    ['a mistake', '{"mcpServers":{"one":7}}', 'declares', 'mcpServers'],
    [
      'a byte order mark and CRLF',
      '\uFEFF{\r\n"mcpServers":{"one":{"command":"x"}}}',
      'declares',
      'mcpServers',
    ],
    ['a dotted key', '{"mcp.servers":{"one":{"command":"x"}}}', 'declares', 'mcp.servers'],
    [
      'a workspace file',
      '{"folders":[],"settings":{"mcp":{"servers":{"one":{"url":"https://x.example/"}}}}}',
      'declares',
      'mcp.servers',
    ],
  ])('with %s', (_, text, answer, container) => {
    expect(read(text)).toMatchObject({ answer, ...(container === undefined ? {} : { container }) });
    expect(read(text).container).toBe(container);
  });

  it.each([
    ['cut off', '{"mcpServers":{\n"one":{', 'list.json', { line: 2, column: 8 }],
    [
      'JSON5',
      "{ mcpServers: { 'one': {} } }",
      'list.json',
      { line: 1, hint: expect.stringContaining('JSON5') as string },
    ],
    ['a list', '[]', 'list.json', { message: 'the file is a list, expected an object' }],
    [
      'text for servers',
      '{\n"mcpServers":"none"}',
      'list.json',
      { message: 'mcpServers is a string, expected an object', line: 2 },
    ],
    ['broken TOML', '[mcp_servers.a]\ncommand = \n', 'config.toml', { line: 2 }],
    ['a key twice in TOML', '[mcp_servers.a]\ncommand = "x"\ncommand = "y"\n', 'config.toml', { line: 3 }],
    [
      'broken YAML',
      'extensions:\n  a: [\n',
      'config.yaml',
      { message: expect.stringContaining('not YAML') as string },
    ],
    [
      'lists without end',
      `{"mcpServers":{"a":${'['.repeat(200_000)}`,
      'list.json',
      { message: 'nested deeper than 200 levels', line: 1, column: 218 },
    ],
    [
      'objects without end',
      `{"mcpServers":\n${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`,
      'list.json',
      { message: 'nested deeper than 200 levels', line: 2, column: 996 },
    ],
    [
      'brackets that close nothing',
      '[},'.repeat(50_000),
      'list.json',
      { message: 'nested deeper than 200 levels', line: 1 },
    ],
    [
      'deep where nobody looks',
      `{"mcpServers":{"a":{"command":"x","oauth":${'{"token":'.repeat(3000)}1${'}'.repeat(3003)}`,
      'list.json',
      { message: 'nested deeper than 200 levels' },
    ],
    [
      'deep inline TOML',
      `a = ${'['.repeat(100_000)}`,
      'config.toml',
      { message: 'nested deeper than 200 levels', line: 1 },
    ],
    [
      'deep by dots in TOML',
      `# long\na${'.b'.repeat(10_000)} = 1\n`,
      'config.toml',
      { message: 'nested deeper than 200 levels', line: 2 },
    ],
    [
      'a number too many in TOML',
      'a = [1\nb = 2]\n',
      'config.toml',
      { message: expect.stringContaining('not TOML: ') as string, line: 2 },
    ],
    [
      'deep YAML in brackets',
      `a: ${'['.repeat(20_000)}`,
      'config.yaml',
      { message: 'nested deeper than 200 levels', line: 1 },
    ],
    [
      'deep YAML in dashes',
      `a:\n${'- '.repeat(20_000)}x\n`,
      'config.yaml',
      { message: 'nested deeper than 200 levels', line: 2 },
    ],
    [
      'a chain of aliases',
      `a0: &a0 [x]\n${Array.from({ length: 300 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]\n`).join('')}`,
      'config.yaml',
      { message: expect.stringContaining('aliases') as string },
    ],
    [
      'an alias inside what it names',
      'extensions: &a\n  q: { cmd: x, type: stdio, enabled: true, envs: *a }\n',
      'config.yaml',
      { message: 'an alias stands inside what it names', line: 2 },
    ],
    [
      'several documents of YAML',
      'extensions: {}\n---\nextensions: {}\n',
      'config.yaml',
      { message: 'not YAML: a second document starts here, and only one is read', line: 2 },
    ],
    [
      'a list for a key of YAML',
      'extensions:\n  [a]: {}\n',
      'config.yaml',
      { message: 'not YAML: a key is a list, a map or tagged, and only texts are read', line: 2 },
    ],
    [
      'aliases without end',
      `a: &a [x]\n${'bcdefgh'.replaceAll(/./g, (c) => `${c}: &${c} [${`*${String.fromCharCode(c.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`,
      'config.yaml',
      { message: expect.stringContaining('aliases') as string },
    ],
  ])('that is %s is unreadable, and says where', (_, text, name, problem) => {
    const file = read(text, { path: `/elsewhere/${name}` });
    expect(file.answer).toBe('unreadable');
    expect(file.problem).toMatchObject(problem);
  });

  it('warns of comments where the client wants JSON, and only there', () => {
    const text = '{ /* mine */ "mcpServers": { "one": { "command": "x" } } }';
    expect(read(text, { hint: 'kiro' }).warnings.map(({ code }) => code)).toEqual(['not-strict-json']);
    expect(read(text, { hint: 'cursor' }).warnings).toEqual([]);
  });

  it('may be nested as deep as people do', () => {
    const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const json = (levels: number): string =>
      `{"x":${deep(levels)},"s":"${'['.repeat(300)}",/* ${'{'.repeat(300)} */"mcpServers":{"one":{"command":"x"}}}`;
    expect(read(json(199)).servers).toHaveLength(1);
    expect(read(json(200)).answer).toBe('unreadable');
    const yaml = (levels: number): string => `x: ${deep(levels)}\nextensions: { one: { cmd: x } }\n`;
    const path = '/elsewhere/config.yaml';
    expect(read(yaml(199), { path }).servers).toHaveLength(1);
    expect(read(yaml(200), { path }).answer).toBe('unreadable');
    const toml = (levels: number): string => `x = ${deep(levels)}\n[mcp_servers.one]\ncommand = "x"\n`;
    expect(read(toml(199), { path: '/elsewhere/config.toml' }).servers).toHaveLength(1);
    expect(read(toml(200), { path: '/elsewhere/config.toml' }).answer).toBe('unreadable');
  });

  it.each([
    [
      'list.json',
      '{"mcpServers":{"a":{"command":"x"}},\n\n"mcpServers":{"b":{"command":"y"}}}',
      'mcpServers',
      3,
    ],
    [
      'list.json',
      '{"mcp":{"servers":{"a":{"url":"https://x.example/"}}},\n"mcp":{"servers":{"b":{"url":"https://x.example/"}}}}',
      'mcp',
      2,
    ],
    ['list.yaml', 'mcpServers:\n  a: { command: x }\nmcpServers:\n  b: { command: y }\n', 'mcpServers', 3],
  ])('warns of servers that a later key replaces: %s', (name, text, field, line) => {
    const { servers, warnings } = read(text, { path: `/elsewhere/${name}` });
    expect(servers.map((server) => [server.name, codes(server)])).toEqual([['b', []]]);
    const message = `${field} stands more than once: only the last counts, in line ${line}`;
    expect(warnings).toEqual([{ code: 'duplicate-key', field, message }]);
  });

  it('has lines for servers by the thousand, and for what is not there the nearest', () => {
    const text = `[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nA = "1"\n\n[mcp_servers."b c"]\ncommand = "y"\n`;
    const { servers } = read(text, { path: '/elsewhere/config.toml' });
    expect(servers.map(({ name, source }) => [name, source.line])).toEqual([
      ['a', 1],
      ['b c', 6],
    ]);
    const json = `{"mcpServers":{\r\n"a":{"command":"x"},\r"b":{"command":"x"},\n"c":{"command":"x"}}}`;
    expect(read(json).servers.map(({ source }) => source.line)).toEqual([2, 3, 4]);
  });

  it('keeps what JSON has no type for as the text that TOML has', () => {
    const text =
      '[mcp_servers.a]\ncommand = "x"\nargs = [9223372036854775807, 1979-05-27, 0xff]\nstartup_timeout_sec = 99999999999999999999\n[mcp_servers.b]\ncommand = 1979-05-27T07:32:00Z\n';
    const { servers } = read(text, { path: '/elsewhere/config.toml' });
    expect(servers[0]?.server.args).toEqual(['9223372036854775807', '1979-05-27', '255']);
    expect(servers.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('its shape', () => {
  const plain = '{"mcpServers":{"one":{"command":"x"}}}';
  it.each([
    ['content before the label', plain, { hint: 'vscode' }, 'vscode-portable'],
    ['the folder of a client', plain, { path: '/repos/other/.kiro/settings/mcp.json' }, 'kiro'],
    [
      'Windows paths too',
      plain,
      { path: 'C:\\Users\\ada\\.cursor\\mcp.json', context: { platform: 'win32' } as const },
      'cursor',
    ],
    ['keys of entries', '{"mcpServers":{"one":{"serverUrl":"https://x.example/"}}}', {}, 'windsurf'],
    ['nothing that tells', plain, {}, 'claude-code-project'],
    ['a list', '{"mcpServers":[{"name":"one","command":"x"}]}', { hint: 'cursor' }, 'continue'],
    [
      'a command in a list',
      '{"mcp":{"servers":{"one":{"command":["x"]}}}}',
      { hint: 'vscode-settings' },
      'opencode-v2',
    ],
    [
      'keys of OpenClaw',
      '{"mcp":{"servers":{"one":{"url":"https://x.example/","transport":"sse"}}}}',
      { hint: 'vscode-settings' },
      'openclaw',
    ],
    ['a server called servers', '{"mcp":{"servers":{"type":"local","command":["x"]}}}', {}, 'opencode-v1'],
    [
      'no entries of this project',
      '{"mcpServers":{"one":{"command":"x"}},"projects":{}}',
      { hint: 'claude-code-local' },
      'claude-code-local',
    ],
  ])('is told by %s', (_, text, place, shape) => {
    expect(read(text, place).shape).toBe(shape);
  });

  it('never takes servers of the user for those of the project', () => {
    const text =
      '{"mcpServers":{"one":{"command":"x"}},"projects":{"/repos/far":{"mcpServers":{"two":{"command":"y"}}}}}';
    expect(read(text, { hint: 'claude-code-local' })).toMatchObject({ servers: [], elsewhere: 1 });
    expect(read(text, { hint: 'claude-code-user' })).toMatchObject({
      servers: [{ name: 'one' }],
      elsewhere: 1,
    });
  });

  it('finds the project however its path is written', () => {
    const text = '{"projects":{"C:/repos/Atlas/":{"mcpServers":{"two":{"command":"y"}}}}}';
    const context = { platform: 'win32', workspaceFolder: 'c:\\repos\\atlas' } as const;
    expect(read(text, { hint: 'claude-code-local', context }).servers).toHaveLength(1);
  });

  it('reads both shapes of OpenCode, and the second wins where it is not the hint either', () => {
    const local = (file: string): unknown => ({ type: 'local', command: ['node', file] });
    const text = JSON.stringify({
      mcp: { a: local('a1'), b: local('b1'), servers: { a: local('a2'), c: local('c2') } },
    });
    const { servers } = read(text, { hint: 'opencode-v1' });
    expect(servers.map(({ name, server }) => [name, server.args?.[0]])).toEqual([
      ['a', 'a2'],
      ['b', 'b1'],
      ['c', 'c2'],
    ]);
  });
});

describe('an entry', () => {
  it.each([
    ['text', 'it is a string', 'npx server'],
    ['nothing to start', 'neither', { args: [] }],
    ['a command and a URL', 'one of them must go', { command: 'x', url: 'https://x.example/' }],
    ['args in one text', 'args is a string, expected a list', { command: 'x', args: '--token abcd1234' }],
    ['an object among args', 'args[1] is an object', { command: 'x', args: ['y', {}] }],
    ['a list for env', 'env is a list', { command: 'x', env: ['A=1'] }],
    ['an object in env', 'env.A is an object', { command: 'x', env: { A: {} } }],
    ['a type without its command', 'has none', { type: 'stdio', url: 'https://x.example/' }],
    ['a type without its URL', 'has none', { type: 'sse', command: 'x' }],
    ['a URL that is none', 'no URL', { url: 'https://' }],
    ['a number for a command', 'command is a number, expected text', { command: 5 }],
    ['blanks for a command', 'neither', { command: '  ' }],
    ['a number first in a command', 'command[0] is a number, expected text', { command: [5, 'x'] }],
    ['blanks first in a command', 'neither', { command: [' ', 'x'] }],
    ['a number for a URL', 'url is a number, expected text', { url: 5 }],
    ['a switch for a type', 'type is a boolean, expected text', { command: 'x', type: true }],
    ['an empty list for env', 'env is a list', { command: 'x', env: [] }],
    ['text for headers', 'headers is a string', { url: 'https://x.example/', headers: 'x' }],
    ['null among args', 'args[0] is null, expected text', { command: 'x', args: [null, {}] }],
  ])('with %s is invalid', (_, reason, value) => {
    const server = entry(value);
    expect(server).toMatchObject({ status: 'invalid', reason: expect.stringContaining(reason) as string });
    expect(server.reason).not.toContain('abcd1234');
  });

  it.each([
    ['a command line for a command', { command: 'npx -y thing' }, 'ready', ['command-has-blanks command']],
    ['text for a switch', { command: 'x', disabled: 'true' }, 'ready', ['not-a-boolean disabled']],
    ['a number for a switch', { command: 'x', disabled: 1 }, 'ready', ['not-a-boolean disabled']],
    ['any text for a switch', { command: 'x', enabled: 'no' }, 'ready', ['not-a-boolean enabled']],
    ['null for a switch', { command: 'x', disabled: null }, 'ready', []],
    ['numbers in env and args', { command: 'x', args: [1, true], env: { A: 1 } }, 'ready', []],
    ['null in env', { command: 'x', env: { A: null } }, 'ready', ['null-value env.A']],
    [
      'characters that do not show',
      { command: 'x\u202e', args: ['\u200b'] },
      'ready',
      ['invisible-characters command', 'invisible-characters args[0]'],
    ],
    ['a type nobody knows', { type: 'pigeon', command: 'x' }, 'ready', ['unknown-transport type']],
    ['text for a filter', { command: 'x', tools: 'all' }, 'ready', ['not-a-list tools']],
    ['a WebSocket', { url: 'wss://x.example/' }, 'unsupported', []],
    ['a mistake before its switch', { disabled: true }, 'invalid', []],
    ['its switch before what it needs', { command: '${env:UNSET_HERE}', disabled: true }, 'disabled', []],
  ])('with %s', (_, value, status, warnings) => {
    const server = entry(value);
    expect(server).toMatchObject({ status, needs: [] });
    expect(codes(server)).toEqual(warnings);
  });

  it('has a folder of another type only where its client has folders', () => {
    const value = { command: 'x', cwd: 5 };
    expect(entry(value, { hint: 'copilot-cli' }).reason).toBe('cwd is a number, expected text');
    expect(entry(value, { hint: 'claude-code-project' }).status).toBe('ready');
  });

  it('is disabled by a key that its client does not know, and says so where the client is known', () => {
    const off = { command: 'x', disabled: true };
    expect(codes(entry(off, { hint: 'claude-code-project' }))).toEqual([
      'disabled-key-not-known-to-client disabled',
    ]);
    expect(codes(entry(off, { hint: 'cursor' }))).toEqual([]);
    expect(entry(off, { hint: 'claude-code-project' }).status).toBe('disabled');
  });

  it('keeps whatever name it has', () => {
    const text =
      '{"mcpServers":{"__proto__":{"command":"a"},"constructor":{"command":"b"},"x\\u001b[31m":{"command":"c"}}}';
    const { servers } = read(text);
    expect(servers.map(({ name, server }) => [name, server.command])).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['x\u001b[31m', 'c'],
    ]);
    expect(entry({ command: 'x', type: 'constructor', env: { toString: 'y' } }).server).toEqual({
      enabled: true,
      transport: 'stdio',
      command: 'x',
      args: [],
      env: { toString: 'y' },
    });
    expect(entry({ command: '${constructor}' }).needs).toEqual([
      { kind: 'env', name: 'constructor', field: 'command' },
    ]);
  });

  it.each([
    [
      'list.json',
      '{"mcpServers":{"a":{"command":"first"},\n"a":{"command":"second","args":[],"args":["z"]}}}',
    ],
    ['list.yaml', 'mcpServers:\n  a: { command: first }\n  a: { command: second, args: [], args: [z] }\n'],
  ])('counts last where its name stands twice: %s', (name, text) => {
    const [server] = read(text, { path: `/elsewhere/${name}` }).servers;
    expect(server?.server).toMatchObject({ command: 'second', args: ['z'] });
    expect(codes(server as ClientServer)).toEqual(['duplicate-name', 'duplicate-key args']);
    if (name.endsWith('.json')) expect(server?.source.line).toBe(2);
  });
});

describe('variables', () => {
  it('are filled in once, and values are not looked at again', () => {
    const context = { env: { OUTER: '${INNER}', INNER: 'no' } };
    expect(entry({ command: 'x', args: ['a${OUTER}b${OUTER}'] }, { context }).server.args).toEqual([
      'a${INNER}b${INNER}',
    ]);
  });

  it('have a default for what is empty, and never become an empty text', () => {
    const server = entry({ command: 'x', args: ['${CRANE_KEY:-usual}', '${CRANE_KEY:-}', '${CRANE_KEY}'] });
    expect(server.server.args).toEqual(['usual', '', '${CRANE_KEY}']);
    expect(server.needs).toEqual([{ kind: 'env', name: 'CRANE_KEY', field: 'args[2]' }]);
  });

  it('are answered by --input, whatever they are', () => {
    const text = { command: '${command:pick}', args: ['${input:a}', '${config:b}', '${env:C}'] };
    const inputs = { pick: 'p', a: 'A', b: 'B', C: 'see' };
    const { servers } = read(JSON.stringify({ servers: { one: text } }), {
      hint: 'vscode',
      context: { inputs },
    });
    expect(servers[0]).toMatchObject({ status: 'ready', server: { command: 'p', args: ['A', 'B', 'see'] } });
  });

  it('of another client are text, and a warning', () => {
    const args = ['${env:A}', '{env:A}', '$TOKEN', 'Bearer $TOKEN', '$TOKEN/bin', '${{ secrets.A }}'];
    expect(codes(entry({ command: 'x', args }))).toEqual(
      args.map((_, index) => `literal-variable args[${index}]`),
    );
    expect(
      codes(entry({ command: 'x', args: ['costs $5', 'a $NAME of', '{"a":1}', 'pa$$WORD', '${DATA_DIR}'] })),
    ).toEqual([]);
  });

  it('do not hold in a file where the client fills in none', () => {
    const value = { command: '$DATA_DIR' };
    expect(entry(value, { hint: 'qwen-code', path: '/repos/atlas/.qwen/settings.json' }).server.command).toBe(
      '/data/atlas',
    );
    expect(entry(value, { hint: 'qwen-code', path: '/repos/atlas/.mcp.json' }).server.command).toBe(
      '$DATA_DIR',
    );
  });

  it('name files beside the one they stand in', () => {
    const readFile = (path: string): string | undefined =>
      ({ 'C:\\repos\\atlas\\key.txt': 'k-0815\r\n' })[path];
    const context = { platform: 'win32', readFile } as const;
    const text = JSON.stringify({
      mcp: { one: { type: 'remote', url: 'https://x.example/', headers: { K: '{file:./key.txt}' } } },
    });
    const [server] = read(text, { path: 'C:\\repos\\atlas\\opencode.json', context }).servers;
    expect(server).toMatchObject({ status: 'ready', server: { headers: { K: 'k-0815' } } });
    expect(server?.secrets).toContain('k-0815');
  });
});

describe('secrets', () => {
  it('are every value from outside, of the URL and behind secret-like flags, and literals that look like one', () => {
    const url = 'https://user:url-pass-1@x.example/mcp?key=url-key-2';
    const remote = entry({ url, headers: { 'X-Odd': 'header-3', Authorization: 'Bearer bearer-4' } });
    const args = [
      'run',
      '-e',
      'ODD=argument-5',
      '--env=ODDER=argument-6',
      '--api-key',
      'flag-7',
      '--token=flag-8',
      '${DATA_DIR}',
    ];
    const local = entry({
      command: 'docker',
      args,
      env: { ODD: 'demo-env-9', LEVEL: 'warn', PORT: 8080, API_KEY: 'warn-10' },
    });
    expect(remote.secrets).toEqual(
      expect.arrayContaining(['url-pass-1', 'url-key-2', 'header-3', 'bearer-4']),
    );
    expect(local.secrets).toEqual(
      expect.arrayContaining([
        'argument-5',
        'argument-6',
        'flag-7',
        'flag-8',
        '/data/atlas',
        'demo-env-9',
        'warn-10',
      ]),
    );
    // Words that reports are made of.
    for (const word of ['warn', '8080', 'run', 'docker']) expect(local.secrets).not.toContain(word);
  });

  it('are found in a URL with a gap, and in keys that are not read', () => {
    const server = entry({
      url: 'https://u:pass-word-1@${UNSET_HOST}/?token=tok-2',
      oauth: { clientSecret: 'sec-3' },
    });
    expect(server.status).toBe('needs-input');
    expect(server.secrets).toEqual(expect.arrayContaining(['pass-word-1', 'tok-2']));
    const signed = entry(
      { url: 'https://x.example/', oauth: { clientSecret: 'sec-3', clientId: 'public-4' } },
      { hint: 'claude-code-project' },
    );
    expect(signed.secrets).toEqual(['sec-3']);
  });

  it('are not what still has to be filled in', () => {
    const server = entry({
      url: 'https://x.example/',
      headers: { A: 'Bearer ${UNSET_HERE}', B: 'literal-5${UNSET_HERE}' },
    });
    expect(server.secrets).toEqual(['literal-5${UNSET_HERE}']);
  });
});

describe('envFile', () => {
  it('gives what the entry does not, and all of it is secret', () => {
    const server = entry({ command: 'x', envFile: '.env', env: { DATA_DIR: '/own' } }, { hint: 'cursor' });
    expect(launchEnv(server, WORLD)).toEqual({
      env: { LEVEL: 'debug', HARBOR_KEY: 'env-file-key-313', DATA_DIR: '/own' },
      needs: [],
      secrets: expect.arrayContaining(['env-file-key-313', '/from/file']) as string[],
    });
  });

  it('is a need where it is missing', () => {
    const server = entry({ command: 'x', envFile: '~/.nothing' }, { hint: 'cursor' });
    expect(launchEnv(server, WORLD).needs).toEqual([{ kind: 'file', name: '~/.nothing', field: 'envFile' }]);
  });
});

describe('a bundle', () => {
  const manifest = JSON.stringify({
    manifest_version: '0.3',
    name: 'packed',
    server: { type: 'binary', entry_point: 'serve', mcp_config: { command: 'serve' } },
  });

  it('is read without being unpacked, and says what to do', () => {
    const zip = zipSync({ 'manifest.json': strToU8(manifest), serve: strToU8('binary') });
    const text = bundleManifest(zip, 'packed.mcpb');
    expect(
      isBundlePath('/x/packed.mcpb') && isBundlePath('/x/old.DXT') && !isBundlePath('/x/manifest.json'),
    ).toBe(true);
    const [server] = read(text, { path: '/x/packed.mcpb' }).servers;
    expect(server).toMatchObject({
      name: 'packed',
      status: 'unsupported',
      reason: expect.stringContaining('unpack') as string,
    });
    expect(read(text, { path: '/x/manifest.json' }).servers[0]).toMatchObject({
      status: 'ready',
      server: { cwd: '/x' },
    });
  });

  it.each([
    ['no zip', strToU8('hello')],
    ['a zip of something else', zipSync({ 'other.json': strToU8('{}') })],
    ['a manifest without end', zipSync({ 'manifest.json': strToU8(' '.repeat(1_000_001)) })],
  ])('that is %s is an error', (_, bytes) => {
    expect(() => bundleManifest(bytes, 'x.mcpb')).toThrow(ConfigError);
  });

  it('takes the values of its options from the user, and its command from the platform', () => {
    const text = JSON.stringify({
      manifest_version: '0.4',
      name: 'uv',
      compatibility: { platforms: ['linux', 'darwin'] },
      server: { type: 'uv', entry_point: 'src/serve.py' },
    });
    const [server] = read(text, { path: '/x/manifest.json' }).servers;
    expect(server?.server).toMatchObject({
      command: 'uv',
      args: ['run', '--directory', '/x', 'src/serve.py'],
    });
    expect(read(text, { path: '/x/manifest.json', context: { platform: 'win32' } }).servers[0]?.status).toBe(
      'unsupported',
    );
    const option = {
      server: {
        mcp_config: {
          command: 'x',
          args: ['${user_config.k}'],
          platform_overrides: { linux: { command: 'y' } },
        },
      },
      user_config: { k: { required: true } },
    };
    const [given] = read(JSON.stringify({ dxt_version: '0.1', name: 'o', ...option }), {
      context: { inputs: { k: 'answer-1' } },
    }).servers;
    expect(given).toMatchObject({
      status: 'ready',
      server: { command: 'y', args: ['answer-1'] },
      secrets: ['answer-1'],
    });
  });
});
