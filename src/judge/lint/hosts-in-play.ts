/** The hosts that definitions are held against. */
import { hostRegistry } from '../../hosts/index.ts';
import type { HostProfile } from '../../model/host.ts';
import type { LintPreset } from '../../model/lint-settings.ts';
import type { HostsInPlay } from './levels.ts';

export interface ChosenHosts {
  /** Of `--host`, of clients, or of the config; empty: none was chosen. */
  readonly chosen: readonly HostProfile[];
  /** What the config states of hosts, in place of the shipped profiles. */
  readonly hostProfiles: readonly HostProfile[];
  readonly presets: readonly LintPreset[];
}

const PORTABLE = 'portable';

/** Those that were chosen; else every API and client. The `portable` preset adds its derived target. */
export function hostsInPlay({ chosen, hostProfiles, presets }: ChosenHosts): HostsInPlay {
  const registry = hostRegistry(hostProfiles);
  const isCommon = (profile: HostProfile): boolean => profile.kind !== 'reference' && !isStrictMode(profile);
  const all = chosen.length > 0 ? chosen : [...registry.values()].filter(isCommon);
  const portable = presets.includes(PORTABLE) ? registry.get(PORTABLE) : undefined;
  const isExtra = portable !== undefined && !all.some(({ id }) => id === PORTABLE);
  return {
    hosts: [...all, ...(isExtra ? [portable] : [])].map((profile) => withExtended(profile, registry)),
    isChosen: chosen.length > 0,
    extra: isExtra ? PORTABLE : undefined,
  };
}

/** A way to send tools that is on only where the caller says so. */
function isStrictMode({ schema }: HostProfile): boolean {
  return schema.rules?.some(({ rule }) => rule === 'schema-strict-mode') === true;
}

/** A strict mode has its API's schema rules too; another field of an API has its own. */
function withExtended(profile: HostProfile, registry: ReadonlyMap<string, HostProfile>): HostProfile {
  const base = profile.extends === undefined ? undefined : registry.get(profile.extends);
  if (base === undefined || !isStrictMode(profile)) return profile;
  const { schema } = profile;
  return {
    ...profile,
    schema: {
      ...base.schema,
      ...schema,
      refusedKeywords: [...(schema.refusedKeywords ?? []), ...(base.schema.refusedKeywords ?? [])],
      droppedKeywords: [...(schema.droppedKeywords ?? []), ...(base.schema.droppedKeywords ?? [])],
      limits: { ...base.schema.limits, ...schema.limits },
      // The profile's own rows come first: of a rule and reason the first row counts.
      rules: [...(schema.rules ?? []), ...(base.schema.rules ?? [])],
    },
  };
}
