/** Checks of a user's plug-in: what they throw, or yield that is no place, is told as the plug-in's mistake. */
import { ConfigError, firstLineOf } from '../../errors.ts';
import { actionSeverity, severityCap } from '../../hosts/severity.ts';
import type { LintList, LintRule, LintTool, Place, PluginRule } from '../../model/lint.ts';
import { applyPatch } from './patch.ts';

const LEVELS: readonly unknown[] = ['off', 'info', 'warning', 'error'];

/** The checks of a rule that has some, each with all its places at once. */
export function guardChecks(
  rule: PluginRule,
  file: string,
): Pick<LintRule, 'checkTool' | 'checkList' | 'checkRun'> {
  // Called on the rule, as its author would expect of `this`.
  const run = (check: () => Iterable<Place>, scope: Scope): readonly Place[] =>
    guard(check, scope, { rule, file });
  return {
    ...(rule.checkTool && {
      checkTool: (tool, context, list) =>
        run(() => rule.checkTool?.(tool, context, list) ?? [], { tool, lists: [list] }),
    }),
    ...(rule.checkList && {
      checkList: (list, context) => run(() => rule.checkList?.(list, context) ?? [], { lists: [list] }),
    }),
    ...(rule.checkRun && {
      checkRun: (lists, context) => run(() => rule.checkRun?.(lists, context) ?? [], { lists }),
    }),
  };
}

/** What a check was given. */
interface Scope {
  readonly tool?: LintTool;
  readonly lists: readonly LintList[];
}

interface Owner {
  readonly rule: PluginRule;
  readonly file: string;
}

function guard(check: () => Iterable<Place>, scope: Scope, { rule, file }: Owner): readonly Place[] {
  const found = attempt(() => [...check()], scope, { rule, file });
  for (const place of found) {
    const wrong = attempt(() => whatIsWrong(place, rule, scope), scope, { rule, file });
    if (wrong === undefined) continue;
    throw new ConfigError(`${file}  rule ${rule.id} yields what is no place: ${wrong}`, {
      hint: 'a place is {reason, at, what, …}: the type Place of mcp-budget',
    });
  }
  return found;
}

function attempt<T>(make: () => T, { tool, lists }: Scope, { rule, file }: Owner): T {
  try {
    return make();
  } catch (cause) {
    const where = tool === undefined ? '' : ` at tool ${tool.index + 1} of ${lists[0]?.server ?? 'a list'}`;
    throw new ConfigError(`${file}  rule ${rule.id} fails${where}: ${firstLineOf(cause)}`, {
      hint: 'definitions are as they were sent: fields may be missing or of any type',
      cause,
    });
  }
}

function whatIsWrong(place: unknown, rule: PluginRule, scope: Scope): string | undefined {
  if (typeof place !== 'object' || place === null) return 'it is no object';
  const { reason, at, what, places, list, ...rest } = place as Partial<Place>;
  if (typeof reason !== 'string' || !Object.hasOwn(rule.reasons, reason))
    return `its reason is none of ${Object.keys(rule.reasons).join(', ')}`;
  if (!isPath(at)) return 'at is no list of keys and indexes';
  if (places !== undefined && !(Array.isArray(places) && places.every(isPath)))
    return 'places are no lists of keys and indexes';
  if (typeof what !== 'string' || what === '') return 'what is no text';
  if (list !== undefined && !scope.lists.includes(list)) return 'list is none of those that it was given';
  return wrongDetail(rest) ?? wrongPatch(rest, scope);
}

type Detail = Omit<Partial<Place>, 'reason' | 'at' | 'what' | 'places' | 'list'>;

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isNumberOrAbsent = (value: unknown): boolean => value === undefined || Number.isFinite(value);
const isLevelOrAbsent = (value: unknown): boolean => value === undefined || LEVELS.includes(value);

function wrongDetail({ severity, most, hosts = [], ...place }: Detail): string | undefined {
  if (!isLevelOrAbsent(severity)) return `severity is none of ${LEVELS.join(', ')}`;
  if (!isLevelOrAbsent(most)) return `most is none of ${LEVELS.join(', ')}`;
  const { suggestion, unit, actual, limit, tokensSaved } = place;
  if (![suggestion, unit].every(isTextOrAbsent)) return 'suggestion or unit is no text';
  if (![actual, limit, tokensSaved].every(isNumberOrAbsent))
    return 'actual, limit or tokensSaved is no number';
  const isHost = ({ id, action, confidence }: (typeof hosts)[number]): boolean =>
    typeof id === 'string' && Object.hasOwn(actionSeverity, action) && Object.hasOwn(severityCap, confidence);
  return Array.isArray(hosts) && hosts.every(isHost)
    ? undefined
    : 'hosts are no list of {id, action, confidence}';
}

function wrongPatch({ patch }: Pick<Partial<Place>, 'patch'>, { tool }: Scope): string | undefined {
  if (patch === undefined) return undefined;
  if (tool === undefined) return 'only checkTool can have a patch';
  if (!Array.isArray(patch)) return 'patch is no list of steps';
  applyPatch(tool.raw, patch);
  return undefined;
}

function isPath(value: unknown): boolean {
  return Array.isArray(value) && value.every((key) => typeof key === 'string' || typeof key === 'number');
}
