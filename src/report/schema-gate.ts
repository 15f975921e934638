/** What a gate decided with and found, as the report's schema describes it. */
import { z } from 'zod';
import { patchSchema, verdictSchema } from './schema-lint.ts';

const text = z.string();
const line = z.number().int().min(1);
const source = z
  .object({ file: text, line: line.optional(), key: text })
  .describe('Where a config states it.');
const severity = z.enum(['error', 'warning', 'info']);
const metric = z.union([
  z.enum([
    'tools',
    'bytes',
    'tokens',
    'prompts',
    'resources',
    'instructions.chars',
    'instructions.bytes',
    'instructions.tokens',
    'tool.bytes',
    'tool.tokens',
  ]),
  z.templateLiteral([
    'tool.',
    z.enum(['name', 'description', 'inputSchema', 'outputSchema']),
    '.',
    z.enum(['chars', 'bytes', 'tokens']),
  ]),
]);

const host = z
  .object({ id: text, figure: z.enum(['upfront', 'loaded']) })
  .describe('Of tokens in a host, in place of a view.');

export const findingSchema = z.object({
  ruleId: text,
  severity,
  outcome: z
    .enum(['finding', 'not-measured', 'mistake'])
    .describe('Counts as what it is, as not measured (exit code 3), or as a mistake in the config (2).'),
  server: text,
  toolset: text,
  tool: text.optional(),
  index: z.number().int().min(0).optional().describe('Place of the tool in its list, from 0.'),
  reason: text.optional().describe("Code of the rule's reason; of a rule on definitions."),
  pointer: text.optional().describe('JSON pointer into the tool list.'),
  pointers: z.array(text).optional().describe('Every place, where there are several.'),
  hosts: z.array(text),
  verdicts: z.array(verdictSchema).optional(),
  message: text,
  suggestion: text.optional(),
  actual: z.number().optional(),
  limit: z.number().optional(),
  unit: text.optional(),
  metric: metric.optional(),
  view: z.enum(['generic', 'wire']).optional(),
  host: host.optional(),
  source: source.optional(),
  location: z
    .object({ file: text, line: line.optional() })
    .optional()
    .describe('Where a reader is sent: a declaration, a line of a snapshot, or the source.'),
  fix: z
    .object({ message: text, saved: z.number(), after: z.number(), isEnough: z.boolean() })
    .optional()
    .describe('A repair that was tried on a list over its limit.'),
  patch: patchSchema.optional(),
  isPatchSafe: z
    .boolean()
    .optional()
    .describe('The repair changes no argument that is valid, no name and no prose.'),
  tokensSaved: z
    .number()
    .int()
    .optional()
    .describe('o200k tokens that a repair saves on every request; negative where it costs.'),
  isSavingEstimated: z.boolean().optional(),
  accepted: z.boolean().describe('Was there when the baseline was written.'),
});

const check = z.object({
  ruleId: text,
  verdict: z.enum(['ok', 'near', 'stale', 'over', 'not-measured']),
  server: text.describe('Empty for the sum of all servers of a config.'),
  toolset: text,
  tool: text.optional(),
  metric,
  view: z.enum(['generic', 'wire']),
  host: host.optional(),
  unit: z.enum(['tools', 'bytes', 'tokens', 'chars', 'prompts', 'resources']),
  actual: z.number().optional(),
  limit: z.number(),
  before: z.number().optional(),
  growth: text.optional().describe('The growth rule as written.'),
  reason: text.optional().describe('Why it may be above what the rule allows.'),
  source: source.optional(),
});

export const gateSchema = z
  .object({
    checks: z.array(check),
    baselines: z.array(
      z.object({
        status: z.enum(['read', 'none', 'unreadable', 'other-method']),
        label: text,
        message: text.optional(),
        hint: text.optional(),
        source: source.optional(),
      }),
    ),
    failOn: severity,
    warnOnly: z.boolean(),
    allowUnmeasured: z.boolean(),
    isOffline: z.boolean(),
    configs: z.array(
      z.object({
        file: text,
        label: text.describe('What its servers are told apart by; empty for one config.'),
      }),
    ),
    updated: z.array(text).optional(),
  })
  .describe('What check decided with; absent in reports of other commands.');
