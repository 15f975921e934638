/** Which toolsets of the configs a run is about: all of them, or those that targets and `--toolset` name. */
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import type { ConfigPlan, ToolsetGate } from '../model/plan.ts';

export interface ChosenConfig {
  readonly plan: ConfigPlan;
  readonly toolsets: readonly ToolsetGate[];
  /** False when some were left out: their sum is then none of the whole. */
  readonly isWhole: boolean;
  /** Servers of which none was left out. */
  readonly wholeServers: ReadonlySet<string>;
}

export interface Choice {
  /** `server` or `server/toolset`; empty: every server. */
  readonly targets: readonly string[];
  /** Names of toolsets, of whichever server; empty: every one. */
  readonly toolsets: readonly string[];
}

/**
 * Choose toolsets. Configs of which nothing is chosen are left out.
 * @throws UsageError for a name that no config has.
 */
export function chooseToolsets(configs: readonly ConfigPlan[], choice: Choice): readonly ChosenConfig[] {
  const all = configs.flatMap((plan) => plan.toolsets.map((gate) => ({ plan, gate })));
  for (const target of choice.targets) {
    if (!all.some(({ plan, gate }) => isNamedBy(target, plan, gate))) throw unknownServer(target, all);
  }
  for (const name of choice.toolsets) {
    if (!all.some(({ gate }) => gate.toolset === name)) throw unknownToolset(name, all);
  }
  const chosen = configs
    .map((plan) => chooseFrom(plan, choice))
    .filter(({ toolsets }) => toolsets.length > 0);
  rejectUnused(chosen, choice);
  return chosen;
}

function chooseFrom(plan: ConfigPlan, choice: Choice): ChosenConfig {
  const isChosen = (gate: ToolsetGate): boolean =>
    (choice.targets.length === 0 || choice.targets.some((target) => isNamedBy(target, plan, gate))) &&
    (choice.toolsets.length === 0 || choice.toolsets.includes(gate.toolset));
  const toolsets = plan.toolsets.filter(isChosen);
  const leftOut = plan.toolsets.filter((gate) => !isChosen(gate));
  const servers = toolsets.map(({ server }) => server);
  return {
    plan,
    toolsets,
    isWhole: leftOut.length === 0,
    wholeServers: new Set(servers.filter((name) => leftOut.every(({ server }) => server !== name))),
  };
}

/** Targets and toolsets that exist each, but not together: what is named must be looked at. */
function rejectUnused(chosen: readonly ChosenConfig[], choice: Choice): void {
  const all = chosen.flatMap(({ plan, toolsets }) => toolsets.map((gate) => ({ plan, gate })));
  const target = choice.targets.find((one) => !all.some(({ plan, gate }) => isNamedBy(one, plan, gate)));
  if (target !== undefined) throw new UsageError(`${target} has no toolset ${choice.toolsets.join(' or ')}`);
  const name = choice.toolsets.find((one) => !all.some(({ gate }) => gate.toolset === one));
  if (name !== undefined) throw new UsageError(`no server that is named has a toolset ${name}`);
}

/**
 * Whether a toolset is judged: a disabled server is looked at only where a budget names it. What the whole config says
 * of instructions and tools is a default for every server, and names none.
 */
export function isJudged({ isDisabled, budget }: ToolsetGate): boolean {
  return !isDisabled || budget.limits.some(({ level }) => level !== 'all');
}

/** Name of a server inside its own config, without what sets several configs apart. */
export function localName(server: string, { label }: Pick<ConfigPlan, 'label'>): string {
  const prefix = `${label} › `;
  return label !== '' && server.startsWith(prefix) ? server.slice(prefix.length) : server;
}

/** The words by which a toolset can be named on the command line. */
export function isNamedBy(target: string, plan: ConfigPlan, { server, toolset }: ToolsetGate): boolean {
  const local = localName(server, plan);
  return [server, local].some((name) => target === name || target === `${name}/${toolset}`);
}

type Named = readonly { readonly plan: ConfigPlan; readonly gate: ToolsetGate }[];

function unknownServer(target: string, all: Named): UsageError {
  const servers = [...new Set(all.map(({ plan, gate }) => localName(gate.server, plan)))];
  const names = [
    ...servers,
    ...all.map(({ plan, gate }) => `${localName(gate.server, plan)}/${gate.toolset}`),
  ];
  return new UsageError(`no server ${target} in the config`, {
    hint: didYouMean(target, names) ?? `servers: ${servers.join(', ')}`,
  });
}

function unknownToolset(name: string, all: Named): UsageError {
  const names = [...new Set(all.map(({ gate }) => gate.toolset))];
  return new UsageError(`no toolset ${name} in the config`, {
    hint: didYouMean(name, names) ?? `toolsets: ${names.join(', ')}`,
  });
}
