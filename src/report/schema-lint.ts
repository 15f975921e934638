/** What `lint` held definitions against, as the report's schema describes it. */
import { z } from 'zod';
import { actionSeverity, severityCap } from '../hosts/severity.ts';
import type { Confidence, HostAction } from '../model/host.ts';

const text = z.string();
const count = z.number().int().min(0);
const severity = z.enum(['error', 'warning', 'info']);

export const verdictSchema = z
  .object({
    id: text,
    action: z.enum(Object.keys(actionSeverity) as [HostAction, ...HostAction[]]),
    confidence: z.enum(Object.keys(severityCap) as [Confidence, ...Confidence[]]),
    actual: z.number().optional(),
    limit: z.number().optional(),
    note: text.optional(),
  })
  .describe('What a host does about it, and how that is known.');

export const patchSchema = z
  .array(
    z.union([
      z.object({ op: z.enum(['add', 'replace']), path: text, value: z.json() }),
      z.object({ op: z.literal('remove'), path: text }),
    ]),
  )
  .describe('JSON patch (RFC 6902) of the tool.');

const place = { server: text, toolset: text, tool: text.optional() };
const size = z.object({
  tokens: count.describe('o200k, of compact {name, description, inputSchema}.'),
  bytes: count.describe('UTF-8 of the whole tool as compact JSON.'),
});

const matrix = z
  .object({
    hosts: z.array(text).describe('The chosen hosts, or else those that do not take every tool as it is.'),
    hostsHeld: count,
    tools: count,
    rows: z.array(
      z.object({
        ...place,
        index: count.optional(),
        effects: z
          .record(text, z.enum(['lost', 'changed', 'unsure']))
          .describe('By host; one that is not named takes it as it is. unsure: somebody says so.'),
      }),
    ),
  })
  .describe('Which host takes which tool; a row without a tool is the whole list.');

const fixPlan = z
  .object({
    tools: z.array(
      z.object({
        ...place,
        index: count,
        rules: z.array(text),
        patch: patchSchema,
        before: size,
        after: size,
      }),
    ),
    before: size,
    after: size,
  })
  .describe('Repairs that change no argument that is valid, no name and no prose.');

export const lintSchema = z
  .object({
    rules: z.array(text).describe('Ids of the rules that were run.'),
    hosts: z.array(z.object({ id: text, label: text, asOf: text })),
    isChosen: z.boolean().describe('False: nobody chose hosts, and all APIs and clients were looked at.'),
    failOn: severity,
    warnOnly: z.boolean(),
    suppressed: count,
    saving: z
      .object({ tokens: count, isAtMost: z.boolean() })
      .optional()
      .describe('o200k tokens that repairs would save on every request.'),
    matrices: z.array(matrix).optional(),
    fixPlan: fixPlan.optional(),
  })
  .describe('What definitions were held against.');
