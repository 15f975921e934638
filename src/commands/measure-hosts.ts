/** What each chosen host or client pays for the lists that were captured. */
import { defaultDeferral } from '../config/host-settings.ts';
import { unknownHost } from '../hosts/unknown-host.ts';
import { windowOf, windowsOf } from '../hosts/windows.ts';
import { measureHost, type HostedList } from '../measure/host-size.ts';
import type { ClientPlan, ClientServerPlan } from '../model/client.ts';
import type { DeferralSetting, HostProfile, HostSize } from '../model/host.ts';
import type { Tokenizer } from '../model/measurement.ts';
import type { Selection } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { filterByName, selectTools } from '../reduce/select.ts';
import { families } from '../tokens/families/index.ts';
import type { SelectedSnapshot } from './select-toolsets.ts';

export interface HostsToMeasure {
  /** Over all servers together. */
  readonly profiles: readonly HostProfile[];
  /** Each over its own servers. */
  readonly clients: readonly ClientPlan[];
  /** By id: those of the registry, as `hostProfiles` has them. */
  readonly registry: ReadonlyMap<string, HostProfile>;
  /** As it is set here; a gate takes each host as it comes. */
  readonly settingOf?: ((profile: HostProfile) => DeferralSetting) | undefined;
  /** Of the command line; goes before the host's own. */
  readonly windowFlag?: number | undefined;
  /** Of the config; for hosts of which no window is known. */
  readonly window?: number | undefined;
  /** Of the flags. */
  readonly selection: Selection;
}

/** Tokens; of a host of which no window is known. */
const DEFAULT_WINDOW = 200_000;

/**
 * Measure the lists in every chosen host. Lists that were not captured are left out, and named. Hosts beside a client
 * are shown with the client's lists.
 */
export function measureHosts(
  lists: readonly SelectedSnapshot[],
  tokenizer: Tokenizer,
  chosen: HostsToMeasure,
): readonly HostSize[] {
  const stacks = stacksOf(lists, chosen);
  if (stacks.every((stack) => stack.lists.length === 0)) return [];
  const measure = (profile: HostProfile, stack: Stack, client?: ClientPlan): HostSize =>
    measureHost(stack.lists, tokenizer, {
      id: client?.id ?? profile.id,
      label: client?.label ?? profile.shortLabel ?? profile.label,
      client: client?.id,
      profile,
      isKnown: chosen.registry.has(profile.id),
      setting: (chosen.settingOf ?? defaultDeferral)(profile),
      window: windowFor(profile, chosen),
      largestWindow: largestWindowOf(profile, chosen),
      missing: stack.missing,
      estimate: familyOf(profile),
    });
  const [first] = stacks;
  const sizes = [
    ...stacks.flatMap((stack) =>
      stack.client === undefined ? [] : [measure(profileOf(stack.client, chosen), stack, stack.client)],
    ),
    ...(first === undefined
      ? []
      : chosen.profiles.map((profile) => measure(profile, withoutSettings(first)))),
  ];
  // Beside a single client that loads everything: what one that defers would load.
  const deferring = chosen.registry.get('claude-code');
  const [one, ...more] = sizes;
  const isShown = one?.client !== undefined && more.length === 0 && !one.deferral.isDeferred;
  if (!isShown || first === undefined || deferring === undefined || one.id === deferring.id) return sizes;
  return [one, { ...measure(deferring, withoutSettings(first)), isAside: true }];
}

/** Lists that are loaded together: all of them, or a client's. */
export interface Stack {
  readonly client?: ClientPlan | undefined;
  readonly lists: readonly HostedList[];
  /** Servers that could not be measured, by their names in it. */
  readonly missing: readonly string[];
}

