/** What to capture, and how: the plan that the command line and, later, a config resolve to. Types only. */
import type { JsonObject } from '../json.ts';
import type { Era } from './snapshot.ts';

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
