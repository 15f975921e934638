/** Where the weight of a tool lies. */
import { compactJson } from '../../json-text.ts';
import type { LintTool, Path, SchemaNode } from '../../model/lint.ts';
import { readSubtrees } from './subtrees.ts';

export interface Part {
  /** From the tool. */
  readonly at: Path;
  readonly text: string;
}

/**
 * The heaviest parts of what a model reads of a tool, none inside another: its description, and schemas of its input.
 * A schema is opened where most of it lies in one schema, or where it is most of the tool and most of it lies in
 * schemas.
 */
export function heaviestParts({ description = '', inputSchema }: LintTool, count: number): readonly Part[] {
  const { nodes = [], root = null } = inputSchema ?? {};
  const subtreeOf = readSubtrees(root);
  const bytesOf = ({ value }: SchemaNode): number => subtreeOf(value).bytes;
  const members = membersOf(nodes);
  const total = subtreeOf(root).bytes + Buffer.byteLength(description);
  const isOpened = (node: SchemaNode, inner: readonly SchemaNode[]): boolean => {
    const { sum, most } = inner.map(bytesOf).reduce(addUp, { sum: 0, most: 0 });
    return 2 * most >= bytesOf(node) || (2 * bytesOf(node) > total && 2 * sum >= bytesOf(node));
  };
  const closed: SchemaNode[] = [];
  const open = nodes.slice(0, 1);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const inner = members.get(node) ?? [];
    if (inner.length === 0 || !isOpened(node, inner)) closed.push(node);
    else for (const one of inner.toReversed()) open.push(one);
  }
  const parts = [
    { bytes: Buffer.byteLength(description), make: () => ({ at: ['description'], text: description }) },
    ...closed.map((node) => ({
      bytes: bytesOf(node),
      make: () => ({ at: node.at(), text: compactJson(node.value) }),
    })),
  ];
  return parts
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, count)
    .filter(({ bytes }) => bytes > 0)
    .map(({ make }) => make());
}

function addUp({ sum, most }: { sum: number; most: number }, bytes: number): { sum: number; most: number } {
  return { sum: sum + bytes, most: Math.max(most, bytes) };
}

function membersOf(nodes: readonly SchemaNode[]): ReadonlyMap<SchemaNode, readonly SchemaNode[]> {
  const members = new Map<SchemaNode, SchemaNode[]>();
  for (const node of nodes) {
    if (node.parent === undefined) continue;
    const known = members.get(node.parent);
    if (known === undefined) members.set(node.parent, [node]);
    else known.push(node);
  }
  return members;
}
