/** What clients load, as plans to capture. */
import { describe, expect, it } from 'vitest';
import { isClientFile } from '../src/config/clients/plan-file.ts';
import { resolveClients } from '../src/config/clients/plan.ts';
import { UsageError } from '../src/errors.ts';
import type { Launch } from '../src/model/plan.ts';
import { mcpServers, worldOf } from './clients-world.ts';

const H = '/home/dev';
const P = `${H}/code/app`;
const memory = { command: 'npx', args: ['-y', 'server-memory'] };

function resolve(words: readonly string[], files: Readonly<Record<string, unknown>>, world = {}) {
  return resolveClients(words, worldOf(files, { env: { PATH: '/bin', HOME: H, OTHER: 'x' }, ...world }));
}

/** The launch of the only server of Cursor. */
function launchOf(entry: object, world = {}): Launch | undefined {
  return resolve(['cursor'], { [`${H}/.cursor/mcp.json`]: { mcpServers: { a: entry } } }, world).toolsets[0]
    ?.launch;
}

function mistake(act: () => unknown): { readonly message: string; readonly hint: string | undefined } {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return { message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error('no mistake');
}

describe('a launch', () => {
  it('has the small environment and what the entry gives, and starts in the project', () => {
    expect(launchOf({ ...memory, env: { A: '1' } })).toEqual({
      kind: 'command',
      command: 'npx',
      args: ['-y', 'server-memory'],
      env: { PATH: '/bin', HOME: H, A: '1' },
      cwd: P,
    });
  });

  it('of a project’s file starts in the folder of that project, wherever the run is', () => {
    const files = { [`${P}/.mcp.json`]: { mcpServers: { a: memory } } };
    const world = { cwd: `${P}/sub`, repository: P };
    expect(resolve(['claude-code'], files, world).toolsets[0]?.launch).toMatchObject({ cwd: P });
  });

  it.each([
    ['tools', `${P}/tools`],
    ['/srv/x', '/srv/x'],
    ['~/x', `${H}/x`],
  ])('cwd %s is %s', (cwd, expected) => {
    const files = { [`${P}/.roo/mcp.json`]: { mcpServers: { a: { ...memory, cwd } } } };
    expect(resolve(['roo-code'], files).toolsets[0]?.launch).toMatchObject({ cwd: expected });
  });

  it('reads the file of variables; the entry goes before it', () => {
    const files = {
      [`${P}/.cursor/mcp.json`]: {
        mcpServers: { a: { ...memory, envFile: '${workspaceFolder}/.env', env: { A: 'entry' } } },
      },
      [`${P}/.env`]: 'A=file\nTOKEN="from the file"\n',
    };
    const { toolsets, secrets } = resolve(['cursor'], files, { isAllowed: () => true });
    expect(toolsets[0]?.launch).toMatchObject({ env: { A: 'entry', TOKEN: 'from the file' } });
    expect(secrets).toContain('from the file');
  });

  it.each([
    ['http', 'streamable-http'],
    ['sse', 'sse'],
    [undefined, 'auto'],
  ])('of a URL of type %s is %s', (type, transport) => {
    const url = 'https://mcp.example.com/a?key=four';
    const entry = { url, type, headers: { 'X-Key': ' secret-value ' } };
    expect(launchOf(entry)).toEqual({ kind: 'url', url, headers: { 'x-key': 'secret-value' }, transport });
  });

  it.each<[what: string, entry: object, missing: object]>([
    [
      'switched off',
      { ...memory, disabled: true },
      { status: 'skipped', message: 'disabled: switched off in its entry' },
    ],
    [
      'without its variable',
      { ...memory, env: { A: '${env:KEY}' } },
      { status: 'needs-input', message: 'needs variable KEY (env.A)', hint: 'set it before: export KEY=…' },
    ],
    [
      'with text for arguments',
      { command: 'npx', args: '-y x' },
      {
        status: 'start-failed',
        hint: expect.stringMatching(/^correct it at ~\/\.cursor\/mcp\.json:\d+ mcpServers\.a$/),
      },
    ],
    ['reached by a pipe', { url: 'pipe:///x' }, { status: 'unsupported' }],
    [
      'without its file of variables',
      { ...memory, envFile: '/nowhere/.env' },
      {
        status: 'needs-input',
        message: 'needs file /nowhere/.env (envFile)',
        hint: 'the file /nowhere/.env must be there and readable',
      },
    ],
    [
      'with a header that cannot be sent',
      { url: 'https://mcp.example.com', headers: { Authorization: 'Bearer' } },
      { status: 'start-failed', message: 'headers.authorization: the value is empty' },
    ],
  ])('of a server %s is none', (_, entry, missing) => {
    expect(launchOf(entry)).toMatchObject({ kind: 'missing', ...missing });
  });

  it('that a person signs in to is connected to: only that tells whether somebody has', () => {
    const entry = { url: 'https://mcp.example.com', auth: { CLIENT_ID: 'x' } };
    expect(launchOf(entry)).toMatchObject({ kind: 'url', url: 'https://mcp.example.com/' });
  });

  it('an input is answered, and is a secret', () => {
    const files = {
      [`${P}/.vscode/mcp.json`]: {
        inputs: [{ id: 'key', type: 'promptString', password: true }],
        servers: { a: { ...memory, env: { A: '${input:key}' } } },
      },
    };
    const asked = resolve(['vscode'], files);
    expect(asked.toolsets[0]?.launch).toMatchObject({ hint: 'answer it: --input key=value' });
    const { toolsets, secrets } = resolve(['vscode'], files, { inputs: { key: 'the answer' } });
    expect(toolsets[0]?.launch).toMatchObject({ kind: 'command', env: { A: 'the answer' } });
    expect(secrets).toContain('the answer');
  });
});

describe('clients that share servers', () => {
  const codex =
    '[mcp_servers.memory]\ncommand = "npx"\nargs = ["-y", "server-memory"]\nenabled_tools = ["a"]\n';
  const three = {
    [`${P}/.mcp.json`]: { mcpServers: { memory, other: { command: 'x', env: { B: '2', A: '1' } } } },
    [`${H}/.cursor/mcp.json`]: { mcpServers: { memory, same: { command: 'x', env: { A: '1', B: '2' } } } },
    [`${H}/.codex/config.toml`]: codex,
  };

  it('one plan a launch, whatever its name and the order of its variables', () => {
    const { clients, toolsets } = resolve(
      ['claude-code,cursor', 'codex'].flatMap((word) => word.split(',')),
      three,
    );
    expect(toolsets.map(({ server }) => server)).toEqual(['memory', 'other']);
    const [claude, cursor, codexPlan] = clients;
    expect(clients.map(({ id }) => id)).toEqual(['claude-code', 'cursor', 'codex']);
    expect(cursor?.servers.map(({ name, plan }) => [name, plan.server])).toEqual([
      ['memory', 'memory'],
      ['same', 'other'],
    ]);
    expect(claude?.servers[0]?.plan).toBe(toolsets[0]);
    expect(cursor?.servers[0]?.plan).toBe(toolsets[0]);
    expect(codexPlan?.servers[0]).toMatchObject({ includeTools: ['a'], isConsentNeeded: false });
    expect(codexPlan?.servers[0]?.plan).toBe(toolsets[0]);
  });

  it('a URL with and without a transport is one, and the transport counts', () => {
    const url = 'https://mcp.example.com/mcp';
    const files = {
      [`${H}/.cursor/mcp.json`]: { mcpServers: { a: { url } } },
      [`${H}/.codex/config.toml`]: `[mcp_servers.a]\nurl = "${url}"\n`,
    };
    const { toolsets } = resolve(['cursor', 'codex'], files);
    expect(toolsets.map(({ server, launch }) => [server, launch])).toEqual([
      ['a', { kind: 'url', url, headers: {}, transport: 'streamable-http' }],
    ]);
    const sse = { ...files, [`${P}/.mcp.json`]: { mcpServers: { a: { type: 'sse', url } } } };
    expect(resolve(['claude-code', 'cursor'], sse).toolsets).toMatchObject([
      { launch: { transport: 'sse' } },
    ]);
    expect(resolve(['claude-code', 'codex'], sse).toolsets).toHaveLength(2);
  });

  describe('in two folders of one project', () => {
    const sub = (entry: object, others: Readonly<Record<string, unknown>> = {}) =>
      resolve(
        ['claude-code', 'cursor'],
        {
          [`${P}/.mcp.json`]: { mcpServers: { a: entry } },
          [`${P}/sub/.cursor/mcp.json`]: { mcpServers: { a: entry } },
          ...others,
        },
        { cwd: `${P}/sub`, repository: P },
      ).toolsets.map(({ launch }) => launch.kind === 'command' && launch.cwd);

    it.each<[what: string, entry: object]>([
      ['a package', memory],
      ['with a scope and a version', { command: 'npx', args: ['-y', '@scope/x@1.2.3', '--port=8080'] }],
      ['an image', { command: 'docker', args: ['run', '-i', 'mcp/fetch:1.0', '-e', 'A=b'] }],
      ['an absolute path', { command: '/opt/x', args: ['/srv/server.mjs'] }],
    ])('is one start where nothing in the folder matters: %s', (_, entry) => {
      expect(sub(entry)).toEqual([P]);
    });

    it.each<[what: string, entry: object]>([
      ['a script', { command: 'node', args: ['server.mjs'] }],
      ['a path', { command: 'node', args: ['./dist/server'] }],
      ['a folder behind a flag', { command: 'x', args: ['--root=..'] }],
      ['a program of the project', { command: './run' }],
      ['a variable', { ...memory, env: { DATA: './data' } }],
      ['what is there', { command: 'npx', args: ['bin/x', 'data'] }],
    ])('is one start each where it may: %s', (_, entry) => {
      expect(sub(entry, { [`${P}/sub/data/one`]: '' })).toEqual([P, `${P}/sub`]);
    });

    it('starts in the folder of the user’s file rather than in a project’s', () => {
      const files = {
        [`${P}/sub/.cursor/mcp.json`]: { mcpServers: { a: memory } },
        [`${H}/.claude.json`]: { mcpServers: { b: memory } },
      };
      const { toolsets } = resolve(['cursor', 'claude-code'], files, { cwd: `${P}/sub`, repository: P });
      expect(toolsets).toMatchObject([{ launch: { cwd: P } }]);
    });
  });

  it('a name of several launches is told apart by the client', () => {
    const files = {
      [`${P}/.mcp.json`]: mcpServers('s', 'one'),
      [`${H}/.cursor/mcp.json`]: { mcpServers: { s: memory } },
    };
    const { toolsets } = resolve(['claude-code', 'cursor'], files);
    expect(toolsets.map(({ server }) => server)).toEqual(['claude-code › s', 'one', 'cursor › s']);
  });

  it('two names of one launch in one client are two entries and one plan', () => {
    const { clients, toolsets } = resolve(['cursor'], {
      [`${H}/.cursor/mcp.json`]: { mcpServers: { a: memory, b: memory } },
    });
    expect(toolsets).toHaveLength(1);
    expect(clients[0]?.servers.map(({ plan }) => plan)).toEqual([toolsets[0], toolsets[0]]);
  });

  it('all: each client that is here, each once', () => {
    expect(resolve(['all', 'cursor'], three).clients.map(({ id }) => id)).toEqual([
      'claude-code',
      'cursor',
      'codex',
    ]);
  });

  it('consent is needed for a project’s file that is not named by its path', () => {
    const isNeeded = (words: readonly string[]): readonly boolean[] =>
      resolve(words, three).clients.flatMap(({ servers }) =>
        servers.map(({ isConsentNeeded }) => isConsentNeeded),
      );
    expect(isNeeded(['claude-code'])).toEqual([true, true]);
    expect(isNeeded(['.mcp.json'])).toEqual([false, false]);
    expect(isNeeded(['cursor'])).toEqual([false, false]);
  });
});

describe('a word that names nothing', () => {
  const files = { [`${P}/.mcp.json`]: mcpServers('a') };
  it.each<[word: string, message: string, hint: string]>([
    ['curser', '--client curser: no such client', 'did you mean cursor?'],
    ['zzzzz', '--client zzzzz: no such client', 'known: claude-desktop, claude-code, '],
    ['cursor', '--client cursor: Cursor has no config file here', 'looked for .cursor/mcp.json'],
    ['codex', '--client codex: Codex has no config file here', '~/.codex/config.toml'],
    ['no/such.json', 'no such file: no/such.json', 'mcp-budget clients'],
  ])('%s', (word, message, hint) => {
    const found = mistake(() => resolve([word], files));
    expect(found.message).toBe(message);
    expect(found.hint).toContain(hint);
  });

  it('all, where there is none', () => {
    expect(mistake(() => resolve(['all'], {})).message).toBe(
      '--client all: no client has a config file here',
    );
  });

  it('a file that declares nothing, with the keys that were looked for', () => {
    const found = mistake(() => resolve(['x.json'], { [`${P}/x.json`]: '{"a": 1}' }));
    expect(found.message).toBe('x.json declares no server');
    expect(found.hint).toContain('mcpServers');
  });
});

describe('a path', () => {
  it.each<[path: string, content: unknown, id: string, host: string | undefined]>([
    ['.cursor/mcp.json', mcpServers('a'), 'cursor', 'cursor'],
    ['x/.codex/config.toml', '[mcp_servers.a]\ncommand = "node"\n', 'codex', 'codex'],
    ['opencode.jsonc', { mcp: { a: { type: 'local', command: ['node'] } } }, 'opencode', undefined],
    ['any.json', { servers: { a: { command: 'node' } } }, 'vscode', 'vscode'],
    ['any.yaml', 'extensions:\n  a: { cmd: node, type: stdio }\n', 'goose', undefined],
  ])('%s is of %s', (path, content, id, host) => {
    const { clients, toolsets } = resolve([path], { [`${P}/${path}`]: content });
    expect(clients).toMatchObject([{ id, host, servers: [{ name: 'a', isConsentNeeded: false }] }]);
    expect(clients[0]?.label).toContain(path);
    expect(toolsets).toHaveLength(1);
  });

  it('of another project starts its servers there', () => {
    const { toolsets } = resolve(['../other/.cursor/mcp.json'], {
      [`${H}/code/other/.cursor/mcp.json`]: mcpServers('a'),
    });
    expect(toolsets[0]?.launch).toMatchObject({ cwd: `${H}/code/other` });
  });

  it.each<[what: string, path: string, content: unknown, isOne: boolean]>([
    ['servers', 'x.json', mcpServers('a'), true],
    ['no server', 'x.json', { mcpServers: {} }, true],
    ['a faulty server', 'x.json', { mcpServers: { a: { args: ['x'] } } }, true],
    ['a form that no list has', 'x.toml', 'a = 1', true],
    ['no JSON at a place of a client', '.cursor/mcp.json', '{', true],
    ['no JSON anywhere else', 'x.json', '{', false],
    ['a list of tools', 'x.json', [{ name: 'x', inputSchema: {} }], false],
    ['a report of ours', 'x.json', { servers: [{ name: 'a', toolsets: [] }] }, false],
    ['settings', 'x.json', { 'editor.fontSize': 3 }, false],
  ])('is a client’s file: %s', (_, path, content, isOne) => {
    expect(isClientFile(path, worldOf({ [`${P}/${path}`]: content }))).toBe(isOne);
  });
});

describe('what is not measured is said', () => {
  it('a file that cannot be read stands as a server that could not be started', () => {
    const { clients, toolsets } = resolve(['cursor'], {
      [`${P}/.cursor/mcp.json`]: '{"mcpServers": {',
      [`${H}/.cursor/mcp.json`]: mcpServers('a'),
    });
    expect(clients[0]?.servers.map(({ name }) => name)).toEqual(['a', '.cursor/mcp.json']);
    expect(toolsets[1]?.launch).toMatchObject({
      kind: 'missing',
      status: 'start-failed',
      message: expect.stringMatching(/^\.cursor\/mcp\.json:1:\d+ {2}not JSON/),
    });
  });

  it('every server is disabled', () => {
    const { notes } = resolve(['cursor'], {
      [`${H}/.cursor/mcp.json`]: {
        mcpServers: { a: { ...memory, disabled: true }, b: { ...memory, disabled: true } },
      },
    });
    expect(notes).toEqual(['Cursor: every server is disabled: a, b']);
  });

  it('no server is declared, and files are left out', () => {
    const { notes } = resolve(['vscode'], {
      [`${H}/.config/Code/User/mcp.json`]: { servers: { a: memory } },
      [`${H}/.config/Code - Insiders/User/mcp.json`]: { servers: { b: memory } },
    });
    expect(notes).toEqual([
      'VS Code: ~/.config/Code - Insiders/User/mcp.json is of Insiders and left out; measure it by its path',
    ]);
    const empty = resolve(['cursor'], { [`${H}/.cursor/mcp.json`]: mcpServers() });
    expect(empty.notes).toEqual(['Cursor declares no server in ~/.cursor/mcp.json']);
    expect(empty.toolsets).toEqual([]);
  });
});