/** One stack a client; without clients all lists are one. */
export function stacksOf(
  lists: readonly SelectedSnapshot[],
  { clients, selection }: Pick<HostsToMeasure, 'clients' | 'selection'>,
): readonly Stack[] {
  const captured = lists.filter(({ snapshot }) => snapshot.failure === undefined);
  if (clients.length === 0) {
    const failed = lists.filter(({ snapshot }) => isMissing(snapshot)).map(({ snapshot }) => snapshot.server);
    return [{ lists: captured.map((one) => hostAll(one, selection)), missing: [...new Set(failed)] }];
  }
  return clients.map((client) => ({
    client,
    lists: hostedByClient(captured, client, selection),
    missing: client.servers
      .filter((server) => lists.some(({ snapshot }) => isOf(snapshot, server) && isMissing(snapshot, server)))
      .map(({ name }) => name),
  }));
}

/** What is disabled is left out on purpose; what waits for a yes is not. */
function isMissing({ failure, status }: Snapshot, server?: ClientServerPlan): boolean {
  const launch = server?.plan.launch;
  const waits = launch?.kind === 'missing' && launch.isConsentMissing === true;
  return failure !== undefined && (status !== 'skipped' || waits);
}

/** Without what only the client's own file says of its lists. */
function withoutSettings(stack: Stack): Stack {
  const lists = stack.lists.map((list) => ({ ...list, isAlwaysLoaded: false, unmatchedFilters: [] }));
  return { ...stack, client: undefined, lists };
}

function profileOf({ id, label, host }: ClientPlan, { registry }: HostsToMeasure): HostProfile {
  const known = host === undefined ? undefined : registry.get(host);
  return known ?? unknownHost(id, label);
}

function hostAll({ snapshot, isInTotal }: SelectedSnapshot, selection: Selection): HostedList {
  const { tools } = selectTools(snapshot.tools, selection);
  return { ...hosted(snapshot, snapshot.server, tools.length), tools, isInTotal, isAlwaysLoaded: false };
}

function hostedByClient(
  captured: readonly SelectedSnapshot[],
  { servers }: ClientPlan,
  selection: Selection,
): readonly HostedList[] {
  return servers.flatMap((server) => {
    const own = captured.find(({ snapshot }) => isOf(snapshot, server));
    if (own === undefined) return [];
    const selected = selectTools(own.snapshot.tools, selection).tools;
    return [
      {
        ...hosted(own.snapshot, server.name, selected.length),
        tools: filterByName(selected, server).tools,
        isInTotal: true,
        isAlwaysLoaded: server.isAlwaysLoaded === true,
        unmatchedFilters: filterByName(own.snapshot.tools, server).unmatched,
      },
    ];
  });
}

function hosted(
  { server, toolset, instructions }: Snapshot,
  name: string,
  listed: number,
): Pick<HostedList, 'server' | 'toolset' | 'name' | 'listed' | 'instructions'> {
  return { server, toolset, name, listed, instructions: instructions ?? '' };
}

function isOf({ server, toolset }: Snapshot, { plan }: ClientServerPlan): boolean {
  return server === plan.server && toolset === plan.toolset;
}

/** What shares are taken of: the flag's, the host's own, which `hostProfiles` may state, or else the config's. */
function windowFor(
  profile: HostProfile,
  { windowFlag, window, registry }: HostsToMeasure,
): HostSize['window'] {
  if (windowFlag !== undefined) return { tokens: windowFlag, from: '--window' };
  const own = windowOf(profile, (id) => registry.get(id));
  if (own !== undefined) return { tokens: own.tokens, from: own.model };
  return window === undefined
    ? { tokens: DEFAULT_WINDOW, from: 'assumed' }
    : { tokens: window, from: 'config' };
}

/** Of the host's models; undefined where the window is not theirs. */
function largestWindowOf(profile: HostProfile, { windowFlag, registry }: HostsToMeasure): number | undefined {
  const windows = windowsOf(profile, (id) => registry.get(id)).map(({ tokens }) => tokens);
  return windowFlag !== undefined || windows.length === 0 ? undefined : Math.max(...windows);
}

/** A family is known for hosts whose models have one tokenizer; for others o200k stands in. */
function familyOf({ tokenizer }: HostProfile): Parameters<typeof measureHost>[2]['estimate'] {
  if (tokenizer === 'claude' || tokenizer === 'gemini') return families[tokenizer].estimate;
  return ({ o200k }) => ({ low: o200k, high: o200k });
}
