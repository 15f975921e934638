/** A secret in each place where one may stand, echoed by whoever is given it; no output, file or cache may hold it. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderWith } from './config-folder.ts';
import { run, type Ran } from './run.ts';

/** One a place, unlike any other text, with characters that URL, JSON and shell spell differently. */
const secretOf = (place: string): string => `${place}-S3cr"t/+é=${place.length}x`;
const PLACES = [
  'env',
  'env-file',
  'header',
  'bearer',
  'query',
  'userinfo',
  'input',
  'argument',
  'stderr',
  'error',
  'instructions',
  'description',
] as const;
const secrets = Object.fromEntries(PLACES.map((place) => [place, secretOf(place)])) as Record<
  (typeof PLACES)[number],
  string
>;
/** Headers and URLs take fewer characters. */
const plain = {
  header: 'header-S3cret/+=8x',
  bearer: 'bearer-S3cret/+=8x',
  input: 'input-S3cret/+=8x',
  exact: 'exact-S3cret/+=8x',
};

/** Says all that it was given: on stderr, in its instructions, in its one definition; or refuses with it. */
const ECHO = `
import { createInterface } from 'node:readline';
const given = [...process.argv.slice(2), ...Object.keys(process.env).filter((name) => /^E_/.test(name)).map((name) => process.env[name])].join(' | ');
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
console.error('started with ' + given);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: given, version: '1' }, instructions: 'Use ' + given } });
  else if (method === 'tools/list' && process.env.E_FAIL) send({ id, error: { code: -32000, message: 'refused ' + given } });
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'echo', description: given, inputSchema: { type: 'object', properties: { x: { default: encodeURIComponent(given), description: Buffer.from(given).toString('base64') } } } }] } });
  else send({ id, error: { code: -32601, message: 'no ' + method } });
}
`;

let peer: Server;
let port: number;

beforeAll(async () => {
  peer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      // The count of tokens, which is refused with all that it was given.
      if (request.url === '/v1/messages/count_tokens') {
        response.writeHead(401, { 'content-type': 'application/json' });
        const message = `refused ${String(request.headers['x-api-key'])} ${body}`;
        response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } }));
        return;
      }
      const { id, method } = (body === '' ? {} : JSON.parse(body)) as { id?: number; method?: string };
      const { authorization = '', 'x-key': key = '' } = request.headers;
      const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
      const given = [request.url, decodeURIComponent(request.url ?? ''), authorization, basic, key].join(
        ' | ',
      );
      if (id === undefined) {
        response.writeHead(202).end();
        return;
      }
      const result =
        method === 'initialize'
          ? {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 'echo', version: '1' },
              instructions: given,
            }
          : { tools: [{ name: 'echo', description: given, inputSchema: { type: 'object' } }] };
      const isKnown = method === 'initialize' || method === 'tools/list';
      const answer = isKnown ? { result } : { error: { code: -32_601, message: given } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
  ({ port } = peer.address() as AddressInfo);
});

afterAll(() => {
  peer.close();
});

/** A client's file with a secret in every place; `E_` variables are echoed. */
function folder(): string {
  const cwd = folderWith({
    '.git/HEAD': 'ref: refs/heads/main\n',
    'node_modules/.keep': '',
    'echo.mjs': ECHO,
    'list.json': { tools: [{ name: 'before', inputSchema: { type: 'object' } }] },
    '.env': `E_FILE='${secrets['env-file']}'\n`,
    '.vscode/mcp.json': {
      inputs: [{ id: 'key', type: 'promptString', password: true }],
      servers: {
        local: {
          command: process.execPath,
          args: ['echo.mjs', '--api-key', secrets.argument, '${input:key}'],
          env: {
            E_ENV: '${env:E_SHELL}',
            E_ERR: secrets.stderr,
            E_INSTRUCTIONS: secrets.instructions,
            E_DESCRIPTION: secrets.description,
          },
          envFile: '${workspaceFolder}/.env',
        },
        failing: {
          command: process.execPath,
          args: ['echo.mjs'],
          env: { E_FAIL: '1', E_ERROR: secrets.error },
        },
        remote: {
          url: `http://user:${encodeURIComponent(secrets.userinfo)}@127.0.0.1:${port}/mcp?key=${encodeURIComponent(secrets.query)}`,
          headers: { 'X-Key': plain.header },
        },
        bearer: {
          url: `http://127.0.0.1:${port}/mcp`,
          headers: { Authorization: 'Bearer ${env:E_TOKEN}' },
        },
      },
    },
  });
  mkdirSync(join(cwd, 'out'));
  return cwd;
}

const env = { E_SHELL: secrets.env, E_TOKEN: plain.bearer, HOME: '' };

/** Every way in which a text may come back. */
function spellings(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64.replace(/=+$/, '')];
}

/** The secrets that a text holds, by place. */
function leaksIn(text: string): readonly string[] {
  const all = { ...secrets, ...plain };
  return Object.entries(all).flatMap(([place, secret]) =>
    spellings(secret).some((spelling) => text.includes(spelling)) ? [place] : [],
  );
}

