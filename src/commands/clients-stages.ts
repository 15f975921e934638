/** The stages that `clients` and the first screen wire, in one module, so that help and version load none of them. */
import { discoverClients } from '../config/clients/discover.ts';
import { readClientWords } from '../config/clients/plan-words.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ClientStack } from '../model/client.ts';
import { clientsFormats, renderClients, renderOverview } from '../report/clients/index.ts';
import type { ClientRow, ClientsPage, ConfigRow } from '../report/clients/page.ts';
import { writeText } from '../report/render.ts';
import { splitClientWords, clientContext, requireAsked } from './client-words.ts';
import { describeConfig } from './clients-config.ts';
import { describeClients } from './clients-view.ts';
import type { CommandInput } from './command.ts';
import { choiceOption } from './option-values.ts';
import { readStyle } from './output.ts';

/** Show the clients that are named, or every one that is here. @throws UsageError for a word that names none */
export async function showClients(input: CommandInput, io: Io): Promise<ExitCode> {
  const context = clientContext(input, io);
  const words = input.targets.flatMap((word) => splitClientWords(word, io));
  const stacks =
    words.length === 0
      ? discoverClients(context)
      : readClientWords(words, context, { flag: '' }).map(({ stack }) => stack);
  requireAsked(
    context.inputs,
    stacks
      .flatMap(({ files, asides }) => [...files, ...asides.map(({ file }) => file)])
      .flatMap(({ servers }) => servers.flatMap(({ asks }) => asks)),
  );
  const config = words.length === 0 ? await describeConfig(io) : undefined;
  const rows = describeClients(stacks);
  const page = { clients: rows, config, next: nextCommands(rows, config) };
  const format = choiceOption(input.options, 'format', clientsFormats);
  await writeText(io.stdout, renderClients(page, format, readStyle(input, io)));
  return exitCodeOf(stacks);
}

/** The first screen: what is here, in a few lines; those that declare most come first. */
export async function showOverview(io: Io): Promise<ExitCode> {
  const input: CommandInput = { targets: [], command: undefined, own: [], options: {} };
  const stacks = discoverClients(clientContext(input, io));
  const rows = describeClients(stacks).toSorted((a, b) => readyServers(b) - readyServers(a));
  const config = await describeConfig(io);
  const page: ClientsPage = { clients: rows, config, next: nextCommands(rows, config) };
  await writeText(io.stdout, renderOverview(page, readStyle(input, io)));
  return exitCodeOf(stacks);
}

/** What cannot be read might hold servers: nobody should take that for none. */
function exitCodeOf(stacks: readonly ClientStack[]): ExitCode {
  const isUnreadable = stacks.some(({ files }) => files.some(({ answer }) => answer === 'unreadable'));
  return isUnreadable ? EXIT.notMeasured : EXIT.ok;
}

function readyServers({ files }: ClientRow): number {
  return files
    .filter(({ installation }) => installation === undefined)
    .flatMap(({ servers }) => servers)
    .filter(({ status, hiddenBy }) => status === 'ready' && hiddenBy === undefined).length;
}

function nextCommands(rows: readonly ClientRow[], config: ConfigRow | undefined): ClientsPage['next'] {
  const check = config === undefined ? [] : [{ does: 'Check the config:', command: 'mcp-budget check' }];
  const first = rows.find((row) => readyServers(row) > 0);
  if (first !== undefined) {
    return [...check, { does: 'Measure:', command: `mcp-budget measure --client ${first.word}` }];
  }
  if (check.length > 0) return check;
  return [{ does: 'Measure a server:', command: 'mcp-budget measure -- <command of the server>' }];
}
