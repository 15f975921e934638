/** What schemas are called by their own text: addresses (`$id`), and anchors inside of what has one. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { SchemaNode } from '../../model/lint.ts';

export interface SchemaNames {
  /** The nearest schema, from this one up, that has an address of its own; else the root. */
  readonly baseOf: (node: SchemaNode) => SchemaNode;
  /** The schema of that address, as a `$ref` in a base names it. */
  readonly findAddress: (uri: string, base: SchemaNode) => SchemaNode | undefined;
  readonly findAnchor: (name: string, base: SchemaNode) => SchemaNode | undefined;
}

/** Where a schema without an address is, so that relative ones can be resolved; nothing is fetched. */
const NOWHERE = 'schema:/';

/** Index a walk. A node stands behind its parent in it. */
export function nameSchemas(nodes: readonly SchemaNode[], root: SchemaNode): SchemaNames {
  const bases = new Map<SchemaNode, SchemaNode>();
  const addresses = new Map<SchemaNode, string>([[root, NOWHERE]]);
  const byAddress = new Map<string, SchemaNode>();
  const anchors = new Map<string, SchemaNode>();
  const addressOf = (base: SchemaNode): string => addresses.get(base) ?? NOWHERE;
  const baseOf = (node: SchemaNode): SchemaNode => {
    for (let at: SchemaNode | undefined = node; at !== undefined; at = at.parent) {
      const known = bases.get(at);
      if (known !== undefined) return known;
    }
    return root;
  };
  const idKeys = isBeforeDraft06(root) ? ['id'] : ['$id'];
  for (const node of nodes) {
    const outer = node.parent === undefined ? root : baseOf(node.parent);
    const ids = idKeys.flatMap((key) => textOf(node.value, key) ?? []);
    const id = ids.find((one) => one !== '' && !one.startsWith('#'));
    if (id !== undefined) {
      const address = absolute(id, addressOf(outer));
      addresses.set(node, address);
      if (!byAddress.has(address)) byAddress.set(address, node);
    }
    const base = id === undefined ? outer : node;
    bases.set(node, base);
    // Up to draft-07 an anchor is an id that is a fragment.
    const fragments = ids.flatMap((one) => (one.startsWith('#') ? [one.slice(1)] : []));
    for (const name of [...fragments, ...ANCHORS.flatMap((key) => textOf(node.value, key) ?? [])])
      anchors.set(`${addressOf(base)}#${name}`, node);
  }
  return {
    baseOf,
    findAddress: (uri, base) => byAddress.get(absolute(uri, addressOf(base))),
    findAnchor: (name, base) => anchors.get(`${addressOf(base)}#${name}`),
  };
}

/** What was called `id` there is nobody's keyword later. */
function isBeforeDraft06({ value }: SchemaNode): boolean {
  return /\/draft-0[34]\//.test(textOf(value, '$schema') ?? '');
}

const ANCHORS = ['$anchor', '$dynamicAnchor'];

function absolute(uri: string, base: string): string {
  const text = uri.replace(/#$/, '');
  return URL.canParse(text, base) ? new URL(text, base).href : text;
}

/** A keyword's value, where it is a string. */
export function textOf(value: JsonValue, key: string): string | undefined {
  const text = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}
