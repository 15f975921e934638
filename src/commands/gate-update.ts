/** What `--update` renews: the baseline, and the committed snapshots. */
import { serializeBaseline } from '../judge/baseline-file.ts';
import type { JudgedToolset } from '../judge/judged.ts';
import { acceptable, describeAccepted, type LintedNow } from '../judge/lint/renew-accepted.ts';
import { findInList } from '../judge/list-findings.ts';
import { recordedOf, recordToolset } from '../judge/record.ts';
import { renewBaseline, type NewEntry, type Renewed } from '../judge/renew.ts';
import { UsageError } from '../errors.ts';
import type { BaselineState, RecordedToolset } from '../model/baseline.ts';
import { formatCount } from '../numbers.ts';
import { shownPath } from '../config/config-find.ts';
import { METHOD } from './baseline-method.ts';
import { localName, type ChosenConfig } from './choose-toolsets.ts';
import type { GateLint, MeasuredConfig, Update } from './gate-run.ts';

export interface UpdateOptions {
  readonly toolsets: readonly JudgedToolset[];
  /** Of `--raise`. */
  readonly reason: string | undefined;
  readonly cwd: string;
}

export interface Renewal {
  readonly baseline: BaselineState;
  readonly updates: readonly Update[];
  /** What was done and what was not, one line each. */
  readonly updated: readonly string[];
}

/**
 * Make the new files. A list that is not measured, or in which something is mistaken, renews nothing.
 * @throws UsageError where what stands there would be lost
 */
export function renewFiles(
  { chosen, stale, lint }: MeasuredConfig,
  { toolsets, reason, cwd }: UpdateOptions,
): Renewal {
  const { plan, isWhole, baseline: before } = chosen;
  const label = shownPath(plan.baseline.path, cwd);
  rejectLoss(chosen, label);
  const sound = toolsets.filter(isSound);
  const renewed = renewBaseline(before.baseline ?? before.outdated, entriesOf(chosen, sound), {
    method: METHOD,
    reason,
    isWhole,
    isOtherMethod: before.status === 'other-method',
    linted: lintedIn(chosen, lint, sound),
  });
  if (before.status === 'other-method' && renewed.kept.length > 0) {
    throw new UsageError(`--update: ${label} was counted in another way, and what can be compared rose`, {
      hint: `${renewed.kept.join('\n')}\nto take it all the same: --update --raise "reason"`,
    });
  }
  const text = serializeBaseline(renewed.baseline);
  const isSame = before.baseline !== undefined && serializeBaseline(before.baseline) === text;
  const snapshots = stale.filter(({ gate }) =>
    sound.some(({ server, toolset }) => server === gate.server && toolset === gate.toolset),
  );
  return {
    baseline: { status: 'read', label, baseline: renewed.baseline },
    updates: [
      ...(isSame ? [] : [{ path: plan.baseline.path, text }]),
      ...snapshots.map((one) => ({ path: one.path, text: one.text })),
    ],
    updated: [
      isSame ? `${label} needs no change` : `wrote ${label}`,
      ...describeRenewed(renewed),
      ...(renewed.lint === undefined ? [] : describeAccepted(renewed.lint)),
      ...toolsets
        .filter((one) => !sound.includes(one) && recordedOf(one, before) !== undefined)
        .map(({ localServer, toolset }) => `${localServer}/${toolset} kept as it was: not measured`),
      ...snapshots.map((one) => `wrote ${shownPath(one.path, cwd)}`),
    ],
  };
}

/** Nothing where the config switches rules off: what was accepted stays. */
function lintedIn(
  { plan }: ChosenConfig,
  { findings, summary, overAll = [] }: GateLint,
  sound: readonly JudgedToolset[],
): LintedNow | undefined {
  if (summary === undefined) return undefined;
  const named = (server: string): string => localName(server, plan);
  return {
    found: acceptable(findings, named),
    // Of those that were not asked for, what was accepted stays.
    lists: plan.toolsets.map(({ server, toolset }) => ({
      server: named(server),
      toolset,
      isJudged: sound.some((one) => one.server === server && one.toolset === toolset),
    })),
    overAll: new Set(overAll),
  };
}

function rejectLoss(
  { baseline: { status, outdated, message = '' }, isWhole }: ChosenConfig & { baseline: BaselineState },
  label: string,
): void {
  if (status === 'unreadable' || (status === 'other-method' && outdated === undefined)) {
    throw new UsageError(
      `--update: ${label} cannot be read, so that nobody could tell what rose: ${message}`,
      {
        hint: `restore it (of a merge, take one side) and update that; or delete it to begin anew`,
      },
    );
  }
  if (status !== 'other-method' || isWhole) return;
  throw new UsageError(`--update of a part: the rest of ${label} cannot be kept: ${message}`, {
    hint: 'renew all of it: mcp-budget check --update',
  });
}

/** Measured whole, with nothing in it that is not measured or mistaken. */
export function isSound(judged: JudgedToolset): boolean {
  const { sizes, findings = [] } = judged;
  return (
    sizes !== undefined &&
    (sizes.notRead ?? []).length === 0 &&
    [...findings, ...findInList(judged)].every(({ outcome }) => outcome === 'finding')
  );
}

/** What is sound; of all else, disabled servers included, the old entry is kept. */
function entriesOf({ toolsets, plan }: ChosenConfig, sound: readonly JudgedToolset[]): readonly NewEntry[] {
  return toolsets.map(({ server, toolset }) => {
    const found = sound.find((one) => one.server === server && one.toolset === toolset);
    return { server: localName(server, plan), toolset, recorded: found && recordOf(found) };
  });
}

function recordOf({ sizes }: JudgedToolset): RecordedToolset | undefined {
  return sizes && recordToolset(sizes.measurement, sizes);
}

function describeRenewed({ raised, kept }: Renewed): readonly string[] {
  return [
    ...raised.map(
      ({ server, toolset, metric, from, to }) =>
        `raised ${server}/${toolset} ${metric} ${formatCount(from)} → ${formatCount(to)}`,
    ),
    ...kept.map((line) => `${line}; to take it: --update --raise "reason"`),
  ];
}
