/** What reporters print. Types only. */
import type { ExitCode } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { PatchStep } from './patch.ts';
import type { Failure, Protocol, Snapshot, ToolsetStatus, TransportId, Warning } from './snapshot.ts';
import type { Estimate, NotCounted, Price, ProviderCount } from './estimate.ts';
import type { HostSize, HostVerdict } from './host.ts';
import type { LintSummary } from './lint-report.ts';
import type { BaselineState, Difference } from './baseline.ts';
import type { Check, HostFigure, Metric, Source } from './budget.ts';
import type {
  Comparison,
  Cut,
  Measurement,
  TextSize,
  ToolMeasurement,
  ViewId,
  WireOnlyField,
} from './measurement.ts';

export type Severity = 'error' | 'warning' | 'info';

/** What a rule finds, and why it matters; the text of help, SARIF and docs. */
export interface RuleInfo {
  /** Kebab-case. */
  readonly id: string;
  readonly severity: Severity;
  readonly outcome: Outcome;
  /** One sentence. */
  readonly summary: string;
  /** Why, and what to do. */
  readonly help: string;
}

/**
 * How a finding counts: as what it is; as something that could not be measured or compared (exit code 3); or as a
 * mistake in the config that only the list could show (exit code 2).
 */
export type Outcome = 'finding' | 'not-measured' | 'mistake';

/** A repair that was tried on a list that is over its limit. */
export interface Fix {
  readonly message: string;
  /** In the unit of the limit. */
  readonly saved: number;
  readonly after: number;
  readonly isEnough: boolean;
}

/** A verdict as a value. */
export interface Finding {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly outcome: Outcome;
  /** Empty for what concerns all servers of a config. */
  readonly server: string;
  readonly toolset: string;
  readonly tool?: string | undefined;
  /** Place of the tool in its list, from 0; of a lint finding. */
  readonly index?: number | undefined;
  /** Code of the rule's reason; of a lint finding. */
  readonly reason?: string | undefined;
  /** JSON pointer into the tool list. */
  readonly pointer?: string | undefined;
  /** Every place, the first of them `pointer`; absent where there is one. */
  readonly pointers?: readonly string[] | undefined;
  /** Ids of the hosts that it concerns; empty where it does not depend on one. */
  readonly hosts: readonly string[];
  /** What each of them does; of a lint finding. */
  readonly verdicts?: readonly HostVerdict[] | undefined;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly actual?: number | undefined;
  readonly limit?: number | undefined;
  readonly unit?: string | undefined;
  readonly metric?: Metric | undefined;
  /** The view that the metric is counted in. */
  readonly view?: ViewId | undefined;
  readonly host?: HostFigure | undefined;
  /** The config's line that states the limit or rule. */
  readonly source?: Source | undefined;
  /** Where a reader is sent: the tool's declaration, its line in a snapshot, or else the source. */
  readonly location?: Omit<Source, 'key'> | undefined;
  readonly fix?: Fix | undefined;
  /** Repair of the definition, from the tool; of a lint finding. */
  readonly patch?: readonly PatchStep[] | undefined;
  /** The repair changes no argument that is valid, no name and no prose. */
  readonly isPatchSafe?: boolean | undefined;
  /** o200k tokens that a repair saves on every request; negative where it costs. */
  readonly tokensSaved?: number | undefined;
  readonly isSavingEstimated?: boolean | undefined;
  /** Was there when the baseline was written. */
  readonly accepted: boolean;
}

/** What `check` decided with; absent in other commands' reports. */
export interface Gate {
  readonly checks: readonly Check[];
  readonly baselines: readonly Omit<BaselineState, 'baseline'>[];
  readonly failOn: Severity;
  readonly warnOnly: boolean;
  readonly allowUnmeasured: boolean;
  /** Judged from snapshots; nothing was started. */
  readonly isOffline: boolean;
  /** Configs that were judged. The names of several configs' servers begin with their label: `packages/a › media`. */
  readonly configs: readonly { readonly file: string; readonly label: string }[];
  /** What `--update` wrote and kept; absent without it. */
  readonly updated?: readonly string[] | undefined;
}

