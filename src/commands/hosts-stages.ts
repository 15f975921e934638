/** The stages that `hosts` wires. */
import { hostRegistry } from '../hosts/index.ts';
import type { Io } from '../io.ts';
import { hostsFormats, hostsReporters } from '../report/hosts/index.ts';
import { writeText } from '../report/render.ts';
import type { CommandInput } from './command.ts';
import { readNearestHosts, requireHost } from './host-choice.ts';
import { choiceOption } from './option-values.ts';
import { readStyle } from './output.ts';

/** Print what is known of the hosts that were named, or of all in brief. @throws UsageError, ConfigError */
export async function printHosts(input: CommandInput, io: Io): Promise<void> {
  const { hosts, hostProfiles } = await readNearestHosts(input, io);
  const registry = hostRegistry(hostProfiles);
  const named = [...new Set(input.targets)].map((id) => requireHost(id, registry));
  const reporter = await hostsReporters[choiceOption(input.options, 'format', hostsFormats)]();
  const shown = {
    profiles: named.length === 0 ? [...registry.values()] : named,
    isDetailed: named.length > 0,
    configured: hosts.map(({ id }) => id),
    lookup: (id: string) => registry.get(id),
  };
  await writeText(io.stdout, reporter(shown, readStyle(input, io)));
}
