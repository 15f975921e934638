/** A schema with its `$ref`s replaced by what they lead to, where that is possible and stays small. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import type { SchemaDocument, SchemaRef } from '../../model/lint.ts';

/** Schemas in the result; a definition that is used often multiplies. */
const MOST_SCHEMAS = 5_000;

/** Keywords that say nothing of what is valid: beside a `$ref` they go before the target's own. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
]);

/** Give the schema without references and definitions; undefined where one leads nowhere, in a circle, or has company. */
export function inlineRefs({ root, refs }: SchemaDocument): JsonValue | undefined {
  const isFitting = ({ node, target, isRecursive }: SchemaRef): boolean =>
    target.kind === 'found' &&
    isJsonObject(target.value) &&
    !isRecursive &&
    isJsonObject(node.value) &&
    Object.keys(node.value).every((key) => ANNOTATIONS.has(key));
  if (refs.length === 0 || !refs.every(isFitting)) return undefined;
  const targets = new Map(
    refs.map(({ node, target }) => [node.value, target.kind === 'found' ? target.value : null]),
  );
  let left = MOST_SCHEMAS;
  const copy = (value: JsonValue, isRoot: boolean): JsonValue => {
    left -= 1;
    if (left < 0 || typeof value !== 'object' || value === null) return value;
    if (!isJsonObject(value)) return value.map((item) => copy(item, false));
    const target = targets.get(value);
    const source: JsonObject = isJsonObject(target) ? merge(copyObject(target, copy, false), value) : value;
    return isJsonObject(target) ? source : copyObject(source, copy, isRoot);
  };
  const inlined = copy(root, true);
  return left < 0 ? undefined : inlined;
}

function copyObject(
  value: JsonObject,
  copy: (value: JsonValue, isRoot: boolean) => JsonValue,
  isRoot: boolean,
): JsonObject {
  const kept = Object.entries(value).filter(([key]) => !isRoot || (key !== '$defs' && key !== 'definitions'));
  return Object.fromEntries(kept.map(([key, member]) => [key, copy(member, false)]));
}

function merge(target: JsonObject, beside: JsonObject): JsonObject {
  const own = Object.entries(beside).filter(([key]) => key !== '$ref');
  return { ...target, ...Object.fromEntries(own) };
}
