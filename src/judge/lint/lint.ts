/** Hold definitions against the rules. Pure. */
import type { JsonValue } from '../../json.ts';
import type { LintContext, LintList, LintRule, LintTool, Path, Place } from '../../model/lint.ts';
import type { AcceptedFinding, LintSettings, LintSuppression } from '../../model/lint-settings.ts';
import type { Finding } from '../../model/report.ts';
import { hostSentence } from './host-sentence.ts';
import { isSeverity, stricter, weigh, worse, type HostsInPlay } from './levels.ts';
import { applyPatch, toPointer } from './patch.ts';
import { compileSettings, matcherOf, type RuleAt, type Whereabouts } from './settings.ts';
import { genericText, toLintList, type Counting, type ListToLint } from './subject.ts';
import { isAccepted } from './accepted.ts';

export interface LintInput extends Counting {
  readonly lists: readonly ListToLint[];
  readonly rules: readonly LintRule[];
  readonly settings: LintSettings;
  readonly inPlay: HostsInPlay;
  /** Name of a server inside its config, which overrides and suppressions speak of. */
  readonly localName?: ((server: string) => string) | undefined;
  /** Findings of the baseline; absent: there is none. */
  readonly accepted?: readonly AcceptedFinding[] | undefined;
}

export interface LintResult {
  /** In the order of lists, tools and rules. */
  readonly findings: readonly Finding[];
  /** How many findings a suppression has kept back. */
  readonly suppressed: number;
  /** Suppressions that matched nothing. */
  readonly unused: readonly LintSuppression[];
}

/** Lint all lists that a host has at once. */
export function lint(input: LintInput): LintResult {
  const { settings } = input;
  const run: Run = {
    ...input,
    lists: input.lists.map((list) => toLintList(list, input)),
    ...compileSettings(settings),
    localName: input.localName ?? ((server) => server),
    contexts: new Map(),
    isStrict: settings.presets.includes('strict'),
    isSecurity: settings.presets.includes('security'),
  };
  const rules = input.rules.filter(run.isOn);
  const found = run.lists.flatMap((list) => [
    ...list.tools.flatMap((tool) => rules.flatMap((rule) => checkTool(run, rule, { list, tool }))),
    ...rules.flatMap((rule) => checkList(run, rule, list)),
  ]);
  const all = [...found, ...rules.flatMap((rule) => checkRun(run, rule))];
  // First: what one toolset's suppression keeps back may stand in another.
  const left = suppress(all, run);
  return { ...left, findings: withoutRepeats(left.findings, run) };
}

interface Run extends Omit<LintInput, 'lists' | 'localName'> {
  readonly lists: readonly LintList[];
  readonly isOn: (rule: LintRule) => boolean;
  readonly at: (rule: LintRule, where: Whereabouts) => RuleAt;
  readonly localName: (server: string) => string;
  readonly contexts: Map<RuleAt['options'], LintContext>;
  readonly isStrict: boolean;
  readonly isSecurity: boolean;
}

interface Where {
  readonly list: LintList;
  readonly tool?: LintTool | undefined;
}

function whereabouts({ localName }: Run, { list, tool }: Where): Whereabouts {
  return { server: localName(list.server), toolset: list.toolset, tool: tool?.name };
}

function contextFor(run: Run, { options }: RuleAt): LintContext {
  const known = run.contexts.get(options);
  if (known !== undefined) return known;
  const { hosts, isChosen } = run.inPlay;
  const made = { hosts, isChosen, options, countTokens: run.countTokens };
  run.contexts.set(options, made);
  return made;
}

function checkTool(run: Run, rule: LintRule, where: Required<Where>): readonly Finding[] {
  if (rule.checkTool === undefined || where.tool === undefined) return [];
  const setting = run.at(rule, whereabouts(run, where));
  if (setting.severity === 'off') return [];
  const places = rule.checkTool(where.tool, contextFor(run, setting), where.list);
  return [...places].flatMap((place) => toFinding(run, rule, { place, where, setting }));
}

function checkList(run: Run, rule: LintRule, list: LintList): readonly Finding[] {
  if (rule.checkList === undefined) return [];
  const context = contextFor(run, run.at(rule, whereabouts(run, { list })));
  return [...rule.checkList(list, context)].flatMap((place) => inList(run, rule, { place, list }));
}

function checkRun(run: Run, rule: LintRule): readonly Finding[] {
  if (rule.checkRun === undefined) return [];
  const context = contextFor(run, run.at(rule, { server: '', toolset: '' }));
  return [...rule.checkRun(run.lists, context)].flatMap((place) =>
    inList(run, rule, { place, list: place.list }),
  );
}

