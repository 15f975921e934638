import type { JsonObject } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { MAX_DEPTH } from '../schema-document.ts';
import { inputNodes } from '../schema-nodes.ts';
import {
  bytes,
  depth,
  enums,
  exceeding,
  grammar,
  hasLimits,
  sumOfMaxItems,
  unread,
} from '../schema-sizes.ts';

const tool = (argument: JsonObject) => ({
  name: 'add_order',
  description: 'Add an order.',
  inputSchema: { type: 'object', properties: { order: argument } },
});
/** So many objects, one in another. */
const nested = (levels: number): JsonObject =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { part: nested(levels - 1) } };

export const schemaSizeLimit: LintRule = {
  id: 'schema-size-limit',
  group: 'schemas',
  severity: 'off',
  summary: 'A schema is larger or deeper than a chosen host takes.',
  why: 'Limits of schemas are hardly documented: the numbers are reports of others, and a warning at most. What is too deep or too large is refused, or made smaller in ways that lose what it says.',
  reasons: {
    depth: {
      summary: `Objects and arrays stand in one another more often than the host takes; or more than ${MAX_DEPTH} times, which is where reading ends.`,
      suggestion: 'Make the arguments flatter, or take the deep part as text in JSON.',
      // Whatever host reads it, for what lies below the deepest level that is read.
      concerns: 'everyone',
    },
    bytes: {
      summary: 'The input schema has more bytes than the host takes whole.',
      suggestion: 'Shorten its descriptions, or split the tool.',
      concerns: 'hosts',
    },
    enum: {
      summary: 'An `enum` has more members than the host takes.',
      suggestion: 'Take any text, and check it in the server.',
      concerns: 'hosts',
    },
    'max-items-sum': {
      summary: 'The `maxItems` of all tools together are more than the host takes.',
      suggestion: 'Lower `maxItems`, or leave it out.',
      concerns: 'hosts',
    },
    grammar: {
      summary: 'A long `maxLength` stands below several levels.',
      suggestion: 'Leave `maxLength` out, and check the length in the server.',
      concerns: 'hosts',
    },
  },
  fix: 'none',
  sources: [
    { text: 'google-gemini/gemini-cli#5923', date: '2026-11-30' },
    { text: 'Portkey-AI/gateway#1616', date: '2026-11-30' },
    { text: 'firecrawl/firecrawl#4512', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'five objects in one another',
      reason: 'depth',
      tool: tool(nested(5)),
      pointers: [`/tools/0/inputSchema/properties/order${'/properties/part'.repeat(4)}`],
      severity: 'off',
      hosts: ['gemini-api'],
      severityInHosts: 'warning',
    },
    {
      title: 'a long description',
      reason: 'bytes',
      tool: tool({ type: 'string', description: 'An order. '.repeat(500) }),
      pointers: ['/tools/0/inputSchema'],
      severity: 'off',
      hosts: ['codex'],
      severityInHosts: 'warning',
    },
    {
      title: 'a choice of many',
      reason: 'enum',
      tool: tool({ type: 'string', enum: Array.from({ length: 1001 }, (_, index) => `order-${index}`) }),
      pointers: ['/tools/0/inputSchema/properties/order/enum'],
      severity: 'off',
      hosts: ['openai-strict'],
      severityInHosts: 'warning',
    },
    {
      title: 'long lists',
      reason: 'max-items-sum',
      tool: tool({ type: 'array', items: { type: 'string' }, maxItems: 1000 }),
      pointers: ['/tools'],
      severity: 'off',
      hosts: ['gemini-api'],
      severityInHosts: 'warning',
    },
    {
      title: 'a long text in a list of objects',
      reason: 'grammar',
      tool: tool({
        type: 'array',
        items: { type: 'object', properties: { text: { type: 'string', maxLength: 5000 } } },
      }),
      pointers: ['/tools/0/inputSchema/properties/order/items/properties/text/maxLength'],
      severity: 'off',
      hosts: ['llama-cpp'],
      severityInHosts: 'warning',
    },
    {
      title: 'deeper than anything reads',
      reason: 'depth',
      tool: tool(nested(MAX_DEPTH)),
      pointers: [`/tools/0/inputSchema/properties/order${'/properties/part'.repeat(MAX_DEPTH)}`],
      severity: 'warning',
    },
  ],
  good: [
    { title: 'as deep as Gemini takes', tool: tool(nested(4)), hosts: ['gemini-api'] },
    { title: 'a choice of some', tool: tool({ type: 'string', enum: ['a', 'b'] }) },
  ],
  *checkTool(given, context) {
    const document = given.inputSchema;
    if (document === undefined) return;
    if (document.tooDeep !== undefined) yield unread(document.tooDeep);
    if (!hasLimits(context)) return;
    const nodes = inputNodes(given);
    if (document.tooDeep === undefined) yield* depth(document, context);
    yield* bytes(document.root, context);
    yield* enums(nodes, context);
    yield* grammar(document, context);
  },
  *checkList({ tools }, context) {
    if (!hasLimits(context)) return;
    const sum = tools.reduce((total, tool) => total + sumOfMaxItems(tool), 0);
    yield* exceeding(
      { reason: 'max-items-sum', limit: 'sumMaxItems', at: ['tools'], actual: sum },
      context,
      (max) => `\`maxItems\` of ${formatCount(sum)} over all tools, more than ${max} together`,
    );
  },
};
