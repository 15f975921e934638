/** Keywords that say something else, or nothing, in 2020-12 than they do in older drafts. */
import { isJsonObject } from '../../json.ts';
import type { SchemaDocument, SchemaNode } from '../../model/lint.ts';
import { hasAny, own } from './schema-nodes.ts';

/** Beside a `$ref`, which hides them up to draft-07, these change nothing that is valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$ref',
  '$schema',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
]);

/** Tell whether a schema would mean something else without its `$schema`; lists as `items` and old bounds apart. */
export function hasOldWords({ nodes }: SchemaDocument, dialect: string): boolean {
  const isBefore2019 = dialect.startsWith('draft-');
  return nodes.some(
    (node) =>
      hasAny(node, ['dependencies', '$recursiveRef']) ||
      (dialect === 'draft-04' && own(node, 'id') !== undefined) ||
      (isBefore2019 && hasNewWords(node)),
  );
}

/** What an older reader passes over, and a newer one would hold to. */
function hasNewWords(node: SchemaNode): boolean {
  return hasAny(node, NEW) || (own(node, '$ref') !== undefined && hasCompany(node));
}

const NEW = [
  'prefixItems',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
];

function hasCompany({ value }: SchemaNode): boolean {
  return isJsonObject(value) && !Object.keys(value).every((key) => ANNOTATIONS.has(key));
}
