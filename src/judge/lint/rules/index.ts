/** The rules on definitions, by id, in the order of the page: one file and one line each. */
import type { LintRule } from '../../../model/lint.ts';
import { schemaRootCombinator } from './schema-root-combinator.ts';
import { toolNameDuplicate } from './tool-name-duplicate.ts';

export const lintRules = {
  // Names
  'tool-name-duplicate': toolNameDuplicate,
  // Descriptions and instructions
  // Schemas
  'schema-root-combinator': schemaRootCombinator,
  // Cost
  // Stability
  // Security
  // Conventions
} as const satisfies Record<string, LintRule>;
