/** Two lists side by side, for a person: sizes, then every tool that came, went or changed. */
import type { ComparedList, ComparedLists } from '../../model/baseline.ts';
import type { ReporterOptions } from '../../model/report.ts';
import { describeChanges } from '../changes.ts';
import { breakCommands } from '../escape-command.ts';
import { escapeForTerminal } from '../escape.ts';
import { layColumns } from '../columns.ts';
import { layLabelled, longest, wrap } from '../layout.ts';
import { formatNoun } from '../../numbers.ts';
import type { CompareReporter } from './index.ts';
import { describeDynamic, isUnchanged, otherChanges, sizeRows } from './rows.ts';

const NAMED = 20;
const right = { align: 'right' } as const;

export const compareTable: CompareReporter = (compared, options) => {
  const changed = compared.lists.filter((list) => !isUnchanged(list));
  const verdict = wrap(summary(compared, changed), options.columns);
  const sides = [
    layLabelled('before', escapeForTerminal(compared.before), options.columns),
    layLabelled('after', escapeForTerminal(compared.after), options.columns),
  ];
  const sections = [
    ...(changed.length === 0 ? [] : [sides.join('\n')]),
    ...changed.map((list) => describeList(list, compared, options)),
    [
      ...describeDynamic(compared).flatMap((text) => wrap(escapeForTerminal(text), options.columns)),
      ...verdict,
      ...wrap('compare never fails; mcp-budget check does.', options.columns),
    ].join('\n'),
  ];
  return breakCommands(`${options.quiet ? verdict.join('\n') : sections.join('\n\n')}\n`);
};

function describeList(list: ComparedList, { lists }: ComparedLists, options: ReporterOptions): string {
  const sizes = sizeRows(list).map((row) => [row.label, row.before, row.after, row.change]);
  const title = lists.length === 1 ? '' : escapeForTerminal(`${list.server}/${list.toolset}`);
  return [
    layColumns(
      [[title, 'before', 'after', 'change'], ...sizes],
      [{ maxWidth: Math.max(10, options.columns - 40) }, right, right, right],
    ),
    ...otherChanges(list).map((text) => `  ${text}`),
    changeRows(list, options),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function changeRows({ difference }: ComparedList, options: ReporterOptions): string {
  if (difference === undefined) return '';
  const all = describeChanges(difference);
  const shown = options.verbose ? all : all.slice(0, NAMED);
  const rows = shown.map(({ sign, name, amount, what }) => [
    `  ${sign} ${escapeForTerminal(name)}`,
    amount,
    what,
  ]);
  if (rows.length === 0) return '';
  const isWide = options.columns >= 60;
  const [names, amounts] = [
    Math.min(36, longest(rows.map(([name = '']) => name))),
    longest(rows.map((row) => row[1] ?? '')),
  ];
  const text = layColumns(
    isWide ? rows : rows.map((row) => row.slice(0, 2)),
    isWide
      ? [{ maxWidth: names }, right, { maxWidth: Math.max(10, options.columns - names - amounts - 4) }]
      : [{ maxWidth: options.columns - 12 }, right],
  );
  const more = all.length - shown.length;
  return more === 0 ? text : `${text}\n  and ${formatNoun(more, 'more tool')} (--verbose)`;
}

function summary({ lists, method }: ComparedLists, changed: readonly ComparedList[]): string {
  const what =
    changed.length === 0
      ? `No difference in ${formatNoun(lists.length, 'list')}`
      : `${formatNoun(changed.length, 'list')} of ${lists.length} differ${changed.length === 1 ? 's' : ''}`;
  return `${what}. ${method.tokenizer}, exact, name + description + inputSchema.`;
}
