/** References that come back to themselves. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { SchemaNode, SchemaRef } from '../../model/lint.ts';

export type Resolved = Omit<SchemaRef, 'isRecursive'>;

/**
 * Tell the references that lead back to themselves: their two ends are in one strongly connected component, found
 * after Tarjan (1972) without recursion.
 */
export function findCircles(
  nodes: readonly SchemaNode[],
  refs: readonly Resolved[],
): (ref: Resolved) => boolean {
  if (refs.length === 0) return () => false;
  const next = new Map<JsonValue, JsonValue[]>();
  const link = (from: JsonValue, to: JsonValue): void => {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  };
  for (const { parent, keyword, value } of nodes)
    // A definition is used by what refers to it, not by what it is written in.
    if (parent !== undefined && !DEFINITIONS.has(keyword) && isJsonObject(value)) link(parent.value, value);
  for (const { node, target } of refs)
    if (target.kind === 'found' && isJsonObject(target.value)) link(node.value, target.value);
  const groups = components(
    nodes.map(({ value }) => value).filter((value) => isJsonObject(value)),
    (value) => next.get(value) ?? [],
  );
  return ({ node, target }) =>
    target.kind === 'found' &&
    isJsonObject(target.value) &&
    groups.get(target.value) === groups.get(node.value);
}

const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions', '$ref']);

function components(
  roots: readonly JsonValue[],
  nextOf: (value: JsonValue) => readonly JsonValue[],
): ReadonlyMap<JsonValue, number> {
  const order = new Map<JsonValue, number>();
  const low = new Map<JsonValue, number>();
  const groups = new Map<JsonValue, number>();
  const waiting: JsonValue[] = [];
  for (const root of roots) {
    if (order.has(root)) continue;
    const way: { readonly value: JsonValue; readonly next: readonly JsonValue[]; at: number }[] = [];
    const enter = (value: JsonValue): void => {
      order.set(value, order.size);
      low.set(value, order.size - 1);
      waiting.push(value);
      way.push({ value, next: nextOf(value), at: 0 });
    };
    enter(root);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const to = top.next[top.at];
      top.at += 1;
      if (to === undefined) {
        way.pop();
        const own = low.get(top.value) ?? 0;
        const above = way.at(-1);
        if (above !== undefined) low.set(above.value, Math.min(low.get(above.value) ?? own, own));
        if (own === order.get(top.value)) settle(top.value, waiting, groups);
      } else if (!order.has(to)) enter(to);
      else if (!groups.has(to)) low.set(top.value, Math.min(low.get(top.value) ?? 0, order.get(to) ?? 0));
    }
  }
  return groups;
}

function settle(root: JsonValue, waiting: JsonValue[], groups: Map<JsonValue, number>): void {
  const number = groups.size;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    groups.set(value, number);
    if (value === root) return;
  }
}
