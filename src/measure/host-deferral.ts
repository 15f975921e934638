/** Whether a host keeps definitions out of the context, as far as it is known. Pure. */
import type { DeferralSetting, HostProfile } from '../model/host.ts';
import { formatCount } from '../numbers.ts';

export interface Deferring {
  /** What stands in the context at the start in place of definitions; `none`: the definitions themselves. */
  readonly kind: 'none' | 'names' | 'server';
  /** Everything is counted because it is not known what is deferred. */
  readonly isAtMost: boolean;
  readonly reason?: string | undefined;
}

interface Load {
  readonly tools: number;
  /** The smallest window of the host's models and the largest; one number where it was stated. */
  readonly windows: { readonly smallest: number; readonly largest: number };
  /** Tokens of all definitions for the host's models; absent where a text was too large to count. */
  readonly loaded: { readonly low: number; readonly high: number } | undefined;
}

const NOT_DEFERRED: Deferring = { kind: 'none', isAtMost: false };
const AT_MOST: Deferring = { kind: 'none', isAtMost: true };

type Decide = (setting: DeferralSetting, profile: HostProfile, load: Load) => Deferring;

const byState: Readonly<Record<DeferralSetting['state'], Decide>> = {
  none: () => NOT_DEFERRED,
  all: (_, profile) => deferred(profile),
  auto: byShare,
  threshold: byCount,
  unknown: () => ({ ...AT_MOST, reason: 'deferral unknown: all assumed' }),
};

/** Decide from the host's setting and from how much there is to load. */
export function decideDeferral(setting: DeferralSetting, profile: HostProfile, load: Load): Deferring {
  return byState[setting.state](setting, profile, load);
}

const INSTEAD: Readonly<Record<NonNullable<HostProfile['deferral']['deferred']>, Deferring>> = {
  'names-and-instructions': { kind: 'names', isAtMost: false },
  'server-and-instructions': { kind: 'server', isAtMost: false },
  'group-names': { ...AT_MOST, reason: 'grouped; what the groups cost is not known: all assumed' },
};

function deferred({ deferral: { deferred: kind } }: HostProfile): Deferring {
  return kind === undefined
    ? { ...AT_MOST, reason: 'deferred; what stands in the context instead is not known: all assumed' }
    : INSTEAD[kind];
}

/** From a share of the window on. Near it the host's own count, which is not known, decides. */
function byShare(
  { percent = 10 }: DeferralSetting,
  profile: HostProfile,
  { loaded, windows: { smallest, largest } }: Load,
): Deferring {
  const share = (tokens: number): number => (tokens * percent) / 100;
  const of = (tokens: number): string => `${percent} % of a window of ${formatCount(tokens)}`;
  if (loaded === undefined) return { ...AT_MOST, reason: `deferred from ${of(smallest)} on: all assumed` };
  if (loaded.low >= share(largest))
    return { ...deferred(profile), reason: `by the estimate for its models more than ${of(largest)}` };
  if (loaded.high < share(smallest))
    return { ...NOT_DEFERRED, reason: `by the estimate for its models less than ${of(smallest)}` };
  if (loaded.low >= share(smallest) && smallest !== largest) {
    return {
      ...AT_MOST,
      reason: `deferred with ${percent} % of a window of ${formatCount(smallest)}, maybe not with one of ${formatCount(largest)}: all assumed`,
    };
  }
  return {
    ...AT_MOST,
    reason: `by the estimate for its models about ${of(smallest)}, from where on it defers: all assumed`,
  };
}

/** From a number of tools on. */
function byCount({ threshold }: DeferralSetting, profile: HostProfile, { tools }: Load): Deferring {
  const { from = threshold, above = threshold } =
    threshold === undefined ? (profile.deferral.threshold ?? {}) : { from: threshold, above: threshold };
  if (from === undefined || above === undefined)
    return { ...AT_MOST, reason: 'deferral unknown: all assumed' };
  if (tools <= from) return NOT_DEFERRED;
  if (tools > above) return deferred(profile);
  return { ...AT_MOST, reason: `from ${from} to ${above} tools it may group them: all assumed` };
}
