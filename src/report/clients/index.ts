/** The output formats of what clients declare and what a run would start. */
import { breakCommands } from '../escape-command.ts';
import { stringify } from '../stringify.ts';
import type { ReporterOptions } from '../../model/report.ts';
import { clientsTable } from './clients.ts';
import { overviewTable } from './overview.ts';
import type { ClientsPage, StartRow } from './page.ts';
import { startsTable } from './starts.ts';

export const clientsFormats = ['table', 'json'] as const;

export type ClientsFormat = (typeof clientsFormats)[number];

type Style = Pick<ReporterOptions, 'columns' | 'verbose'>;

/** Every client, file and server. */
export function renderClients(page: ClientsPage, format: ClientsFormat, style: Style): string {
  if (format === 'json') return stringify({ schemaVersion: 1, ...page });
  return breakCommands(clientsTable(page, style));
}

/** What is here, in a few lines. */
export function renderOverview(page: ClientsPage, style: Style): string {
  return breakCommands(overviewTable(page, style));
}

/** What a run would start. */
export function renderStarts(rows: readonly StartRow[], format: ClientsFormat, style: Style): string {
  if (format === 'json') return stringify({ schemaVersion: 1, starts: rows });
  return breakCommands(startsTable(rows, style));
}
