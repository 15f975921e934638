/** Arguments of a tool, at every level, and which of them have no description. */
import type { SchemaDocument, SchemaNode } from '../../model/lint.ts';
import { isJsonObject } from '../../json.ts';
import { own } from './schema-nodes.ts';

const UNIONS = new Set(['anyOf', 'oneOf', 'allOf']);
/** What is part of an argument. A condition only speaks of one, and a definition counts where something refers to it. */
const ENTERED = new Set(['properties', 'items', 'prefixItems', ...UNIONS]);

/** Count those that can be reached from the root, each once. */
export function countArguments(schema: SchemaDocument): {
  readonly all: number;
  readonly missing: readonly SchemaNode[];
} {
  const links = linksOf(schema);
  const named = reachable(schema, links).filter(
    (node) => node.keyword === 'properties' && isJsonObject(node.value) && !isOneValue(node),
  );
  return { all: named.length, missing: named.filter((node) => !isDescribed(node, links)) };
}

interface Links {
  readonly children: ReadonlyMap<SchemaNode, readonly SchemaNode[]>;
  /** What a node refers to. */
  readonly targets: ReadonlyMap<SchemaNode, SchemaNode>;
}

function linksOf({ nodes, refs }: SchemaDocument): Links {
  const byValue = new Map(nodes.map((node) => [node.value, node]));
  const children = new Map<SchemaNode, SchemaNode[]>();
  for (const node of nodes) {
    if (node.parent === undefined) continue;
    const siblings = children.get(node.parent) ?? [];
    siblings.push(node);
    children.set(node.parent, siblings);
  }
  const targets = new Map<SchemaNode, SchemaNode>();
  for (const { node, target } of refs) {
    const found =
      target.kind === 'found' && isJsonObject(target.value) ? byValue.get(target.value) : undefined;
    if (found !== undefined) targets.set(node, found);
  }
  return { children, targets };
}

function reachable({ nodes: [root] }: SchemaDocument, { children, targets }: Links): readonly SchemaNode[] {
  const found = new Set<SchemaNode>(root === undefined ? [] : [root]);
  // A set grows while it is gone through.
  for (const node of found) {
    for (const child of children.get(node) ?? []) if (ENTERED.has(child.keyword)) found.add(child);
    const target = targets.get(node);
    if (target !== undefined) found.add(target);
  }
  return [...found];
}

/** What can be one value only tells branches apart. */
function isOneValue(node: SchemaNode): boolean {
  const choices = own(node, 'enum');
  return own(node, 'const') !== undefined || (Array.isArray(choices) && choices.length === 1);
}

/** By a text of its own, of what it refers to, or of a branch: generators put it there where the value may be null. */
function isDescribed(node: SchemaNode, { children, targets }: Links): boolean {
  const branches = (children.get(node) ?? []).filter(({ keyword }) => UNIONS.has(keyword));
  return [node, ...branches].some((one) => {
    const target = targets.get(one);
    return hasText(one) || (target !== undefined && hasText(target));
  });
}

function hasText(node: SchemaNode): boolean {
  const text = own(node, 'description');
  return typeof text === 'string' && text.trim() !== '';
}
