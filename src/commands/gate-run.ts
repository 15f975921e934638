/** What the steps of `check` hand on to one another. Types only. */
import type { Judgement } from '../judge/judged.ts';
import type { BaselineState, Raise } from '../model/baseline.ts';
import type { HostSize } from '../model/host.ts';
import type { LintSummary } from '../model/lint-report.ts';
import type { ToolsetGate } from '../model/plan.ts';
import type { Finding } from '../model/report.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import type { Output } from '../report/render.ts';
import type { Cache } from './cache.ts';
import type { ChosenConfig } from './choose-toolsets.ts';
import type { SelectedToolset } from './select-toolsets.ts';

export interface GateConfig extends ChosenConfig {
  /** As it stands before this run. */
  readonly baseline: BaselineState;
  /** With `--baseline`: what the config's own baseline has agreed on beyond that. */
  readonly raises: readonly Raise[];
}

export interface GatePlan {
  readonly outputs: readonly Output[];
  readonly configs: readonly GateConfig[];
  /** Paths among the targets: where snapshots are read from, offline. */
  readonly snapshotPaths: readonly string[];
  readonly secrets: readonly string[];
  readonly cache: Cache;
}

export interface ListedConfig {
  readonly chosen: GateConfig;
  readonly lists: readonly SelectedToolset[];
  /** Files of committed snapshots that this run's lists differ from, or that are not there yet. */
  readonly stale: readonly StaleSnapshot[];
}

export interface StaleSnapshot {
  readonly gate: ToolsetGate;
  /** False where none is committed yet. */
  readonly isCommitted: boolean;
  readonly path: string;
  readonly text: string;
}

export interface Listed {
  readonly configs: readonly ListedConfig[];
  /** Values that came up meanwhile and must not reach any output: tokens. */
  readonly secrets: readonly string[];
  readonly closed: Promise<void>;
  /** Hash of the file that a list was read from; its counts can be cached. */
  readonly hashOf: (snapshot: SelectedToolset) => string | undefined;
}

/** In the hosts that budgets name. */
export interface SizesInHosts {
  /** In the order of `lists`, each as if it were the only one: another server must not decide its verdict. */
  readonly byList: readonly (readonly HostSize[])[];
  /** All that count in the sum. */
  readonly together: readonly HostSize[];
}

/** What the rules on definitions say. */
export interface GateLint {
  readonly findings: readonly Finding[];
  /** Ids of rules that look at all lists at once. */
  readonly overAll?: readonly string[] | undefined;
  /** Absent where nothing was linted. */
  readonly summary?: Omit<LintSummary, 'failOn' | 'warnOnly'> | undefined;
}

export interface MeasuredConfig extends ListedConfig {
  /** In the order of `lists`. */
  readonly measured: readonly MeasuredSnapshot[];
  readonly inHosts: SizesInHosts;
  readonly lint: GateLint;
}

export interface JudgedConfig extends MeasuredConfig {
  readonly judgement: Judgement;
}

/** A file that `--update` writes once the report is out. */
export interface Update {
  readonly path: string;
  readonly text: string;
}

export interface JudgedGate {
  readonly configs: readonly JudgedConfig[];
  readonly updates: readonly Update[];
  /** What `--update` did, one line each; undefined without it. */
  readonly updated: readonly string[] | undefined;
}
