/**
 * The values that travel between the stages: readonly and JSON-serialisable, so that each stage can be saved,
 * replayed and tested alone. Types only; nothing here runs.
 */
import type { ExitCode, FailureStatus } from './errors.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Legacy: `initialize` handshake, 2024-11-05 … 2025-11-25. Modern: 2026-07-28, no handshake. */
export type Era = 'legacy' | 'modern';
export type TransportId = 'stdio' | 'streamable-http' | 'sse';
export type ToolsetStatus = 'measured' | 'dynamic' | 'skipped' | FailureStatus;

/* ---------------------------------------------------------------- plan: what to capture, and how */

export interface CommandLaunch {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** Complete environment of the child, resolved. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface UrlLaunch {
  readonly kind: 'url';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `auto`: Streamable HTTP first, HTTP+SSE after a cue of a legacy server. */
  readonly transport: 'auto' | 'streamable-http' | 'sse';
  readonly clientCredentials?: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly scope?: string | undefined;
    /** Issuer URL of the only authorization server that may see the secret; absent: the one the server names. */
    readonly issuer?: string | undefined;
  };
}

export interface FileLaunch {
  readonly kind: 'file';
  /** Absolute path of a file or folder, or `-` for standard input. */
  readonly path: string;
  /** The path as the user gave it, for messages. */
  readonly shown: string;
}

export type Launch = CommandLaunch | UrlLaunch | FileLaunch;

export interface ServerPlan {
  readonly name: string;
  readonly launch: Launch;
}

/** Milliseconds, one per phase; connecting to a server never waits on an unbounded step. */
export interface Deadlines {
  readonly startMs: number;
  readonly discoverMs: number;
  readonly connectMs: number;
  readonly pageMs: number;
  readonly otherListMs: number;
  readonly totalMs: number;
}

export interface CaptureOptions {
  readonly protocol: 'auto' | Era;
  readonly clientCapabilities: JsonObject;
  readonly deadlines: Deadlines;
  /** How long the list must stay quiet before it is read a second time. */
  readonly settleMs: number;
  readonly maxPages: number;
  /** Cap on one frame and on all frames of one list, in bytes. */
  readonly maxBytes: number;
  /** How many servers are captured side by side. */
  readonly concurrency: number;
}

/* ---------------------------------------------------------------- snapshot: the recorded answer */

export interface Warning {
  /** Stable, kebab-case; what tests and machines compare. */
  readonly id: string;
  readonly message: string;
}

export interface Failure {
  readonly message: string;
  /** What to try next. */
  readonly hint?: string | undefined;
  /** The command as it was resolved, or the URL. */
  readonly target?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  /** Last lines the server wrote to stderr. */
  readonly stderr?: readonly string[] | undefined;
  /** `WWW-Authenticate` of a 401. */
  readonly authenticate?: string | undefined;
}

export interface Protocol {
  readonly version: string;
  readonly era: Era;
  /** The request whose answer decided the era, e.g. `initialize`. */
  readonly foundBy: string;
}

/** One server's lists as it sent them. `tools` holds every entry, broken ones included, in server order. */
export interface Snapshot {
  readonly schemaVersion: 1;
  readonly server: string;
  readonly toolset: string;
  readonly status: ToolsetStatus;
  readonly failure?: Failure | undefined;
  readonly warnings: readonly Warning[];
  /** Absent when the list came from a file that does not say. */
  readonly transport?: TransportId | undefined;
  readonly protocol?: Protocol | undefined;
  readonly serverInfo?: JsonObject | undefined;
  readonly capabilities?: JsonObject | undefined;
  readonly clientCapabilities?: JsonObject | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly JsonValue[];
  /** Absent: the server does not offer that list, or it could not be read. */
  readonly prompts?: readonly JsonValue[] | undefined;
  readonly resources?: readonly JsonValue[] | undefined;
  readonly resourceTemplates?: readonly JsonValue[] | undefined;
  /** Bytes received for the tool list's answers, envelope and white space included; absent for a bare list. */
  readonly frameBytes?: number | undefined;
  /** Answers read until the tool list ended; absent for a bare list. */
  readonly pages?: number | undefined;
  /** Lines on stdout that were no protocol message: their number and the first three. */
  readonly noise?: { readonly lines: number; readonly samples: readonly string[] } | undefined;
}

/* ---------------------------------------------------------------- measurement: sizes of one snapshot */

