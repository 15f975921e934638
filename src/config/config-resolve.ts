/** A loaded config as the plan of a gate: which lists to capture, and what each is held to. */
import { dirname, resolve } from 'node:path';
import type { ConfigPlan } from '../model/plan.ts';
import { growthRules, totalBudget, type Declared } from './config-budgets.ts';
import { shownPath } from './config-find.ts';
import { windowOf } from './config-limits.ts';
import { lintSettings } from './config-lint.ts';
import type { LoadedConfig } from './config-load.ts';
import { formatKey } from './config-problems.ts';
import { resolveServer } from './config-servers.ts';
import { rejectShared } from './config-shared.ts';

export interface ResolveOptions {
  /** Where labels start from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Nothing is looked up in the environment, because nothing is started. */
  readonly isOffline: boolean;
  /** Context window in tokens, in place of the configs' own. */
  readonly window?: number | undefined;
}

export interface ResolvedConfig {
  readonly plan: ConfigPlan;
  /** Values that must not reach any output. */
  readonly secrets: readonly string[];
}

/**
 * Resolve all configs of a run. The servers of several are told apart by labels: `packages/a › media`.
 * @throws ConfigError for two that would write over each other's files
 */
export function resolveConfigs(
  loaded: readonly LoadedConfig[],
  options: ResolveOptions,
): { readonly plans: readonly ConfigPlan[]; readonly secrets: readonly string[] } {
  const labels = labelsOf(loaded, options.cwd);
  const resolved = loaded.map((one, index) => resolveConfig(one, { ...options, label: labels[index] ?? '' }));
  const plans = resolved.map(({ plan }) => plan);
  rejectShared(plans, options.cwd);
  return {
    plans,
    secrets: [...new Set(resolved.flatMap(({ secrets }) => secrets))],
  };
}

/** Resolve one config. A server whose variables are missing becomes one that cannot be started. */
export function resolveConfig(
  loaded: LoadedConfig,
  options: ResolveOptions & { readonly label: string },
): ResolvedConfig {
  const { config, path, file, locate, hosts } = loaded;
  const cwd = dirname(path);
  const sourceOf: Declared['sourceOf'] = (at) => ({ file, ...locate(at), key: formatKey(at) });
  const window = options.window ?? windowOf(config);
  const windowOfHost = (id: string): number | undefined => options.window ?? hosts?.windowOf(id) ?? window;
  const declared = { config, sourceOf, window, windowOfHost };
  const servers = Object.entries(config.servers ?? {}).map(([name, entry]) =>
    resolveServer(
      { entry, path: ['servers', name] },
      { ...options, declared, folder: cwd, name: options.label === '' ? name : `${options.label} › ${name}` },
    ),
  );
  const total = totalBudget(declared);
  const lint = lintSettings(config, loaded.pluginRules ?? [], sourceOf);
  return {
    plan: {
      file,
      label: options.label,
      cwd,
      ...(window === undefined ? {} : { window }),
      ...(options.window === undefined ? {} : { windowFlag: options.window }),
      ...hostsOf(loaded),
      toolsets: servers.flatMap(({ value }) => value),
      ...(total === undefined ? {} : { total }),
      ...(lint === undefined ? {} : { lint }),
      baseline: {
        path: resolve(cwd, config.baseline?.file ?? 'mcp-budget.baseline.json'),
        growth: growthRules(declared),
      },
      snapshots: resolve(cwd, config.snapshots ?? 'snapshots'),
      reports: (config.reports ?? []).map((report) => {
        if (typeof report === 'string') return { format: report };
        return report.file === undefined ? report : { ...report, file: resolve(cwd, report.file) };
      }),
    },
    secrets: [...new Set(servers.flatMap(({ secrets }) => secrets))],
  };
}

function hostsOf({ hosts }: LoadedConfig): Pick<ConfigPlan, 'hosts' | 'hostProfiles' | 'budgetHosts'> {
  if (hosts === undefined) return { hosts: [], hostProfiles: [], budgetHosts: [] };
  return { hosts: hosts.hosts, hostProfiles: hosts.hostProfiles, budgetHosts: hosts.budgetHosts };
}

/** Each config's folder, or its file where two share a folder; nothing where only one has servers. */
function labelsOf(loaded: readonly LoadedConfig[], cwd: string): readonly string[] {
  const holders = loaded.filter(({ config }) => Object.keys(config.servers ?? {}).length > 0);
  if (holders.length < 2) return loaded.map(() => '');
  return loaded.map(({ path, file }) => {
    const isShared = holders.some((other) => other.path !== path && dirname(other.path) === dirname(path));
    return isShared ? file : shownPath(dirname(path), cwd) || '.';
  });
}
