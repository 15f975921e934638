import { stringify } from '../stringify.ts';
import type { Report } from '../../model/report.ts';

/** The report itself, indented; its schema is published as `mcp-budget/report.schema.json`. */
export function json(report: Report): string {
  return stringify(report);
}
