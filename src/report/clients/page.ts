/** What a screen of clients shows. Types only; texts come in without secrets and are escaped by the format. */
import type { ClientFile, ClientServerStatus, ClientWarning } from '../../model/client.ts';
import type { Source } from '../../model/budget.ts';

export interface ServerRow {
  readonly name: string;
  readonly status: ClientServerStatus;
  readonly reason?: string | undefined;
  /** File of a nearer scope whose entry of this name counts instead. */
  readonly hiddenBy?: string | undefined;
  /** `variable BILLING_KEY (headers.X-Api-Key)`. */
  readonly needs: readonly string[];
  readonly warnings: readonly ClientWarning[];
  /** What would be started: a command as a shell takes it, or a URL without user and query. */
  readonly starts?: string | undefined;
  readonly transport?: string | undefined;
  /** Names of variables and headers; their values are nobody's business. */
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly includeTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  /** Place of what switched it off, or on, where that is not its entry. */
  readonly offAt?: string | undefined;
  readonly switchedOnIn?: string | undefined;
  /** Where to sign in, if nobody has. */
  readonly signInAt?: string | undefined;
  /** Files that it names, read once it is allowed. */
  readonly withheld?: readonly string[] | undefined;
  /** The client's limit on starting or connecting. */
  readonly startLimitMs?: number | undefined;
  readonly source: Source;
}

export interface FileRow {
  readonly file: string;
  readonly scope: ClientFile['scope'];
  readonly answer: ClientFile['answer'];
  /** Keys that were looked for, of a file that declares nothing. */
  readonly lookedFor?: string | undefined;
  readonly problem?: ClientFile['problem'];
  /** Of another installation of the client: part of what that one loads. */
  readonly installation?: string | undefined;
  readonly alsoReadBy: readonly string[];
  /** Named after one of these. */
  readonly isBorrowed: boolean;
  readonly warnings: readonly ClientWarning[];
  /** Servers of other projects in the same file. */
  readonly elsewhere: number;
  /** They are started only after a yes. */
  readonly isConsentNeeded: boolean;
  readonly servers: readonly ServerRow[];
}

export interface ClientRow {
  readonly id: string;
  /** What `--client` takes: the id, or the path of a file that was named. */
  readonly word: string;
  readonly label: string;
  readonly host?: string | undefined;
  readonly warnings: readonly ClientWarning[];
  readonly files: readonly FileRow[];
}

/** A config of ours, as far as it can be told without running it. */
export interface ConfigRow {
  readonly file: string;
  /** Absent where the config is code, or cannot be read. */
  readonly servers?: readonly string[] | undefined;
  readonly problem?: string | undefined;
}

export interface ClientsPage {
  readonly clients: readonly ClientRow[];
  readonly config?: ConfigRow | undefined;
  /** Commands to type next, with what they do. */
  readonly next: readonly { readonly does: string; readonly command: string }[];
}

/** One server that a run would start, or why it would not. */
export interface StartRow {
  readonly server: string;
  readonly toolset: string;
  readonly kind: 'command' | 'url' | 'file' | 'none';
  /** The command, the URL, the path, or why nothing is started. */
  readonly starts: string;
  /** How many secrets were taken out of it. */
  readonly hidden: number;
  readonly cwd?: string | undefined;
  /** Names of variables that it is given beyond the usual ones. */
  readonly env: readonly string[];
  readonly headers: readonly string[];
  /** Files that it is given something from. */
  readonly files: readonly string[];
  /** Labels of clients that load it. */
  readonly clients: readonly string[];
  /** Place of its entry: `.mcp.json:3 mcpServers.memory`. */
  readonly places: readonly string[];
}
