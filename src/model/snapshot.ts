/** The recorded answer of a server. Types only; every value is JSON and can be saved and replayed. */
import type { FailureStatus } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** Legacy: `initialize` handshake, 2024-11-05 … 2025-11-25. Modern: 2026-07-28, no handshake. */
export type Era = 'legacy' | 'modern';

export type TransportId = 'stdio' | 'streamable-http' | 'sse';

export type ToolsetStatus = 'measured' | 'dynamic' | 'skipped' | FailureStatus;

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

/** One answer of the tool list, without its tools. */
export interface ListPage {
  /** Tools in it. */
  readonly tools: number;
  /**
   * Stands for the cursor of the next one, `#1`; equal cursors have the same sign. Never its text: it may hold a token,
   * and differ from run to run. Absent on the last.
   */
  readonly nextCursor?: string | undefined;
  /** Fields of MCP 2026-07-28 as they were sent, whatever they are; absent where they are absent. */
  readonly ttlMs?: JsonValue | undefined;
  readonly cacheScope?: JsonValue | undefined;
}

/** How two readings of one list differ: same names in another order, same order and other bytes, or other names. */
export type ListDifference = 'order' | 'bytes' | 'content';

/** How the tool list was read. */
export interface Listing {
  readonly pages: readonly ListPage[];
  /** Index of the page whose cursor was followed before, that is an earlier one again, or the last one allowed. */
  readonly loop?: { readonly page: number; readonly kind: 'cursor' | 'page' | 'too-many' } | undefined;
  /** Of two readings on one connection; absent where they are equal or there was one. */
  readonly difference?:
    | {
        readonly kind: ListDifference;
        /** Index of the first tool that differs, of kind `bytes`. */
        readonly tool?: number | undefined;
        /** For people: which tools. */
        readonly message: string;
        /** The server had said that the list would change. */
        readonly isAnnounced: boolean;
      }
    | undefined;
  /** Other complete results of MCP 2026-07-28 that lack or break a caching field: `server/discover ttlMs`. */
  readonly hintsMissing?: readonly string[] | undefined;
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
  /** Absent for a list from a file that does not say, and for a part of a list. */
  readonly listing?: Listing | undefined;
  /** Lines on stdout that were no protocol message: their number and the first three. */
  readonly noise?: { readonly lines: number; readonly samples: readonly string[] } | undefined;
}
