/** The rules on definitions, by id, in the order of the page: one file and one line each. */
import type { LintRule } from '../../../model/lint.ts';
import { definitionNoise } from './definition-noise.ts';
import { descriptionMissing } from './description-missing.ts';
import { descriptionTruncated } from './description-truncated.ts';
import { instructionsTruncated } from './instructions-truncated.ts';
import { paramDescriptionMissing } from './param-description-missing.ts';
import { schemaArrayNoItems } from './schema-array-no-items.ts';
import { schemaDialectUri } from './schema-dialect-uri.ts';
import { schemaEnumPortability } from './schema-enum-portability.ts';
import { schemaInvalid } from './schema-invalid.ts';
import { schemaObjectNoProperties } from './schema-object-no-properties.ts';
import { schemaPatternPortability } from './schema-pattern-portability.ts';
import { schemaPropertyKey } from './schema-property-key.ts';
import { schemaRefPortability } from './schema-ref-portability.ts';
import { schemaRefUnresolved } from './schema-ref-unresolved.ts';
import { schemaRequiredUndeclared } from './schema-required-undeclared.ts';
import { schemaRootCombinator } from './schema-root-combinator.ts';
import { schemaRootType } from './schema-root-type.ts';
import { schemaSizeLimit } from './schema-size-limit.ts';
import { schemaStrictMode } from './schema-strict-mode.ts';
import { schemaSuspiciousEmpty } from './schema-suspicious-empty.ts';
import { schemaTypeArray } from './schema-type-array.ts';
import { schemaTypePlacement } from './schema-type-placement.ts';
import { schemaUnsupportedKeyword } from './schema-unsupported-keyword.ts';
import { serverNameRepeated } from './server-name-repeated.ts';
import { toolCount } from './tool-count.ts';
import { toolNameCharset } from './tool-name-charset.ts';
import { toolNameCollision } from './tool-name-collision.ts';
import { toolNameDuplicate } from './tool-name-duplicate.ts';
import { toolNameLength } from './tool-name-length.ts';

export const lintRules = {
  // Names
  'tool-name-charset': toolNameCharset,
  'tool-name-length': toolNameLength,
  'tool-name-duplicate': toolNameDuplicate,
  'tool-name-collision': toolNameCollision,
  'server-name-repeated': serverNameRepeated,
  // Descriptions and instructions
  'description-missing': descriptionMissing,
  'description-truncated': descriptionTruncated,
  'param-description-missing': paramDescriptionMissing,
  'instructions-truncated': instructionsTruncated,
  // Schemas
  'schema-invalid': schemaInvalid,
  'schema-dialect-uri': schemaDialectUri,
  'schema-root-type': schemaRootType,
  'schema-root-combinator': schemaRootCombinator,
  'schema-object-no-properties': schemaObjectNoProperties,
  'schema-suspicious-empty': schemaSuspiciousEmpty,
  'schema-array-no-items': schemaArrayNoItems,
  'schema-type-placement': schemaTypePlacement,
  'schema-type-array': schemaTypeArray,
  'schema-property-key': schemaPropertyKey,
  'schema-required-undeclared': schemaRequiredUndeclared,
  'schema-ref-unresolved': schemaRefUnresolved,
  'schema-ref-portability': schemaRefPortability,
  'schema-enum-portability': schemaEnumPortability,
  'schema-pattern-portability': schemaPatternPortability,
  'schema-unsupported-keyword': schemaUnsupportedKeyword,
  'schema-size-limit': schemaSizeLimit,
  'schema-strict-mode': schemaStrictMode,
  // Cost
  'tool-count': toolCount,
  'definition-noise': definitionNoise,
  // Stability
  // Security
  // Conventions
} as const satisfies Record<string, LintRule>;
