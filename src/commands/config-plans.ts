/** Load and resolve the configs of a run. */
import { findConfigs } from '../config/config-find.ts';
import { loadConfigs } from '../config/config-load.ts';
import { resolveConfigs } from '../config/config-resolve.ts';
import type { Io } from '../io.ts';
import type { ConfigPlan } from '../model/plan.ts';
import { reporterIds } from '../report/reporters/index.ts';
import type { Cache } from './cache.ts';
import type { CommandInput } from './command.ts';
import { numberOption, textsOption } from './option-values.ts';

export interface ConfigPlans {
  /** Empty where there is none. */
  readonly configs: readonly ConfigPlan[];
  readonly secrets: readonly string[];
}

/** Find, load and resolve what `--config` names, or the nearest config above. @throws ConfigError, UsageError */
export async function loadConfigPlans(
  input: CommandInput,
  io: Io,
  { isOffline, cache }: { readonly isOffline: boolean; readonly cache?: Cache },
): Promise<ConfigPlans> {
  const found = await findConfigs({ cwd: io.cwd, paths: textsOption(input.options, 'config') });
  const window = numberOption(input.options, 'window');
  const loaded = await loadConfigs(found, {
    cwd: io.cwd,
    reporterIds,
    window,
    // All rules come with it.
    rulesOf: async (...given) => (await import('./lint-plugins.ts')).rulesOfConfig(...given),
    ...(cache && {
      checked: {
        has: async (key) => (await cache.get(key)) !== undefined,
        add: (key) => cache.put(key, ''),
      },
    }),
  });
  const { plans, secrets } = resolveConfigs(loaded, { cwd: io.cwd, env: io.env, isOffline, window });
  return { configs: plans, secrets };
}
