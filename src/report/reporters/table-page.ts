import type { ChalkInstance } from 'chalk';
import type { Report, ReporterOptions } from '../../model/report.ts';
import type { NamedToolset, Totals } from '../totals.ts';

/** What every section of the table works from. */
export interface Page {
  readonly report: Report;
  readonly options: ReporterOptions;
  readonly totals: Totals;
  readonly toolsets: readonly NamedToolset[];
  readonly color: ChalkInstance;
}
