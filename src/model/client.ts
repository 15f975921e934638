/** What MCP clients' own config files declare. Types only. */
import type { Source } from './budget.ts';
import type { ToolsetPlan } from './plan.ts';

/** The first that fits: a disabled server never asks for input. */
export type ClientServerStatus = 'invalid' | 'unsupported' | 'disabled' | 'needs-input' | 'ready';

/** Something only the user can give. */
export interface ClientNeed {
  readonly kind: 'env' | 'input' | 'command' | 'config' | 'file' | 'secret' | 'oauth';
  readonly name: string;
  /** `headers.X-Api-Key`, `args[2]`. */
  readonly field: string;
}

export interface ClientWarning {
  /** Kebab-case, e.g. `literal-variable`. */
  readonly code: string;
  readonly field?: string | undefined;
  readonly message: string;
}

/** An entry in one form, whichever client wrote it; absent fields were not given. */
export interface ClientLaunch {
  readonly enabled: boolean;
  readonly transport?: 'stdio' | 'http' | 'sse' | 'auto' | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly envFile?: string | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Absent: all. */
  readonly includeTools?: readonly string[] | undefined;
  /** Wins over `includeTools`. */
  readonly excludeTools?: readonly string[] | undefined;
  /** Only where the client limits starting or connecting. */
  readonly startupTimeoutMs?: number | undefined;
}

export interface ClientServer {
  readonly name: string;
  readonly status: ClientServerStatus;
  /** For people; of every status but `ready`. */
  readonly reason?: string | undefined;
  readonly needs: readonly ClientNeed[];
  readonly warnings: readonly ClientWarning[];
  readonly server: ClientLaunch;
  /** Filter entries may hold `*` as a wildcard. */
  readonly isWildcardFilter?: boolean | undefined;
  /** The client keeps its tools out of deferral. */
  readonly isAlwaysLoaded?: boolean | undefined;
  readonly source: Source;
  /** Place of what switched it off, where that is not its entry. */
  readonly offAt?: string | undefined;
  /** The entry wants a person to sign in; whether somebody has is known when it is connected to. */
  readonly isSignInAsked?: boolean | undefined;
  /** Names of what the entry asks for: variables, inputs, stored secrets. */
  readonly asks: readonly string[];
  /** Files that the entry names, and that were not read: their names are a stranger's. */
  readonly withheld?: readonly string[] | undefined;
  /** Values that must not reach any output. */
  readonly secrets: readonly string[];
  /** Those of them that came from outside the file. */
  readonly given: readonly string[];
}

/** `system`: an administrator's; `local`: the user's own for one project; `file`: named by its path. */
export type ClientScope = 'system' | 'user' | 'local' | 'project' | 'file';

/** One client config file, read. */
export interface ClientFile {
  /** Id of the shape that its content has, e.g. `claude-code-project`. */
  readonly shape: string;
  readonly scope: ClientScope;
  /** Absolute. */
  readonly path: string;
  /** As a person should see it: `~/.cursor/mcp.json`, `.mcp.json`. */
  readonly shown: string;
  readonly answer: 'declares' | 'declares-none' | 'all-disabled' | 'unreadable';
  /** Key that holds the servers, e.g. `mcpServers`; absent where none was found. */
  readonly container?: string | undefined;
  /** In the order of the file. */
  readonly servers: readonly ClientServer[];
  /** Entries that only switch an inherited server on or off. */
  readonly overrides: readonly { readonly name: string; readonly enabled: boolean }[];
  readonly warnings: readonly ClientWarning[];
  /** Servers of other projects in the same file, counted and not listed. */
  readonly elsewhere: number;
  /** Of an unreadable file. */
  readonly problem?:
    | {
        readonly message: string;
        readonly line?: number | undefined;
        readonly column?: number | undefined;
        readonly hint?: string | undefined;
      }
    | undefined;
  /** It lies in a project, so that whoever wrote it is not the user. */
  readonly isConsentNeeded: boolean;
  /** The project it belongs to, or is read for. */
  readonly folder?: string | undefined;
  /** Labels of other clients that read this very file. */
  readonly alsoReadBy?: readonly string[] | undefined;
  /** It is one of these clients' own. */
  readonly isBorrowed?: boolean | undefined;
}

/** The world that a client's file is read in; nothing else is looked at. */
export interface ClientContext {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly home: string;
  /** Absolute path of the project. */
  readonly workspaceFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Answers of `--input id=value`. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Text of a file; undefined where there is none. */
  readonly readFile: (path: string) => string | undefined;
  /** Tell whether what a server's entry names must not be read yet; absent: everything may. */
  readonly isWithheld?: ((server: string) => boolean) | undefined;
}

/** One client with all its files: what it would load here. */
export interface ClientStack {
  /** Product id, the same as of its host profile: `claude-code`. */
  readonly id: string;
  readonly label: string;
  /** Id of its host profile; absent: none is known. */
  readonly host?: string | undefined;
  /** Files that are there, nearest scope first. */
  readonly files: readonly ClientFile[];
  /** Of another installation, e.g. of VS Code Insiders: part of what that one loads, and measured by their path. */
  readonly asides: readonly { readonly installation: string; readonly file: ClientFile }[];
  /** One a name: that of the nearest scope. */
  readonly servers: readonly StackServer[];
  /** Of the client as a whole. */
  readonly warnings: readonly ClientWarning[];
}

export type StackServer = ClientServer & {
  readonly file: ClientFile;
  /** A project's file that switched on what the user had switched off. */
  readonly switchedOnIn?: string | undefined;
};

/** A server as a client would load it. */
export interface ClientServerPlan {
  /** In the client's file. */
  readonly name: string;
  /** What is captured; equal launches of several clients are one plan. */
  readonly plan: ToolsetPlan;
  readonly includeTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  readonly isWildcardFilter?: boolean | undefined;
  readonly isAlwaysLoaded?: boolean | undefined;
  readonly source: Source;
  /** Absolute path of the file that declares it. */
  readonly path: string;
  /** Declared or switched on by a project file that nobody named. */
  readonly isConsentNeeded: boolean;
  readonly switchedOnIn?: string | undefined;
  /** One of the user's own files has an entry of this name, which this one hides. */
  readonly isHidingUsers: boolean;
  readonly envFile?: string | undefined;
  readonly withheld?: readonly string[] | undefined;
  /** Values that must not reach any output. */
  readonly secrets: readonly string[];
  /** Those of them that came from outside the file. */
  readonly given: readonly string[];
}

/** What measuring a client captures. */
export interface ClientPlan {
  readonly id: string;
  readonly label: string;
  readonly host?: string | undefined;
  readonly servers: readonly ClientServerPlan[];
}
