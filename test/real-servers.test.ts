/** Servers as they are published, over every transport, through the whole program. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../src/model/report.ts';
import { freePort, startEverything, startPeer, type Peer } from './http-peers.ts';
import { run, type Ran, type RunOptions } from './run.ts';

const installed = (name: string): string => `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`;

async function measure(
  args: readonly string[],
  options?: RunOptions,
): Promise<{ ran: Ran; toolset: Report['servers'][number]['toolsets'][number] }> {
  const ran = await run(['measure', '--format', 'json', ...args], options);
  const toolset = (JSON.parse(ran.stdout) as Report).servers[0]?.toolsets[0];
  if (toolset === undefined) throw new Error(ran.stderr);
  return { ran, toolset };
}

describe('server-everything 2026.8.31', () => {
  const expected = {
    status: 'measured',
    tools: 13,
    bytes: 7_653,
    instructions: { chars: 1_575, bytes: 1_579 },
  };
  let http: Omit<Peer, 'log'>;
  let sse: Omit<Peer, 'log'>;
  beforeAll(async () => {
    [http, sse] = await Promise.all([startEverything('streamableHttp'), startEverything('sse')]);
  });
  afterAll(() => Promise.all([http.stop(), sse.stop()]));

  it('is the same over stdio, Streamable HTTP and HTTP+SSE', async () => {
    const overStdio = await measure(['--', 'node', installed('everything')]);
    const overHttp = await measure([`${http.url}/mcp`]);
    const overSse = await measure([`${sse.url}/sse`]);
    const forced = await measure(['--transport', 'sse', `${sse.url}/sse`]);
    const all = [overStdio, overHttp, overSse, forced];
    for (const { ran, toolset } of all) {
      expect(ran.code, ran.stderr).toBe(0);
      expect(toolset).toMatchObject(expected);
      expect(toolset.views?.generic?.tokens.value).toBe(1_082);
      expect(toolset.frameBytes).toBe(7_697);
      expect(toolset).toMatchObject({
        prompts: 4,
        resources: 7,
        resourceTemplates: 2,
        protocol: { era: 'legacy', version: '2025-11-25' },
      });
    }
    expect(all.map(({ toolset }) => toolset.transport)).toEqual(['stdio', 'streamable-http', 'sse', 'sse']);
    const hashes = all.map(({ toolset }) => toolset.byTool?.map(({ sha256 }) => sha256).join());
    expect(new Set(hashes).size).toBe(1);
  });

  // The server lists more for clients that can do more.
  it.each([
    ['none', 13],
    ['roots', 14],
    ['sampling', 14],
    ['elicitation', 14],
    ['elicitation.url', 15],
    ['all', 19],
  ])('lists for client capabilities %s: %i tools', async (capabilities, tools) => {
    const { toolset } = await measure([
      '--client-capabilities',
      capabilities,
      '--',
      'node',
      installed('everything'),
    ]);
    expect(toolset.tools).toBe(tools);
  });
});

it('server-filesystem and server-memory over stdio', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-files-'));
  const ran = await run([
    'measure',
    '--format',
    'json',
    `node ${installed('filesystem')} ${folder}`,
    `node ${installed('memory')}`,
  ]);
  rmSync(folder, { recursive: true });
  const report = JSON.parse(ran.stdout) as Report;
  expect(report.servers.map(({ name }) => name)).toEqual(['server-filesystem', 'server-memory']);
  expect(
    report.servers.map(({ toolsets: [toolset] }) => [
      toolset?.tools,
      toolset?.bytes,
      toolset?.views?.generic?.tokens.value,
    ]),
  ).toEqual([
    [14, 12_973, 1_665],
    [9, 10_750, 901],
  ]);
});

describe('servers built with the official SDK', () => {
  it('of version 1', async () => {
    const { toolset } = await measure(['--', 'node', 'fixtures/servers/stdio-v1.mjs']);
    expect(toolset).toMatchObject({
      status: 'measured',
      tools: 1,
      prompts: 1,
      protocol: { era: 'legacy' },
      instructions: { chars: 15 },
    });
    // Version 1 adds `execution` to every tool.
    expect(toolset.wireOnly?.map(({ field }) => field)).toContain('execution');
  });

  it('of version 2, which refuses the legacy handshake', async () => {
    const { toolset } = await measure(['--', 'node', 'fixtures/servers/stdio-v2.mjs']);
    expect(toolset).toMatchObject({
      status: 'measured',
      tools: 1,
      protocol: { era: 'modern', version: '2026-07-28' },
      instructions: { chars: 15 },
    });
  });

  it('of version 2 in either era, as asked', async () => {
    for (const era of ['legacy', 'modern']) {
      const { toolset } = await measure([
        '--protocol',
        era,
        '--',
        'node',
        'fixtures/servers/stdio-v2.mjs',
        'legacy',
      ]);
      expect(toolset).toMatchObject({ status: 'measured', tools: 1, protocol: { era } });
    }
  });

  it('over HTTP, both eras', async () => {
    const v2 = await startPeer('http-v2');
    try {
      for (const [path, era] of [
        ['dual', 'legacy'],
        ['modern', 'modern'],
        ['modern-sse', 'modern'],
      ]) {
        const { toolset } = await measure([`${v2.url}/${path}`]);
        expect(toolset).toMatchObject({
          status: 'measured',
          tools: 1,
          transport: 'streamable-http',
          protocol: { era },
        });
      }
    } finally {
      await v2.stop();
    }
  });
});

describe('URLs that are no MCP server', () => {
  let fake: Peer;
  beforeAll(async () => {
    fake = await startPeer('http-fake');
  });
  afterAll(() => fake.stop());

  it.each<[path: string, status: string, message: string]>([
    ['status/404/html', 'protocol-error', '404'],
    ['status/500/html', 'start-failed', '500'],
    ['status/401', 'auth-required', '401'],
    ['status/403', 'auth-required', '403'],
    ['silent', 'timeout', 'no answer to initialize'],
  ])('%s', async (path, status, message) => {
    const { ran, toolset } = await measure(['--timeout', '1s', `${fake.url}/${path}?key=s3cret-in-url`]);
    expect(ran.code).toBe(3);
    expect(toolset).toMatchObject({
      status,
      failure: { message: expect.stringContaining(message) as string },
    });
    expect(toolset.failure?.hint).not.toBe(undefined);
    expect(ran.stdout).not.toContain('s3cret-in-url');
  });

  it('a port nobody listens on', async () => {
    const { ran, toolset } = await measure([`http://127.0.0.1:${await freePort()}/mcp`]);
    expect(ran.code).toBe(3);
    expect(toolset).toMatchObject({
      status: 'start-failed',
      failure: { message: expect.stringContaining('ECONNREFUSED') as string },
    });
  });
});

it('sends what the flags say, and prints none of it', async () => {
  const v1 = await startPeer('http-v1');
  const fake = await startPeer('http-fake');
  try {
    const args = ['--bearer-env', 'TOKEN', '--header', 'X-Team: ${env:TEAM}'];
    const env = { TOKEN: 't0ken-of-ours', TEAM: 'te4m-of-ours' };
    const { ran } = await measure([...args, `${v1.url}/mcp`], { env });
    expect(ran.code, ran.stderr).toBe(0);
    const { ran: refused } = await measure([...args, '--timeout', '2s', `${fake.url}/status/401`], { env });
    const sent = (await fake.log()).find(({ method }) => method === 'POST');
    expect(sent?.headers).toMatchObject({ authorization: 'Bearer t0ken-of-ours', 'x-team': 'te4m-of-ours' });
    expect(refused.stdout).toContain('the token that was sent is refused');
    expect(refused.stdout + refused.stderr + ran.stdout).not.toMatch(/t0ken|te4m/);
  } finally {
    await Promise.all([v1.stop(), fake.stop()]);
  }
});
