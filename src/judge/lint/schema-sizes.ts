/** Sizes of schemas, held against what hosts take: the measures of `schema-size-limit`. */
import type { JsonValue } from '../../json.ts';
import { compactBytes, compactJson } from '../../json-text.ts';
import type { LintContext, LintTool, Path, Place, SchemaDocument, SchemaNode } from '../../model/lint.ts';
import { formatCount } from '../../numbers.ts';
import { overLimit } from './limits-in-hosts.ts';
import { findDeepest, nodesUnder } from './schema-depth.ts';
import { MAX_DEPTH } from './schema-document.ts';
import { inputNodes, own, type ObjectNode } from './schema-nodes.ts';
import { nameSchema } from './words.ts';

/** Tell whether any host states a limit of schemas. */
export function hasLimits({ hosts, isChosen }: LintContext): boolean {
  // Off where nobody has chosen a host: then nothing is walked for it.
  return hosts.some(({ kind, schema }) => schema.limits !== undefined && (isChosen || kind === 'reference'));
}

interface Exceeding {
  readonly reason: string;
  readonly limit: string;
  readonly at: Path;
  readonly actual: number;
}

/** Hold a measure against the hosts' limit. */
export function exceeding(
  { reason, limit, at, actual }: Exceeding,
  { hosts }: LintContext,
  what: (max: string, limit: number) => string,
): readonly Place[] {
  const over = overLimit(hosts, { rule: 'schema-size-limit', reason, limit }, actual);
  const lowest = Math.min(...over.map((one) => one.limit ?? Infinity));
  if (over.length === 0) return [];
  return [{ reason, at, what: what(formatCount(lowest), lowest), hosts: over, actual, limit: lowest }];
}

/** Where the walk ended. */
export function unread(node: SchemaNode): Place {
  const what = `schemas more than ${MAX_DEPTH} levels deep, below which nothing was looked at`;
  return { reason: 'depth', severity: 'warning', at: node.at(), what, hosts: [] };
}

/** Hold the deepest object or array against the hosts' limit. */
export function depth(document: SchemaDocument, context: LintContext): readonly Place[] {
  const deepest = findDeepest(document);
  if (deepest === undefined) return [];
  const { levels, node } = deepest;
  return exceeding(
    { reason: 'depth', limit: 'maxDepth', at: node.at(), actual: levels },
    context,
    (max) =>
      `${levels} objects and arrays in one another, the last at ${nameSchema(node.at())}, more than ${max}`,
  );
}

/** Hold the compact schema against the hosts' limit. */
export function bytes(root: JsonValue, context: LintContext): readonly Place[] {
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

/** Hold the longest `enum` against the hosts' limit. */
export function enums(nodes: readonly ObjectNode[], context: LintContext): readonly Place[] {
  const largest = largestOf(nodes, (node) => {
    const members = own(node, 'enum');
    return Array.isArray(members) ? members.length : 0;
  });
  if (largest === undefined) return [];
  const { node, size } = largest;
  return exceeding(
    { reason: 'enum', limit: 'maxEnumValues', at: node.at('enum'), actual: size },
    context,
    (max) => `${formatCount(size)} members of the \`enum\` at ${nameSchema(node.at())}, more than ${max}`,
  );
}

/** Hold the longest `maxLength` below two levels against the hosts' limit. */
export function grammar(document: SchemaDocument, context: LintContext): readonly Place[] {
  const longest = largestOf(nodesUnder(document, 2), (node) => Number(own(node, 'maxLength') ?? 0));
  if (longest === undefined) return [];
  const { node, size } = longest;
  return exceeding(
    { reason: 'grammar', limit: 'maxLength', at: node.at('maxLength'), actual: size },
    context,
    (max) =>
      `a \`maxLength\` of ${formatCount(size)} below several levels, at ${nameSchema(node.at())}, more than ${max}`,
  );
}

/** The first of those with the largest size; undefined where none has any. */
function largestOf<Node extends SchemaNode>(
  nodes: readonly Node[],
  sizeOf: (node: Node) => number,
): { readonly node: Node; readonly size: number } | undefined {
  let largest: { readonly node: Node; readonly size: number } | undefined;
  for (const node of nodes) {
    const size = sizeOf(node);
    if (size > (largest?.size ?? 0)) largest = { node, size };
  }
  return largest;
}

/** All `maxItems` of a tool together. */
export function sumOfMaxItems(tool: LintTool): number {
  return inputNodes(tool).reduce((sum, node) => {
    const most = own(node, 'maxItems');
    return typeof most === 'number' && most > 0 ? sum + most : sum;
  }, 0);
}
