import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { schemaKeywords } from '../tokens/schema-keywords.ts';

/** Repair the input schema of each tool that has one. What the repair returns unchanged stays the same value. */
export function mapInputSchemas(
  tools: readonly JsonValue[],
  repair: (schema: JsonObject) => JsonObject,
): readonly JsonValue[] {
  return tools.map((tool) => {
    const schema = isJsonObject(tool) ? tool['inputSchema'] : undefined;
    if (!isJsonObject(tool) || !isJsonObject(schema)) return tool;
    const repaired = repair(schema);
    return repaired === schema ? tool : { ...tool, inputSchema: repaired };
  });
}

/** Copy an object without some of its keys; order is kept. */
export function omitKeys(object: JsonObject, omitted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !omitted(key)));
}

/**
 * Walk a schema and all schemas in it by position: what stands under `properties` is a name, what stands in `enum`
 * or `default` is data. Without recursion: `JSON.parse` reads any depth, and a server may send it.
 */
export function* eachSchema(root: JsonValue): Generator<JsonObject> {
  const waiting: { readonly value: JsonValue; readonly holds: 'schema' | 'names' }[] = [
    { value: root, holds: 'schema' },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, holds } = next;
    if (!isJsonObject(value)) {
      if (isArray(value)) for (const item of value) waiting.push({ value: item, holds: 'schema' });
      continue;
    }
    if (holds === 'schema') yield value;
    for (const [key, member] of Object.entries(value)) {
      const held = holds === 'names' ? 'schema' : schemaKeywords.get(key)?.holds;
      if (held !== undefined && held !== 'data') waiting.push({ value: member, holds: held });
    }
  }
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
