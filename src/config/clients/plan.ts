/** What clients load, as plans to capture: equal launches are one plan, however many clients share it. */
import { keyOfLaunch } from '../../launch-key.ts';
import type {
  ClientFile,
  ClientPlan,
  ClientServerPlan,
  ClientStack,
  StackServer,
} from '../../model/client.ts';
import type { Launch, ToolsetPlan } from '../../model/plan.ts';
import { uniqueNames } from '../targets.ts';
import type { DiscoverContext } from './discover-context.ts';
import { launchOf } from './plan-launch.ts';
import { shareLaunches, type Candidate } from './plan-shared.ts';
import { readClientWords, type NamedStack } from './plan-words.ts';

export interface ResolvedClients {
  readonly clients: readonly ClientPlan[];
  /** Every plan of the clients once. */
  readonly toolsets: readonly ToolsetPlan[];
  /** Values that must not reach any output. */
  readonly secrets: readonly string[];
  /** Names of what `--input` may answer. */
  readonly asks: readonly string[];
  /** For people: files that declare nothing or only what is disabled, and what was left out. */
  readonly notes: readonly string[];
}

/**
 * Resolve what `--client` names: ids of clients, `all`, or paths of their files.
 * @throws UsageError for a word that names none of these.
 */
export function resolveClients(words: readonly string[], context: DiscoverContext): ResolvedClients {
  const named = readClientWords(words, context);
  const read = named.flatMap((one) => entriesOf(one, context));
  const launches = shareLaunches(read, context);
  const entries = read.map((entry, index) => ({ ...entry, launch: launches[index] ?? entry.launch }));
  const plans = planLaunches(entries);
  const planOf = ({ launch }: Entry): ToolsetPlan => {
    const plan = plans.get(keyOf(launch));
    if (plan === undefined) throw new TypeError('a launch without a plan');
    return plan;
  };
  const clients = named.map((one) => ({
    id: one.stack.id,
    label: one.stack.label,
    host: one.stack.host,
    servers: entries.filter((entry) => entry.named === one).map((entry) => serverPlan(entry, planOf(entry))),
  }));
  return {
    clients,
    toolsets: [...plans.values()],
    secrets: secretsIn(clients),
    asks: [...new Set(entries.flatMap(({ server }) => server?.asks ?? []))],
    notes: [...new Set(named.flatMap(({ stack }) => notesOf(stack)))],
  };
}

/** What must not reach any output of the servers that clients load. */
export function secretsIn(clients: readonly ClientPlan[]): readonly string[] {
  return [...new Set(clients.flatMap(({ servers }) => servers.flatMap(({ secrets }) => secrets)))];
}

interface Entry extends Candidate {
  readonly named: NamedStack;
  readonly name: string;
  /** Absent: a file that cannot be read stands for the servers it may have. */
  readonly server?: StackServer;
  readonly source: ClientServerPlan['source'];
  readonly path: string;
  readonly secrets: readonly string[];
  readonly given: readonly string[];
}

function entriesOf(named: NamedStack, context: DiscoverContext): readonly Entry[] {
  const unreadable = named.stack.files.filter(({ answer }) => answer === 'unreadable');
  return [
    ...named.stack.servers.map((server) => ({
      named,
      name: server.name,
      server,
      source: server.source,
      path: server.file.path,
      isUsualFolder: (server.server.cwd ?? '') === '',
      isProjects: server.file.isConsentNeeded,
      ...launchOf(server, context),
    })),
    ...unreadable.map((file) => ({
      named,
      name: file.shown,
      source: { file: file.shown, line: file.problem?.line, key: '' },
      path: file.path,
      launch: unreadableLaunch(file),
      isUsualFolder: false,
      isProjects: file.isConsentNeeded,
      secrets: [],
      given: [],
    })),
  ];
}

function unreadableLaunch(file: ClientFile): Launch {
  return {
    kind: 'missing',
    status: 'start-failed',
    message: describeProblem(file),
    hint: file.problem?.hint ?? 'its servers are not known until it can be read',
  };
}

/** `~/.cursor/mcp.json:3:5  comma expected`. */
export function describeProblem({ shown, problem }: ClientFile): string {
  const { message = 'cannot be read', line, column } = problem ?? {};
  const at = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return `${shown}${at}  ${message}`;
}

/** Of launches that are none, each stands for itself. */
function keyOf(launch: Launch): Launch | string {
  return launch.kind === 'missing' ? launch : keyOfLaunch(launch);
}

/** One plan a launch. A name that stands for several gets its client's id before it. */
function planLaunches(entries: readonly Entry[]): ReadonlyMap<Launch | string, ToolsetPlan> {
  const firsts = new Map<Launch | string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry.launch);
    if (!firsts.has(key)) firsts.set(key, entry);
  }
  const distinct = [...firsts.values()];
  const isShared = ({ name }: Entry): boolean => distinct.filter((one) => one.name === name).length > 1;
  const names = uniqueNames(
    distinct.map((entry) => (isShared(entry) ? `${entry.named.stack.id} › ${entry.name}` : entry.name)),
  );
  return new Map(
    [...firsts].map(([key, { launch }], index) => [
      key,
      { server: names[index] ?? '', toolset: 'default', launch, activate: [] },
    ]),
  );
}

function serverPlan(entry: Entry, plan: ToolsetPlan): ClientServerPlan {
  const { name, server, source, path, named, isProjects, secrets, given } = entry;
  return {
    name,
    plan,
    includeTools: server?.server.includeTools,
    excludeTools: server?.server.excludeTools,
    isWildcardFilter: server?.isWildcardFilter,
    isAlwaysLoaded: server?.isAlwaysLoaded,
    source,
    path,
    isConsentNeeded: isProjects || server?.switchedOnIn !== undefined,
    switchedOnIn: server?.switchedOnIn,
    isHidingUsers:
      isProjects &&
      named.stack.files.some(
        (file) => !file.isConsentNeeded && file.servers.some((other) => other.name === name),
      ),
    envFile: plan.launch.kind === 'command' ? server?.server.envFile : undefined,
    withheld: server?.withheld,
    secrets,
    given,
  };
}

function notesOf({ label, servers, files, asides, warnings }: ClientStack): readonly string[] {
  const isAnyOn = servers.some(({ status }) => status !== 'disabled');
  const off = servers.filter(({ status }) => status === 'disabled').map(({ name }) => name);
  const isUnknown = files.some(({ answer }) => answer === 'unreadable');
  return [
    ...(servers.length === 0 && !isUnknown
      ? [`${label} declares no server in ${files.map(({ shown }) => shown).join(', ')}`]
      : []),
    ...(off.length > 0 && !isAnyOn ? [`${label}: every server is disabled: ${off.join(', ')}`] : []),
    ...asides.map(
      ({ installation, file }) =>
        `${label}: ${file.shown} is of ${installation} and left out; measure it by its path`,
    ),
    ...warnings.map(({ message }) => `${label}: ${message}`),
  ];
}
