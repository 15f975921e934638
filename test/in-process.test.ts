/** Servers, handlers and definitions of this process: the figures are those of a server over a transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, fromJsonSchema, McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as zm from 'zod/mini';
import { z as z3 } from 'zod3';
import * as z40 from 'zod40';
import { measureServer, type ToolDefinition } from '../src/index.ts';
import { capturePlans, listBytes, nodeLaunch, plan } from './capture-plans.ts';

const INSTRUCTIONS = 'Add, then stop.';
const answer = () => ({ content: [] });

function server1(definitions: readonly ToolDefinition[]): McpServer1 {
  const server = new McpServer1({ name: 'v1', version: '1.0.0' }, { instructions: INSTRUCTIONS });
  for (const { name, ...config } of definitions) server.registerTool(name, config as never, answer);
  return server;
}

function server2(definitions: readonly ToolDefinition[]): McpServer2 {
  const server = new McpServer2({ name: 'v2', version: '2.0.0' }, { instructions: INSTRUCTIONS });
  for (const { name, ...config } of definitions) server.registerTool(name, config as never, answer);
  return server;
}

const add = [
  { name: 'add', description: 'Add two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
];

describe('a server', () => {
  it.each([
    ['SDK 1', () => server1(add), { name: 'v1', version: '2025-11-25' }],
    ['SDK 2', () => server2(add), { name: 'v2', version: '2025-11-25' }],
  ])('of %s, itself or from a factory, sync or async', async (_, create, { name, version }) => {
    const all = [
      await measureServer(create()),
      await measureServer(create),
      await measureServer(async () => create()),
    ];
    for (const { snapshot, measurement } of all) {
      expect(snapshot).toMatchObject({
        server: name,
        toolset: 'default',
        status: 'measured',
        protocol: { version },
        instructions: INSTRUCTIONS,
        warnings: [],
        pages: 1,
      });
      expect(snapshot.transport).toBeUndefined();
      expect(measurement).toMatchObject({
        tools: 1,
        bytes: listBytes(snapshot),
        instructions: { chars: 15 },
      });
    }
    expect(all[1]).toEqual(all[0]);
  });

  it('has the figures of the same server over stdio', async () => {
    const { snapshots } = await capturePlans([
      plan('one', 'default', nodeLaunch(['fixtures/servers/stdio-v1.mjs'])),
      plan('two', 'default', nodeLaunch(['fixtures/servers/stdio-v2.mjs', 'legacy'])),
    ]);
    const one = [
      {
        name: 'add',
        title: 'Add',
        description: 'Add two numbers.',
        inputSchema: { a: z.number(), b: z.number() },
      },
    ];
    const inProcess = await Promise.all([measureServer(server1(one)), measureServer(server2(add))]);
    expect(inProcess.map(({ snapshot }) => snapshot.tools)).toEqual(snapshots.map(({ tools }) => tools));
    expect(inProcess.map(({ snapshot }) => snapshot.frameBytes)).toEqual(
      snapshots.map(({ frameBytes }) => frameBytes),
    );
  });

  it('is closed afterwards, so that it can be measured again', async () => {
    for (const server of [server1(add), server2(add)]) {
      const first = await measureServer(server);
      expect(server.isConnected()).toBe(false);
      expect(await measureServer(server)).toEqual(first);
    }
  });

  it('that is connected already is refused, and stays connected', async () => {
    for (const server of [server1(add), server2(add)]) {
      const transport = { start: async () => {}, send: async () => {}, close: async () => {} };
      await server.connect(transport);
      await expect(measureServer(server)).rejects.toMatchObject({
        name: 'UsageError',
        hint: expect.stringContaining('function') as string,
      });
      expect(server.isConnected()).toBe(true);
    }
  });

  it('of the low level answers in pages, and may say no', async () => {
    const server = new Server({ name: 'low', version: '1' }, { capabilities: { tools: {} } });
    const tool = (name: string) => ({ name, inputSchema: { type: 'object' as const } });
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
      params?.cursor === undefined ? { tools: [tool('a')], nextCursor: 'b' } : { tools: [tool('b')] },
    );
    const { snapshot } = await measureServer(server);
    expect(snapshot).toMatchObject({ pages: 2, tools: [{ name: 'a' }, { name: 'b' }] });

    server.setRequestHandler(ListToolsRequestSchema, () => Promise.reject(new Error('no backend')));
    await expect(measureServer(server)).rejects.toMatchObject({
      name: 'CaptureError',
      status: 'protocol-error',
      message: expect.stringContaining('no backend') as string,
    });
    expect(server.transport).toBeUndefined();

    const list = { tools: [{ ...tool('a'), _meta: { big: 1n } }] };
    server.setRequestHandler(ListToolsRequestSchema, () => list as never);
    await expect(measureServer(server)).rejects.toMatchObject({
      message: expect.stringContaining('BigInt') as string,
    });
  });

  it('whose list differs from reading to reading is dynamic', async () => {
    const server = new Server({ name: 'low', version: '1' }, { capabilities: { tools: {} } });
    let count = 0;
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: `tool-${(count += 1)}`, inputSchema: { type: 'object' as const } }],
    }));
    const { snapshot } = await measureServer(server);
    expect(snapshot).toMatchObject({ status: 'dynamic', warnings: [{ id: 'list-differs' }] });
  });
});

describe('a handler', () => {
  it.each([
    ['both eras', {}, 'legacy'],
    ['2026-07-28 alone', { legacy: 'reject' }, 'modern'],
    ['event streams', { legacy: 'reject', responseMode: 'sse' }, 'modern'],
  ] as const)('of %s', async (_, options, era) => {
    const handler = createMcpHandler(() => server2(add), options);
    const direct = await measureServer(server2(add));
    const { snapshot } = await measureServer(handler);
    expect(snapshot).toMatchObject({ status: 'measured', protocol: { era }, transport: 'streamable-http' });
    expect(snapshot.tools).toEqual(direct.snapshot.tools);
    expect(snapshot.instructions).toBe(INSTRUCTIONS);
    expect((await measureServer(handler)).snapshot).toEqual(snapshot);
  });

  it('made by a factory is closed', async () => {
    const closed: string[] = [];
    const { snapshot } = await measureServer(() => {
      const { fetch, close } = createMcpHandler(() => server2(add));
      return { fetch, close: () => (closed.push('closed'), close()) };
    });
    expect(snapshot.tools).toHaveLength(1);
    expect(closed).toEqual(['closed']);
  });

  it('that is none says so', async () => {
    const notFound = { fetch: () => new Response('no', { status: 404 }) };
    await expect(measureServer(notFound)).rejects.toMatchObject({ name: 'CaptureError' });
  });
});

/** One list in each library, with what their conversions differ in. */
const base = {
  title: 'Search',
  description: 'Find "things" – überall.',
  annotations: { readOnlyHint: true },
  _meta: { 'example.com/rank': 1 },
};
function everyType(lib: typeof z) {
  const place = lib.object({ lat: lib.number(), lon: lib.number() }).describe('A point.');
  return lib.object({
    query: lib.string().min(2).max(50).describe('What to look for.'),
    limit: lib.number().int().positive().default(10),
    kind: lib.enum(['a', 'b']).optional(),
    near: lib.union([place, lib.string()]).nullable(),
    tags: lib.array(lib.string()).max(5),
    exact: lib.boolean().optional(),
    url: lib.string().url(),
    since: lib.string().datetime(),
    extra: lib.record(lib.string(), lib.number()),
    mode: lib.literal('x'),
    choice: lib.discriminatedUnion('type', [
      lib.object({ type: lib.literal('one'), n: lib.number() }),
      lib.object({ type: lib.literal('two') }),
    ]),
    pair: lib.tuple([lib.string(), lib.number()]),
    sent: lib.string().transform((text) => text.length),
    again: place,
  });
}
const zod4 = everyType(z);
const zod3 = everyType(z3 as never);
const zod40 = everyType(z40 as never);
const result = z.object({ hits: z.array(z.string()).describe('Best first.'), total: z.number().default(0) });
const result3 = z3.object({
  hits: z3.array(z3.string()).describe('Best first.'),
  total: z3.number().default(0),
});