/** A place of a list may be in one of its tools. */
function inList(
  run: Run,
  rule: LintRule,
  { place, list }: { readonly place: Place; readonly list: LintList | undefined },
): readonly Finding[] {
  if (list === undefined) {
    const setting = run.at(rule, { server: '', toolset: '' });
    return toFinding(run, rule, { place, where: undefined, setting });
  }
  const index = place.at[0] === 'tools' ? place.at[1] : undefined;
  const where = { list, tool: typeof index === 'number' ? list.tools[index] : undefined };
  return toFinding(run, rule, { place, where, setting: run.at(rule, whereabouts(run, where)) });
}

interface Found {
  readonly place: Place;
  /** Undefined: it concerns all lists together. */
  readonly where: Where | undefined;
  readonly setting: RuleAt;
}

function toFinding(run: Run, rule: LintRule, found: Found): readonly Finding[] {
  const weighed = weigh(rule, found.place, run.inPlay);
  if (weighed === undefined) return [];
  const { setting, place } = found;
  const { securitySeverity } = rule.reasons[place.reason] ?? {};
  const least = (run.isSecurity ? securitySeverity : undefined) ?? weighed.level;
  const own = worse(weighed.level, least);
  const level = setting.severity ?? (run.isStrict ? stricter(own) : own);
  if (!isSeverity(level)) return [];
  const { verdicts } = weighed;
  const doing = hostSentence(verdicts, run.inPlay.hosts, place.doing);
  return [
    {
      ruleId: rule.id,
      reason: place.reason,
      severity: level,
      outcome: 'finding',
      ...locate(rule, found),
      hosts: verdicts.map(({ id }) => id),
      verdicts: verdicts.length === 0 ? undefined : verdicts,
      message: doing === '' ? place.what : `${place.what}: ${doing}`,
      suggestion: place.suggestion ?? rule.reasons[place.reason]?.suggestion,
      actual: place.actual,
      limit: place.limit,
      unit: place.unit,
      patch: place.patch,
      isPatchSafe: place.patch === undefined ? undefined : place.isSafe === true,
      ...savingOf(run, place, found.where?.tool),
      accepted: false,
    },
  ];
}

function locate(
  rule: LintRule,
  { place, where }: Found,
): Pick<Finding, 'server' | 'toolset' | 'tool' | 'index' | 'pointer' | 'pointers'> {
  const { list, tool } = where ?? {};
  const isFromTool = rule.checkTool !== undefined && tool !== undefined && place.at[0] !== 'tools';
  const pointer = (path: Path): string => toPointer(isFromTool ? ['tools', tool.index, ...path] : path);
  const { places = [] } = place;
  return {
    server: list?.server ?? '',
    toolset: list?.toolset ?? '',
    tool: tool?.name,
    index: tool?.index,
    pointer: pointer(place.at),
    pointers: places.length < 2 ? undefined : places.map(pointer),
  };
}

function savingOf(
  { countTokens }: Run,
  { patch, tokensSaved, isSavingEstimated }: Place,
  tool: LintTool | undefined,
): Pick<Finding, 'tokensSaved' | 'isSavingEstimated'> {
  if (tokensSaved !== undefined) return { tokensSaved, isSavingEstimated: isSavingEstimated === true };
  if (patch === undefined || tool === undefined) return {};
  const after: JsonValue = applyPatch(tool.raw, patch);
  return {
    tokensSaved: tool.tokens - countTokens(genericText(after)),
    isSavingEstimated: isSavingEstimated === true,
  };
}

/** Toolsets of one server overlap: what is the same in several is told once. */
function withoutRepeats(findings: readonly Finding[], { lists }: Run): readonly Finding[] {
  const servers = new Set<string>();
  const isOverlapping = lists.some(({ server }) => servers.size === servers.add(server).size);
  if (!isOverlapping) return findings;
  const seen = new Set<string>();
  return findings.filter(({ ruleId, reason, server, toolset, tool, index, pointer = '', message }) => {
    const inTool = tool === undefined ? `${toolset} ${pointer}` : pointer.replace(`/tools/${index}`, '');
    const key = JSON.stringify([ruleId, reason, server, tool, inTool, message]);
    return seen.size !== seen.add(key).size;
  });
}

function suppress(findings: readonly Finding[], run: Run): LintResult {
  const { settings, localName, accepted = [] } = run;
  const all = settings.suppressions.map((one) => ({ one, matches: matcherOf(one) }));
  const used = new Set<LintSuppression>();
  const kept = findings.filter((finding) => {
    const where = { ...finding, server: localName(finding.server) };
    const own = all.filter(
      ({ one, matches }) =>
        one.rule === finding.ruleId &&
        (one.reason === undefined || one.reason === finding.reason) &&
        matches(where),
    );
    for (const { one } of own) used.add(one);
    return own.length === 0;
  });
  return {
    findings: kept.map((finding) =>
      isAccepted(finding, accepted, localName) ? { ...finding, accepted: true } : finding,
    ),
    suppressed: findings.length - kept.length,
    unused: settings.suppressions.filter((one) => !used.has(one)),
  };
}
