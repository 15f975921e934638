/** The first screen: which clients have servers here, in a few lines, and what to type next. */
import { formatNoun } from '../../numbers.ts';
import { escapeForTerminal } from '../escape.ts';
import { longest, nameSome } from '../layout.ts';
import type { ClientRow, ClientsPage, ConfigRow, FileRow } from './page.ts';
import { indented, NARROW_COLUMNS, nextLines, padded, problemWords, scopeWord, statusWord } from './words.ts';

interface Line {
  readonly label: string;
  readonly file: string;
  readonly text: string;
}

/** A line a file that declares servers or cannot be read; the others are only counted. */
export function overviewTable(page: ClientsPage, { columns }: { readonly columns: number }): string {
  const { clients, config, next } = page;
  const lines = clients.flatMap(linesOf);
  const silent = clients.flatMap(({ files }) =>
    files.filter((file) => !isTold(file) && !file.isBorrowed),
  ).length;
  const nothing = lines.length === 0 && config === undefined;
  const sections = [
    ...layLines(lines, columns),
    ...(config === undefined ? [] : indented(configWords(config), 0, columns)),
    ...(nothing
      ? indented(
          'No server is declared here: no config of mcp-budget, and no client whose file has any.',
          0,
          columns,
        )
      : []),
    ...(silent === 0
      ? []
      : indented(
          `${formatNoun(silent, 'file')} of clients without a server: mcp-budget clients`,
          0,
          columns,
        )),
    'Nothing was started.',
    ...nextLines(next, columns),
  ];
  return `${sections.join('\n')}\n`;
}

/** A config in a line. */
export function configWords({ file, servers, problem }: ConfigRow): string {
  if (problem !== undefined) return escapeForTerminal(`Config ${file}: ${problem}`);
  if (servers === undefined) return escapeForTerminal(`Config ${file}: code, which was not run`);
  const names = servers.length === 0 ? '' : `: ${nameSome(servers, 8)}`;
  return escapeForTerminal(`Config ${file}: ${formatNoun(servers.length, 'server')}${names}`);
}

function isTold({ servers, answer, warnings }: FileRow): boolean {
  return servers.length > 0 || answer === 'unreadable' || warnings.length > 0;
}

function linesOf({ label, files, warnings }: ClientRow): readonly Line[] {
  return [
    ...files.filter(isTold).map((file) => ({
      label: escapeForTerminal(label),
      file:
        file.scope === 'user' && file.installation === undefined
          ? escapeForTerminal(file.file)
          : `${escapeForTerminal(file.file)} (${scopeWord(file)})`,
      text: file.answer === 'unreadable' ? `unreadable, ${problemWords(file)}` : serverNames(file),
    })),
    ...warnings.map(({ message }) => ({
      label: escapeForTerminal(label),
      file: '',
      text: escapeForTerminal(message),
    })),
  ];
}

/** `notion, tavily (needs input), old (disabled)`. */
function serverNames({ servers }: FileRow): string {
  const names = servers.map(({ name, status, hiddenBy }) => {
    const note = hiddenBy === undefined ? statusWord(status) : 'not loaded';
    return escapeForTerminal(note === 'ready' ? name : `${name} (${note})`);
  });
  return nameSome(names, 12);
}

function layLines(lines: readonly Line[], columns: number): readonly string[] {
  const labelWidth = Math.min(24, longest(lines.map(({ label }) => label)));
  const fileWidth = longest(lines.map(({ file }) => file));
  const margin = labelWidth + 2 + fileWidth + 2;
  const isWide = columns >= NARROW_COLUMNS && columns - margin >= 24;
  return lines.flatMap(({ label, file, text }) => {
    if (!isWide) return [...indented(`${label}  ${file}`, 0, columns), ...indented(text, 4, columns)];
    const head = `${padded(label, labelWidth)}  ${padded(file, fileWidth)}  `;
    const texts = indented(text, margin, columns);
    return [head + (texts[0] ?? '').trimStart(), ...texts.slice(1)];
  });
}
