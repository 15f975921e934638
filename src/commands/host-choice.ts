/** Which hosts a run is about: those of `--host`, or else of the config. */
import { findConfigs } from '../config/config-find.ts';
import { loadConfigs, type LoadedConfig, type LoadOptions } from '../config/config-load.ts';
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import { hostRegistry } from '../hosts/index.ts';
import type { Io } from '../io.ts';
import type { HostProfile } from '../model/host.ts';
import type { ConfigPlan } from '../model/plan.ts';
import { reporterIds } from '../report/reporters/index.ts';
import type { CommandInput } from './command.ts';
import { textsOption } from './option-values.ts';
import type { ResolvedTargets } from './resolve-targets.ts';

type OfConfig = Pick<ConfigPlan, 'hosts' | 'hostProfiles'>;

export interface ChosenHosts {
  readonly profiles: readonly HostProfile[];
  /** By id, as `hostProfiles` has them. */
  readonly registry: ReadonlyMap<string, HostProfile>;
}

/** Choose from the flag and the configs of the run. @throws UsageError for an id that is not known; ConfigError. */
export async function chooseHosts(
  input: CommandInput,
  io: Io,
  { configs, clients }: Pick<ResolvedTargets, 'configs' | 'clients'>,
): Promise<ChosenHosts> {
  const ids = hostIds(input);
  if (ids.length > 0 && clients.length > 1) {
    throw new UsageError('--host with several clients: whose servers are meant?', {
      hint: 'name one client: its servers are shown as each host would load them',
    });
  }
  const isNearestAsked = configs.length === 0 && (ids.length > 0 || clients.length > 0);
  const known: readonly OfConfig[] = isNearestAsked ? [await readNearestHosts(input, io)] : configs;
  const registry = hostRegistry(known.flatMap(({ hostProfiles }) => hostProfiles));
  // Clients have columns of their own.
  const ofConfigs =
    clients.length > 0 ? [] : [...new Set(configs.flatMap(({ hosts }) => hosts.map(({ id }) => id)))];
  const chosen = ids.length > 0 ? ids : ofConfigs;
  return { profiles: chosen.map((id) => requireHost(id, registry)), registry };
}

/** The ids behind `--host`: comma lists, repeated. @throws UsageError for an empty one */
function hostIds({ options }: CommandInput): readonly string[] {
  return [
    ...new Set(
      textsOption(options, 'host').flatMap((text) => {
        const ids = text
          .split(',')
          .map((id) => id.trim())
          .filter((id) => id !== '');
        if (ids.length === 0)
          throw new UsageError('--host is empty', { hint: 'e.g. --host claude-code,cursor' });
        return ids;
      }),
    ),
  ];
}

/**
 * The hosts of the config that was named or is nearest; its members describe no hosts for it. One in code is run only
 * where it is named: whoever wrote it may not be the user.
 */
export async function readNearestHosts(input: CommandInput, io: Io): Promise<OfConfig> {
  const loaded = await readNearestConfig(input, io);
  return loaded?.hosts ?? { hosts: [], hostProfiles: [] };
}

/** That config, as far as it is asked for; `rulesOf` runs its plug-ins. @throws UsageError, ConfigError */
export async function readNearestConfig(
  input: CommandInput,
  io: Io,
  rulesOf?: LoadOptions['rulesOf'],
): Promise<LoadedConfig | undefined> {
  const paths = textsOption(input.options, 'config');
  const found = (await findConfigs({ cwd: io.cwd, paths })).filter(
    ({ form }) => paths.length > 0 || form !== 'code',
  );
  if (found.length > 1) {
    throw new UsageError(`--config: hosts are read from one config, these are ${found.length}`, {
      hint: `e.g. --config ${found[0]?.file}`,
    });
  }
  const [loaded] = await loadConfigs(found, { cwd: io.cwd, reporterIds, ...(rulesOf && { rulesOf }) });
  return loaded;
}

/** @throws UsageError for an id that is not known */
export function requireHost(id: string, registry: ReadonlyMap<string, HostProfile>): HostProfile {
  const profile = registry.get(id);
  if (profile !== undefined) return profile;
  throw new UsageError(`no host ${id} is known`, {
    hint: didYouMean(id, [...registry.keys()]) ?? 'mcp-budget hosts lists them',
  });
}
