/** Tables that both kinds of summaries have. Every cell has been escaped or is a number of ours. */
import { describeChanges } from '../changes.ts';
import type { Block } from '../document.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import { openFindings, placeOf, policyOf } from '../findings.ts';
import { formatCount, formatNoun } from '../../numbers.ts';
import { tokensOf, type NamedToolset } from '../totals.ts';
import type { Report, ToolsetReport } from '../../model/report.ts';

/** One row of a table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The head of a table: its first column is text, the others are numbers, or texts as well. */
export function headRow(
  titles: readonly string[],
  others: 'numbers' | 'texts' = 'numbers',
): readonly string[] {
  const rule = others === 'numbers' ? '--:' : '---';
  return [tableRow(titles), `|${titles.map((_, index) => (index === 0 ? '---' : rule)).join('|')}|`];
}

/** Lists that could not be measured and findings that say so of a list: why, and what to try. */
export function notMeasuredBlock(report: Report, unmeasured: readonly NamedToolset[]): readonly Block[] {
  const rows = [
    ...unmeasured.map(({ server, toolset }) => ({
      place: placeOf({ server, toolset: toolset.name }),
      why: toolset.failure?.message ?? toolset.warnings[0]?.message ?? toolset.status,
      hint: toolset.failure?.hint ?? '',
    })),
    ...openFindings(report)
      .filter(({ outcome }) => outcome === 'not-measured')
      .map((finding) => ({
        place: placeOf(finding),
        why: finding.message,
        hint: finding.suggestion ?? '',
      })),
  ].map(({ place, why, hint }) =>
    tableRow([escapeForMarkdown(place), escapeForMarkdown(why), hint === '' ? '' : escapeForMarkdown(hint)]),
  );
  return rows.length === 0 ? [] : [{ head: headRow(['not measured', 'why', 'try'], 'texts'), rows }];
}

/** Every tool of every list, heaviest first, folded away. */
export function toolBlocks(report: Report, measured: readonly NamedToolset[]): readonly Block[] {
  return measured.flatMap(({ server, toolset }) => {
    const rows = toolRows(report, toolset);
    if (rows.length === 0) return [];
    const place = escapeForMarkdown(placeOf({ server, toolset: toolset.name }));
    const tokens = tokensOf(report, toolset);
    const sum = tokens === undefined ? '' : `, ${formatNoun(tokens, 'token')}`;
    const hasChange = toolset.difference !== undefined;
    return [
      {
        head: [
          `<details><summary>${place}: ${formatNoun(rows.length, 'tool')}${sum}</summary>`,
          '',
          ...headRow(['tool', 'tokens', 'bytes', ...(hasChange ? ['change'] : [])]),
        ],
        rows,
        tail: ['', '</details>'],
      },
    ];
  });
}

function toolRows({ view }: Report, { byTool = [], difference }: ToolsetReport): readonly string[] {
  const changes = new Map(
    (difference === undefined ? [] : describeChanges(difference)).map(({ name, amount }) => [name, amount]),
  );
  return byTool
    .map((tool) => ({ tool, tokens: tool.views[view]?.tokens ?? 0 }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .map(({ tool, tokens }) =>
      tableRow([
        escapeForMarkdown(tool.name),
        formatCount(tokens),
        formatCount(tool.bytes),
        ...(difference === undefined ? [] : [changes.get(tool.name) ?? '']),
      ]),
    );
}

/** How it was counted, against what, and by what. */
export function methodLine(report: Report): string {
  const { gate, view, servers, generator, summary } = report;
  const policy = policyOf(report);
  const since = servers.flatMap(({ toolsets }) => toolsets).find(({ difference }) => difference !== undefined)
    ?.difference?.since;
  return [
    ...(summary.measured === 0 ? [] : ['o200k_base, exact']),
    view === 'wire' ? 'the whole array' : 'name + description + inputSchema',
    ...(since === undefined ? [] : [`baseline ${escapeForMarkdown(since)}`]),
    ...(gate?.isOffline === true ? ['offline: judged from snapshots'] : []),
    ...(policy?.warnOnly === true ? ['\\-\\-warn-only: what is over does not fail'] : []),
    ...(policy?.allowUnmeasured === true ? ['\\-\\-allow-unmeasured'] : []),
    ...(summary.redacted > 0 ? [`${formatNoun(summary.redacted, 'occurrence')} of secrets replaced`] : []),
    `mcp-budget ${generator.version}`,
    `exit ${summary.exitCode}`,
  ].join(' · ');
}
