/** The table of servers, and the heaviest tools. */
import { escapeForTerminal } from '../escape.ts';
import { isMeasured } from '../exit-code.ts';
import { placeOf } from '../findings.ts';
import { layColumns, type Cell, type Column } from '../columns.ts';
import { longest } from '../layout.ts';
import { formatBar, formatCount, formatPercent, formatWindow } from '../../numbers.ts';
import { hasSeveralLists, savingOf } from '../savings.ts';
import { tokensOf, type NamedToolset } from '../totals.ts';
import type { ToolMeasurement } from '../../model/measurement.ts';
import type { Report } from '../../model/report.ts';
import type { Page } from './table-page.ts';

/** Below these widths columns fall away, the least telling first. */
const WIDTH = { bars: 76, heaviest: 64, bytes: 50 } as const;
export const HEAVIEST_TOOLS = 5;

type Row = Readonly<
  Record<'name' | 'tools' | 'bytes' | 'tokens' | 'saving' | 'share' | 'heaviest' | 'heaviestTokens', string>
>;
type ColumnId = keyof Row;

/** Servers with their sizes; a single one is held against the window, several against their sum. */
export function serverTable(page: Page): string {
  const { options, toolsets, color } = page;
  const isSingle = toolsets.length === 1;
  const hasSaving = hasSeveralLists(toolsets);
  // Of one server a bar says nothing, and what a smaller list saves says more.
  const hasBars = options.columns >= WIDTH.bars && !isSingle && !hasSaving;
  const rows = [
    headRow(page, hasBars),
    ...toolsets.map((one) => measuredRow(page, one, hasBars)),
    ...(isSingle ? [] : [totalRow(page)]),
  ];
  const shown = shownColumns(options.columns, hasSaving);
  const layout = layoutFor(rows, shown, { columns: options.columns, hasBars });
  const cells = rows.map((row, index): readonly Cell[] => {
    const { toolset } = toolsets[index - 1] ?? {};
    if (toolset !== undefined && toolset.tools === undefined) {
      return [
        row.name,
        {
          content: color.red(`${options.columns < WIDTH.bytes ? '' : 'not measured: '}${toolset.status}`),
          span: shown.length - 1,
        },
      ];
    }
    const isTotal = !isSingle && index === rows.length - 1;
    const own = shown.map((id) => row[id]);
    // The total has no heaviest tool: its share of the window takes that room too.
    return isTotal
      ? [
          ...own.slice(0, shown.indexOf('share')),
          { content: hasBars ? ofWindow(page) : '', span: shown.length - shown.indexOf('share') },
        ]
      : own;
  });
  const [head = '', ...lines] = layColumns(cells, layout).split('\n');
  return [color.bold(head), ...lines, ...(isSingle || hasBars ? [] : [ofWindow(page)])].join('\n');
}

function shownColumns(columns: number, hasSaving: boolean): readonly ColumnId[] {
  return [
    'name',
    'tools',
    ...(columns >= WIDTH.bytes ? (['bytes'] as const) : []),
    'tokens',
    ...(hasSaving ? (['saving'] as const) : []),
    'share',
    ...(columns >= WIDTH.heaviest ? (['heaviest', 'heaviestTokens'] as const) : []),
  ];
}

/** Numbers take what they need; the names share the rest. */
function layoutFor(
  rows: readonly Row[],
  shown: readonly ColumnId[],
  { columns, hasBars }: { readonly columns: number; readonly hasBars: boolean },
): readonly Column[] {
  const widthOf = (id: ColumnId): number => longest(rows.map((row) => row[id]));
  const nameWidth = Math.min(widthOf('name'), columns >= WIDTH.heaviest ? 24 : 14);
  const others = shown
    .filter((id) => id !== 'name' && id !== 'heaviest')
    .reduce((sum, id) => sum + widthOf(id) + 2, 0);
  return shown.map((id): Column => {
    if (id === 'name') return { maxWidth: nameWidth };
    if (id === 'heaviest')
      return { maxWidth: Math.min(Math.max(13, columns - nameWidth - 2 - others - 2), widthOf(id)) };
    return { align: id === 'share' && hasBars ? 'left' : 'right' };
  });
}

function headRow({ report, totals, toolsets }: Page, hasBars: boolean): Row {
  const whole = toolsets.length === 1 ? formatWindow(report.window) : formatCount(totals.tokens);
  const share = hasBars || toolsets.length === 1 ? `share of ${whole}` : 'share';
  return {
    name: 'server',
    tools: 'tools',
    bytes: 'bytes',
    tokens: 'tokens',
    saving: 'saving',
    share,
    heaviest: 'heaviest tool',
    heaviestTokens: '',
  };
}

