/** What a report says of models whose tokenizer is not public, and of money. */
import { z } from 'zod';

const count = z.number().int().min(0);
const text = z.string();
const amount = z.number().min(0);
const range = z.object({ value: amount, low: amount, high: amount });

const client = text.optional().describe('Whose servers these are; absent: all that were measured.');

export const estimateSchema = z
  .object({
    client,
    family: text,
    label: text,
    value: count,
    low: count,
    high: count,
    method: text,
    asOf: text,
    isExtrapolated: z.boolean(),
    preamble: z
      .object({ tokens: count, model: text, asOf: text, source: text })
      .optional()
      .describe('Added by the provider once a request; contained in the value.'),
  })
  .describe('Tokens of all lists in a model whose tokenizer is not public, with their range.');

export const providerCountSchema = z
  .union([
    z.object({ client, family: text, model: text, tokens: count, isCached: z.boolean() }),
    z.object({ client, family: text, model: text, reason: text, hint: text }),
  ])
  .describe('Counted by the provider, all lists minus none, or why it was not.');

export const priceSchema = z
  .object({
    client,
    model: text,
    tokens: range.extend({ basis: text }),
    perMillion: z.object({
      input: amount,
      cacheRead: amount.optional(),
      cacheWrite: amount.optional(),
    }),
    uncached: range,
    cached: range.optional(),
    asOf: text.optional().describe("Absent for the user's own numbers."),
    source: text,
    note: text.optional().describe('What the numbers leave out, or where sources disagree.'),
  })
  .describe('US dollars for 1,000 requests that carry the lists.');
