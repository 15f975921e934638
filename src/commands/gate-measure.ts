/** Measure what a gate judges: only the views and fields that a limit speaks of, and nothing twice. */
import { parseJson } from '../json-text.ts';
import type { Measurement, ViewId } from '../model/measurement.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { lintInGate } from './gate-lint.ts';
import type { GatePlan, Listed, ListedConfig, MeasuredConfig, SizesInHosts } from './gate-run.ts';
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
    const inHosts = await measureInHosts(gate, config, listed);
    configs.push({
      ...config,
      measured,
      inHosts,
      lint: await lintInGate(gate, { ...config, measured }, listed),
    });
  }
  return configs;
}

/** The lists in the hosts that budgets name, each as it comes or as the config states it: a gate is the same everywhere. */
async function measureInHosts(
  gate: GatePlan,
  { chosen: { plan }, lists }: ListedConfig,
  listed: Listed,
): Promise<SizesInHosts> {
  if (plan.budgetHosts.length === 0) return { byList: [], together: [] };
  const hashes = lists.map((list) => listed.hashOf(list));
  const selections = lists.map(({ gate: { server, toolset, selection = null } }) => [
    server,
    toolset,
    selection,
  ]);
  const key = hashes.includes(undefined)
    ? undefined
    : JSON.stringify([
        'hosts',
        hashes,
        selections,
        plan.budgetHosts,
        plan.hostProfiles,
        plan.window,
        plan.windowFlag,
      ]);
  const cached = key === undefined ? undefined : await gate.cache.get(key);
  const known = cached === undefined ? undefined : parseJson(cached);
  if (known !== undefined) return known as unknown as SizesInHosts;
  const { measureHosts, hostRegistry, loadO200k } = await import('./gate-hosts.ts');
  const chosen = {
    profiles: plan.budgetHosts,
    clients: [],
    registry: hostRegistry(plan.hostProfiles),
    windowFlag: plan.windowFlag,
    window: plan.window,
    selection: { include: [], exclude: [] },
  };
  const tokenizer = await loadO200k();
  const inHosts = {
    byList: lists.map((list) => measureHosts([{ ...list, isInTotal: true }], tokenizer, chosen)),
    together: measureHosts(lists, tokenizer, chosen),
  };
  if (key !== undefined) await gate.cache.put(key, JSON.stringify(inHosts));
  return inHosts;
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
