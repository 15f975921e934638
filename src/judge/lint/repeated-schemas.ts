/** Schemas that stand in one input schema several times. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { compactBytes } from '../../json-text.ts';
import type { LintTool, SchemaNode } from '../../model/lint.ts';
import type { PatchStep } from '../../model/patch.ts';
import { toPointer } from './patch.ts';
import { inputNodes } from './schema-nodes.ts';
import { readSubtrees } from './subtrees.ts';

export interface Repeat {
  /** In the order of the text. */
  readonly nodes: readonly SchemaNode[];
  /** Of one of them. */
  readonly bytes: number;
}

/** The repeated schema of which all but one take the most room: never a part of one that repeats as often. */
export function largestRepeat(
  tool: LintTool,
  { minBytes, minCount }: { readonly minBytes: number; readonly minCount: number },
): Repeat | undefined {
  const root = tool.inputSchema?.root ?? null;
  // Most schemas are too small to hold as much.
  if (compactBytes(root) < minBytes * minCount) return undefined;
  const subtreeOf = readSubtrees(root);
  const groups = new Map<number, { readonly nodes: SchemaNode[]; readonly bytes: number }>();
  for (const node of inputNodes(tool)) {
    const { id, bytes } = subtreeOf(node.value);
    if (bytes < minBytes) continue;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { nodes: [node], bytes });
    else group.nodes.push(node);
  }
  const spare = ({ nodes, bytes }: Repeat): number => (nodes.length - 1) * bytes;
  return [...groups.values()]
    .filter(({ nodes }) => nodes.length >= Math.max(2, minCount))
    .reduce<Repeat | undefined>(
      (largest, one) => (largest === undefined || spare(one) > spare(largest) ? one : largest),
      undefined,
    );
}

/** Steps that leave one of them, as a definition that the others refer to. */
export function toDefinition(root: JsonObject, { nodes }: Repeat): readonly PatchStep[] {
  const isDefinition = ({ keyword, parent }: SchemaNode): boolean =>
    (keyword === '$defs' || keyword === 'definitions') && parent?.parent === undefined;
  const known = nodes.find(isDefinition);
  const container = known?.keyword ?? (Object.hasOwn(root, '$defs') ? '$defs' : oldContainer(root));
  const held = Object.hasOwn(root, container) ? root[container] : undefined;
  const names = isJsonObject(held) ? held : undefined;
  const name = known?.key ?? freeName(nodes[0], names ?? {});
  const reference: JsonValue = { $ref: `#${toPointer([container, name])}` };
  const replaced = nodes
    .filter((node) => node !== known)
    .map((node): PatchStep => ({ op: 'replace', path: toPointer(node.at()), value: reference }));
  if (known !== undefined) return replaced;
  const at = toPointer(['inputSchema', container]);
  const value = nodes[0]?.value ?? null;
  return names === undefined
    ? [...replaced, { op: 'add', path: at, value: { [name]: value } }]
    : [...replaced, { op: 'add', path: `${at}${toPointer([name])}`, value }];
}

function oldContainer(root: JsonObject): '$defs' | 'definitions' {
  return Object.hasOwn(root, 'definitions') ? 'definitions' : '$defs';
}

function freeName(node: SchemaNode | undefined, held: JsonObject): string {
  const base = String(node?.key ?? '').replaceAll(/\W+/g, '') || 'shared';
  let name = base;
  for (let number = 2; Object.hasOwn(held, name); number += 1) name = `${base}${number}`;
  return name;
}
