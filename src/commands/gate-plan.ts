/** What a run of the gate is about. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { recordedOf } from '../judge/record.ts';
import { recordedSizeOf } from '../metrics.ts';
import type { BaselineState, Raise } from '../model/baseline.ts';
import type { Metric } from '../model/budget.ts';
import type { ConfigPlan } from '../model/plan.ts';
import { writeFileWhole } from '../report/render.ts';
import { readBaseline, type BaselineRequest } from './baseline-source.ts';
import { cacheFolder, openCache } from './cache.ts';
import { chooseToolsets, isJudged, isNamedBy, type ChosenConfig } from './choose-toolsets.ts';
import type { CommandInput } from './command.ts';
import { loadConfigPlans } from './config-plans.ts';
import { METHOD } from './baseline-method.ts';
import { outputsOf } from './gate-outputs.ts';
import type { GatePlan } from './gate-run.ts';
import { textOption, textsOption } from './option-values.ts';

/**
 * Load the configs and their baselines, and choose their toolsets: whatever can be wrong before a server is started.
 * @throws UsageError where there is no config or a word names nothing, ConfigError
 */
export async function planGate(input: CommandInput, io: Io): Promise<GatePlan> {
  const isOffline = input.options['offline'] === true;
  const cache = openCache(cacheFolder(io.cwd, io.env), writeFileWhole);
  const { configs, secrets } = await loadConfigPlans(input, io, { isOffline, cache });
  if (configs.every(({ toolsets }) => toolsets.length === 0)) {
    throw new UsageError(
      configs.length === 0
        ? 'no config here or above: nothing says what to hold the servers to'
        : 'the config names no server',
      { hint: 'write one that fits: mcp-budget init -- node server.mjs' },
    );
  }
  // A server's name, also where a folder is called the same.
  const isServer = (word: string): boolean =>
    configs.some((plan) => plan.toolsets.some((gate) => isNamedBy(word, plan, gate)));
  const paths = input.targets.filter((word) => !isServer(word) && existsSync(resolve(io.cwd, word)));
  if (paths.length > 0 && !isOffline) {
    throw new UsageError(`${paths[0] ?? ''}: check judges servers; files only with --offline`, {
      hint: 'a folder of snapshots: mcp-budget check --offline <dir>',
    });
  }
  rejectDisabled(input.targets, configs);
  const twofold = input.targets.find(
    (word) => isOffline && isServer(word) && holdsSnapshots(resolve(io.cwd, word)),
  );
  if (twofold !== undefined) {
    throw new UsageError(`${twofold} is a server and a path: which one is meant?`, {
      hint: `the path: ./${twofold}`,
    });
  }
  const chosen = chooseToolsets(configs, {
    targets: input.targets.filter((word) => !paths.includes(word)),
    toolsets: textsOption(input.options, 'toolset'),
  });
  if (!chosen.some(({ toolsets }) => toolsets.some(isJudged)))
    throw new UsageError('nothing to judge: every server that is meant is disabled in the config');
  return {
    outputs: outputsOf(configs, input, io.cwd),
    configs: await withBaselines(chosen, textOption(input.options, 'baseline'), io),
    snapshotPaths: paths.map((path) => resolve(io.cwd, path)),
    secrets,
    cache,
  };
}

function holdsSnapshots(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && readdirSync(path).some((name) => name.endsWith('.snapshot.json'));
}

/** A server that was named is asked for, and a disabled one cannot be judged. */
function rejectDisabled(targets: readonly string[], configs: readonly ConfigPlan[]): void {
  for (const target of targets) {
    const named = configs.flatMap((plan) => plan.toolsets.filter((gate) => isNamedBy(target, plan, gate)));
    if (named.length > 0 && !named.some(isJudged))
      throw new UsageError(`${target} is disabled in the config`, {
        hint: 'remove "disabled", or do not name it',
      });
  }
}

async function withBaselines(
  chosen: readonly ChosenConfig[],
  asked: string | undefined,
  { cwd, env }: Io,
): Promise<GatePlan['configs']> {
  if (asked !== undefined && !asked.endsWith(':') && chosen.length > 1) {
    throw new UsageError(`--baseline ${asked}: one file for ${chosen.length} configs`, {
      hint: 'a git revision has the baseline of each: --baseline origin/main:',
    });
  }
  return Promise.all(
    chosen.map(async (one) => {
      const { path } = one.plan.baseline;
      const baseline = await readBaseline({ path, asked, cwd, env, method: METHOD });
      const raises = asked === undefined ? [] : await raisesSince(baseline, { path, cwd, env });
      return { ...one, baseline, raises };
    }),
  );
}

function sizeNow(own: BaselineState, { server, toolset, metric }: Raise): number | undefined {
  const recorded = recordedOf({ localServer: server, toolset }, own);
  return recorded && recordedSizeOf(recorded, metric as Metric);
}

/** What this branch's own baseline has agreed on beyond another one. */
async function raisesSince(
  { baseline }: BaselineState,
  where: Pick<BaselineRequest, 'path' | 'cwd' | 'env'>,
): Promise<readonly Raise[]> {
  const own = await readBaseline({ ...where, asked: undefined, method: METHOD });
  // One that is agreed on again stands there twice.
  const known = (baseline?.raises ?? []).map((raise) => JSON.stringify(raise));
  const since = (own.baseline?.raises ?? []).filter((raise) => {
    const at = known.indexOf(JSON.stringify(raise));
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
  // What was lowered again afterwards is agreed on no more.
  return since.map((raise) => ({ ...raise, to: Math.min(raise.to, sizeNow(own, raise) ?? 0) }));
}
