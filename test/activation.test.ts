/** Toolsets that are activated by calls, and equal launches that are started once. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPTURE_OPTIONS } from '../src/capture/default-options.ts';
import type { ActivationCall } from '../src/model/plan.ts';
import { capturePlans, listBytes, nodeLaunch, plan, toolNames } from './capture-plans.ts';

const HUB = 'fixtures/servers/activation.mjs';
const hub = nodeLaunch([HUB]);
const load = (group: string): ActivationCall => ({ tool: 'activate_group', arguments: { group } });
const CORE = 5;

describe('an activated toolset', () => {
  it('equals a capture of its own, in one start with the base list', async () => {
    const together = await capturePlans([
      plan('hub', 'default', hub),
      plan('hub', 'blog', hub, [load('blog')]),
    ]);
    const apart = await Promise.all([
      capturePlans([plan('hub', 'default', hub)]),
      capturePlans([plan('hub', 'blog', hub, [load('blog')])]),
    ]);
    expect(together.starts).toBe(1);
    expect(together.snapshots).toEqual(apart.flatMap(({ snapshots }) => snapshots));
    expect(together.snapshots.map(({ tools }) => tools.length)).toEqual([CORE, CORE + 2]);
    expect(listBytes(together.named('hub › blog'))).toBeGreaterThan(
      listBytes(together.named('hub › default')),
    );
    expect(together.snapshots.map(({ warnings }) => warnings)).toEqual([[], []]);
    expect(together.progress).toContain('hub: activating activate_group');
  });

  it('gets a start of its own for each further activation, so that none leaks into another', async () => {
    const captured = await capturePlans([
      plan('hub', 'default', hub),
      plan('hub', 'blog', hub, [load('blog')]),
      plan('hub', 'storage', hub, [load('storage')]),
      plan('hub', 'both', hub, [load('blog'), load('storage')]),
      plan('twin', 'blog', { ...hub, env: { HOME: hub.env['HOME'] ?? '', PATH: hub.env['PATH'] ?? '' } }, [
        load('blog'),
      ]),
    ]);
    expect(captured.starts).toBe(3);
    expect(toolNames(captured.named('hub › storage'))).not.toContain('blog_draft');
    expect(toolNames(captured.named('hub › blog'))).not.toContain('storage_put');
    expect(captured.named('hub › both').tools).toHaveLength(CORE + 5);
    expect(captured.named('twin › blog').tools).toBe(captured.named('hub › blog').tools);
  });

  it('follows changes that are announced after the answer', async () => {
    const late = nodeLaunch([HUB], { ACTIVATION_FAULT: 'late' });
    const { snapshots } = await capturePlans([plan('hub', 'blog', late, [load('blog')])]);
    expect(snapshots).toMatchObject([{ status: 'measured', warnings: [] }]);
    expect(snapshots[0]?.tools).toHaveLength(CORE + 2);
  });

  it('is told when it changes nothing', async () => {
    const back = { tool: 'deactivate_group', arguments: { group: 'blog' } };
    const { snapshots } = await capturePlans([
      plan('hub', 'status', hub, [{ tool: 'group_status', arguments: {} }]),
      plan('hub', 'undone', hub, [load('blog'), back]),
    ]);
    for (const { status, warnings, tools } of snapshots) {
      expect(status).toBe('measured');
      expect(tools).toHaveLength(CORE);
      expect(warnings.map(({ id }) => id)).toEqual(['activation-no-change']);
    }
  });
});

describe('a failed activation', () => {
  it.each<[what: string, env: Record<string, string>, call: ActivationCall, failure: object]>([
    [
      'refused in its result',
      {},
      load('media'),
      {
        message: 'activating with activate_group {"group":"media"} was refused: Unknown server: media',
        hint: expect.stringContaining('arguments') as string,
      },
    ],
    [
      'of a tool that is not there',
      {},
      { tool: 'activate', arguments: {} },
      {
        message: 'activating with activate {} was refused: Tool activate not found (code -32602)',
        hint: expect.stringContaining('activate_group') as string,
      },
    ],
  ])('%s', async (_, env, call, failure) => {
    const launch = nodeLaunch([HUB], env);
    const { snapshots } = await capturePlans([
      plan('hub', 'default', launch),
      plan('hub', 'broken', launch, [load('blog'), call]),
    ]);
    expect(snapshots).toMatchObject([
      { toolset: 'default', status: 'measured' },
      { toolset: 'broken', status: 'protocol-error', tools: [], failure },
    ]);
    expect(snapshots[0]?.failure).toBeUndefined();
  });

  it.each([
    [
      'silent',
      'timeout',
      'activating with activate_group {"group":"blog"}: no answer to tools/call within 0.4 s',
    ],
    ['exit', 'start-failed', 'ended with code 4'],
  ])('of a server that is then %s', async (fault, status, message) => {
    const launch = nodeLaunch([HUB], { ACTIVATION_FAULT: fault });
    const { snapshots } = await capturePlans(
      [plan('hub', 'default', launch), plan('hub', 'blog', launch, [load('blog')])],
      { deadlines: { ...DEFAULT_CAPTURE_OPTIONS.deadlines, pageMs: 400 } },
    );
    expect(snapshots).toMatchObject([
      { status: 'measured' },
      { status, failure: { message: expect.stringContaining(message) as string } },
    ]);
  });
});

it('works over HTTP, in one session with the base list', async () => {
  const methods: string[] = [];
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
  const results: Readonly<Record<string, () => object>> = {
    initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} }),
    'tools/call': () => ({ content: [] }),
    'tools/list': () => ({ tools: ['load', ...(methods.includes('tools/call') ? ['more'] : [])].map(tool) }),
  };
  const http = createServer((request, response) => {
    void readJson(request).then((message) => {
      const { id, method = '' } = message ?? {};
      const result = results[method]?.();
      if (id === undefined || result === undefined)
        return response.writeHead(message === undefined ? 405 : 202).end();
      methods.push(method);
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const launch = { kind: 'url', url, headers: {}, transport: 'auto' } as const;
  const captured = await capturePlans([
    plan('remote', 'default', launch),
    plan('remote', 'more', launch, [{ tool: 'load', arguments: {} }]),
  ]);
  http.close();
  expect(captured.snapshots).toMatchObject([{ tools: [{}] }, { tools: [{}, { name: 'more' }] }]);
  expect(captured.starts).toBe(1);
  expect(methods.filter((method) => method !== 'tools/list')).toEqual(['initialize', 'tools/call']);
});

async function readJson(request: IncomingMessage): Promise<{ id?: number; method?: string } | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : (JSON.parse(text) as { id?: number; method?: string });
}

it('leaves no process behind, whatever became of the activation', async () => {
  const { findProcesses } = await import('./spawn.ts');
  const marker = `activation-${process.pid}`;
  const [good, silent] = [{}, { ACTIVATION_FAULT: 'silent' }].map((env) => nodeLaunch([HUB, marker], env));
  if (good === undefined || silent === undefined) throw new Error('two launches');
  const captured = await capturePlans(
    [
      plan('hub', 'blog', good, [load('blog')]),
      plan('hub', 'media', good, [load('media')]),
      plan('silent', 'blog', silent, [load('blog')]),
    ],
    { deadlines: { ...DEFAULT_CAPTURE_OPTIONS.deadlines, pageMs: 300 } },
  );
  expect(captured.starts).toBe(3);
  expect(captured.snapshots.map(({ status }) => status)).toEqual(['measured', 'protocol-error', 'timeout']);
  expect(findProcesses(marker)).toEqual([]);
});
