/** Numbers that hosts hold schemas to. */
import type { HostProfile, HostVerdict } from '../../model/host.ts';
import { verdictsOf } from './levels.ts';

/**
 * Hosts whose limit a value exceeds; equal is allowed. Only hosts whose profile names the rule and reason: a limit may
 * count under a condition that no rule can see. A derived target never does more than tell.
 */
export function overLimit(
  hosts: readonly HostProfile[],
  { rule, reason, limit }: { readonly rule: string; readonly reason: string; readonly limit: string },
  actual: number,
): readonly HostVerdict[] {
  return hosts.flatMap((host) => {
    const known = host.schema.limits?.[limit];
    const [row] = verdictsOf(rule, reason, [host]);
    if (known?.value === undefined || row === undefined || actual <= known.value) return [];
    const { confidence, note } = known;
    const action = host.kind === 'reference' ? 'unknown' : row.action;
    return [{ ...row, action, confidence, note, actual, limit: known.value }];
  });
}
