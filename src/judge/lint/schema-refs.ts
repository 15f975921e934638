/** Where the `$ref`s of a schema lead, by its own text alone: nothing is fetched. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import type { Path, RefTarget, SchemaNode, SchemaRef } from '../../model/lint.ts';

/**
 * Resolve every `$ref` of a walk. `onTarget` is told of each target, so that one outside of all schemas is walked too:
 * the nodes may grow meanwhile.
 */
export function resolveRefs(
  nodes: readonly SchemaNode[],
  onTarget: (value: JsonValue, path: Path) => void,
): readonly SchemaRef[] {
  const found: Omit<SchemaRef, 'isRecursive'>[] = [];
  let index: Identified | undefined;
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    const ref = node === undefined ? undefined : ownText(node.value, '$ref');
    if (node === undefined || ref === undefined) continue;
    index ??= identify(nodes);
    const target = resolve(ref, baseOf(node), index);
    if (target.kind === 'found') onTarget(target.value, target.path);
    found.push({ node, ref, target });
  }
  const groups = found.length === 0 ? new Map<JsonValue, number>() : cycles(nodes, found);
  return found.map((one) => ({ ...one, isRecursive: isCycle(one, groups) }));
}

/** Schemas by what their own text calls them. */
interface Identified {
  readonly root: SchemaNode | undefined;
  readonly ids: ReadonlyMap<string, SchemaNode>;
  readonly anchors: ReadonlyMap<string, SchemaNode>;
}

function identify(nodes: readonly SchemaNode[]): Identified {
  const ids = new Map<string, SchemaNode>();
  const anchors = new Map<string, SchemaNode>();
  for (const node of nodes) {
    const id = ownText(node.value, '$id') ?? ownText(node.value, 'id');
    // Up to draft-07 an anchor is an id that is a fragment.
    if (id?.startsWith('#')) anchors.set(id.slice(1), node);
    else if (id !== undefined) ids.set(id.replace(/#$/, ''), node);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = ownText(node.value, key);
      if (name !== undefined) anchors.set(name, node);
    }
  }
  return { root: nodes[0], ids, anchors };
}

/** The nearest schema above that has an id of its own, which fragments are resolved from; undefined: the root. */
function baseOf(node: SchemaNode): SchemaNode | undefined {
  for (let at: SchemaNode | undefined = node; at !== undefined; at = at.parent) {
    const id = ownText(at.value, '$id');
    if (id !== undefined && !id.startsWith('#')) return at;
  }
  return undefined;
}

function resolve(ref: string, base: SchemaNode | undefined, { root, ids, anchors }: Identified): RefTarget {
  const hash = ref.indexOf('#');
  const uri = hash === -1 ? ref : ref.slice(0, hash);
  const fragment = hash === -1 ? '' : ref.slice(hash + 1);
  const document = uri === '' ? (base ?? root) : ids.get(uri);
  if (document === undefined) return { kind: 'external' };
  if (fragment !== '' && !fragment.startsWith('/')) {
    const node = anchors.get(fragment);
    return node === undefined
      ? { kind: 'anchor' }
      : { kind: 'found', value: node.value, path: inSchema(node.at()) };
  }
  // Not every author escapes, so the text as it stands counts too.
  for (const text of new Set([decoded(fragment), fragment])) {
    if (text === undefined) continue;
    const keys = text
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = follow(document.value, keys);
    if (found !== undefined)
      return { kind: 'found', value: found.value, path: [...inSchema(document.at()), ...found.path] };
  }
  return { kind: 'dangling' };
}

/** Without the tool's own key in front. */
function inSchema(path: Path): Path {
  return path.slice(1);
}

function follow(root: JsonValue, keys: readonly string[]): { value: JsonValue; path: Path } | undefined {
  let value: JsonValue | undefined = root;
  const path: (string | number)[] = [];
  for (const key of keys) {
    if (Array.isArray(value)) {
      const index: number = /^\d+$/.test(key) ? Number(key) : -1;
      path.push(index);
      value = (value as readonly JsonValue[])[index];
    } else {
      path.push(key);
      value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
    if (value === undefined) return undefined;
  }
  return { value, path };
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function isCycle(
  { node, target }: Omit<SchemaRef, 'isRecursive'>,
  groups: ReadonlyMap<JsonValue, number>,
): boolean {
  if (target.kind !== 'found') return false;
  const group = groups.get(target.value);
  return target.value === node.value || (group !== undefined && group === groups.get(node.value));
}

/**
 * Number the schemas so that those which lead to one another have one number: strongly connected components after
 * Tarjan (1972), without recursion.
 */
function cycles(
  nodes: readonly SchemaNode[],
  refs: readonly Omit<SchemaRef, 'isRecursive'>[],
): ReadonlyMap<JsonValue, number> {
  const next = new Map<JsonValue, JsonValue[]>();
  const link = (from: JsonValue, to: JsonValue): void => {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  };
  for (const { parent, value } of nodes)
    if (parent !== undefined && isJsonObject(value)) link(parent.value, value);
  for (const { node, target } of refs) if (target.kind === 'found') link(node.value, target.value);
  return components(
    nodes.map(({ value }) => value).filter((value): value is JsonObject => isJsonObject(value)),
    (value) => next.get(value) ?? [],
  );
}

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

function ownText(value: JsonValue, key: string): string | undefined {
  const text = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}
