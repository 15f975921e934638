/** Limits on sizes, as a config states them once resolved, and what holding them against a list gave. Types only. */
import type { TextField, ViewId } from './measurement.ts';

/** Where a value stands in a file of the user. */
export interface Source {
  /** Relative to the working directory, with forward slashes. */
  readonly file: string;
  /** From 1; absent where the file has no lines to tell, as code has not. */
  readonly line?: number | undefined;
  /** Path of keys: `servers.media.toolsets.core.budget.bytes`. */
  readonly key: string;
}

export type Unit = 'tools' | 'bytes' | 'tokens' | 'chars' | 'prompts' | 'resources';

/** Of a whole list; a stack of servers has those before `instructions` only. */
export type ListMetric =
  | 'tools'
  | 'bytes'
  | 'tokens'
  | 'prompts'
  | 'resources'
  | 'instructions.chars'
  | 'instructions.bytes'
  | 'instructions.tokens';

/** Of each tool. */
export type ToolMetric = 'tool.bytes' | 'tool.tokens' | `tool.${TextField}.${'chars' | 'bytes' | 'tokens'}`;

export type Metric = ListMetric | ToolMetric;

/** Tokens of a list in a host: before the first message, or once everything is loaded. */
export interface HostFigure {
  readonly id: string;
  readonly figure: 'upfront' | 'loaded';
}

export interface Limit {
  readonly metric: Metric;
  /** The view that `tokens` and `tool.tokens` are counted in; `generic` for all else. */
  readonly view: ViewId;
  /** Of `tokens` in a host; its figure is counted in place of the view's. */
  readonly host?: HostFigure | undefined;
  readonly max: number;
  readonly unit: Unit;
  readonly source: Source;
  /** Whose budget states it: that of all servers, one server's, or one toolset's. */
  readonly level: 'all' | 'server' | 'toolset';
  /** `tool.*` of a `toolOverrides` entry: only tools whose name the glob matches, in place of the limit for all. */
  readonly tools?: string | undefined;
}

/** What a list, or the sum of several, is held to. */
export interface Budget {
  /** In the order of the file; of a toolset, its own in place of those it inherits. */
  readonly limits: readonly Limit[];
  /** Fewer tools count as not measured. */
  readonly minTools: { readonly min: number; readonly source?: Source | undefined };
  /** Part of a limit, 0 to 1, from which on its use is told as near. */
  readonly warnAt: number;
  /** Part of a limit under which it is told as stale. */
  readonly staleAt: number;
  /** The user's own words for whoever exceeds it. */
  readonly message?: string | undefined;
}

/** How far a size may rise over the baseline's: over all that are given, at once. */
export interface Growth {
  readonly metric: ListMetric;
  /** 0.05 for 5 %; absent: no such bound. Both absent: it may not rise at all. */
  readonly ratio?: number | undefined;
  readonly amount?: number | undefined;
  readonly unit: Unit;
  /** As written: `5% and 100`, `none`. */
  readonly text: string;
  readonly source: Source;
}

export type Verdict = 'ok' | 'near' | 'stale' | 'over' | 'not-measured';

/** One limit or growth rule held against one list. Passing ones are kept: a gate says what it looked at. */
export interface Check {
  readonly ruleId: string;
  readonly verdict: Verdict;
  /** Empty for the sum of all servers of a config. */
  readonly server: string;
  readonly toolset: string;
  /** `tool.*`: the tool that comes closest to the limit, or exceeds it most. */
  readonly tool?: string | undefined;
  readonly metric: Metric;
  readonly view: ViewId;
  readonly host?: HostFigure | undefined;
  readonly unit: Unit;
  /** Absent where it was not measured. */
  readonly actual?: number | undefined;
  /** Of a growth rule: the most that would pass. */
  readonly limit: number;
  /** Growth only: the baseline's size, and the rule as written. */
  readonly before?: number | undefined;
  readonly growth?: string | undefined;
  /** Why it may be above what the rule allows: the reason of a raise since. */
  readonly reason?: string | undefined;
  /** Absent for a rule that nobody set. */
  readonly source?: Source | undefined;
}
