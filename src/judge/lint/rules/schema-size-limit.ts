import type { JsonObject, JsonValue } from '../../../json.ts';
import { compactBytes, compactJson } from '../../../json-text.ts';
import type { LintContext, LintRule, LintTool, Path, Place, SchemaNode } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { overLimit } from '../limits-in-hosts.ts';
import { MAX_DEPTH } from '../schema-document.ts';
import { inputNodes, isOfType, own, type ObjectNode } from '../schema-nodes.ts';
import { nameSchema } from '../words.ts';

const RULE = 'schema-size-limit';

const tool = (argument: JsonObject) => ({
  name: 'add_order',
  description: 'Add an order.',
  inputSchema: { type: 'object', properties: { order: argument } },
});
/** So many objects, one in another. */
const nested = (levels: number): JsonObject =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { part: nested(levels - 1) } };

export const schemaSizeLimit: LintRule = {
  id: RULE,
  group: 'schemas',
  severity: 'off',
  summary: 'A schema is larger or deeper than a chosen host takes.',
  why: 'Limits of schemas are hardly documented: the numbers are reports of others, and a warning at most. What is too deep or too large is refused, or made smaller in ways that lose what it says.',
  reasons: {
    depth: {
      summary: 'Objects and arrays stand in one another more often than the host takes.',
      suggestion: 'Make the arguments flatter, or take the deep part as text in JSON.',
      concerns: 'hosts',
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
    unread: {
      severity: 'warning',
      summary: `Schemas stand in one another more than ${MAX_DEPTH} times: what is below was not looked at.`,
      suggestion: 'Make the schema flatter: no model reads it to its end.',
      concerns: 'everyone',
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
      reason: 'unread',
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
    if (document?.tooDeep !== undefined) {
      yield {
        reason: 'unread',
        at: document.tooDeep.at(),
        what: `a schema that is more than ${MAX_DEPTH} levels deep`,
      };
    }
    if (document === undefined || !hasLimits(context)) return;
    const nodes = inputNodes(given);
    yield* depth(nodes, context);
    yield* bytes(document.root, context);
    yield* enums(nodes, context);
    yield* grammar(nodes, context);
  },
  *checkList({ tools }, context) {
    if (!hasLimits(context)) return;
    const sum = tools.reduce((total, tool) => total + sumOfMaxItems(tool), 0);
    yield* exceeding(
      { reason: 'max-items-sum', limit: 'sumMaxItems', at: ['tools'], actual: sum },
      context,
      (max) => `\`maxItems\` of ${formatCount(sum)} over all tools, more than ${max}`,
    );
  },
};

function hasLimits({ hosts }: LintContext): boolean {
  return hosts.some(({ schema }) => schema.limits !== undefined);
}

interface Exceeding {
  readonly reason: string;
  readonly limit: string;
  readonly at: Path;
  readonly actual: number;
}

function exceeding(
  { reason, limit, at, actual }: Exceeding,
  { hosts }: LintContext,
  what: (max: string, limit: number) => string,
): readonly Place[] {
  const over = overLimit(hosts, { rule: RULE, reason, limit }, actual);
  const lowest = Math.min(...over.map((one) => one.limit ?? Infinity));
  if (over.length === 0) return [];
  return [{ reason, at, what: what(formatCount(lowest), lowest), hosts: over, actual, limit: lowest }];
}

/** Objects and arrays above a schema and itself; the root is none of them. */
function levelsOf(nodes: readonly SchemaNode[]): ReadonlyMap<SchemaNode, number> {
  const levels = new Map<SchemaNode, number>();
  for (const node of nodes) {
    const above = node.parent === undefined ? -1 : (levels.get(node.parent) ?? 0);
    levels.set(node, above + (node.parent === undefined || isContainer(node) ? 1 : 0));
  }
  return levels;
}

function isContainer(node: SchemaNode): boolean {
  return isOfType(node, 'object') || isOfType(node, 'array');
}

function depth(nodes: readonly ObjectNode[], context: LintContext): readonly Place[] {
  const levels = levelsOf(nodes);
  let deepest: ObjectNode | undefined;
  for (const node of nodes)
    if (
      isContainer(node) &&
      (levels.get(node) ?? 0) > (deepest === undefined ? 0 : (levels.get(deepest) ?? 0))
    )
      deepest = node;
  if (deepest === undefined) return [];
  const actual = levels.get(deepest) ?? 0;
  return exceeding(
    { reason: 'depth', limit: 'maxDepth', at: deepest.at(), actual },
    context,
    (max) => `${actual} objects and arrays in one another, more than ${max}`,
  );
}

function bytes(root: JsonValue, context: LintContext): readonly Place[] {
  const actual = compactBytes(root);
  return exceeding(
    { reason: 'bytes', limit: 'maxSchemaBytes', at: ['inputSchema'], actual },
    context,
    (max) => `an input schema of ${formatCount(actual)} bytes, more than ${max}`,
  ).map((place) => ({
    ...place,
    unit: 'bytes',
    tokensSaved: context.countTokens(Buffer.from(compactJson(root)).toString('utf8', place.limit)),
  }));
}

function enums(nodes: readonly ObjectNode[], context: LintContext): readonly Place[] {
  const lengthOf = (node: ObjectNode): number => {
    const members = own(node, 'enum');
    return Array.isArray(members) ? members.length : 0;
  };
  const largest = nodes.reduce<ObjectNode | undefined>(
    (before, node) => (lengthOf(node) > (before === undefined ? 0 : lengthOf(before)) ? node : before),
    undefined,
  );
  if (largest === undefined) return [];
  const actual = lengthOf(largest);
  return exceeding(
    { reason: 'enum', limit: 'maxEnumValues', at: largest.at('enum'), actual },
    context,
    (max) =>
      `${formatCount(actual)} members of the \`enum\` at ${nameSchema(largest.at())}, more than ${max}`,
  );
}

function grammar(nodes: readonly ObjectNode[], context: LintContext): readonly Place[] {
  const levels = levelsOf(nodes);
  const lengthOf = (node: ObjectNode): number => {
    const length = own(node, 'maxLength');
    return typeof length === 'number' ? length : 0;
  };
  const longest = nodes
    .filter((node) => (levels.get(node) ?? 0) >= 2)
    .reduce<ObjectNode | undefined>(
      (before, node) => (lengthOf(node) > (before === undefined ? 0 : lengthOf(before)) ? node : before),
      undefined,
    );
  if (longest === undefined) return [];
  const actual = lengthOf(longest);
  return exceeding(
    { reason: 'grammar', limit: 'maxLength', at: longest.at('maxLength'), actual },
    context,
    (max) => `a \`maxLength\` of ${formatCount(actual)} below several levels, more than ${max}`,
  );
}

function sumOfMaxItems(tool: LintTool): number {
  return inputNodes(tool).reduce((sum, node) => {
    const most = own(node, 'maxItems');
    return typeof most === 'number' && most > 0 ? sum + most : sum;
  }, 0);
}
