/** What a run would start: every command as a shell takes it, where, and with which variables. */
import { formatNoun } from '../../numbers.ts';
import { escapeForTerminal } from '../escape.ts';
import type { StartRow } from './page.ts';
import { indented } from './words.ts';

const VERBS: Readonly<Record<StartRow['kind'], string>> = {
  command: 'start',
  url: 'connect to',
  file: 'read',
  none: 'not started:',
};

/** The rows and their sum. */
export function startsTable(rows: readonly StartRow[], { columns }: { readonly columns: number }): string {
  const count = (kind: StartRow['kind']): number => rows.filter((row) => row.kind === kind).length;
  const sum = [
    `${formatNoun(count('command'), 'command')} and ${formatNoun(count('url'), 'URL')} would be started.`,
    ...(count('none') === 0 ? [] : [`${count('none')} would not.`]),
    'Nothing was started.',
  ];
  return `${[...rows.flatMap((row) => startLines(row, columns)), ...indented(sum.join(' '), 0, columns)].join('\n')}\n`;
}

/** One server; its command is not wrapped, so that it can be copied. */
export function startLines(row: StartRow, columns: number): readonly string[] {
  const toolset = row.toolset === 'default' ? '' : `/${row.toolset}`;
  const whose = [row.clients.join(', '), row.places.join(', ')].filter((text) => text !== '').join('  ');
  const given = [
    ...(row.cwd === undefined ? [] : [`in ${row.cwd}`]),
    ...(row.env.length === 0 ? [] : [`with the variables ${row.env.join(', ')}`]),
    ...(row.files.length === 0 ? [] : [`with what stands in ${row.files.join(', ')}`]),
    ...(row.headers.length === 0 ? [] : [`with the headers ${row.headers.join(', ')}`]),
  ].join(', ');
  return [
    ...indented(escapeForTerminal(`${row.server}${toolset}  ${whose}`.trimEnd()), 0, columns),
    `  ${VERBS[row.kind]} ${escapeWhole(row.starts)}`,
    ...(row.hidden === 0
      ? []
      : indented(
          `${formatNoun(row.hidden, 'part')} of it ${row.hidden === 1 ? 'is' : 'are'} hidden as secret`,
          2,
          columns,
        )),
    ...(given === '' ? [] : indented(escapeForTerminal(given), 2, columns)),
  ];
}

/** Nothing of a command is cut off: whoever allows it must see all of it. */
function escapeWhole(text: string): string {
  return (text.match(/.{1,1000}/gsu) ?? []).map(escapeForTerminal).join('');
}
