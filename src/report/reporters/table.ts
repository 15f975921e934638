/** The report for a person: what eats the window, at a glance. */
import { Chalk, type ChalkInstance } from 'chalk';
import { describePart } from '../../tokens/parts.ts';
import { escapeForTerminal } from '../escape.ts';
import { isMeasured } from '../exit-code.ts';
import { layColumns, layLabelled, type Cell, type Column } from '../layout.ts';
import { formatBar, formatCount, formatNoun, formatPercent, formatWindow } from '../numbers.ts';
import { listToolsets, sumReport, tokensOf, type NamedToolset, type Totals } from '../totals.ts';
import type { Report, Reporter, ReporterOptions, ToolMeasurement } from '../../model.ts';
import { describeNotMeasured, describeRemarks } from './table-remarks.ts';

/** Below these widths columns fall away, the least telling first. */
const WIDTH = { bars: 76, heaviest: 64, bytes: 50 } as const;
const HEAVIEST_TOOLS = 5;
/** Parts under this share of the total are summed up as "other". */
const SMALL_PART = 0.04;

interface Page {
  readonly report: Report;
  readonly options: ReporterOptions;
  readonly totals: Totals;
  readonly toolsets: readonly NamedToolset[];
  readonly color: ChalkInstance;
}

export const table: Reporter = (report, options) => {
  const page: Page = {
    report,
    options,
    totals: sumReport(report),
    toolsets: listToolsets(report),
    color: new Chalk({ level: options.colorLevel }),
  };
  if (options.quiet) return `${verdict(page)}\n`;
  const sections = [
    serverTable(page),
    heaviestTools(page),
    partsTable(page),
    ...page.toolsets
      .filter(({ toolset }) => !isMeasured(toolset))
      .map((one) => describeNotMeasured(one, options)),
    describeRemarks(page.toolsets, options),
    closing(page),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
};

function serverTable({ report, options, totals, toolsets, color }: Page): string {
  const { columns } = options;
  const has = {
    bars: columns >= WIDTH.bars,
    heaviest: columns >= WIDTH.heaviest,
    bytes: columns >= WIDTH.bytes,
  };
  const shown: readonly Column[] = [
    { maxWidth: Math.min(longest(toolsets.map(nameOf), 6), columns < WIDTH.heaviest ? 14 : 24) },
    { align: 'right' },
    ...(has.bytes ? [{ align: 'right' } as const] : []),
    { align: 'right' },
    { align: has.bars ? 'left' : 'right' },
    ...(has.heaviest ? [{ maxWidth: Math.max(12, columns - (has.bars ? 58 : 38)) }] : []),
  ];
  const pick = (
    name: string,
    cells: { tools: string; bytes: string; tokens: string; share: string; heaviest: string },
  ): Cell[] => [
    name,
    cells.tools,
    ...(has.bytes ? [cells.bytes] : []),
    cells.tokens,
    cells.share,
    ...(has.heaviest ? [cells.heaviest] : []),
  ];
  const head = pick('server', {
    tools: 'tools',
    bytes: 'bytes',
    tokens: 'tokens',
    share: has.bars ? `share of ${formatCount(totals.tokens)}` : 'share',
    heaviest: 'heaviest tool',
  });
  const rows = toolsets.map((one): Cell[] => {
    const name = escapeForTerminal(nameOf(one));
    const { toolset } = one;
    if (toolset.tools === undefined)
      return [name, { content: color.red(`not measured: ${toolset.status}`), span: shown.length - 1 }];
    const tokens = tokensOf(report, toolset);
    return pick(name, {
      tools: formatCount(toolset.tools),
      bytes: formatCount(toolset.bytes ?? 0),
      tokens: tokens === undefined ? 'too large' : formatCount(tokens),
      share: shareCell(tokens ?? 0, totals.tokens, has.bars),
      heaviest: heaviestCell(report, toolset.byTool ?? []),
    });
  });
  const lines = layColumns([head, ...rows, ...(toolsets.length > 1 ? [totalRow()] : [])], shown).split('\n');
  return [
    color.bold(lines[0] ?? ''),
    ...lines.slice(1),
    ...(toolsets.length > 1 && has.bars ? [] : [windowLine(report, totals)]),
  ].join('\n');

  function totalRow(): Cell[] {
    return pick('total', {
      tools: formatCount(totals.tools),
      bytes: formatCount(totals.bytes),
      tokens: formatCount(totals.tokens),
      share: has.bars ? windowLine(report, totals) : '',
      heaviest: '',
    });
  }
}

function windowLine(report: Report, totals: Totals): string {
  return `${formatPercent(totals.tokens, report.window)} of a ${formatWindow(report.window)} window (--window)`;
}

function shareCell(tokens: number, total: number, hasBar: boolean): string {
  const percent = formatPercent(tokens, total);
  return hasBar ? `${formatBar(tokens, total, 14).padEnd(14)} ${percent.padStart(5)}` : percent;
}

function nameOf({ server, toolset }: NamedToolset): string {
  return toolset.name === 'default' ? server : `${server}/${toolset.name}`;
}

function heaviestCell(report: Report, tools: readonly ToolMeasurement[]): string {
  const [heaviest] = byTokens(report, tools);
  return heaviest === undefined
    ? ''
    : `${escapeForTerminal(heaviest.name)} ${formatCount(tokensOfTool(report, heaviest))}`;
}

function tokensOfTool(report: Report, tool: ToolMeasurement): number {
  return tool.views[report.view]?.tokens ?? 0;
}

function byTokens(report: Report, tools: readonly ToolMeasurement[]): readonly ToolMeasurement[] {
  return tools.toSorted((a, b) => tokensOfTool(report, b) - tokensOfTool(report, a));
}

/** The heaviest tools of a single server; all of every server with `--verbose`. */
function heaviestTools({ report, options, totals, toolsets }: Page): string {
  const measured = toolsets.filter(({ toolset }) => (toolset.byTool ?? []).length > 1);
  if (measured.length === 0 || (toolsets.length > 1 && !options.verbose)) return '';
  return measured
    .map(({ server, toolset }) => {
      const tools = byTokens(report, toolset.byTool ?? []);
      const shown = options.verbose ? tools : tools.slice(0, HEAVIEST_TOOLS);
      const title =
        toolsets.length > 1
          ? `tools of ${escapeForTerminal(server)}`
          : options.verbose
            ? 'tools'
            : 'heaviest tools';
      const rows = shown.map((tool) => [
        escapeForTerminal(tool.name),
        formatCount(tokensOfTool(report, tool)),
        formatPercent(tool.views[report.view]?.share ?? 0, totals.tokens),
        formatCount(tool.bytes),
      ]);
      const columns: Column[] = [
        {
          maxWidth: Math.max(
            12,
            Math.min(
              longest(
                tools.map(({ name }) => escapeForTerminal(name)),
                title.length,
              ),
              options.columns - 28,
            ),
          ),
        },
        { align: 'right' },
        { align: 'right' },
        { align: 'right' },
      ];
      return layColumns([[title, 'tokens', 'share', 'bytes'], ...rows], columns);
    })
    .join('\n\n');
}

function partsTable({ report, options, totals }: Page): string {
  if (totals.tokens === 0) return '';
  const entries = [...totals.parts, ['framing', totals.framing] as const];
  const large = entries.filter(([, share]) => share >= SMALL_PART * totals.tokens);
  const small = entries.filter(([, share]) => share > 0 && share < SMALL_PART * totals.tokens);
  const rows = [
    ...large.map(([part, share]) => partRow(describePart(part).label, share, describePart(part).note ?? '')),
    ...(small.length === 0 ? [] : [otherRow()]),
    ...(report.view === 'wire' ? [] : [wireOnlyRow()]),
    [
      'instructions',
      formatCount(totals.instructions),
      '',
      `prompts ${formatCount(totals.prompts)}, resources ${formatCount(totals.resources)}: free until picked`,
    ],
  ];
  const noteWidth = Math.max(10, options.columns - 42);
  return layColumns(
    rows.map((row) => (options.columns < 60 ? row.slice(0, 3) : row)),
    [{}, { align: 'right' }, { align: 'right' }, { maxWidth: noteWidth }],
  );

  function partRow(label: string, share: number, note: string): string[] {
    return [label, formatCount(share), formatPercent(share, totals.tokens), note];
  }

  function otherRow(): string[] {
    const sum = small.reduce((total, [, share]) => total + share, 0);
    const named = small.map(([part, share]) => `${describePart(part).label} ${formatCount(share)}`);
    return partRow('other', sum, named.length > 3 ? `${named.slice(0, 3).join(', ')}, …` : named.join(', '));
  }

  function wireOnlyRow(): string[] {
    const sum = totals.wireOnly.reduce((total, [, tokens]) => total + tokens, 0);
    const fields = totals.wireOnly.map(([field]) => describePart(field).label);
    const note =
      sum === 0
        ? 'nothing that models do not see'
        : `${fields.slice(0, 2).join(', ')}${fields.length > 2 ? ', …' : ''} (--view wire)`;
    return ['wire only', formatCount(sum), '', note];
  }
}

function closing(page: Page): string {
  const { report, options, toolsets } = page;
  const measured = toolsets.filter(({ toolset }) => toolset.tools !== undefined);
  const compared = measured.flatMap(({ server, toolset }) =>
    toolset.comparison === undefined || toolset.tools === 0
      ? []
      : [`${escapeForTerminal(server)} ${formatCount(toolset.comparison.heavierThan)} %`],
  );
  const survey = measured.find(({ toolset }) => toolset.comparison !== undefined)?.toolset.comparison;
  const lines = [
    ...(survey === undefined || compared.length === 0
      ? []
      : [
          layLabelled(
            'Is this normal?',
            `heavier than ${survey.servers} public servers (${survey.date}): ${compared.join('; ')}`,
            options.columns,
          ),
        ]),
    ...cutFirst(page),
    ...(measured.length === 0 ? [] : [layLabelled('Next', nextStep(page), options.columns)]),
    verdict(page),
  ];
  void report;
  return lines.join('\n');
}

function cutFirst({ totals, toolsets, options }: Page): readonly string[] {
  const [best] = toolsets
    .flatMap(({ server, toolset }) =>
      toolset.cutFirst === undefined ? [] : [{ server, cut: toolset.cutFirst }],
    )
    .toSorted((a, b) => b.cut.tokensSaved - a.cut.tokensSaved);
  if (best === undefined) return [];
  const whose = toolsets.length > 1 ? `${escapeForTerminal(best.server)}: ` : '';
  const text = `${whose}${escapeForTerminal(best.cut.message)}: −${formatCount(best.cut.tokensSaved)} (${formatPercent(best.cut.tokensSaved, totals.tokens)} of the total, ${formatNoun(best.cut.tools, 'tool')})`;
  return [layLabelled('Cut first', text, options.columns)];
}

function nextStep({ options }: Page): string {
  const more = options.verbose ? '--format json' : '--verbose';
  return `npx mcp-budget measure ${more} ${options.targets}`.trimEnd();
}

/** How it was counted, what is missing, and the exit code: the last line, for readers of logs. */
function verdict({ report, toolsets, color, options }: Page): string {
  const counted = report.view === 'wire' ? 'the whole array' : 'name + description + inputSchema';
  const measured = `${report.summary.measured} of ${toolsets.length} measured`;
  const ok = report.summary.exitCode === 0;
  const line = `o200k_base, exact, ${counted}. ${measured}. exit ${report.summary.exitCode}`;
  return layLabelledOrLine(ok ? line : color.red(line), options.columns);
}

function layLabelledOrLine(line: string, columns: number): string {
  void columns;
  return line;
}

function longest(texts: readonly string[], least: number): number {
  return Math.max(least, ...texts.map((text) => text.length));
}