function measuredRow({ report, totals, toolsets }: Page, one: NamedToolset, hasBars: boolean): Row {
  const { toolset } = one;
  const tokens = tokensOf(report, toolset);
  const [heaviest] = heaviestFirst(report, toolset.byTool ?? []);
  const isSingle = toolsets.length === 1;
  // Long names of several servers need the room more than a long bar does.
  const barCells = longest(toolsets.map(nameOf)) > 10 ? 8 : 14;
  return {
    name: nameOf(one),
    tools: formatCount(toolset.tools ?? 0),
    bytes: formatCount(toolset.bytes ?? 0),
    tokens: tokens === undefined ? 'not counted' : formatCount(tokens),
    saving: savingCell(report, one, toolsets),
    share:
      tokens === undefined
        ? ''
        : shareCell(tokens, isSingle ? report.window : totals.tokens, hasBars ? barCells : 0),
    heaviest: heaviest === undefined || tokens === undefined ? '' : escapeForTerminal(heaviest.name),
    heaviestTokens:
      heaviest === undefined || tokens === undefined ? '' : formatCount(tokensOfTool(report, heaviest)),
  };
}

function totalRow({ report, totals }: Page): Row {
  const { tools, bytes } = totals;
  const tokens = report.totals?.tokens;
  return {
    name: 'total',
    tools: formatCount(tools),
    bytes: formatCount(bytes),
    tokens: tokens === undefined ? 'not counted' : formatCount(tokens),
    saving: '',
    share: '',
    heaviest: '',
    heaviestTokens: '',
  };
}

/** What a list saves against the heaviest of its server: `−88 %`. */
export function savingCell(report: Report, one: NamedToolset, all: readonly NamedToolset[]): string {
  const saving = savingOf(one, all, (toolset) => tokensOf(report, toolset));
  return saving === undefined ? '' : `−${formatPercent(saving.saved, saving.of)}`;
}

function ofWindow({ report, totals }: Page): string {
  if (report.totals?.tokens === undefined) return '';
  return `${formatPercent(totals.tokens, report.window)} of a ${formatWindow(report.window)} window (--window)`;
}

function shareCell(tokens: number, whole: number, barCells: number): string {
  const percent = formatPercent(tokens, whole);
  return barCells === 0
    ? percent
    : `${formatBar(tokens, whole, barCells).padEnd(barCells)} ${percent.padStart(6)}`;
}

function nameOf({ server, toolset }: NamedToolset): string {
  const name = placeOf({ server, toolset: toolset.name });
  return escapeForTerminal(
    isMeasured(toolset) || toolset.tools === undefined ? name : `${name} (${toolset.status})`,
  );
}

function tokensOfTool(report: Report, tool: ToolMeasurement): number {
  return tool.views[report.view]?.tokens ?? 0;
}

function heaviestFirst(report: Report, tools: readonly ToolMeasurement[]): readonly ToolMeasurement[] {
  return tools.toSorted((a, b) => tokensOfTool(report, b) - tokensOfTool(report, a));
}

/** The heaviest tools of a single server; all tools of every server with `--verbose`. */
export function heaviestTools({ report, options, totals, toolsets }: Page): string {
  const isSingle = toolsets.length === 1;
  const listed = toolsets.filter(
    ({ toolset }) => (toolset.byTool ?? []).length > 1 || (options.verbose && toolset.tools === 1),
  );
  if (!isSingle && !options.verbose) return '';
  return listed
    .map(({ server, toolset }) => {
      const tools = heaviestFirst(report, toolset.byTool ?? []).slice(
        0,
        options.verbose ? undefined : HEAVIEST_TOOLS,
      );
      const title = isSingle
        ? options.verbose
          ? 'tools'
          : 'heaviest tools'
        : `tools of ${escapeForTerminal(placeOf({ server, toolset: toolset.name }))}`;
      const names = tools.map(({ name }) => escapeForTerminal(name));
      const rows = tools.map((tool, index) => [
        names[index] ?? '',
        formatCount(tokensOfTool(report, tool)),
        formatPercent(tool.views[report.view]?.share ?? 0, totals.tokens),
        formatCount(tool.bytes),
      ]);
      const width = Math.min(longest([title, ...names]), Math.max(12, options.columns - 28));
      const right: Column = { align: 'right' };
      return layColumns(
        [[title, 'tokens', 'share', 'bytes'], ...rows],
        [{ maxWidth: width }, right, right, right],
      );
    })
    .join('\n\n');
}
