/** What is judged, and what comes of it. Types only. */
import type { BaselineState, Difference, Raise } from '../model/baseline.ts';
import type { Budget, Check, Growth } from '../model/budget.ts';
import type { Finding } from '../model/report.ts';
import type { ToolsetStatus } from '../model/snapshot.ts';
import type { Sizes } from './sizes.ts';

export interface Judged {
  readonly server: string;
  readonly toolset: string;
  readonly budget: Budget;
  /** Undefined: not measured. */
  readonly sizes: Sizes | undefined;
}

export interface JudgedToolset extends Judged {
  /** Name of the server inside its config: the baseline's. */
  readonly localServer: string;
  readonly isInTotal: boolean;
  readonly status: ToolsetStatus;
  readonly isDynamicAllowed: boolean;
  /** What reading and selecting the list has found already. */
  readonly findings?: readonly Finding[] | undefined;
}

export interface JudgeInput {
  /** Sets the config apart from others; empty when it is the only one. */
  readonly label: string;
  readonly toolsets: readonly JudgedToolset[];
  /** Undefined where nothing is said of the sum, or only some of its lists are judged. */
  readonly total: Budget | undefined;
  /** Servers of which every toolset is judged. */
  readonly wholeServers: ReadonlySet<string>;
  readonly growth: readonly Growth[];
  /** All servers together in the hosts that the total's budget names. */
  readonly totalInHosts?: Sizes['hosts'];
  /** What growth is judged against. */
  readonly baseline: BaselineState;
  readonly isBaselineRequired: boolean;
  /** Agreed on since that baseline: as far as these, a list may have grown. */
  readonly raises: readonly Raise[];
  /** What changes are told from; the same, but for a baseline that is just being renewed. */
  readonly changesSince: BaselineState;
}

export interface Judgement {
  readonly checks: readonly Check[];
  readonly findings: readonly Finding[];
  /** In the order of the toolsets. */
  readonly differences: readonly (Difference | undefined)[];
}
