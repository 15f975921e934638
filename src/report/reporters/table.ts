/** The report for a person. Each of its screens is loaded when it is shown: a gate that passes has little to load. */
import { Chalk } from 'chalk';
import { breakCommands } from '../escape-command.ts';
import { listToolsets, sumReport } from '../totals.ts';
import type { Reporter } from '../../model/report.ts';
import type { Page } from './table-page.ts';

export const table: Reporter = async (report, options) => {
  const page: Page = {
    report,
    options,
    totals: sumReport(report),
    toolsets: listToolsets(report),
    color: new Chalk({ level: options.colorLevel }),
  };
  return breakCommands(await screenOf(page));
};

async function screenOf(page: Page): Promise<string> {
  const { gate, lint } = page.report;
  if (gate !== undefined) return (await import('./table-gate.ts')).gateScreen(page, gate);
  if (lint !== undefined) return (await import('./table-lint.ts')).lintScreen(page, lint);
  return (await import('./table-measure.ts')).measureScreen(page);
}
