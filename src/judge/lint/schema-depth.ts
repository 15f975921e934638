/** How deep objects and arrays stand in one another, also through `$ref`s. Without recursion, each schema once. */
import type { JsonValue } from '../../json.ts';
import type { SchemaDocument, SchemaNode } from '../../model/lint.ts';
import { isOfType } from './schema-nodes.ts';

/** What is in there counts where a `$ref` leads to it. */
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions', '$ref']);

export interface Deepest {
  /** Objects and arrays on the way to it, itself included, the root not. */
  readonly levels: number;
  readonly node: SchemaNode;
}

/** Find the deepest object or array; undefined where there is none below the root. A circle ends where it begins. */
export function findDeepest({ nodes, refs }: SchemaDocument): Deepest | undefined {
  const below = membersOf(nodes, refs);
  const found = new Map<SchemaNode, Deepest>();
  const open = new Set<SchemaNode>();
  const [root] = nodes;
  const stack = root === undefined ? [] : [root];
  for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
    const next = below.get(node) ?? [];
    if (found.has(node)) stack.pop();
    else if (open.has(node)) {
      found.set(node, deepestOf(node, next, found));
      open.delete(node);
      stack.pop();
    } else {
      open.add(node);
      stack.push(...next.filter((one) => !found.has(one) && !open.has(one)));
    }
  }
  const deepest = root === undefined ? undefined : found.get(root);
  const own = root !== undefined && isContainer(root) ? 1 : 0;
  return deepest === undefined || deepest.node === root || deepest.levels === own
    ? undefined
    : { ...deepest, levels: deepest.levels - own };
}

/** Schemas that so many objects and arrays stand above, themselves included, the root not; on one way to them at least. */
export function nodesUnder(
  { nodes, refs }: Pick<SchemaDocument, 'nodes' | 'refs'>,
  levels: number,
): readonly SchemaNode[] {
  const below = membersOf(nodes, refs);
  const open = nodes.slice(0, 1);
  const reached = new Map(open.map((root) => [root, 0]));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const one of below.get(node) ?? []) {
      // Never more than what is asked for, so that each is looked at again so often at most, also in a circle.
      const own = Math.min(levels, (reached.get(node) ?? 0) + (isContainer(one) ? 1 : 0));
      if (own <= (reached.get(one) ?? -1)) continue;
      reached.set(one, own);
      open.push(one);
    }
  }
  return nodes.filter((node) => reached.get(node) === levels);
}

/** Schemas right below each one, and those that it refers to. */
function membersOf(
  nodes: SchemaDocument['nodes'],
  refs: SchemaDocument['refs'],
): ReadonlyMap<SchemaNode, readonly SchemaNode[]> {
  const members = new Map<SchemaNode, SchemaNode[]>();
  const add = (above: SchemaNode, node: SchemaNode): void => {
    const known = members.get(above);
    if (known === undefined) members.set(above, [node]);
    else known.push(node);
  };
  for (const node of nodes)
    if (node.parent !== undefined && !DEFINITIONS.has(node.keyword)) add(node.parent, node);
  const byValue = new Map<JsonValue, SchemaNode>(
    refs.length === 0 ? [] : nodes.map((node) => [node.value, node]),
  );
  for (const { node, target } of refs) {
    const to = target.kind === 'found' ? byValue.get(target.value) : undefined;
    if (to !== undefined) add(node, to);
  }
  return members;
}

function deepestOf(
  node: SchemaNode,
  below: readonly SchemaNode[],
  found: ReadonlyMap<SchemaNode, Deepest>,
): Deepest {
  const own = isContainer(node) ? 1 : 0;
  let deepest: Deepest = { levels: 0, node };
  for (const one of below) {
    const candidate = found.get(one);
    if (candidate !== undefined && candidate.levels > deepest.levels) deepest = candidate;
  }
  return { levels: deepest.levels + own, node: deepest.node };
}

function isContainer(node: SchemaNode): boolean {
  return isOfType(node, 'object') || isOfType(node, 'array');
}
