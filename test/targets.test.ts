import { describe, expect, it } from 'vitest';
import { splitCommand } from '../src/config/split-command.ts';
import { nameOfTarget, readTarget, uniqueNames } from '../src/config/targets.ts';
import { parseBytes, parseDurationMs, parseTokens } from '../src/config/units.ts';

const context = {
  cwd: '/here',
  pathExists: (word: string) => ['list.json', 'with space.json', 'node.json'].includes(word),
  splitWords: (text: string) => text.split(' '),
  serverNames: ['media'],
};

describe('splitCommand', () => {
  const split = (args: string): unknown => {
    const { own, command } = splitCommand(args.split(' '), {
      valueOptions: new Set(['--format', '--name']),
      serverNames: new Set(['media']),
      isProgram: (word) => ['node', 'npx', 'python3.11', 'media', 'list.json'].includes(word),
      isPath: (word) => word === 'list.json',
    });
    return [own.join(' '), command?.join(' ')];
  };

  it.each<[args: string, own: string, command: string | undefined]>([
    ['--format json -- node a.mjs --format x', '--format json', 'node a.mjs --format x'],
    ['--format json node a.mjs --format x', '--format json', 'node a.mjs --format x'],
    ['--name node list.json', '--name node list.json', undefined],
    ['--name=node npx -y pkg', '--name=node', 'npx -y pkg'],
    ['list.json -- npx -y pkg -- --port 1', 'list.json', 'npx -y pkg -- --port 1'],
    ['python3.11 -m server', '', 'python3.11 -m server'],
    ['list.json --quiet', 'list.json --quiet', undefined],
    ['media node a.mjs', 'media', 'node a.mjs'],
    ['npm:node https://node/mcp ./node - --quiet', 'npm:node https://node/mcp ./node - --quiet', undefined],
    ['unknown --quiet', 'unknown --quiet', undefined],
  ])('%s', (args, own, command) => {
    expect(split(args)).toEqual([own, command]);
  });
});

describe('readTarget', () => {
  it.each<[word: string, target: object]>([
    ['https://mcp.example.com/mcp', { kind: 'url', url: 'https://mcp.example.com/mcp' }],
    ['HTTP://Host/mcp?x=1', { kind: 'url', url: 'http://host/mcp?x=1' }],
    ['npm:@scope/server@1.2.0', { kind: 'command', words: ['npx', '-y', '@scope/server@1.2.0'] }],
    ['npm:server@latest', { kind: 'command', words: ['npx', '-y', 'server@latest'] }],
    ['list.json', { kind: 'file', path: '/here/list.json', shown: 'list.json' }],
    ['with space.json', { kind: 'file', path: '/here/with space.json', shown: 'with space.json' }],
    ['../lists', { kind: 'file', path: '/lists', shown: '../lists' }],
    ['node server.mjs', { kind: 'command', words: ['node', 'server.mjs'] }],
    ['-', { kind: 'file', path: '-', shown: 'standard input' }],
  ])('%s', (word, target) => {
    expect(readTarget(word, context)).toEqual(target);
  });
});

it.each<[words: string, name: string]>([
  ['npx -y @modelcontextprotocol/server-everything', 'server-everything'],
  ['npx -y tavily-mcp@0.2.22 --flag', 'tavily-mcp'],
  ['node server.mjs', 'server'],
  ['node -e process.exit(1) x --api-key value', 'node'],
  ['node -e 1 srv.mjs --port 8080', 'node'],
  ['python3 -m my_server', 'my_server'],
  ['npx @playwright/mcp@0.0.40 --caps vision', 'playwright'],
  ['npx -y @mapbox/mcp-server', 'mapbox'],
  ['node node_modules/@playwright/mcp/cli.js', 'playwright'],
  ['node_modules/.bin/mcp-server-memory', 'mcp-server-memory'],
  ['/home/me/app/node_modules/.bin/notes --stdio', 'notes'],
  ['node dist/index.js', 'index'],
  ['node /home/me/weather/dist/index.js stdio', 'weather'],
  ['node --enable-source-maps packages/backlog/src/main.ts', 'backlog'],
  ['node node_modules/@scope/pkg/dist/index.js', 'pkg'],
  ['node node_modules/pkg/dist/index.js', 'pkg'],
  ['uvx mcp-server-git', 'mcp-server-git'],
  ['uv run server.py', 'server'],
  ['docker run -i --rm mcp/fetch', 'fetch'],
  ['./bin/my-server.sh', 'my-server'],
  ['env A=1 node server.mjs', 'node'],
])('%s is named %s', (words, name) => {
  expect(nameOfTarget({ kind: 'command', words: words.split(' ') }, (path) => path)).toBe(name);
});

it.each(['', '  '])('an empty target is a mistake: %j', (word) => {
  expect(() => readTarget(word, context)).toThrow('a target is empty');
});

it('gives every server a name of its own', () => {
  expect(uniqueNames(['a', 'b', 'a', 'a-2', 'a'])).toEqual(['a', 'b', 'a-2', 'a-2-2', 'a-3']);
});

describe('units', () => {
  it.each([
    ['500ms', 500],
    ['15s', 15_000],
    ['1.5 m', 90_000],
    ['0', 0],
  ])('%s', (text, value) => expect(parseDurationMs(text, '--x')).toBe(value));
  it.each(['', '15', '-1s', 's', '1d', '1e9h', 'toString'])('refuses the duration %j', (text) =>
    expect(() => parseDurationMs(text, '--x')).toThrow('not a duration'),
  );
  it.each([
    ['64MiB', 67_108_864],
    ['10 MB', 10_000_000],
    ['60 kB', 60_000],
    ['60 KiB', 61_440],
  ])('%s', (text, value) => expect(parseBytes(text, '--x')).toBe(value));
  it.each(['', '64', '0', '1 mb', '-1kB'])('refuses the size %j', (text) =>
    expect(() => parseBytes(text, '--x')).toThrow('not a size'),
  );
  it.each([
    ['200000', 200_000],
    ['200k', 200_000],
    ['1M', 1_000_000],
    ['1m', 1_000_000],
    ['200,000', 200_000],
  ])('%s', (text, value) => expect(parseTokens(text, '--x')).toBe(value));
  it.each(['', '0', '10%', 'k', '1.5'])('refuses the tokens %j', (text) =>
    expect(() => parseTokens(text, '--x')).toThrow('not a number of tokens'),
  );
});
