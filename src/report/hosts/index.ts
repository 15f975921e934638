/** The output formats of `hosts`. Each is loaded when it is asked for. */
import type { HostLookup } from '../../hosts/windows.ts';
import type { HostProfile } from '../../model/host.ts';

export interface ShownHosts {
  readonly profiles: readonly HostProfile[];
  /** Everything known of each, because they were named; else a line a host. */
  readonly isDetailed: boolean;
  /** Ids that the config's `hosts` names. */
  readonly configured: readonly string[];
  /** Of all profiles, whether shown or not. */
  readonly lookup: HostLookup;
}

/** Turn profiles into text. Pure. */
export type HostsReporter = (shown: ShownHosts, options: { readonly columns: number }) => string;

export const hostsReporters = {
  table: async () => (await import('./table.ts')).hostsTable,
  json: async () => (await import('./json.ts')).hostsJson,
} as const satisfies Record<string, () => Promise<HostsReporter>>;

export type HostsFormat = keyof typeof hostsReporters;

export const hostsFormats = Object.keys(hostsReporters) as readonly HostsFormat[];
