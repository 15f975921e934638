/** Every client that is here: its files, what each declares, and what becomes of each server. */
import { formatNoun } from '../../numbers.ts';
import { escapeForTerminal } from '../escape.ts';
import { longest } from '../layout.ts';
import type { ClientRow, ClientsPage, FileRow, ServerRow } from './page.ts';
import { configWords } from './overview.ts';
import {
  filterWords,
  indented,
  NARROW_COLUMNS,
  nextLines,
  padded,
  problemWords,
  scopeWord,
  statusWord,
} from './words.ts';

interface Style {
  readonly columns: number;
  readonly verbose: boolean;
}

/** The whole screen; an empty page says so. */
export function clientsTable({ clients, config, next }: ClientsPage, style: Style): string {
  const { columns } = style;
  const sections = [
    ...clients.map((client) => clientSection(client, style).join('\n')),
    ...(clients.length === 0 ? ['No client has a config file here.'] : []),
    ...(config === undefined ? [] : [indented(configWords(config), 0, columns).join('\n')]),
    ['Nothing was started.', ...nextLines(next, columns)].join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function clientSection({ word, label, host, warnings, files }: ClientRow, style: Style): readonly string[] {
  const unknown = host === undefined ? '; its limits and what it loads are not known' : '';
  return [
    ...indented(
      `${escapeForTerminal(label)}  --client ${escapeForTerminal(word)}${unknown}`,
      0,
      style.columns,
    ),
    ...warnings.flatMap(({ message }) => warningLines(message, 2, style)),
    ...files.flatMap((file) => fileSection(file, style)),
  ];
}

function fileSection(file: FileRow, style: Style): readonly string[] {
  const { columns } = style;
  const notes = [
    ...(file.alsoReadBy.length === 0
      ? []
      : [`also read by ${file.alsoReadBy.map(escapeForTerminal).join(', ')}`]),
    ...(file.installation === undefined ? [] : ['left out of what the client loads; measure it by its path']),
    ...(file.isConsentNeeded && file.servers.length > 0
      ? ['of the project: started only after a yes, or with --allow-project-servers']
      : []),
  ];
  const answer = file.answer === 'unreadable' ? `unreadable, ${problemWords(file)}` : answerWords(file);
  const title = `${escapeForTerminal(file.file)} (${scopeWord(file)}): ${answer}`;
  return [
    ...indented(title, 2, columns),
    ...(file.problem?.hint === undefined ? [] : indented(escapeForTerminal(file.problem.hint), 4, columns)),
    ...notes.flatMap((note) => indented(note, 4, columns)),
    ...file.warnings.flatMap(({ message }) => warningLines(message, 4, style)),
    ...serverLines(file.servers, style),
  ];
}

function answerWords({ answer, servers, lookedFor, elsewhere }: FileRow): string {
  const off = servers.filter(({ status }) => status === 'disabled').map(({ name }) => name);
  const others = elsewhere === 0 ? '' : `; ${formatNoun(elsewhere, 'server')} of other projects not listed`;
  if (servers.length === 0) {
    return `declares no server${lookedFor === undefined || answer !== 'declares-none' ? '' : `; ${escapeForTerminal(lookedFor)}`}${others}`;
  }
  const count = formatNoun(servers.length, 'server');
  if (off.length === servers.length) return `${count}, all disabled${others}`;
  return `${count}${off.length === 0 ? '' : `, ${off.length} disabled`}${others}`;
}

function serverLines(servers: readonly ServerRow[], style: Style): readonly string[] {
  const names = servers.map(({ name }) => escapeForTerminal(name));
  const nameWidth = Math.min(24, longest(names));
  return servers.flatMap((server, index) => {
    const name = names[index] ?? '';
    const details = detailsOf(server, style);
    if (style.columns < NARROW_COLUMNS) {
      return [
        ...indented(`${name}: ${statusWord(server.status)}`, 4, style.columns),
        ...details.flatMap((text) => indented(text, 6, style.columns)),
      ];
    }
    const head = `    ${padded(name, nameWidth)}  ${padded(statusWord(server.status), STATUS_WIDTH)}  `;
    const margin = 4 + nameWidth + 2 + STATUS_WIDTH + 2;
    const isFitting = longest([head]) <= margin;
    const lines = details.flatMap((text) => indented(text, margin, style.columns));
    if (!isFitting) return [head.trimEnd(), ...lines];
    return [(head + (lines[0] ?? '').slice(margin)).trimEnd(), ...lines.slice(1)];
  });
}

const STATUS_WIDTH = 'unsupported'.length;

function detailsOf(server: ServerRow, { verbose }: Style): readonly string[] {
  const { status, reason, needs, hiddenBy, starts, source } = server;
  const ownPlace = `${source.file}${source.line === undefined ? '' : `:${source.line}`}`;
  const place = status === 'disabled' ? (server.offAt ?? ownPlace) : ownPlace;
  const why = reason ?? statusWord(status);
  const isFaulty = status === 'invalid' || status === 'unsupported';
  const names = (label: string, list: readonly string[]): readonly string[] =>
    verbose && list.length > 0 ? [`${label} ${list.join(', ')}`] : [];
  const texts = [
    ...(hiddenBy === undefined ? [] : [`not loaded: the entry in ${hiddenBy} counts`]),
    ...(isFaulty || status === 'disabled' ? [why.endsWith(place) ? why : `${why}  (${place})`] : []),
    ...needs.map((need) => `needs ${need}`),
    ...(starts === undefined || (isFaulty && !verbose) ? [] : [starts]),
    ...beforeStart(server),
    ...names('variables', server.env),
    ...names('headers', server.headers),
  ];
  return [
    ...texts.map(escapeForTerminal),
    ...filterWords(server),
    ...server.warnings.map((warning) => escapeForTerminal(`warning: ${warning.message}`)),
  ];
}

/** What has to happen before it is started, or limits it. */
function beforeStart({ switchedOnIn, withheld = [], signInAt, startLimitMs }: ServerRow): readonly string[] {
  return [
    ...(switchedOnIn === undefined ? [] : [`switched on in ${switchedOnIn}: started only after a yes`]),
    ...(withheld.length === 0 ? [] : [`reads ${withheld.join(', ')} once it is allowed`]),
    ...(signInAt === undefined ? [] : [`where nobody has signed in: mcp-budget login ${signInAt}`]),
    ...(startLimitMs === undefined ? [] : [`start limit ${startLimitMs / 1000} s`]),
  ];
}

function warningLines(message: string, margin: number, { columns }: Style): readonly string[] {
  return indented(escapeForTerminal(`warning: ${message}`), margin, columns);
}
