/** The report's schema, published as `schemas/report.schema.json`. A test holds it to the types of `src/model`. */
import { z } from 'zod';
import { parts } from '../tokens/parts.ts';
import { hostSchema } from './schema-hosts.ts';
import { estimateSchema, priceSchema, providerCountSchema } from './schema-estimates.ts';
import { findingSchema, gateSchema } from './schema-gate.ts';
import { lintSchema } from './schema-lint.ts';

const count = z.number().int().min(0);
const text = z.string();
const jsonObject = z.record(z.string(), z.json());

const status = z
  .enum([
    'measured',
    'dynamic',
    'partial',
    'start-failed',
    'timeout',
    'auth-required',
    'needs-input',
    'skipped',
    'unsupported',
    'protocol-error',
  ])
  .describe(
    'measured: two readings agreed; dynamic: they differed; partial: cut off; the others were not measured.',
  );

const warning = z.object({ id: text.describe('Stable, kebab-case.'), message: text });

const failure = z.object({
  message: text,
  hint: text.optional().describe('What to try next.'),
  target: text.optional().describe('The command as resolved, or the URL without its query.'),
  exitCode: z.number().int().optional(),
  signal: text.optional(),
  stderr: z.array(text).optional().describe('The last lines the server wrote.'),
  authenticate: text.optional().describe('WWW-Authenticate of a 401.'),
});

const partSize = z.object({
  bytes: count.describe("UTF-8 bytes of the part in the view's text."),
  share: count.describe("Tokens of the view's one text whose first byte lies in the part."),
});
const partSizes = z.record(text, partSize).describe(`By part: ${Object.keys(parts).join(', ')}.`);

const view = z.object({
  tokens: z.object({
    value: count
      .optional()
      .describe('Absent, with a reason, when the text is too large to be counted exactly.'),
    tokenizer: text,
    exact: z.boolean(),
    reason: text.optional(),
  }),
  framing: count
    .optional()
    .describe('Tokens on the brackets and commas of the list; with all shares they add up to the value.'),
  parts: partSizes,
  structuralChars: count
    .optional()
    .describe('Characters { } [ ] " : , of the text, from which estimates are made; of the generic view.'),
});
const viewId = z.enum(['generic', 'wire']);
const views = z
  .partialRecord(viewId, view)
  .describe('generic: name, description, inputSchema; wire: the whole array.');

const toolView = z.object({
  tokens: count.describe('The tool counted alone; stable, for budgets.'),
  share: count.describe('Its part of the one text; shares and framing add up to the total.'),
  parts: partSizes,
});

const textField = z.enum(['name', 'description', 'inputSchema', 'outputSchema']);
const sha256 = text.describe('Hexadecimal.');

const tool = z.object({
  name: text,
  bytes: count.describe('UTF-8 bytes of the whole tool as compact JSON.'),
  sha256: text.describe('Of the whole tool as compact JSON.'),
  fields: z
    .partialRecord(textField, z.object({ chars: count, bytes: count, tokens: count.optional(), sha256 }))
    .describe('Fields the tool has: a text by itself, any other as its compact JSON.'),
  views: z.partialRecord(viewId, toolView),
});

const difference = z
  .object({
    since: text.describe('What the list is compared with.'),
    before: z.object({
      tools: count,
      bytes: count,
      tokens: count.optional(),
      instructions: z.object({
        chars: count,
        bytes: count,
        tokens: count.optional(),
        sha256: sha256.optional(),
      }),
      prompts: count.optional(),
      resources: count.optional(),
    }),
    tools: z.array(
      z.object({
        name: text,
        kind: z.enum(['added', 'removed', 'changed']),
        tokens: z.number().int().optional(),
        bytes: z.number().int(),
        fields: z.array(z.object({ field: textField, chars: z.number().int() })),
      }),
    ),
    isReordered: z.boolean(),
  })
  .describe('What changed since the baseline.');

const toolset = z.object({
  name: text,
  isInTotal: z
    .boolean()
    .optional()
    .describe('False for a toolset that another one of its server stands for in sums.'),
  status,
  failure: failure.optional(),
  warnings: z.array(warning),
  transport: z.enum(['stdio', 'streamable-http', 'sse']).optional(),
  protocol: z.object({ version: text, era: z.enum(['legacy', 'modern']), foundBy: text }).optional(),
  serverInfo: jsonObject.optional(),
  clientCapabilities: jsonObject.optional(),
  noise: z
    .object({ lines: count, samples: z.array(text) })
    .optional()
    .describe('Lines on stdout that were no message.'),
  tools: count.optional(),
  bytes: count.optional().describe('UTF-8 length of the compact JSON of the tools array.'),
  frameBytes: count.optional().describe('Bytes received for the list, envelope included.'),
  pages: count.optional(),
  instructions: z
    .object({ chars: count, bytes: count, tokens: count.optional(), sha256: sha256.optional() })
    .optional(),
  prompts: count.optional(),
  resources: count.optional(),
  resourceTemplates: count.optional(),
  views: views.optional(),
  wireOnly: z
    .array(z.object({ field: text, tools: count, bytes: count, tokens: count.optional() }))
    .optional()
    .describe('Fields of tools that no model sees.'),
  comparison: z
    .object({ heavierThan: z.number(), servers: count, date: text })
    .optional()
    .describe('Percent of surveyed public servers that are lighter.'),
  cutFirst: z
    .object({ id: text, message: text, tokensSaved: z.number().int(), tools: count })
    .optional()
    .describe('The repair that saves most, by recount.'),
  byTool: z.array(tool).optional(),
  difference: difference.optional(),
});

export const reportSchema = z
  .object({
    schemaVersion: z.literal(1),
    generator: z.object({ name: z.literal('mcp-budget'), version: text }),
    view: viewId.describe('The view that tables and totals speak of.'),
    window: count.describe('Context window in tokens that shares are taken of.'),
    servers: z.array(z.object({ name: text, status, toolsets: z.array(toolset) })),
    totals: z
      .object({ tools: count, bytes: count, tokens: count.optional() })
      .optional()
      .describe('Sums over all servers, tokens in the view.'),
    findings: z.array(findingSchema),
    gate: gateSchema.optional(),
    lint: lintSchema.optional(),
    hosts: z.array(hostSchema).optional().describe('What each chosen host or client pays.'),
    estimates: z.array(estimateSchema).optional(),
    providerCounts: z.array(providerCountSchema).optional(),
    prices: z.array(priceSchema).optional(),
    notes: z.array(text).optional().describe('Of what was asked for as a whole.'),
    summary: z.object({
      measured: count,
      notMeasured: count,
      errors: count,
      warnings: count,
      exitCode: z.literal([0, 1, 2, 3, 130, 143]),
      redacted: count.describe('Occurrences of secrets replaced in this report.'),
    }),
  })
  .describe('What mcp-budget measured. Sizes are absent, never 0, where nothing could be measured.');
