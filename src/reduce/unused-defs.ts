import { isJsonObject, type JsonObject } from '../json.ts';
import type { Repair } from '../model/measurement.ts';
import { unusedDefinitions } from '../schemas/unused-definitions.ts';
import { mapInputSchemas, omitKeys } from './schemas.ts';

/** Leave out the definitions at a schema's root that nothing reaches. Where a reference is unclear, all stay. */
export const unusedDefs: Repair = {
  id: 'unused-defs',
  lossless: true,
  describe: 'unused $defs',
  part: '$defs',
  apply: (tools) => mapInputSchemas(tools, pruneDefinitions),
};

function pruneDefinitions(schema: JsonObject): JsonObject {
  const unused = unusedDefinitions(schema);
  if (unused.length === 0) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, JsonObject[string]][] => {
      const names = new Set(unused.filter(([container]) => container === key).map(([, name]) => name));
      if (names.size === 0 || !isJsonObject(value)) return [[key, value]];
      const kept = omitKeys(value, (name) => names.has(name));
      return Object.keys(kept).length === 0 ? [] : [[key, kept]];
    }),
  );
}
