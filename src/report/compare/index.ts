/** The output formats of `compare`. Each is loaded when it is asked for. */
import type { ComparedLists } from '../../model/baseline.ts';
import type { ReporterOptions } from '../../model/report.ts';

/** Turn a comparison into text. Pure. */
export type CompareReporter = (compared: ComparedLists, options: ReporterOptions) => string;

export const compareReporters = {
  table: async () => (await import('./table.ts')).compareTable,
  json: async () => (await import('./json.ts')).compareJson,
  markdown: async () => (await import('./markdown.ts')).compareMarkdown,
} as const satisfies Record<string, () => Promise<CompareReporter>>;

export type CompareFormat = keyof typeof compareReporters;

export const compareFormats = Object.keys(compareReporters) as readonly CompareFormat[];
