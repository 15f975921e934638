/** Of which lists all findings are known in a run: what is not found in others may still be there. */
import type { LintRule } from '../../model/lint.ts';

export interface JudgedList {
  /** Name inside the config. */
  readonly server: string;
  readonly toolset: string;
  /** False: not asked for, or not measured. */
  readonly isJudged: boolean;
}

export interface JudgedLists {
  /** Every list of the config. */
  readonly lists: readonly JudgedList[];
  /** Ids of rules that look at all lists at once. */
  readonly overAll: ReadonlySet<string>;
}

/** Ids of rules that look at all lists at once. */
export function rulesOverAll(rules: readonly LintRule[]): ReadonlySet<string> {
  return new Set(rules.filter(({ checkRun }) => checkRun !== undefined).map(({ id }) => id));
}

/** Lists on which it depends whether a rule finds something in those that match; empty where the config has none. */
export function listsBehind(
  { lists, overAll }: JudgedLists,
  rule: string,
  matches: (list: JudgedList) => boolean,
): readonly JudgedList[] {
  const own = lists.filter(matches);
  return overAll.has(rule) && own.length > 0 ? lists : own;
}
