/** A schema with its `$ref`s replaced by what they lead to, where that is possible and stays small. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { compactJson } from '../../json-text.ts';
import type { SchemaDocument, SchemaRef } from '../../model/lint.ts';
import { own } from './schema-nodes.ts';

/** A definition that is used often multiplies: this often at most the schema's own length. */
const MOST_GROWTH = 4;
const FREE_CHARS = 2_000;
/** Levels of the result. */
const MOST_LEVELS = 200;

/** Keywords that say nothing of what is valid: beside a `$ref` they go before the target's own. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
]);
/** Beside a `$ref` at the root. */
const OF_THE_ROOT: ReadonlySet<string> = new Set(['$schema', '$comment', '$defs', 'definitions']);
/** What names a schema, which must not stand there twice, and what refers to it in another way. */
const NAMES = ['$id', 'id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$recursiveAnchor'];

export interface InlinedSchema {
  readonly schema: JsonValue;
  /** Nothing is lost: no text that stood beside a reference hides one of the definition, nothing else names them. */
  readonly isWhole: boolean;
}

/** Write definitions out where they are used; undefined where one is circular, missing, has company, or is too large. */
export function inlineRefs({ root, refs, nodes, tooDeep }: SchemaDocument): InlinedSchema | undefined {
  if (refs.length === 0 || tooDeep !== undefined || !refs.every((ref) => isFitting(ref, root)))
    return undefined;
  if (nodes.some((node) => node.value !== root && NAMES.some((name) => own(node, name) !== undefined)))
    return undefined;
  const targets = new Map(
    refs.flatMap(({ node, target }) =>
      target.kind === 'found' ? [[node.value, target.value] as const] : [],
    ),
  );
  const schema = expand(root, targets);
  if (schema === undefined) return undefined;
  const isHiding = ([value, target]: readonly [JsonValue, JsonValue]): boolean =>
    isJsonObject(value) &&
    Object.keys(value).some((key) => key !== '$ref' && own({ value: target }, key) !== undefined);
  const isNamed = nodes.some((node) => own(node, 'discriminator') !== undefined);
  return { schema, isWhole: !isNamed && ![...targets].some(isHiding) };
}

function isFitting({ node: { value }, target, isRecursive }: SchemaRef, root: JsonValue): boolean {
  if (target.kind !== 'found' || isRecursive || !isJsonObject(target.value) || !isJsonObject(value))
    return false;
  return Object.keys(value).every((key) => ANNOTATIONS.has(key) || (value === root && OF_THE_ROOT.has(key)));
}

interface Expansion {
  readonly root: JsonValue;
  readonly targets: ReadonlyMap<JsonValue, JsonValue>;
  /** Characters that may still be written. */
  left: number;
}

function expand(root: JsonValue, targets: Expansion['targets']): JsonValue | undefined {
  const run: Expansion = { root, targets, left: MOST_GROWTH * compactJson(root).length + FREE_CHARS };
  const copy = copyOf(run, root, 0);
  return run.left < 0 ? undefined : copy;
}

/** Recursive, within `MOST_LEVELS`. */
function copyOf(run: Expansion, value: JsonValue, level: number): JsonValue {
  run.left -= typeof value === 'string' ? value.length + 2 : 1;
  if (level > MOST_LEVELS) run.left = -1;
  if (run.left < 0 || typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => copyOf(run, item, level + 1));
  const target = run.targets.get(value);
  const beside = copyMembers(run, value, level);
  if (target === undefined) return beside;
  const definition = copyOf(run, target, level + 1);
  return isJsonObject(definition) ? { ...definition, ...beside } : definition;
}

function copyMembers(run: Expansion, value: JsonObject, level: number): JsonObject {
  const isLeftOut = (key: string): boolean =>
    (key === '$ref' && run.targets.has(value)) ||
    (value === run.root && (key === '$defs' || key === 'definitions'));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isLeftOut(key))
      .map(([key, member]) => {
        run.left -= key.length + 4;
        return [key, copyOf(run, member, level + 1)];
      }),
  );
}
