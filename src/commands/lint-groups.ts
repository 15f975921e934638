/** Which lists a host has at once, by which settings they are linted, and for which hosts. */
import { recordedOf } from '../judge/record.ts';
import { RECOMMENDED } from '../judge/lint/settings.ts';
import type { BaselineState } from '../model/baseline.ts';
import type { ClientPlan } from '../model/client.ts';
import type { HostProfile } from '../model/host.ts';
import type { ConfigPlan } from '../model/plan.ts';
import type { ToolsetPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { localName } from './choose-toolsets.ts';
import { filterForClient } from './client-lists.ts';
import type { ChosenHosts } from './host-choice.ts';
import type { LintGroup } from './lint-lists.ts';
import type { ResolvedTargets } from './resolve-targets.ts';
import type { SelectedSnapshot } from './select-toolsets.ts';
import { snapshotKey } from './snapshot-folder.ts';

export interface GroupOptions {
  readonly targets: Pick<ResolvedTargets, 'gates' | 'configs' | 'clients'>;
  /** Undefined: neither flag nor client nor config names any. */
  readonly hosts: ChosenHosts | undefined;
  /** The hosts are those of the flag, for all groups. */
  readonly isHostAsked: boolean;
  /** Of a server that is named on the command line. */
  readonly name: string | undefined;
  readonly baselineOf: (plan: ConfigPlan) => Pick<BaselineState, 'baseline'>;
  /** Values that no text of a finding may hold. */
  readonly secrets: readonly string[];
  /** Tools were left out by a flag. */
  readonly isPart: boolean;
}

/** Lists of one config are one group, those of one client, and what the command line names by itself. */
export function groupLists(lists: readonly SelectedSnapshot[], options: GroupOptions): readonly LintGroup[] {
  const { configs, clients, gates } = options.targets;
  const ofConfigs = configs.filter(({ toolsets }) => toolsets.some((gate) => gates.includes(gate)));
  const claimed = new Set([
    ...gates.map(keyOf),
    ...clients.flatMap(({ servers }) => servers.map(({ plan }) => keyOf(plan))),
  ]);
  const others = lists.filter(({ snapshot }) => !claimed.has(keyOf(snapshot)));
  const groups = [
    ...ofConfigs.map((plan) => ofConfig(lists, plan, options)),
    ...clients.map((client) => ofClient(lists, client, options)),
    {
      ...common(options),
      lists: others.map(({ snapshot, isInTotal }) => ({ snapshot, isInTotal, hostName: options.name })),
      settings: RECOMMENDED,
      chosen: options.hosts?.profiles ?? [],
    },
  ];
  return groups.filter((group) => group.lists.length > 0);
}

function ofConfig(lists: readonly SelectedSnapshot[], plan: ConfigPlan, options: GroupOptions): LintGroup {
  const own = new Set(plan.toolsets.map(keyOf));
  const { gates } = options.targets;
  return groupOfConfig(
    lists.filter(({ snapshot }) => own.has(keyOf(snapshot))),
    plan,
    {
      baseline: options.baselineOf(plan),
      chosen: options.isHostAsked ? (options.hosts?.profiles ?? []) : plan.hosts,
      isPart: options.isPart,
      isWhole: !options.isPart && plan.toolsets.every((gate) => gates.includes(gate)),
      secrets: options.secrets,
    },
  );
}

export interface ConfigGroupOptions extends Pick<LintGroup, 'chosen' | 'isWhole' | 'secrets'> {
  readonly baseline: Pick<BaselineState, 'baseline'>;
  /** Tools were left out by a flag: of a part of a list the rest would seem to be gone. */
  readonly isPart: boolean;
}

/** Lists of one config, by its settings and its baseline. */
export function groupOfConfig(
  lists: readonly Pick<SelectedSnapshot, 'snapshot' | 'isInTotal'>[],
  plan: ConfigPlan,
  { baseline, isPart, ...given }: ConfigGroupOptions,
): LintGroup {
  const named = (server: string): string => localName(server, plan);
  return {
    ...given,
    lists: lists.map(({ snapshot, isInTotal }) => ({
      snapshot,
      isInTotal,
      hostName: named(snapshot.server),
      accepted:
        isPart || !isComparable(snapshot)
          ? undefined
          : recordedOf({ localServer: named(snapshot.server), toolset: snapshot.toolset }, baseline),
    })),
    accepted: baseline.baseline?.accepted,
    settings: plan.lint === false || plan.lint === undefined ? RECOMMENDED : plan.lint,
    hostProfiles: plan.hostProfiles,
    localName: named,
  };
}

/** What was cut off, or has other texts than the list, has not changed for that. */
function isComparable({ status, warnings }: Snapshot): boolean {
  return status !== 'partial' && !warnings.some(({ id }) => id === 'redacted-snapshot');
}

function ofClient(lists: readonly SelectedSnapshot[], client: ClientPlan, options: GroupOptions): LintGroup {
  const names = new Map(client.servers.map(({ plan, name }) => [keyOf(plan), name]));
  const own = lists.filter(({ snapshot }) => names.has(keyOf(snapshot)));
  const host = client.host === undefined ? undefined : options.hosts?.registry.get(client.host);
  return {
    ...common(options),
    lists: filterForClient(own, [client]).map(({ snapshot, isInTotal }) => ({
      snapshot,
      isInTotal,
      hostName: names.get(keyOf(snapshot)),
    })),
    settings: RECOMMENDED,
    chosen: options.isHostAsked ? (options.hosts?.profiles ?? []) : host === undefined ? [] : [host],
  };
}

function common({ hosts, secrets }: GroupOptions): {
  readonly secrets: readonly string[];
  readonly hostProfiles: readonly HostProfile[];
  readonly isWhole: boolean;
} {
  return { hostProfiles: [...(hosts?.registry.values() ?? [])], isWhole: false, secrets };
}

function keyOf({ server, toolset }: Pick<ToolsetPlan, 'server' | 'toolset'>): string {
  return snapshotKey(server, toolset);
}
