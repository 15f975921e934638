/** The rules on definitions, by id, in the order of the page: one file and one line each. */
import type { LintRule } from '../../../model/lint.ts';
import { annotationContradiction } from './annotation-contradiction.ts';
import { annotationsMissing } from './annotations-missing.ts';
import { cacheHintsMissing } from './cache-hints-missing.ts';
import { crossServerReference } from './cross-server-reference.ts';
import { definitionDrift } from './definition-drift.ts';
import { definitionNoise } from './definition-noise.ts';
import { descriptionMissing } from './description-missing.ts';
import { descriptionTruncated } from './description-truncated.ts';
import { headerParamInvalid } from './header-param-invalid.ts';
import { hiddenUnicode } from './hidden-unicode.ts';
import { injectionPhrase } from './injection-phrase.ts';
import { instructionsTruncated } from './instructions-truncated.ts';
import { listMultiPage } from './list-multi-page.ts';
import { listOrderUnstable } from './list-order-unstable.ts';
import { listPaginationLoop } from './list-pagination-loop.ts';
import { metadataHeavy } from './metadata-heavy.ts';
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
import { schemaRepeatedSubtree } from './schema-repeated-subtree.ts';
import { schemaRequiredUndeclared } from './schema-required-undeclared.ts';
import { schemaRootCombinator } from './schema-root-combinator.ts';
import { schemaRootType } from './schema-root-type.ts';
import { schemaSizeLimit } from './schema-size-limit.ts';
import { schemaStrictMode } from './schema-strict-mode.ts';
import { schemaSuspiciousEmpty } from './schema-suspicious-empty.ts';
import { schemaTypeArray } from './schema-type-array.ts';
import { schemaTypePlacement } from './schema-type-placement.ts';
import { schemaUnsupportedKeyword } from './schema-unsupported-keyword.ts';
import { secretInDefinition } from './secret-in-definition.ts';
import { serverNameRepeated } from './server-name-repeated.ts';
import { textRepeated } from './text-repeated.ts';
import { toolCount } from './tool-count.ts';
import { toolNameCharset } from './tool-name-charset.ts';
import { toolNameCollision } from './tool-name-collision.ts';
import { toolNameDuplicate } from './tool-name-duplicate.ts';
import { toolNameLength } from './tool-name-length.ts';
import { toolOverBudget } from './tool-over-budget.ts';

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
  'tool-over-budget': toolOverBudget,
  'text-repeated': textRepeated,
  'schema-repeated-subtree': schemaRepeatedSubtree,
  'definition-noise': definitionNoise,
  'metadata-heavy': metadataHeavy,
  // Stability
  'list-order-unstable': listOrderUnstable,
  'list-pagination-loop': listPaginationLoop,
  'list-multi-page': listMultiPage,
  'cache-hints-missing': cacheHintsMissing,
  // Security
  'hidden-unicode': hiddenUnicode,
  'injection-phrase': injectionPhrase,
  'cross-server-reference': crossServerReference,
  'secret-in-definition': secretInDefinition,
  'annotation-contradiction': annotationContradiction,
  'definition-drift': definitionDrift,
  // Conventions
  'annotations-missing': annotationsMissing,
  'header-param-invalid': headerParamInvalid,
} as const satisfies Record<string, LintRule>;
