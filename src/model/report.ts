/** What reporters print. Types only. */
import type { ExitCode } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { Failure, Protocol, Snapshot, ToolsetStatus, TransportId, Warning } from './snapshot.ts';
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

/** A verdict as a value. Locations are JSON pointers into the tool list or `file:line key` in a config. */
export interface Finding {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly server: string;
  readonly toolset: string;
  readonly tool?: string | undefined;
  readonly pointer?: string | undefined;
  readonly hosts: readonly string[];
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly actual?: number | undefined;
  readonly limit?: number | undefined;
  readonly unit?: string | undefined;
  readonly source?: string | undefined;
  readonly accepted: boolean;
}

/** Sizes are absent, never 0, where nothing could be measured. */
export interface ToolsetReport {
  readonly name: string;
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
  /** Sums in the report's view; absent when nothing was measured. */
  readonly totals?:
    | {
        readonly tools: number;
        readonly bytes: number;
        /** Absent where one of the lists could not be counted. */
        readonly tokens?: number | undefined;
      }
    | undefined;
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

/** Turn a report into text. Pure: no I/O, no clock, no environment. */
export type Reporter = (report: Report, options: ReporterOptions) => string;

export interface ReporterOptions {
  /** Columns of the terminal. */
  readonly columns: number;
  /** 0 none, 1 basic, 2 256 colours, 3 true colour. */
  readonly colorLevel: 0 | 1 | 2 | 3;
  readonly verbose: boolean;
  /** One line only. */
  readonly quiet: boolean;
  /** What the user typed after the command's name, shell-quoted, for the next step it offers. */
  readonly args: string;
}
