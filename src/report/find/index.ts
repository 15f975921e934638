/** The output formats of `find`. Each is loaded when it is asked for. */
import type { FindReport } from '../../model/find.ts';

/** Turn what was found into text. Pure. */
export type FindReporter = (found: FindReport, options: { readonly columns: number }) => string;

export const findReporters = {
  table: async () => (await import('./table.ts')).findTable,
  json: async () => (await import('./json.ts')).findJson,
} as const satisfies Record<string, () => Promise<FindReporter>>;

export type FindFormat = keyof typeof findReporters;

export const findFormats = Object.keys(findReporters) as readonly FindFormat[];
