import type { Repair } from '../model/measurement.ts';
import { collectReferences, hasAnchor, type Reference } from './references.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { mapInputSchemas, omitKeys } from './schemas.ts';

/** Leave out the definitions at a schema's root that nothing reaches. Where a reference is unclear, all stay. */
export const unusedDefs: Repair = {
  id: 'unused-defs',
  lossless: true,
  describe: 'unused $defs',
  part: '$defs',
  apply: (tools) => mapInputSchemas(tools, pruneDefinitions),
};

/** Definitions by container and name, as `$defs/name`; the container's name holds no slash. */
type Definitions = ReadonlyMap<string, JsonValue>;

function pruneDefinitions(schema: JsonObject): JsonObject {
  const definitions = listDefinitions(schema);
  if (definitions.size === 0) return schema;
  const root = omitKeys(schema, (key) => isContainer(key, schema[key]));
  const reached = reachDefinitions(root, definitions);
  if (reached === undefined || reached.size === definitions.size) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
      if (!isContainer(key, value)) return [[key, value]];
      const kept = omitKeys(value, (name) => !reached.has(`${key}/${name}`));
      return Object.keys(kept).length === 0 ? [] : [[key, kept]];
    }),
  );
}

function isContainer(key: string, value: JsonValue | undefined): value is JsonObject {
  return (key === '$defs' || key === 'definitions') && isJsonObject(value);
}

function listDefinitions(schema: JsonObject): Definitions {
  return new Map(
    Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] =>
      isContainer(key, value)
        ? Object.entries(value).map(([name, definition]) => [`${key}/${name}`, definition])
        : [],
    ),
  );
}

/** Follow the references from the root to a fixed point; `undefined` when one of them is unclear. */
function reachDefinitions(root: JsonValue, definitions: Definitions): ReadonlySet<string> | undefined {
  const reached = new Set<string>();
  const waiting: JsonValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const reference of collectReferences(value)) {
      const targets = findTargets(reference, definitions);
      if (targets === undefined) return undefined;
      for (const [id, definition] of targets) {
        if (reached.has(id)) continue;
        reached.add(id);
        waiting.push(definition);
      }
    }
  }
  return reached;
}

/** The definitions a reference leads to or into, if any; `undefined` when that is unclear. */
function findTargets(
  reference: Reference,
  definitions: Definitions,
): readonly (readonly [id: string, definition: JsonValue])[] | undefined {
  if (reference.kind === 'unknown') return undefined;
  if (reference.kind === 'anchor') {
    return [...definitions].filter(([, definition]) => hasAnchor(definition, reference.name));
  }
  const [container, name] = reference.path;
  if (container !== '$defs' && container !== 'definitions') return [];
  if (name === undefined) return undefined;
  const id = `${container}/${name}`;
  const definition = definitions.get(id);
  return definition === undefined ? [] : [[id, definition]];
}
