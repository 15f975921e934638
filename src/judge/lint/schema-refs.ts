/** Where the `$ref`s of a schema lead, by its own text alone: nothing is fetched. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { Path, RefTarget, SchemaNode, SchemaRef } from '../../model/lint.ts';
import { fromPointer } from './patch.ts';
import { findCircles, type Resolved } from './ref-circles.ts';
import { nameSchemas, textOf, type SchemaNames } from './ref-bases.ts';

/**
 * Resolve every `$ref` of a walk. `onTarget` is told of each target, so that one outside of all schemas is walked too:
 * the nodes may grow meanwhile.
 */
export function resolveRefs(
  nodes: readonly SchemaNode[],
  onTarget: (value: JsonValue, path: Path) => void,
): readonly SchemaRef[] {
  const found: Resolved[] = [];
  let names: SchemaNames | undefined;
  for (let at = 0; at < nodes.length; at += 1) {
    const [root, node] = [nodes[0], nodes[at]];
    const ref = node === undefined ? undefined : textOf(node.value, '$ref');
    if (root === undefined || node === undefined || ref === undefined) continue;
    names ??= nameSchemas(nodes, root);
    const target = resolve(ref, node, names);
    if (target.kind === 'found') onTarget(target.value, target.path);
    found.push({ node, ref, target });
  }
  const isCircular = findCircles(nodes, found);
  return found.map((one) => ({ ...one, isRecursive: isCircular(one) }));
}

function resolve(ref: string, node: SchemaNode, names: SchemaNames): RefTarget {
  const base = names.baseOf(node);
  const target = resolveFrom(ref, base, names);
  if (target.kind === 'found' || base !== node || node.parent === undefined) return target;
  // Up to draft-07 an address beside a `$ref` is ignored, as everything else is.
  const outer = resolveFrom(ref, names.baseOf(node.parent), names);
  return outer.kind === 'found' ? outer : target;
}

function resolveFrom(ref: string, base: SchemaNode, { findAddress, findAnchor }: SchemaNames): RefTarget {
  const hash = ref.indexOf('#');
  const uri = hash === -1 ? ref : ref.slice(0, hash);
  const fragment = hash === -1 ? '' : ref.slice(hash + 1);
  const document = uri === '' ? base : findAddress(uri, base);
  if (document === undefined) return { kind: 'external' };
  if (fragment !== '' && !fragment.startsWith('/')) {
    const node = findAnchor(decoded(fragment) ?? fragment, document);
    return node === undefined
      ? { kind: 'anchor' }
      : { kind: 'found', value: node.value, path: inSchema(node.at()) };
  }
  // Not every author escapes, so the text as it stands counts too.
  for (const text of new Set([decoded(fragment), fragment])) {
    const found = text === undefined ? undefined : follow(document.value, fromPointer(text));
    if (found !== undefined && isSchema(found.value))
      return { kind: 'found', value: found.value, path: [...inSchema(document.at()), ...found.path] };
  }
  return { kind: 'dangling' };
}

function isSchema(value: JsonValue): boolean {
  return isJsonObject(value) || typeof value === 'boolean';
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
