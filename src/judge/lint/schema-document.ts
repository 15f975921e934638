/** A schema walked once for all rules: schemas only, each in its place; what is data is never entered. Linear. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { Path, SchemaDocument, SchemaNode } from '../../model/lint.ts';
import { schemaKeywords } from '../../tokens/schema-keywords.ts';
import { resolveRefs } from './schema-refs.ts';

/** Levels of schemas that are walked; deeper ones a host would not read either. */
export const MAX_DEPTH = 200;

/** Walk a schema of a tool. Follows local `$ref`s to where they lead, once. */
export function readSchema(root: JsonValue, field: SchemaDocument['field']): SchemaDocument {
  const nodes: SchemaNode[] = [];
  const seen = new Set<JsonValue>();
  let tooDeep: SchemaNode | undefined;
  const walk = (start: SchemaNode): void => {
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.depth > MAX_DEPTH) {
        tooDeep ??= node;
        continue;
      }
      // Below a target there may be an earlier one.
      if (start !== rootNode && seen.has(node.value)) continue;
      if (isJsonObject(node.value)) seen.add(node.value);
      nodes.push(node);
      // Taken from the end, so that they come in the order of the text.
      for (const child of childrenOf(node).toReversed()) open.push(child);
    }
  };
  const rootNode = makeNode({ value: root, keyword: '', depth: 0, own: [field] });
  walk(rootNode);
  const refs = resolveRefs(nodes, (value, path) => {
    // A target that no keyword leads to is a schema all the same.
    if (!isJsonObject(value) || seen.has(value)) return;
    walk(makeNode({ value, parent: rootNode, keyword: '$ref', depth: 1, own: path }));
  });
  return { field, root, nodes, refs, tooDeep };
}

interface Making extends Omit<SchemaNode, 'at'> {
  /** From the parent, or from the tool where there is none. */
  readonly own: Path;
}

function makeNode({ own, ...node }: Making): SchemaNode {
  return {
    ...node,
    at: (...more) => [...(node.parent?.at() ?? []), ...own, ...more],
  };
}

function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  const { value } = node;
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([keyword, member]) => {
    const holds = schemaKeywords.get(keyword)?.holds;
    if (holds === undefined || holds === 'data') return [];
    const child = (own: JsonValue, key?: string | number): SchemaNode =>
      makeNode({
        value: own,
        parent: node,
        keyword,
        key,
        depth: node.depth + 1,
        own: key === undefined ? [keyword] : [keyword, key],
      });
    if (holds === 'schema')
      return Array.isArray(member)
        ? member.map((one: JsonValue, index) => child(one, index))
        : [child(member)];
    if (!isJsonObject(member)) return [];
    // In `dependencies` of older drafts a list of names stands beside schemas.
    return Object.entries(member).flatMap(([key, one]) => (Array.isArray(one) ? [] : [child(one, key)]));
  });
}