/** Sizes are absent, never 0, where nothing could be measured. */
export interface ToolsetReport {
  readonly name: string;
  /** False for a toolset that another one of its server stands for in sums; else absent. */
  readonly isInTotal?: boolean | undefined;
  readonly status: ToolsetStatus;
  readonly failure?: Failure | undefined;
  readonly warnings: readonly Warning[];
  readonly transport?: TransportId | undefined;
  readonly protocol?: Protocol | undefined;
  readonly serverInfo?: JsonObject | undefined;
  readonly clientCapabilities?: JsonObject | undefined;
  readonly noise?: Snapshot['noise'];
  readonly tools?: number | undefined;
  readonly bytes?: number | undefined;
  readonly frameBytes?: number | undefined;
  readonly pages?: number | undefined;
  readonly instructions?: TextSize | undefined;
  /** Numbers of entries; absent where the server does not offer the list. */
  readonly prompts?: number | undefined;
  readonly resources?: number | undefined;
  readonly resourceTemplates?: number | undefined;
  readonly views?: Measurement['views'] | undefined;
  readonly wireOnly?: readonly WireOnlyField[] | undefined;
  readonly comparison?: Comparison | undefined;
  readonly cutFirst?: Cut | undefined;
  readonly byTool?: readonly ToolMeasurement[] | undefined;
  /** What changed since the baseline; absent where there is none to compare with. */
  readonly difference?: Difference | undefined;
}

export interface ServerReport {
  readonly name: string;
  /** The worst of its toolsets'. */
  readonly status: ToolsetStatus;
  readonly toolsets: readonly ToolsetReport[];
}

export interface Report {
  readonly schemaVersion: 1;
  readonly generator: { readonly name: 'mcp-budget'; readonly version: string };
  /** The view the totals and the table speak of. */
  readonly view: ViewId;
  /** Context window in tokens that shares are taken of. */
  readonly window: number;
  readonly servers: readonly ServerReport[];
  readonly findings: readonly Finding[];
  readonly gate?: Gate | undefined;
  /** What definitions were held against; absent where none were. */
  readonly lint?: LintSummary | undefined;
  /** Sums in the report's view; absent when nothing was measured, and where the lists are those of several clients. */
  readonly totals?:
    | {
        readonly tools: number;
        readonly bytes: number;
        /** Absent where one of the lists could not be counted. */
        readonly tokens?: number | undefined;
      }
    | undefined;
  /** What each chosen host or client pays; absent where none was chosen. */
  readonly hosts?: readonly HostSize[] | undefined;
  /** Of the totals, for models whose tokenizer is not public. */
  readonly estimates?: readonly Estimate[] | undefined;
  /** Counts of the totals that providers made, or why they made none. */
  readonly providerCounts?: readonly (ProviderCount | NotCounted)[] | undefined;
  readonly prices?: readonly Price[] | undefined;
  /** For people, of what was asked for as a whole. */
  readonly notes?: readonly string[] | undefined;
  readonly summary: {
    readonly measured: number;
    readonly notMeasured: number;
    readonly errors: number;
    readonly warnings: number;
    readonly exitCode: ExitCode;
    /** How often a secret's value was replaced in this report. */
    readonly redacted: number;
  };
}

/** Turn a report into text. Pure: no I/O, no clock, no environment; it may load more of itself. */
export type Reporter = (report: Report, options: ReporterOptions) => string | Promise<string>;

export interface ReporterOptions {
  /** Columns of the terminal. */
  readonly columns: number;
  /** 0 none, 1 basic, 2 256 colours, 3 true colour. */
  readonly colorLevel: 0 | 1 | 2 | 3;
  readonly verbose: boolean;
  /** One line only. */
  readonly quiet: boolean;
  /** From the repository's root to the working directory, `packages/a/`; empty where they are the same or there is none. */
  readonly pathPrefix: string;
  readonly rules: readonly RuleInfo[];
  /** What the user typed after the command's name, shell-quoted, for the next step it offers. */
  readonly args: string;
}
