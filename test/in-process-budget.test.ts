/** `toFitBudget`: the gate inside tests. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fitBudget } from '../src/in-process/fit-budget.ts';
import { measureServer, type ToolDefinition } from '../src/index.ts';
import type { ListBudget } from '../src/vitest.ts';
import '../src/vitest.ts';

const tool = (name: string, words: number): ToolDefinition => ({
  name,
  description: 'word '.repeat(words).trim(),
  inputSchema: { type: 'object' },
});
const tools = [tool('small', 3), tool('huge', 200), tool('large', 60), tool('medium', 20)];

const createServer = (instructions = 'Be brief.'): McpServer => {
  const server = new McpServer({ name: 'notes', version: '1' }, { instructions });
  const schemas = { inputSchema: { text: z.string() }, outputSchema: { id: z.string() } };
  server.registerTool('keep', { description: 'Keep a note.', ...schemas }, () => ({
    content: [],
    structuredContent: { id: '1' },
  }));
  server.registerPrompt('tidy', {}, () => ({ messages: [] }));
  server.registerResource('latest', 'notes://latest', {}, () => ({ contents: [] }));
  return server;
};

describe('toFitBudget', () => {
  it('passes at its limits, and fails one below each', async () => {
    const { measurement } = await measureServer(createServer, { fieldTokens: true });
    const [only] = measurement.byTool;
    if (only === undefined) throw new Error('one tool');
    const { tokens = 0 } = measurement.instructions;
    const exact = {
      tools: 1,
      bytes: measurement.bytes,
      tokens: measurement.views.generic?.tokens.value ?? 0,
      prompts: 1,
      resources: 1,
      instructions: { chars: 9, bytes: 9, tokens },
      tool: {
        tokens: only.views.generic?.tokens ?? 0,
        bytes: only.bytes,
        name: { chars: 4, bytes: 4, tokens: only.fields.name?.tokens ?? 0 },
        description: { chars: 12 },
        inputSchema: { bytes: only.fields.inputSchema?.bytes ?? 0 },
        outputSchema: { bytes: only.fields.outputSchema?.bytes ?? 0 },
      },
    };
    await expect(createServer()).toFitBudget(exact);
    for (const less of lessened(exact)) {
      await expect(createServer(), JSON.stringify(less)).not.toFitBudget(less);
    }
  });

  it('names metric, size, limit, by how much, and the three heaviest tools', async () => {
    await expect(
      expect(tools).toFitBudget({
        bytes: 1_000,
        tokens: '1k',
        tool: { tokens: 100, description: { chars: 500 } },
      }),
    ).rejects.toThrow(
      `definitions does not fit its budget
  bytes: 1,676 bytes, limit 1,000, over by 676 (67.6 %)
  tool.tokens of huge: 216 tokens, limit 100, over by 116 (116.0 %)
  tool.description.chars of huge: 999 chars, limit 500, over by 499 (99.8 %)
  heaviest: huge 216 tokens, 1,063 bytes · large 75 tokens, 364 bytes · medium 35 tokens, 165 bytes`,
    );
  });

  it('tells what fits, where that is the failure', async () => {
    await expect(expect(tools).not.toFitBudget({ bytes: '60 kB' })).rejects.toThrow(
      'definitions fits its budget\n  bytes: 1,676 bytes of 60,000',
    );
  });

  it('takes what measuring takes', async () => {
    await expect(async () => createServer()).toFitBudget({ tokens: 100 });
    const definition = { name: 'a', inputSchema: z.object({ q: z.string() }) };
    const [one, two] = await Promise.all(
      ([1, 2] as const).map((sdk) => measureServer([definition], { sdk })),
    );
    const bytes = two?.measurement.bytes ?? 0;
    expect(one?.measurement.bytes).toBeGreaterThan(bytes);
    await expect([definition]).toFitBudget({ bytes }, { sdk: 2 });
    await expect([definition]).not.toFitBudget({ bytes }, { sdk: 1 });
  });

  it('shows what a server sent with its control characters escaped', async () => {
    const { message } = await fitBudget([tool('\u001B[2Jx\n::error::y', 2)], { bytes: 1 });
    expect(message).not.toContain('\u001B');
    expect(message.split('\n')).toHaveLength(3);
  });
});

describe('what is not measured whole does not fit', () => {
  it('an empty list, unless it may be', async () => {
    const { message } = await fitBudget([], { bytes: 100 });
    expect(message).toContain('0 tools, fewer than 1 (minTools)');
    await expect([]).toFitBudget({ bytes: 100, minTools: 0 });
    await expect(tools).not.toFitBudget({ bytes: 10_000, minTools: 5 });
  });

  it('a list that differs from reading to reading', async () => {
    const server = createServer();
    const names = ['one', 'two'];
    const list = () => ({ tools: [{ name: names.shift() ?? '', inputSchema: { type: 'object' as const } }] });
    const { ListToolsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    server.server.setRequestHandler(ListToolsRequestSchema, list);
    const { fits, message } = await fitBudget(server, { bytes: 10_000 });
    expect(fits).toBe(false);
    expect(message).toContain('the list is dynamic: two readings differ: new: two; gone: one');
  });

  it.each(['prompts', 'resources'] as const)(
    'a list beside the tools that cannot be had: %s',
    async (key) => {
      const server = createServer();
      const { ListPromptsRequestSchema, ListResourcesRequestSchema } =
        await import('@modelcontextprotocol/sdk/types.js');
      const schema = key === 'prompts' ? ListPromptsRequestSchema : ListResourcesRequestSchema;
      server.server.setRequestHandler(schema, () => Promise.reject(new Error('no backend')));
      const { fits, message } = await fitBudget(server, { [key]: 0 });
      expect(fits).toBe(false);
      expect(message).toMatch(new RegExp(`${key}: not measured, ${key}/list failed: .*no backend`));
      await expect(server).toFitBudget({ tools: 1 });
    },
  );

  it.each([true, false])('a list that cannot be had, negated or not (%s)', async (isNegated) => {
    const server = createServer();
    const { ListToolsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    server.server.setRequestHandler(ListToolsRequestSchema, () => Promise.reject(new Error('no backend')));
    const assertion = isNegated ? expect(server).not : expect(server);
    await expect(assertion.toFitBudget({ bytes: 10_000 })).rejects.toThrow('no backend');
  });
});

it('a typo is answered with the nearest key in the message, which is all that a runner shows', async () => {
  const typo = { tokns: 1 } as ListBudget;
  await expect(expect(tools).toFitBudget(typo)).rejects.toThrow('unknown key: tokns\n  did you mean tokens');
});

it.each<[budget: unknown, message: string, hint?: string]>([
  [{ byte: 1 }, 'unknown key: byte', 'bytes'],
  [{ bytes: 1, token: 1 }, 'unknown key: token', 'tokens'],
  [{ instructions: { char: 1 } }, 'unknown key: instructions.char', 'chars'],
  [{ tool: { descripton: { chars: 1 } } }, 'unknown key: tool.descripton', 'description'],
  [{ toString: 1 }, 'unknown key: toString'],
  [{ mintools: 1, bytes: 1 }, 'unknown key: mintools', 'minTools'],
  [{ bytes: null }, 'bytes: expected a number or text with a unit, found null'],
  [{ bytes: undefined }, 'bytes: expected a number or text with a unit, found undefined'],
  [{ bytes: Number.NaN }, 'bytes: expected bytes'],
  [{ bytes: -1 }, 'bytes: expected bytes'],
  [{ bytes: '60 tokens' }, 'bytes: expected bytes'],
  [{ tokens: '10%' }, 'tokens: 10% of what?'],
  [{ instructions: 2000 }, 'instructions: expected an object of limits, found 2000'],
  [{ minTools: '1', bytes: 1 }, 'minTools: expected a number of tools'],
  [{}, 'the budget limits nothing'],
  [{ minTools: 3 }, 'the budget limits nothing'],
  [undefined, 'the budget: expected an object'],
  [60_000, 'the budget: expected an object'],
])('the budget %j is a mistake, never a pass', async (budget, message, hint) => {
  const failure: unknown = await fitBudget(tools, budget as ListBudget).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'UsageError', message: expect.stringContaining(message) as string });
  if (hint !== undefined) expect(failure).toMatchObject({ hint: expect.stringContaining(hint) as string });
});

/** Every budget with one of its limits lower by one, and no other limit. */
function lessened(budget: object): readonly ListBudget[] {
  return Object.entries(budget).flatMap(([key, value]: [string, unknown]): readonly ListBudget[] => {
    if (typeof value === 'object' && value !== null)
      return lessened(value).map((inner) => ({ [key]: inner }));
    if (typeof value !== 'number' || value < 1) throw new Error(`${key}: nothing is below ${String(value)}`);
    return [{ [key]: value - 1 }];
  });
}
