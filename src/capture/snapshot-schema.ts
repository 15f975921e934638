/** The snapshot file's schema: checks what is read, and is published as `schemas/snapshot.schema.json`. */
import { z } from 'zod';

const json = z.record(z.string(), z.unknown());
const entries = z.array(z.unknown());

const listing = z
  .object({
    pages: z.array(
      z.object({
        tools: z.number().int().describe('Tools in this answer.'),
        nextCursor: z
          .string()
          .optional()
          .describe('Stands for the cursor, whose text is not kept: equal ones have the same sign.'),
        ttlMs: z.unknown().optional().describe('As sent; so is cacheScope.'),
        cacheScope: z.unknown().optional(),
      }),
    ),
    loop: z
      .object({
        page: z
          .number()
          .int()
          .describe(
            'Index of the page whose cursor came before, that came before itself, or the last one allowed.',
          ),
        kind: z.enum(['cursor', 'page', 'too-many']),
      })
      .optional(),
    difference: z
      .object({
        kind: z
          .enum(['order', 'bytes', 'content'])
          .describe('The same names in another order; the same order and other bytes; other names.'),
        tool: z.number().int().optional().describe('Index of the first tool whose bytes differ.'),
        message: z.string(),
        isAnnounced: z.boolean().describe('The server had said that the list would change.'),
      })
      .optional()
      .describe('Of two readings on one connection; absent where they were equal.'),
    hintsMissing: z
      .array(z.string())
      .optional()
      .describe('Other results of MCP 2026-07-28 that lack or break a caching field.'),
  })
  .describe('How the tool list was read.');

export const snapshotFileSchema = z
  .object({
    schemaVersion: z.literal(1),
    server: z.string().describe('Name of the server, as given or derived when it was captured.'),
    toolset: z.string().describe('Name of the toolset; "default" where the server has none.'),
    status: z
      .enum(['measured', 'dynamic', 'partial'])
      .describe('measured: two readings agreed; dynamic: they differed; partial: the list was cut off.'),
    transport: z.enum(['stdio', 'streamable-http', 'sse']).optional(),
    protocol: z
      .object({
        version: z.string(),
        era: z.enum(['legacy', 'modern']).describe('legacy: initialize handshake; modern: 2026-07-28.'),
        foundBy: z.string().describe('The request whose answer decided the era.'),
      })
      .optional(),
    serverInfo: json.optional(),
    capabilities: json.optional(),
    clientCapabilities: json.optional().describe('What the client declared; a list may depend on it.'),
    instructions: z.string().optional(),
    sizes: z
      .object({
        bytes: z.number().int().describe('UTF-8 length of the compact JSON of the tools as received.'),
        frameBytes: z
          .number()
          .int()
          .optional()
          .describe('Bytes received for the answers, envelope included.'),
        pages: z.number().int().optional(),
      })
      .describe('Sizes before any secret was replaced.'),
    redacted: z.number().int().describe('How many occurrences of secrets were replaced in the texts.'),
    listing: listing.optional(),
    warnings: z.array(z.object({ id: z.string(), message: z.string() })),
    tools: entries.describe('Every entry of the list as the server sent it, in server order.'),
    prompts: entries.optional(),
    resources: entries.optional(),
    resourceTemplates: entries.optional(),
  })
  .strict()
  .describe('Tool list of one MCP server, recorded by mcp-budget snapshot.');

export type SnapshotFile = z.infer<typeof snapshotFileSchema>;
