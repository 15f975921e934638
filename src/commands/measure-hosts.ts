/** What each chosen host or client pays for the lists that were captured. */
import { defaultDeferral } from '../config/host-settings.ts';
import { unknownHost } from '../hosts/unknown-host.ts';
import { windowOf } from '../hosts/windows.ts';
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
  /** Of the command line or the config; goes before the host's own. */
  readonly window?: { readonly tokens: number; readonly from: string } | undefined;
  /** Of the flags. */
  readonly selection: Selection;
}

/** Tokens; of a host of which no window is known. */
const DEFAULT_WINDOW = 200_000;

/** Measure the lists in every chosen host. Lists that were not captured are left out. */
export function measureHosts(
  lists: readonly SelectedSnapshot[],
  tokenizer: Tokenizer,
  chosen: HostsToMeasure,
): readonly HostSize[] {
  const captured = lists.filter(({ snapshot }) => snapshot.failure === undefined);
  if (captured.length === 0) return [];
  const measure = (profile: HostProfile, hosted: readonly HostedList[], client?: ClientPlan): HostSize =>
    measureHost(hosted, tokenizer, {
      id: client?.id ?? profile.id,
      label: client?.label ?? profile.shortLabel ?? profile.label,
      client: client?.id,
      profile,
      isKnown: chosen.registry.has(profile.id),
      setting: (chosen.settingOf ?? defaultDeferral)(profile),
      window: windowFor(profile, chosen),
      estimate: familyOf(profile),
    });
  const ofClients = chosen.clients.map((client) => ({
    lists: hostedByClient(captured, client, chosen.selection),
    client,
  }));
  const sizes = [
    ...ofClients.map(({ lists, client }) => measure(profileOf(client, chosen), lists, client)),
    ...chosen.profiles.map((profile) =>
      measure(
        profile,
        captured.map((one) => hostAll(one, chosen.selection)),
      ),
    ),
  ];
  // Beside a single client that loads everything: what one that defers would load.
  const deferring = chosen.registry.get('claude-code');
  const [one, ...more] = sizes;
  const [alone] = ofClients;
  const isShown = one?.client !== undefined && more.length === 0 && !one.deferral.isDeferred;
  if (!isShown || alone === undefined || deferring === undefined || one.id === deferring.id) return sizes;
  return [one, { ...measure(deferring, alone.lists.map(withoutSettings)), isAside: true }];
}

/** What only the client's own file says of a list. */
function withoutSettings(list: HostedList): HostedList {
  return { ...list, isAlwaysLoaded: false, unmatchedFilters: [] };
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

function windowFor(profile: HostProfile, { window, registry }: HostsToMeasure): HostSize['window'] {
  if (window !== undefined) return window;
  const own = windowOf(profile, (id) => registry.get(id));
  return own === undefined
    ? { tokens: DEFAULT_WINDOW, from: 'assumed' }
    : { tokens: own.tokens, from: own.model };
}

/** A family is known for hosts whose models have one tokenizer; for others o200k stands in. */
function familyOf({ tokenizer }: HostProfile): Parameters<typeof measureHost>[2]['estimate'] {
  if (tokenizer === 'claude' || tokenizer === 'gemini') return families[tokenizer].estimate;
  return ({ o200k }) => ({ low: o200k, high: o200k });
}
