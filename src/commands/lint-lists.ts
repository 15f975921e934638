/** Hold lists against the rules: what `lint` and `check` have in common. Loaded where it is run, as all rules come with it. */
import { hostsInPlay, type ChosenHosts } from '../judge/lint/hosts-in-play.ts';
import { rulesOverAll } from '../judge/lint/judged-lists.ts';
import { lint, type LintInput, type LintResult } from '../judge/lint/lint.ts';
import { lintRules } from '../judge/lint/rules/index.ts';
import { findUnusedSuppressions } from '../judge/lint/unused-suppressions.ts';
import type { RecordedToolset } from '../model/baseline.ts';
import type { LintRule } from '../model/lint.ts';
import type { AcceptedFinding, LintSettings } from '../model/lint-settings.ts';
import type { JsonValue } from '../json.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { withoutSecrets } from './lint-redacted.ts';
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';

export interface LintableList {
  readonly snapshot: Snapshot;
  /** The server's name in a host; absent where nobody has said. */
  readonly hostName?: string | undefined;
  readonly isInTotal: boolean;
  /** Of the baseline. */
  readonly accepted?: RecordedToolset | undefined;
}

/** Lists that a host has at once, and how they are judged. */
export interface LintGroup extends Pick<LintInput, 'tokensOf'> {
  /** Those without an answer are passed over. */
  readonly lists: readonly LintableList[];
  readonly settings: LintSettings;
  /** Empty: none was chosen. */
  readonly chosen: ChosenHosts['chosen'];
  readonly hostProfiles: ChosenHosts['hostProfiles'];
  /** Name of a server inside its config. */
  readonly localName?: ((server: string) => string) | undefined;
  /** Findings of the baseline. */
  readonly accepted?: readonly AcceptedFinding[] | undefined;
  /** Values that no text of a finding may hold. */
  readonly secrets: readonly string[];
  /** All lists and tools of the config, so that a suppression that matches nothing is of no use. */
  readonly isWhole: boolean;
}

export interface LintedGroup extends LintResult {
  /** What it was run with. */
  readonly input: LintInput;
}

/** What a measurement knows of tools: they are not counted again. */
export function tokensIn(measured: readonly MeasuredSnapshot[]): LintInput['tokensOf'] {
  const known = new Map<JsonValue, number>();
  for (const { snapshot, measurement } of measured) {
    // Where a flag has left tools out, nobody knows which of them these are.
    if (measurement?.byTool.length !== snapshot.tools.length) continue;
    for (const [index, tool] of snapshot.tools.entries()) {
      const tokens = measurement.byTool[index]?.views.generic?.tokens;
      if (tokens !== undefined) known.set(tool, tokens);
    }
  }
  return (raw) => known.get(raw);
}

/** Lint the lists of a group together. `only`: ids of the rules to run; absent: all. */
export function lintGroup(
  { lists, settings, chosen, hostProfiles, localName, accepted, isWhole, tokensOf, secrets }: LintGroup,
  countTokens: (text: string) => number,
  only?: readonly string[],
): LintedGroup {
  const answered = lists.filter(({ snapshot }) => snapshot.failure === undefined);
  const input: LintInput = {
    lists: answered.map((list) => toList(list, secrets)),
    rules: rulesOf(settings).filter(({ id }) => only === undefined || only.includes(id)),
    settings,
    inPlay: hostsInPlay({ chosen, hostProfiles, presets: settings.presets }),
    countTokens,
    tokensOf,
    localName,
    accepted,
  };
  const result = lint(input);
  const judged = {
    lists: lists.map(({ snapshot: { server, toolset, failure } }) => ({
      server: localName?.(server) ?? server,
      toolset,
      isJudged: failure === undefined,
    })),
    overAll: rulesOverAll(input.rules),
  };
  const isAllAsked = isWhole && only === undefined;
  const unused = isAllAsked ? findUnusedSuppressions(result.unused, judged, '') : [];
  return { ...result, findings: [...result.findings, ...unused], input };
}

function toList(
  { snapshot, hostName, isInTotal, accepted }: LintableList,
  secrets: readonly string[],
): LintInput['lists'][number] {
  const { server, toolset, transport, protocol, listing } = snapshot;
  const shown = withoutSecrets(snapshot, secrets);
  return {
    server,
    toolset,
    hostName,
    ...shown,
    transport,
    protocol,
    listing,
    // What was replaced is no change.
    accepted: shown === snapshot ? accepted : undefined,
    isInTotal,
  };
}

/** Shipped rules, and those of the user's plug-ins. */
export function rulesOf({ pluginRules }: LintSettings): readonly LintRule[] {
  return [...Object.values<LintRule>(lintRules), ...pluginRules];
}

/** @throws UsageError for an id that is no rule's */
export function requireRules(ids: readonly string[], known: readonly LintRule[]): void {
  const all = known.map(({ id }) => id);
  const unknown = ids.find((id) => !all.includes(id));
  if (unknown === undefined) return;
  throw new UsageError(`--rule ${unknown}: no such rule`, {
    hint: didYouMean(unknown, all) ?? `rules: ${all.join(', ')}`,
  });
}
