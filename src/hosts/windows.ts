/** The context window that shares of a host are taken of. */
import type { ContextWindow, HostProfile } from '../model/host.ts';

/** Give a profile by its id. */
export type HostLookup = (id: string) => HostProfile | undefined;

/** Windows of the models a host can run: its own, or those of the profile it takes them from. */
export function windowsOf(profile: HostProfile, lookup: HostLookup): readonly ContextWindow[] {
  const seen = new Set<HostProfile>();
  for (let at: HostProfile | undefined = profile; at !== undefined && !seen.has(at);) {
    if (at.contextWindows !== undefined) return at.contextWindows;
    seen.add(at);
    at = at.contextWindowsFrom === undefined ? undefined : lookup(at.contextWindowsFrom);
  }
  return [];
}

/** The smallest of them, with its model: whatever fits it fits all. Undefined where none is known. */
export function windowOf(profile: HostProfile, lookup: HostLookup): ContextWindow | undefined {
  const [first, ...more] = windowsOf(profile, lookup);
  return more.reduce(
    (smallest, one) => (smallest === undefined || one.tokens < smallest.tokens ? one : smallest),
    first,
  );
}
