/** The output formats. Each is loaded when it is asked for. */
import type { Reporter } from '../../model/report.ts';

export const reporters = {
  table: async () => (await import('./table.ts')).table,
  json: async () => (await import('./json.ts')).json,
  markdown: async () => (await import('./markdown.ts')).markdown,
  github: async () => (await import('./github.ts')).github,
  sarif: async () => (await import('./sarif.ts')).sarif,
  junit: async () => (await import('./junit.ts')).junit,
  gitlab: async () => (await import('./gitlab.ts')).gitlab,
} as const satisfies Record<string, () => Promise<Reporter>>;

export type ReporterId = keyof typeof reporters;

export const reporterIds = Object.keys(reporters) as readonly ReporterId[];
