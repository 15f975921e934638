/** Which verdicts a message may speak of. */
import { isConfirmed } from '../../hosts/severity.ts';
import type { HostVerdict } from '../../model/host.ts';
import type { LintContext } from '../../model/lint.ts';

/**
 * Those that will count: of hosts that nobody has chosen, what is somebody's word only does not. A rule that says a
 * number must take it from these, or it would not fit the hosts that are named.
 */
export function countingVerdicts(
  verdicts: readonly HostVerdict[],
  { hosts, isChosen }: LintContext,
): readonly HostVerdict[] {
  if (isChosen) return verdicts;
  // A derived target is in play only where it was asked for.
  const asked = new Set(hosts.filter(({ kind }) => kind === 'reference').map(({ id }) => id));
  return verdicts.filter(({ id, confidence }) => isConfirmed(confidence) || asked.has(id));
}