describe('definitions are written as the SDK writes them', () => {
  it.each<[what: string, sdk: 1 | 2 | undefined, definitions: readonly ToolDefinition[], sdkUsed: 1 | 2]>([
    ['zod 3 objects', undefined, [{ name: 'a', ...base, inputSchema: zod3, outputSchema: result3 }], 1],
    ['zod 3 shapes', 1, [{ name: 'a', ...base, inputSchema: z3.object({ q: z3.string() }).shape }], 1],
    [
      'no object in zod 3',
      1,
      [{ name: 'a', inputSchema: z3.union([z3.object({}), z3.object({ b: z3.string() })]) }],
      1,
    ],
    ['zod 4 objects on SDK 1', 1, [{ name: 'a', ...base, inputSchema: zod4, outputSchema: result }], 1],
    [
      'zod 4 shapes on SDK 1',
      1,
      [{ name: 'a', ...base, inputSchema: zod4.shape, outputSchema: result.shape }],
      1,
    ],
    [
      'no object in zod 4 on SDK 1',
      1,
      [{ name: 'a', inputSchema: z.union([z.object({ a: z.string() }), z.object({})]) }],
      1,
    ],
    ['no schema and an empty one on SDK 1', 1, [{ name: 'a' }, { name: 'b', inputSchema: {} }], 1],
    [
      'zod mini on SDK 1',
      1,
      [{ name: 'a', inputSchema: zm.object({ q: zm.string().check(zm.minLength(2)) }) }],
      1,
    ],
    ['zod 4.0, whose descriptions SDK 2 does not find', 2, [{ name: 'a', ...base, inputSchema: zod40 }], 2],
    [
      'zod 4 objects',
      undefined,
      [{ name: 'a', ...base, icons: [{ src: 'data:,' }], inputSchema: zod4, outputSchema: result }],
      2,
    ],
    [
      'zod 4 shapes',
      undefined,
      [{ name: 'a', ...base, inputSchema: zod4.shape, outputSchema: result.shape }],
      2,
    ],
    [
      'unions of objects',
      2,
      [{ name: 'a', inputSchema: z.union([z.object({ a: z.string() }), z.object({})]) }],
      2,
    ],
    [
      'unions as output',
      2,
      [{ name: 'a', outputSchema: z.union([z.object({ a: z.string() }), z.object({})]) }],
      2,
    ],
    ['no schema and an empty one', 2, [{ name: 'a' }, { name: 'b', inputSchema: {} }], 2],
    ['zod mini', 2, [{ name: 'a', inputSchema: zm.object({ q: zm.string().check(zm.minLength(2)) }) }], 2],
    [
      'Standard JSON Schema of no zod',
      undefined,
      [{ name: 'a', inputSchema: fromJsonSchema({ type: 'object', properties: { q: { type: 'string' } } }) }],
      2,
    ],
  ])('%s', async (_, sdk, definitions, sdkUsed) => {
    const registered = sdkUsed === 1 ? server1(definitions) : server2(definitions);
    const real = await measureServer(registered);
    const plain = await measureServer(definitions, { sdk });
    expect(JSON.stringify(plain.snapshot.tools)).toBe(JSON.stringify(real.snapshot.tools));
    expect(plain.measurement.bytes).toBe(real.measurement.bytes);
  });

  it('those of zod 4.0 on SDK 1, which shares the zod of the project, as that zod writes them', async () => {
    const inputSchema = (zod40 as unknown as z40.ZodObject).omit({ pair: true });
    const { snapshot } = await measureServer([{ name: 'a', inputSchema }], { sdk: 1 });
    const own = z40.toJSONSchema(inputSchema, { target: 'draft-7', io: 'input' });
    expect(JSON.stringify(own)).toContain('What to look for.');
    expect(snapshot.tools).toMatchObject([{ inputSchema: own }]);
    // Keys in another order: a text as long, and tokens that may differ by a few.
    const [{ inputSchema: written }] = snapshot.tools as unknown as [{ inputSchema: object }];
    expect(JSON.stringify(written)).toHaveLength(JSON.stringify(own).length);
  });

  it('JSON Schema is sent as it is, without what is no JSON', async () => {
    const inputSchema = { properties: { q: { type: 'string' } }, type: 'object' };
    const { snapshot, measurement } = await measureServer([
      { description: 'D', name: 'a', inputSchema, handler: () => 1 },
    ]);
    expect(JSON.stringify(snapshot.tools)).toBe(
      '[{"description":"D","name":"a","inputSchema":{"properties":{"q":{"type":"string"}},"type":"object"}}]',
    );
    expect(measurement.bytes).toBe(101);
  });

  it.each<[what: string, definitions: readonly unknown[], sdk: 1 | 2 | undefined, error: object]>([
    [
      'zod 3 for SDK 2',
      [{ name: 'a', inputSchema: zod3 }],
      2,
      { name: 'UsageError', hint: expect.stringContaining('sdk: 1') as string },
    ],
    ['a zod 3 shape for SDK 2', [{ name: 'a', inputSchema: zod3.shape }], 2, { name: 'UsageError' }],
    [
      'no zod for SDK 1',
      [{ name: 'a', inputSchema: fromJsonSchema({ type: 'object' }) }],
      1,
      { name: 'UsageError' },
    ],
    [
      'a text for SDK 2',
      [{ name: 'a', inputSchema: z.string() }],
      2,
      { name: 'CaptureError', message: expect.stringContaining('a: its inputSchema') as string },
    ],
    ['a date', [{ name: 'a', inputSchema: z.object({ d: z.date() }) }], 1, { name: 'CaptureError' }],
    [
      'zod 3 and 4 mixed',
      [{ name: 'a', inputSchema: { a: z.string(), b: z3.string() } }],
      1,
      { name: 'CaptureError' },
    ],
    [
      'no name',
      [{ description: 'a' }],
      1,
      { name: 'UsageError', message: expect.stringContaining('definition 1') as string },
    ],
  ])('%s is refused', async (_, definitions, sdk, error) => {
    await expect(measureServer(definitions as never, { sdk })).rejects.toMatchObject(error);
  });
});

it.each([undefined, null, 5, 'npx server', {}, () => {}, { connect: 1 }])(
  '%s is nothing to measure',
  async (given) => {
    await expect(measureServer(given as never)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('nothing that can be measured') as string,
    });
  },
);