/** The text that is counted: `generic` is `[{name, description, inputSchema}]`, `wire` the whole array. */
export type ViewId = 'generic' | 'wire';

export interface TextSize {
  /** UTF-16 units, the unit hosts cut texts by. */
  readonly chars: number;
  readonly bytes: number;
  /** Absent when the text is too large to be counted exactly. */
  readonly tokens?: number | undefined;
}

export interface PartSize {
  /** UTF-8 bytes of the part in the view's text. */
  readonly bytes: number;
  /** Tokens of the view's text whose first byte lies in the part. */
  readonly share: number;
}

export interface ViewMeasurement {
  /** `value` is absent, with a reason, when the text is too large to be counted exactly. */
  readonly tokens: {
    readonly value?: number | undefined;
    readonly tokenizer: string;
    readonly exact: boolean;
    readonly reason?: string | undefined;
  };
  /**
   * Tokens on the brackets and commas of the list itself; shares and framing add up to `tokens.value` and are absent
   * with it.
   */
  readonly framing?: number | undefined;
  readonly parts: Readonly<Record<string, PartSize>>;
}

export interface ToolMeasurement {
  readonly name: string;
  /** UTF-8 bytes of the whole tool as compact JSON. */
  readonly bytes: number;
  /** Of the whole tool as compact JSON. */
  readonly sha256: string;
  readonly views: Readonly<
    Partial<
      Record<
        ViewId,
        {
          readonly tokens: number;
          readonly share: number;
          readonly parts: Readonly<Record<string, PartSize>>;
        }
      >
    >
  >;
}

/**
 * A field of tools that no model sees. Its text is `,"field":value` of every tool, just what the wire view has more
 * than the generic one; all fields' texts are counted as one, so the rows add up to what they cost together.
 */
export interface WireOnlyField {
  /** The field's name; `other` for all that the protocol does not name. */
  readonly field: string;
  /** How many tools carry it. */
  readonly tools: number;
  readonly bytes: number;
  /** Absent when the text is too large to be counted exactly. */
  readonly tokens?: number | undefined;
}

/** A list transform that makes a list cheaper. Pure; a tool it leaves alone comes back as the same value. */
export interface Repair {
  /** Kebab-case, e.g. `unused-defs`. */
  readonly id: string;
  /** Accepts and refuses the same calls as before. */
  readonly lossless: boolean;
  /** What it removes, as a noun phrase that can follow "cut". */
  readonly describe: string;
  /** Id of the part whose text it shortens. */
  readonly part: string;
  readonly apply: (tools: readonly JsonValue[]) => readonly JsonValue[];
}

export interface Cut {
  /** Id of the repair, or `heaviest-tool`. */
  readonly id: string;
  /** What to cut, as a noun phrase; may hold a tool's name. */
  readonly message: string;
  /** In the view the cut was recounted in: the widest one measured. */
  readonly tokensSaved: number;
  /** Tools it touches. */
  readonly tools: number;
}

export interface Measurement {
  readonly tools: number;
  /** UTF-8 length of the compact JSON of the tools array. */
  readonly bytes: number;
  readonly instructions: TextSize;
  readonly views: Readonly<Partial<Record<ViewId, ViewMeasurement>>>;
  readonly wireOnly: readonly WireOnlyField[];
  readonly byTool: readonly ToolMeasurement[];
  /** The repair that saves most, by recount; absent when nothing stands out. */
  readonly cutFirst?: Cut | undefined;
}

/* ---------------------------------------------------------------- report: what reporters print */

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

/** How one list compares with public servers. */
export interface Comparison {
  /** Percent of the public servers that are lighter, rounded down. */
  readonly heavierThan: number;
  readonly servers: number;
  /** Day of the survey, ISO 8601. */
  readonly date: string;
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
  /** What the user typed after the command, shell-quoted, for the next step it offers. */
  readonly targets: string;
}

/** Counts tokens of texts; created once its vocabulary is loaded. */
export interface Tokenizer {
  readonly id: string;
  readonly exact: boolean;
  /** Tokens of the text, special-token spellings counted as text. */
  readonly count: (text: string) => number;
  /**
   * Lengths of the text's tokens in UTF-16 units, in order; their sum is `text.length`. A token that ends inside
   * a character has length 0 and the one completing it has the character's.
   */
  readonly lengths: (text: string) => Uint32Array;
}
