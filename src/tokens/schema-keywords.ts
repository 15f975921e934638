import type { PartId } from './parts.ts';

/** What the text of a JSON Schema keyword counts as, and how its value is read. */
export interface SchemaKeyword {
  readonly part: PartId;
  /**
   * `schema`: a schema or an array of them. `names`: an object whose keys are free and whose values are schemas.
   * `data`: anything else; nothing in it is a keyword.
   */
  readonly holds: 'schema' | 'names' | 'data';
}

function keywords(part: PartId, holds: SchemaKeyword['holds'], names: string): [string, SchemaKeyword][] {
  return names.split(' ').map((name) => [name, { part, holds }]);
}

/** Keywords of all drafts that are no plain structure. A map, because a server may call a property `__proto__`. */
export const schemaKeywords: ReadonlyMap<string, SchemaKeyword> = new Map([
  ...keywords('structure', 'names', 'properties patternProperties dependentSchemas dependencies'),
  ...keywords(
    'structure',
    'schema',
    'items prefixItems additionalItems unevaluatedItems contains propertyNames not if then else allOf anyOf oneOf ' +
      'contentSchema',
  ),
  ...keywords('additionalProperties', 'schema', 'additionalProperties unevaluatedProperties'),
  ...keywords('$defs', 'names', '$defs definitions'),
  ...keywords('$schema', 'data', '$schema'),
  ...keywords(
    'propertyDescriptions',
    'data',
    'description markdownDescription enumDescriptions markdownEnumDescriptions $comment',
  ),
  ...keywords('title', 'data', 'title'),
  ...keywords('default', 'data', 'default'),
  ...keywords('examples', 'data', 'examples example'),
  ...keywords('required', 'data', 'required dependentRequired'),
  ...keywords('enum', 'data', 'enum const'),
  ...keywords(
    'bounds',
    'data',
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems ' +
      'maxItems uniqueItems minContains maxContains minProperties maxProperties contentEncoding contentMediaType',
  ),
]);
