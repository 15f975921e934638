/** What all lists of one host cost together: a context window belongs to one host, and so does deferral. Pure. */
import type { DeferralSetting, HostListSize, HostProfile, HostSize, SureTokens } from '../model/host.ts';
import type { Estimate, EstimateInput } from '../model/estimate.ts';
import type { Tokenizer } from '../model/measurement.ts';
import { isConfirmed } from '../hosts/severity.ts';
import { countStructuralChars } from '../tokens/structural-chars.ts';
import { decideDeferral, type Deferring } from './host-deferral.ts';
import { measureListInHost, type HostedList, type ListInHost } from './host-list.ts';

export type { HostedList } from './host-list.ts';

export interface HostMeasuring {
  readonly id: string;
  readonly label: string;
  /** Present where the lists are those of the client's own files. */
  readonly client?: string | undefined;
  readonly profile: HostProfile;
  /** False for a client of which no profile is known. */
  readonly isKnown: boolean;
  readonly setting: DeferralSetting;
  readonly window: HostSize['window'];
  /** Window of the host's model that has most, where `window` is that of the one that has least. */
  readonly largestWindow?: number | undefined;
  /** Servers of the host that could not be measured. */
  readonly missing?: readonly string[] | undefined;
  /** Of the family whose tokenizer the host's models use; for thresholds in tokens. */
  readonly estimate: (input: EstimateInput) => Pick<Estimate, 'low' | 'high'>;
}

/** Measure the lists that a host loads together. */
export function measureHost(
  lists: readonly HostedList[],
  tokenizer: Tokenizer,
  measuring: HostMeasuring,
): HostSize {
  const { id, label, client, profile, isKnown, setting, window, missing = [], estimate } = measuring;
  const measured = lists.map((list) => measureListInHost(list, profile, tokenizer));
  const together = measured.filter(({ list }) => list.isInTotal);
  const tools = together.reduce((sum, one) => sum + one.tools, 0);
  const definitions = sum(together.map((one) => one.definitions));
  const input =
    definitions === undefined
      ? undefined
      : { o200k: definitions, tools, structuralChars: structuralCharsOf(together) };
  const deferring = decideDeferral(setting, profile, {
    tools,
    windows: { smallest: window.tokens, largest: measuring.largestWindow ?? window.tokens },
    loaded: input && estimate(input),
  });
  const isInstructionsAssumed =
    !isInstructionLoadingKnown(profile) && together.some(({ list }) => list.instructions !== '');
  const sizes = measured.map((one) => sizeOf(one, deferring, { profile, setting }));
  const collisions = collisionsOf(together);
  const summed = sizes.filter(({ isInTotal = true }) => isInTotal);
  return {
    id,
    label,
    client,
    profile: isKnown ? { asOf: profile.asOf, versionSeen: profile.versionSeen } : undefined,
    deferral: {
      ...setting,
      isDeferred: deferring.kind !== 'none',
      isUpfrontAtMost: deferring.isAtMost || isInstructionsAssumed,
      reason: deferring.reason,
      ...(deferring.kind !== 'none' && {
        instead: INSTEAD[deferring.kind],
        leavesOut: 'its own search tool',
      }),
    },
    window,
    tools,
    toolLimit: toolLimitOf(profile),
    loaded: sum(summed.map(({ loaded }) => loaded)),
    upfront: sum(summed.map(({ upfront }) => upfront)),
    definitions: input,
    ...(missing.length > 0 && { missing }),
    sure: {
      upfront: sum(summed.map(({ sure }) => sure.upfront)),
      loaded: sum(summed.map(({ sure }) => sure.loaded)),
    },
    upfrontAtMost: sum(summed.map(({ upfrontAtMost }) => upfrontAtMost)),
    ...(collisions.length > 0 && { collisions }),
    lists: sizes,
  };
}

const INSTEAD = { names: 'names of tools, instructions', server: 'names of servers, instructions' } as const;

interface Knowing {
  readonly profile: HostProfile;
  readonly setting: DeferralSetting;
}

function sizeOf(one: ListInHost, deferring: Deferring, knowing: Knowing): HostListSize {
  const { list, tools, instructions, instructionsCut, changes } = one;
  const { unmatchedFilters = [] } = list;
  const tokens = tokensOf(one, deferring, instructions);
  return {
    server: list.server,
    toolset: list.toolset,
    name: list.name,
    ...(list.isInTotal ? {} : { isInTotal: false }),
    tools,
    listed: list.listed,
    ...tokens,
    upfrontAtMost: isConfirmed(knowing.setting.confidence) ? tokens.upfront : tokens.loaded,
    instructions,
    ...(instructionsCut > 0 && { instructionsCut }),
    sure: sureTokens(one, deferring, knowing),
    changes,
    ...(unmatchedFilters.length > 0 && { unmatchedFilters }),
  };
}

function tokensOf(
  { definitions, names, serverName, pinned }: ListInHost,
  { kind }: Deferring,
  instructions: number | undefined,
): Pick<HostListSize, 'upfront' | 'loaded'> {
  const loaded = sum([definitions, instructions]);
  const atStart = kind === 'names' ? names : serverName;
  return { loaded, upfront: kind === 'none' ? loaded : sum([atStart, pinned, instructions]) };
}

/** Without what is only assumed: instructions of which nobody knows, definitions that may be deferred. */
function sureTokens(one: ListInHost, deferring: Deferring, { profile, setting }: Knowing): SureTokens {
  if (!isConfirmed(profile.confidence.loads)) return {};
  const instructions = isInstructionLoadingKnown(profile) ? one.instructions : 0;
  const { loaded, upfront } = tokensOf(one, deferring, instructions);
  return deferring.isAtMost || !isConfirmed(setting.confidence) ? { loaded } : { loaded, upfront };
}

/** A host that puts no server into the name has two tools of one name where two servers have it. */
function collisionsOf(lists: readonly ListInHost[]): readonly string[] {
  const seen = new Map<string, number>();
  for (const { shownNames } of lists) {
    for (const name of new Set(shownNames)) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen].flatMap(([name, count]) => (count > 1 && name !== '' ? [name] : []));
}

function toolLimitOf({ tools, confidence }: HostProfile): HostSize['toolLimit'] {
  if (tools.max === undefined) return undefined;
  const usable = Math.max(0, tools.max - (tools.reserve ?? 0));
  return { max: tools.max, usable, action: tools.onExceed, confidence: confidence.tools };
}

/** What is not known to be left out is counted: a list must not look cheaper than it is. */
function isInstructionLoadingKnown({ instructions, confidence }: HostProfile): boolean {
  return (
    instructions.loaded === false ||
    (instructions.loaded === true && confidence.instructions !== 'unverified')
  );
}

function structuralCharsOf(measured: readonly ListInHost[]): number {
  return measured.reduce((total, { text }) => total + countStructuralChars(text), 0);
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  // Of nothing that was measured nothing is known.
  if (values.length === 0) return undefined;
  return values.reduce<number | undefined>(
    (total, value) => (total === undefined || value === undefined ? undefined : total + value),
    0,
  );
}
