import type { JsonObject } from '../json.ts';
import type { Repair } from '../model/measurement.ts';
import { eachSchema, mapInputSchemas, omitKeys } from './schemas.ts';

/**
 * Leave the `$schema` line out. A tool's schema without one reads as 2020-12 (MCP 2025-11-25, Tools), so the line
 * stays where an older draft would read the schema differently, and where the draft is not known.
 */
export const schemaLine: Repair = {
  id: 'schema-line',
  lossless: true,
  describe: '$schema lines',
  part: '$schema',
  apply: (tools) =>
    mapInputSchemas(tools, (schema) =>
      isLineSpare(schema) ? omitKeys(schema, (key) => key === '$schema') : schema,
    ),
};

const CURRENT = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const CLOSE_TO_CURRENT = /^https?:\/\/json-schema\.org\/(?:draft-07|draft\/2019-09)\/schema#?$/;

/** Keywords that 2020-12 no longer has, or that draft-07 ignores and 2020-12 obeys. */
const READ_DIFFERENTLY = [
  'additionalItems',
  'dependencies',
  'id',
  '$recursiveRef',
  '$recursiveAnchor',
  'prefixItems',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
];

/** Beside `$ref`, draft-07 ignores every keyword and 2020-12 obeys it; of these validity does not depend. */
const HARMLESS_BESIDE_REF = new Set([
  '$ref',
  '$schema',
  '$defs',
  'definitions',
  'title',
  'description',
  '$comment',
  'default',
  'examples',
]);

function isLineSpare(schema: JsonObject): boolean {
  const draft = schema['$schema'];
  if (typeof draft !== 'string') return false;
  if (CURRENT.test(draft)) return true;
  if (!CLOSE_TO_CURRENT.test(draft)) return false;
  for (const subschema of eachSchema(schema)) if (isReadDifferently(subschema)) return false;
  return true;
}

function isReadDifferently(schema: JsonObject): boolean {
  const { $id, items, exclusiveMinimum, exclusiveMaximum } = schema;
  return (
    READ_DIFFERENTLY.some((keyword) => Object.hasOwn(schema, keyword)) ||
    Array.isArray(items) ||
    typeof exclusiveMinimum === 'boolean' ||
    typeof exclusiveMaximum === 'boolean' ||
    (typeof $id === 'string' && $id.includes('#')) ||
    (Object.hasOwn(schema, '$ref') && Object.keys(schema).some((key) => !HARMLESS_BESIDE_REF.has(key)))
  );
}
