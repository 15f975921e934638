/** A server of a client's file, as `login` and `logout` are about it. */
import { describeUrl } from '../capture/describe-url.ts';
import { discoverClients } from '../config/clients/discover.ts';
import type { DiscoverContext } from '../config/clients/discover-context.ts';
import { launchOf, placeOf, type PlannedLaunch } from '../config/clients/plan-launch.ts';
import { readClientWords } from '../config/clients/plan-words.ts';
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ClientStack, StackServer } from '../model/client.ts';
import { redact } from '../report/redact.ts';
import { clientContext, clientWords } from './client-words.ts';
import type { CommandInput } from './command.ts';

export interface ClientServerTarget extends PlannedLaunch {
  /** `.mcp.json:3 mcpServers.notion, a file of this project`. */
  readonly place: string;
  /** What `measure` is given for it. */
  readonly words: readonly string[];
}

interface Candidate extends ClientServerTarget {
  /** `cursor › notion`. */
  readonly label: string;
  readonly isOfProject: boolean;
}

interface NamedServer {
  readonly client: ClientStack;
  readonly server: StackServer;
}

/**
 * The one server of that name that a client here, or one that `--client` names, reaches by a URL.
 * Undefined where none has the name.
 * @throws UsageError for a name with several URLs, and for a client that is not here
 */
export function findClientServer(word: string, input: CommandInput, io: Io): ClientServerTarget | undefined {
  const context = clientContext(input, io);
  const named = serversOf(input, io, context).filter((one) => isNamed(word, one));
  const candidates = named.map((one) => candidateOf(one, context));
  const reached = candidates.filter(({ launch }) => launch.kind === 'url');
  rejectSeveral(word, reached);
  rejectUnread(word, named);
  // What the user wrote is meant before what a project says of the same URL.
  return reached.find(({ isOfProject }) => !isOfProject) ?? reached[0] ?? candidates[0];
}

/** Nobody has the name: what it may have been meant to be. */
export function unknownClientServer(word: string, input: CommandInput, io: Io): UsageError {
  const servers = serversOf(input, io, clientContext(input, io)).filter(({ server }) => isUrl(server));
  const names = [...new Set(servers.map(({ server }) => server.name))];
  const known = names.length === 0 ? undefined : `servers of clients with a URL: ${names.join(', ')}`;
  return new UsageError(`${word} is no URL, and neither a config nor a client's file here names it`, {
    hint: didYouMean(word, names) ?? known ?? 'e.g. mcp-budget login https://mcp.example.com/mcp',
  });
}

function serversOf(input: CommandInput, io: Io, context: DiscoverContext): readonly NamedServer[] {
  const words = clientWords(input, io);
  const stacks =
    words.length === 0 ? discoverClients(context) : readClientWords(words, context).map(({ stack }) => stack);
  return stacks.flatMap((client) => client.servers.map((server) => ({ client, server })));
}

function isNamed(word: string, { client: { id, label }, server: { name } }: NamedServer): boolean {
  return [name, `${id} › ${name}`, `${label} › ${name}`].includes(word);
}

function isUrl({ server }: StackServer): boolean {
  return server.url !== undefined;
}

function candidateOf({ client, server }: NamedServer, context: DiscoverContext): Candidate {
  const isOfProject = server.file.isConsentNeeded;
  return {
    ...launchOf(server, context),
    label: `${client.id} › ${server.name}`,
    words: ['--client', client.id, server.name],
    isOfProject,
    place: `${placeOf(server)}${isOfProject ? ', a file of this project' : ''}`,
  };
}

/** A project's file may name any file of the user's, whose text would go into the URL or a header. */
function rejectUnread(word: string, named: readonly NamedServer[]): void {
  const unread = named.find(({ server }) => isUrl(server) && server.withheld !== undefined)?.server;
  if (unread === undefined) return;
  throw new UsageError(`${word}: a project's file would read ${unread.withheld?.join(', ')} for it`, {
    hint: `look at ${placeOf(unread)}, then sign in by the URL of the server`,
  });
}

function rejectSeveral(word: string, candidates: readonly Candidate[]): void {
  const lines = new Map<string, string>();
  for (const { launch, label, place, secrets } of candidates) {
    if (launch.kind !== 'url' || lines.has(launch.url)) continue;
    lines.set(launch.url, redact(`${label}  ${describeUrl(launch.url)}  (${place})`, secrets).value);
  }
  if (lines.size < 2) return;
  throw new UsageError(`${word} is the name of ${lines.size} servers with different URLs`, {
    hint: [
      'name one as it stands here, or choose a client with --client:',
      ...[...lines.values()].map((line) => `  ${line}`),
    ].join('\n'),
  });
}
