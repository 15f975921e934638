/** What to capture, and how: the plan that the command line and the configs resolve to. Types only. */
import type { JsonObject } from '../json.ts';
import type { Budget, Growth, Source } from './budget.ts';
import type { HostProfile } from './host.ts';
import type { LintSettings } from './lint-settings.ts';
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
  readonly clientCredentials?: ClientCredentials;
  /** What `login` asks with. */
  readonly signIn?: SignInClient;
}

/** OAuth without a person: a client that proves itself by its secret or by its key. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Absent where there is a secret. */
  readonly privateKey?: PrivateKey | undefined;
  readonly scope?: string | undefined;
  /** Issuer URL of the only authorization server that may see the secret; absent: the one the server names. */
  readonly issuer?: string | undefined;
}

export interface PrivateKey {
  readonly pem: string;
  /** JWS name (RFC 7518, section 3.1): `RS256`, `ES256`. */
  readonly algorithm: string;
}

/** OAuth with a person in front of a browser: the client that asks, where it is not to be registered first. */
export interface SignInClient {
  readonly clientId?: string | undefined;
  readonly scope?: string | undefined;
  /** Issuer URL of the only authorization server that is asked. */
  readonly issuer?: string | undefined;
}

export interface FileLaunch {
  readonly kind: 'file';
  /** Absolute path of a file or folder, or `-` for standard input. */
  readonly path: string;
  /** The path as the user gave it, for messages. */
  readonly shown: string;
  /** Its one list is the plan's server and toolset, whatever the file says; absent: the file names its lists. */
  readonly isNamed?: boolean | undefined;
}

/** A server that is not started: its snapshot has the status. */
export interface MissingLaunch {
  readonly kind: 'missing';
  readonly message: string;
  readonly hint: string;
  /** Default `needs-input`: it cannot be started before something is given. */
  readonly status?: 'needs-input' | 'skipped' | 'unsupported' | 'start-failed' | undefined;
  /** Skipped because nobody has said yes, not because it is disabled. */
  readonly isConsentMissing?: boolean | undefined;
}

export type Launch = CommandLaunch | UrlLaunch | FileLaunch | MissingLaunch;

/** A call made after connecting, so that the server offers more tools. */
export interface ActivationCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** One list to capture. Equal launches are started once, however many toolsets they give. */
export interface ToolsetPlan {
  readonly server: string;
  readonly toolset: string;
  readonly launch: Launch;
  /** Made in order once the first list has settled; the list is then read again. */
  readonly activate: readonly ActivationCall[];
}

/** Which tools of a captured list. */
export interface Selection {
  /** Globs over the server's own tool names; empty: every tool. */
  readonly include: readonly string[];
  /** Wins over `include`. */
  readonly exclude: readonly string[];
  /** Annotations that must have this value, e.g. `readOnlyHint: true`; the server's own claim. */
  readonly annotations?: Readonly<Record<string, boolean>> | undefined;
}

/** A toolset of a config: what to capture, which of it, and what it is held to. */
export interface ToolsetGate extends ToolsetPlan {
  readonly selection?: Selection | undefined;
  /** The toolset whose captured list it is, or is chosen from: its own name where it is captured by itself. */
  readonly snapshotOf: string;
  readonly budget: Budget;
  /** Counted in the sum of all servers. */
  readonly isInTotal: boolean;
  /** A list that differs from reading to reading passes. */
  readonly isDynamicAllowed: boolean;
  /** Disabled in the config: not started, and no failure where no budget names it. */
  readonly isDisabled: boolean;
  /** Where the config declares it. */
  readonly source: Source;
}

/** One config file, resolved. All paths are absolute. */
export interface ConfigPlan {
  /** As shown: relative to the working directory, forward slashes. */
  readonly file: string;
  /** Sets its servers apart from other configs': `packages/a`; empty when it is the only one. */
  readonly label: string;
  /** The folder its paths and servers start from. */
  readonly cwd: string;
  /** Context window in tokens; absent: not set. */
  readonly window?: number | undefined;
  /** Of the command line: also in place of each host's own. */
  readonly windowFlag?: number | undefined;
  /** Those that `hosts` names, as `hostProfiles` has them. */
  readonly hosts: readonly HostProfile[];
  /** Those that `hostProfiles` overrides or adds, whole. */
  readonly hostProfiles: readonly HostProfile[];
  /** Those that budgets name. */
  readonly budgetHosts: readonly HostProfile[];
  /** In the order of the file; a server's base list, where it is needed, before its toolsets. */
  readonly toolsets: readonly ToolsetGate[];
  /** All servers together. */
  readonly total?: Budget | undefined;
  /** Absent: all rules at their default; false: `check` runs none. */
  readonly lint?: LintSettings | false | undefined;
  readonly baseline: { readonly path: string; readonly growth: readonly Growth[] };
  /** Folder of committed snapshots. */
  readonly snapshots: string;
  /** `format` is one of the reporters' ids. */
  readonly reports: readonly { readonly format: string; readonly file?: string | undefined }[];
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