function filesUnder(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** All that a run printed and every file that it wrote. */
function traces(ran: Ran, cwd: string): string {
  const own = new Set(['echo.mjs', '.env', 'mcp.json', 'mcp-budget.config.json']);
  const files = filesUnder(cwd).filter((path) => !own.has(path.split('/').at(-1) ?? ''));
  return [ran.stdout, ran.stderr, ...files.map((path) => readFileSync(path, 'utf8'))].join('\n');
}

const answer = ['--input', `key=${plain.input}`] as const;
const client = ['--client', 'vscode', '--allow-project-servers', ...answer] as const;
/** A command that is given three of them by flags. */
const behind = ['--', process.execPath, 'echo.mjs', '--api-key', secrets.argument] as const;
const command = ['--env', 'E_ENV=${env:E_SHELL}', '--env', 'E_TOKEN', ...behind] as const;

describe('a secret', () => {
  it('reaches the servers, so that what follows is no empty proof', async () => {
    const cwd = folder();
    const { stdout } = await run(['measure', '--format', 'json', ...client], {
      cwd,
      env: { ...env, HOME: cwd },
    });
    const { servers, summary } = JSON.parse(stdout) as {
      servers: readonly { name: string; status: string; toolsets: readonly { bytes?: number }[] }[];
      summary: { redacted: number };
    };
    expect(servers.map(({ name, status }) => [name, status])).toEqual([
      ['local', 'measured'],
      ['failing', 'protocol-error'],
      ['remote', 'measured'],
      ['bearer', 'measured'],
    ]);
    expect(summary.redacted).toBeGreaterThanOrEqual(10);
    // The sizes are those of the raw texts.
    expect(servers[0]?.toolsets[0]?.bytes).toBeGreaterThan(600);
  });

  // `failing` is never measured; what the output shows proves that the others were.
  it.each<[what: string, args: readonly string[], code: number, shown: RegExp]>([
    ['table', ['measure', ...client], 3, /3 of 4 measured/],
    ['verbose table', ['measure', '--verbose', '--timings', ...client], 3, /3 of 4 measured/],
    ['quiet', ['measure', '--quiet', ...client], 3, /3 of 4 measured|3\/4/],
    [
      'json and markdown',
      ['measure', '--format', 'json', '--format', 'markdown=out/report.md', ...client],
      3,
      /"measured": 3/,
    ],
    [
      'wire',
      ['measure', '--view', 'wire', '--format', 'json=out/report.json', ...client],
      3,
      /"measured": 3/,
    ],
    ['hosts', ['measure', '--host', 'claude-code,codex', '--verbose', ...client], 3, /3 of 4 measured/],
    ['dry run', ['measure', '--dry-run', ...client], 0, /2 commands and 2 URLs would be started/],
    ['dry run as json', ['measure', '--dry-run', '--format', 'json', ...client], 0, /"kind": "command"/],
    ['a file by its path', ['measure', '.vscode/mcp.json', ...answer], 3, /3 of 4 measured/],
    ['without consent', ['measure', '--client', 'vscode', ...answer], 3, /a project's file would\s+start/],
    ['clients', ['clients'], 0, /needs input key/],
    ['clients as json', ['clients', '--format', 'json', ...answer], 0, /"status": "ready"/],
    ['alone', [], 0, /local \(needs input\)/],
    ['snapshot', ['snapshot', '.vscode/mcp.json', '--out', 'out', ...answer], 3, /wrote out\/local\.default/],
    ['snapshot to standard output', ['snapshot', ...command], 0, /"name": ?"echo"/],
    ['missing input', ['measure', '--client', 'vscode', '--allow-project-servers'], 3, /2 of 4 measured/],
    ['compare', ['compare', 'list.json', ...behind], 0, /echo/],
    ['compare as json', ['compare', '--format', 'json', 'list.json', ...behind], 0, /echo/],
    ['a count that is not asked for', ['measure', '--exact', 'claude', ...command], 3, /was not sent/],
    ['a count that is refused', ['measure', '--exact', 'claude', 'list.json'], 3, /not counted for claude/],
  ])('stands in no output of %s', async (_, args, code, shown) => {
    const cwd = folder();
    const base = `http://127.0.0.1:${port}`;
    const own = { ...env, HOME: cwd, ANTHROPIC_API_KEY: plain.exact, ANTHROPIC_BASE_URL: base };
    const ran = await run(args, { cwd, env: own, columns: 200 });
    const all = traces(ran, cwd);
    expect({ code: ran.code, all }).toEqual({ code, all: expect.stringMatching(shown) });
    expect(leaksIn(all)).toEqual([]);
  });

  it('stands in no report, baseline, snapshot or cache of a config', async () => {
    const cwd = folder();
    const config = {
      servers: {
        local: {
          command: process.execPath,
          args: ['echo.mjs', '--token', '${env:E_ARGUMENT}'],
          env: { E_ENV: '${env:E_SHELL}', E_KEY: secrets.description },
          budget: { tokens: 10 },
        },
        remote: {
          url: `http://127.0.0.1:${port}/mcp?key=${encodeURIComponent(secrets.query)}`,
          headers: { 'X-Key': '${env:E_HEADER}' },
          budget: { tokens: { host: 'claude-code', upfront: 1 } },
        },
      },
    };
    writeFileSync(join(cwd, 'mcp-budget.config.json'), JSON.stringify(config));
    const own = { ...env, E_ARGUMENT: secrets.argument, E_HEADER: plain.header, HOME: cwd };
    for (const args of [
      ['snapshot'],
      ['check', '--verbose'],
      ['check', '--offline', '--format', 'json=out/a.json', '--format', 'sarif=out/a.sarif'],
      ['check', '--update', '--raise', `for ${secrets.env}`, '--format', 'markdown'],
      ['check', '--format', 'junit=out/a.xml', '--format', 'gitlab=out/b.json', '--format', 'github'],
    ]) {
      const ran = await run(args, { cwd, env: own });
      expect([args, leaksIn(traces(ran, cwd))]).toEqual([args, []]);
    }
    const written = filesUnder(cwd).filter((path) => /snapshot\.json$|baseline\.json$/.test(path));
    expect(written.length).toBeGreaterThanOrEqual(3);
    expect(written.every((path) => statSync(path).size > 100)).toBe(true);
  });
});
