/** The report for a job summary or a pull request, in GitHub's Markdown. */
import { layDocument, type Block } from '../document.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import { isUnmeasured, placeOf } from '../findings.ts';
import { formatCount, formatNoun, formatPercent } from '../../numbers.ts';
import { savingOf } from '../savings.ts';
import { listToolsets, sumReport, tokensOf } from '../totals.ts';
import type { Report, Reporter } from '../../model/report.ts';
import { gateBlocks } from './markdown-gate.ts';
import { estimateBlocks, hostBlocks } from './markdown-hosts.ts';
import { lintBlocks } from './markdown-lint.ts';
import { headRow, methodLine, notMeasuredBlock, tableRow, toolBlocks } from './markdown-tables.ts';

/** GitHub drops a whole summary above 1 MiB a step. */
const MAX_BYTES = 900 * 1024;

export const markdown: Reporter = (report) => {
  return layDocument(blocksOf(report), methodLine(report), MAX_BYTES);
};

function blocksOf(report: Report): readonly Block[] {
  if (report.gate !== undefined) return gateBlocks(report, report.gate);
  return report.lint === undefined ? measureBlocks(report) : lintBlocks(report, report.lint);
}

function measureBlocks(report: Report): readonly Block[] {
  const all = listToolsets(report);
  const measured = all.filter(({ toolset }) => toolset.tools !== undefined);
  const { tools, tokens } = sumReport(report);
  const unmeasured = all.filter((one) => isUnmeasured(one, report));
  const clients = (report.hosts ?? []).filter(({ client }) => client !== undefined);
  const title =
    clients.length > 1
      ? `${formatNoun(measured.length, 'server')} of ${formatNoun(clients.length, 'client')}`
      : report.totals?.tokens === undefined
        ? formatNoun(tools, 'tool')
        : `${formatNoun(tools, 'tool')}, ${formatNoun(tokens, 'token')}, ${formatPercent(tokens, report.window)} of a window of ${formatCount(report.window)}`;
  const rows = measured.map((one) => {
    const counted = tokensOf(report, one.toolset);
    const saving = savingOf(one, measured, (toolset) => tokensOf(report, toolset));
    return tableRow([
      escapeForMarkdown(placeOf({ server: one.server, toolset: one.toolset.name })),
      formatCount(one.toolset.tools ?? 0),
      formatCount(one.toolset.bytes ?? 0),
      counted === undefined ? 'not counted' : formatCount(counted),
      saving === undefined ? '' : `−${formatPercent(saving.saved, saving.of)}`,
    ]);
  });
  return [
    { head: [`### ${measured.length === 0 ? '❌ Nothing was measured' : title}`] },
    ...(rows.length === 0 ? [] : [{ head: headRow(['server', 'tools', 'bytes', 'tokens', 'saving']), rows }]),
    ...hostBlocks(report),
    ...estimateBlocks(report),
    ...notMeasuredBlock(report, unmeasured),
    ...toolBlocks(report, measured),
  ];
}
