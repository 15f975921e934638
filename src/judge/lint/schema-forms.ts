/** Forms of older drafts and slips that schemas are known for, each with its repair. */
import { isJsonObject } from '../../json.ts';
import type { Path, SchemaDocument, SchemaNode } from '../../model/lint.ts';
import type { PatchStep } from '../../model/patch.ts';
import { toPointer } from './patch.ts';
import { own } from './schema-nodes.ts';
import { nameSchema, quote } from './words.ts';

const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);
const BOUNDS = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' } as const;

export interface Form {
  readonly reason: string;
  readonly at: Path;
  readonly what: string;
  readonly patch?: readonly PatchStep[] | undefined;
}

/** Every such form of a schema. */
export function* formsIn({ nodes }: SchemaDocument): Iterable<Form> {
  for (const node of nodes) {
    if (!isJsonObject(node.value)) continue;
    const where = nameSchema(node.at());
    const items = own(node, 'items');
    if (Array.isArray(items))
      yield {
        reason: 'tuple-items',
        at: node.at('items'),
        what: `a list of schemas as \`items\` at ${where}`,
        patch: tuplePatch(node),
      };
    for (const [key, bound] of Object.entries(BOUNDS)) {
      if (typeof own(node, key) !== 'boolean') continue;
      yield {
        reason: 'draft04-exclusive',
        at: node.at(key),
        what: `${quote(key)} that is a boolean at ${where}`,
        patch: boundPatch(node, key, bound),
      };
    }
    if (typeof own(node, 'required') === 'boolean')
      yield {
        reason: 'required-boolean',
        at: node.at('required'),
        what: `\`required\` that is a boolean at ${where}`,
        patch: requiredPatch(node),
      };
    const type = own(node, 'type');
    const types: readonly unknown[] = Array.isArray(type) ? type : [type];
    const odd = types.find((one): one is string => typeof one === 'string' && !TYPES.has(one));
    if (odd !== undefined)
      yield { reason: 'type-name', at: node.at('type'), what: `the type ${quote(odd)} at ${where}` };
    const properties = own(node, 'properties');
    if (properties !== undefined && !isJsonObject(properties))
      yield {
        reason: 'properties-not-map',
        at: node.at('properties'),
        what: `\`properties\` that is no object at ${where}`,
      };
  }
}

function tuplePatch(node: SchemaNode): readonly PatchStep[] {
  const [items, rest] = [own(node, 'items') ?? [], own(node, 'additionalItems')];
  const prefix: PatchStep = { op: 'add', path: toPointer(node.at('prefixItems')), value: items };
  return rest === undefined
    ? [prefix, { op: 'remove', path: toPointer(node.at('items')) }]
    : [
        prefix,
        { op: 'replace', path: toPointer(node.at('items')), value: rest },
        { op: 'remove', path: toPointer(node.at('additionalItems')) },
      ];
}

function boundPatch(node: SchemaNode, key: string, bound: string): readonly PatchStep[] {
  const value = own(node, bound);
  const path = toPointer(node.at(key));
  // Without the bound it says nothing, and `false` says so itself.
  if (own(node, key) !== true || typeof value !== 'number') return [{ op: 'remove', path }];
  return [
    { op: 'replace', path, value },
    { op: 'remove', path: toPointer(node.at(bound)) },
  ];
}

function requiredPatch(node: SchemaNode): readonly PatchStep[] | undefined {
  const { parent, keyword, key } = node;
  const drop: PatchStep = { op: 'remove', path: toPointer(node.at('required')) };
  if (own(node, 'required') === false) return [drop];
  if (parent === undefined || keyword !== 'properties' || key === undefined) return undefined;
  const before = own(parent, 'required');
  if (before !== undefined && !Array.isArray(before)) return undefined;
  const names = [...(before ?? []), String(key)];
  return [
    drop,
    { op: before === undefined ? 'add' : 'replace', path: toPointer(parent.at('required')), value: names },
  ];
}
