/** Hold the lists that a gate judges against the rules on definitions; of unchanged snapshots what was found is kept. */
import { parseJson } from '../json-text.ts';
import type { GateLint, GatePlan, Listed, ListedConfig, MeasuredConfig } from './gate-run.ts';

/** Lint one config's lists together. Nothing where the config switches rules off. */
export async function lintInGate(
  gate: GatePlan,
  config: ListedConfig & Pick<MeasuredConfig, 'measured'>,
  listed: Listed,
): Promise<GateLint> {
  const { chosen, lists } = config;
  if (chosen.plan.lint === false || lists.every(({ snapshot }) => snapshot.failure !== undefined))
    return NOTHING;
  const key = keyOf(config, listed);
  const cached = key === undefined ? undefined : await gate.cache.get(key);
  const known = cached === undefined ? undefined : parseJson(cached);
  if (known !== undefined) return known as unknown as GateLint;
  const found = await run(config, [...gate.secrets, ...listed.secrets]);
  if (key !== undefined) await gate.cache.put(key, JSON.stringify(found));
  return found;
}

const NOTHING: GateLint = { findings: [] };

async function run(
  { chosen, lists, measured }: ListedConfig & Pick<MeasuredConfig, 'measured'>,
  secrets: readonly string[],
): Promise<GateLint> {
  const { groupOfConfig, lintGroup, loadO200k, rulesOverAll, summarizeLint, tokensIn } =
    await import('./gate-lint-stages.ts');
  const { plan, baseline, isWhole } = chosen;
  const group = groupOfConfig(lists, plan, { baseline, chosen: plan.hosts, isPart: false, isWhole, secrets });
  const linted = lintGroup({ ...group, tokensOf: tokensIn(measured) }, (await loadO200k()).count);
  return {
    ...summarizeLint([linted], { isMatrixAsked: false, isPlanAsked: false }),
    overAll: [...rulesOverAll(linted.input.rules)],
  };
}

/** Undefined where something is no committed file, or has code of the user's. */
function keyOf({ chosen, lists }: ListedConfig, { hashOf }: Listed): string | undefined {
  const { plan, baseline, isWhole } = chosen;
  const hashes = lists.map((list) => hashOf(list) ?? (list.snapshot.failure === undefined ? undefined : ''));
  const isShipped = plan.lint === false || (plan.lint?.pluginRules ?? []).length === 0;
  if (hashes.includes(undefined) || !isShipped) return undefined;
  const selections = lists.map(({ gate }) => [
    gate.server,
    gate.toolset,
    gate.isInTotal,
    gate.selection ?? null,
  ]);
  return JSON.stringify([
    'lint',
    hashes,
    selections,
    plan.lint ?? null,
    plan.hosts,
    plan.hostProfiles,
    baseline.baseline ?? null,
    isWhole,
  ]);
}
