/** Forms of older drafts and slips that schemas are known for. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { Path, SchemaDocument, SchemaNode } from '../../model/lint.ts';
import { own } from './schema-nodes.ts';
import { nameSchema, quote } from './words.ts';

export const BOUNDS = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' } as const;

export type FormReason =
  | 'tuple-items'
  | 'draft04-exclusive'
  | 'required-boolean'
  | 'type-name'
  | 'properties-not-map';

export interface Form {
  readonly reason: FormReason;
  readonly node: SchemaNode;
  /** From the schema: the keyword, or the member of its list. */
  readonly key: Path;
  readonly what: string;
  readonly suggestion?: string | undefined;
}

/** Every such form of a schema. */
export function formsIn({ nodes }: SchemaDocument): readonly Form[] {
  return nodes.filter(({ value }) => isJsonObject(value)).flatMap(formsOf);
}

function formsOf(node: SchemaNode): readonly Form[] {
  const found: Form[] = [];
  const where = nameSchema(node.at());
  const tell = (reason: FormReason, key: Path, what: string): void => {
    found.push({ reason, node, key, what: `${what} at ${where}` });
  };
  if (Array.isArray(own(node, 'items'))) tell('tuple-items', ['items'], 'a list of schemas as `items`');
  for (const key of Object.keys(BOUNDS))
    if (typeof own(node, key) === 'boolean') tell('draft04-exclusive', [key], `\`${key}\` that is a boolean`);
  if (typeof own(node, 'required') === 'boolean')
    tell('required-boolean', ['required'], '`required` that is a boolean');
  const properties = own(node, 'properties');
  if (properties !== undefined && !isJsonObject(properties))
    tell('properties-not-map', ['properties'], '`properties` that is no object');
  return [...found, ...typesOf(node, where)];
}

const TYPES: ReadonlySet<JsonValue> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/** What languages and other formats call them. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  date: 'string',
  datetime: 'string',
  uuid: 'string',
  file: 'string',
  enum: 'string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  record: 'object',
  list: 'array',
  tuple: 'array',
  set: 'array',
  none: 'null',
};

function typesOf(node: SchemaNode, where: string): readonly Form[] {
  const type = own(node, 'type');
  if (type === undefined) return [];
  const given: readonly JsonValue[] = Array.isArray(type) ? type : [type];
  return given.flatMap((one, index): readonly Form[] => {
    if (TYPES.has(one)) return [];
    const text = typeof one === 'string' ? one : (JSON.stringify(one) ?? '');
    const key = Array.isArray(type) ? ['type', index] : ['type'];
    const what = `the type ${quote(text)} at ${where}`;
    return [{ reason: 'type-name', node, key, what, suggestion: instead(text.toLowerCase()) }];
  });
}

function instead(type: string): string | undefined {
  if (type === 'any') return 'Leave `type` out: a schema without it takes any value.';
  const known = Object.hasOwn(ALSO_CALLED, type) ? ALSO_CALLED[type] : undefined;
  const name = TYPES.has(type) ? type : known;
  return name === undefined ? undefined : `Write \`${name}\`.`;
}
