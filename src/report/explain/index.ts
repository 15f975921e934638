/** The output formats of `explain`. Each is loaded when it is asked for. */
import type { ExplainedGroup, ExplainedRule } from '../../model/explanation.ts';

export interface ShownRules {
  readonly rules: readonly ExplainedRule[];
  /** Everything of each, because they were named; else a line a rule. */
  readonly isDetailed: boolean;
  readonly groups: Readonly<Record<ExplainedGroup, string>>;
}

/** Turn explanations into text. Pure. */
export type ExplainReporter = (shown: ShownRules, options: { readonly columns: number }) => string;

export const explainReporters = {
  table: async () => (await import('./table.ts')).explainTable,
  json: async () => (await import('./json.ts')).explainJson,
} as const satisfies Record<string, () => Promise<ExplainReporter>>;

export type ExplainFormat = keyof typeof explainReporters;

export const explainFormats = Object.keys(explainReporters) as readonly ExplainFormat[];
