/** Measure what a gate judges: only the views and fields that a limit speaks of, and nothing twice. */
import { parseJson } from '../json-text.ts';
import type { HostSize } from '../model/host.ts';
import type { Measurement, ViewId } from '../model/measurement.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import type { GatePlan, Listed, ListedConfig, MeasuredConfig } from './gate-run.ts';
import type { Measurer } from './measurer.ts';
import type { SelectedToolset } from './select-toolsets.ts';

/** Measure every list; those of committed snapshots from the cache where they were counted before. */
export async function measureGate(gate: GatePlan, listed: Listed): Promise<readonly MeasuredConfig[]> {
  const wanted = needsOf(gate);
  let measurer: Measurer | undefined;
  async function measure(list: SelectedToolset): Promise<MeasuredSnapshot> {
    const { snapshot, isInTotal } = list;
    if (snapshot.failure !== undefined)
      return { snapshot, isInTotal, measurement: undefined, comparison: undefined };
    const hash = listed.hashOf(list);
    const key = hash && JSON.stringify([hash, list.gate.selection ?? null, wanted]);
    const cached = key === undefined ? undefined : await readCached(gate, key);
    if (cached !== undefined) return { snapshot, isInTotal, measurement: cached, comparison: undefined };
    if (measurer === undefined) {
      const { createMeasurer } = await import('./measurer.ts');
      measurer ??= createMeasurer({ ...wanted, selection: { include: [], exclude: [] } });
    }
    const [measured] = await measurer.measureAll([{ ...list, isPart: true }]);
    if (measured === undefined) throw new TypeError('one list gave no measurement');
    if (key !== undefined && measured.measurement !== undefined)
      await gate.cache.put(key, JSON.stringify(measured.measurement));
    return measured;
  }
  const configs: MeasuredConfig[] = [];
  for (const config of listed.configs) {
    const measured: MeasuredSnapshot[] = [];
    for (const list of config.lists) measured.push(await measure(list));
    configs.push({ ...config, measured, hosts: await measureInHosts(gate, config, listed) });
  }
  return configs;
}

/** The lists in the hosts that budgets name, each as it comes or as the config states it: a gate is the same everywhere. */
async function measureInHosts(
  gate: GatePlan,
  { chosen: { plan }, lists }: ListedConfig,
  listed: Listed,
): Promise<readonly HostSize[]> {
  if (plan.budgetHosts.length === 0) return [];
  const hashes = lists.map((list) => listed.hashOf(list));
  const selections = lists.map(({ gate: { server, toolset, selection = null } }) => [
    server,
    toolset,
    selection,
  ]);
  const key = hashes.includes(undefined)
    ? undefined
    : JSON.stringify(['hosts', hashes, selections, plan.budgetHosts, plan.hostProfiles, plan.window]);
  const cached = key === undefined ? undefined : await gate.cache.get(key);
  const known = cached === undefined ? undefined : parseJson(cached);
  if (known !== undefined) return known as unknown as readonly HostSize[];
  const { measureHosts, hostRegistry, loadO200k } = await import('./gate-hosts.ts');
  const hosts = measureHosts(lists, await loadO200k(), {
    profiles: plan.budgetHosts,
    clients: [],
    registry: hostRegistry(plan.hostProfiles),
    selection: { include: [], exclude: [] },
  });
  if (key !== undefined) await gate.cache.put(key, JSON.stringify(hosts));
  return hosts;
}

async function readCached({ cache }: GatePlan, key: string): Promise<Measurement | undefined> {
  const text = await cache.get(key);
  return text === undefined ? undefined : (parseJson(text) as Measurement | undefined);
}

/** The views and fields whose tokens some limit names. */
function needsOf({ configs }: GatePlan): {
  readonly views: readonly ViewId[];
  readonly fieldTokens: boolean;
} {
  const limits = configs.flatMap(({ plan, toolsets }) => [
    ...(plan.total?.limits ?? []),
    ...toolsets.flatMap(({ budget }) => budget.limits),
  ]);
  return {
    views: limits.some(({ view }) => view === 'wire') ? ['generic', 'wire'] : ['generic'],
    fieldTokens: limits.some(({ metric }) => /^tool\..+\.tokens$/.test(metric)),
  };
}
