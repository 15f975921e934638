/** What a report says of hosts. */
import { z } from 'zod';

const count = z.number().int().min(0);
const text = z.string();

export const confidenceSchema = z
  .enum(['source', 'docs', 'issue', 'third-party', 'derived', 'unverified'])
  .describe('How a limit is known; the last three never make an error.');

const actionSchema = z.enum([
  'reject-request',
  'reject-list',
  'drop-tool',
  'truncate',
  'rewrite',
  'strip',
  'degrade',
  'warn',
  'unknown',
]);

const change = z.object({
  tool: text,
  index: count,
  shown: text.describe('The name the host gives it.'),
  effect: z.enum(['dropped', 'renamed', 'truncated', 'refused']),
  field: z.enum(['name', 'description']),
  actual: count.describe('UTF-16 units.'),
  limit: count.optional(),
  confidence: confidenceSchema,
});

const sure = z
  .object({ upfront: count.optional(), loaded: count.optional() })
  .describe('What of these is confirmed to be loaded; an error can come of nothing else.');

const list = z.object({
  server: text,
  toolset: text,
  name: text.describe("The server's name in the host."),
  isInTotal: z.boolean().optional().describe('False for a toolset that is left out of the sums.'),
  tools: count.describe("Tools the host takes: after the client's filters and what it drops."),
  listed: count.describe('Tools of the measured list.'),
  loaded: count.optional().describe('Tokens of definitions and instructions once everything is loaded.'),
  upfront: count.optional().describe('Tokens before the first message.'),
  instructions: count.optional().describe('Tokens, part of both.'),
  instructionsCut: count.optional().describe('UTF-16 units that the host cuts off.'),
  sure,
  upfrontAtMost: count
    .optional()
    .describe('The most that `upfront` can be: everything, where its deferral is not confirmed.'),
  changes: z.array(change),
  unmatchedFilters: z.array(text).optional().describe("Entries of the client's filter that match no tool."),
});

export const hostSchema = z.object({
  id: text,
  label: text,
  client: text.optional().describe('Present where the servers are those of the client.'),
  isAside: z.boolean().optional().describe('Not asked for; shows what another way of loading costs.'),
  profile: z
    .object({ asOf: text, versionSeen: text.optional() })
    .optional()
    .describe('Absent: nothing is known of the host, the generic view is counted.'),
  deferral: z.object({
    state: z.enum(['none', 'all', 'auto', 'threshold', 'unknown']),
    percent: z.number().optional(),
    threshold: count.optional(),
    from: text,
    confidence: confidenceSchema,
    isDeferred: z.boolean(),
    isUpfrontAtMost: z.boolean().describe('upfront takes for loaded what is not known to be.'),
    reason: text.optional(),
    instead: text.optional().describe('What stands in the context in place of definitions.'),
    leavesOut: text.optional(),
  }),
  window: z.object({ tokens: count, from: text }),
  tools: count,
  toolLimit: z
    .object({ max: count, usable: count, action: actionSchema, confidence: confidenceSchema })
    .optional(),
  loaded: count.optional(),
  upfront: count.optional(),
  definitions: z
    .object({ o200k: count, structuralChars: count, tools: count })
    .optional()
    .describe('What estimates are made from.'),
  missing: z.array(text).optional().describe('Servers of the host that could not be measured.'),
  sure,
  upfrontAtMost: count
    .optional()
    .describe('The most that `upfront` can be: everything, where its deferral is not confirmed.'),
  collisions: z.array(text).optional().describe('Names that tools of several servers have here.'),
  lists: z.array(list),
});
