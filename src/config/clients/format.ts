/** How one client writes its servers down: the facts, as data. Types, and the few words the entries share. */

/** How a fact is known: a vendor's page, source or issue, or two packages; one source; or general knowledge only. */
export type ClientConfidence = 'confirmed' | 'likely' | 'unconfirmed';

export type Platform = 'linux' | 'darwin' | 'win32';

/**
 * Starts with `~/`, `%APPDATA%/` or `%LOCALAPPDATA%/`, or is absolute; of a project, relative to it. Forward slashes on
 * every platform; `*` stands for any part of one name.
 */
export type PathPattern = string;

/** Which variables a client fills in, and how they are written. */
export type DialectId =
  | 'none'
  | 'claude-code'
  | 'portable'
  | 'vscode'
  | 'cursor'
  | 'env-colon'
  | 'windsurf'
  | 'dollar'
  | 'opencode'
  | 'continue'
  | 'kiro'
  | 'openclaw'
  | 'names-only'
  | 'bundle';

/** Where a value stands in an entry: key paths with dots, the first that is present counts. */
export interface FieldNames {
  readonly name?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: readonly string[] | undefined;
  readonly envFile?: readonly string[] | undefined;
  readonly cwd?: readonly string[] | undefined;
  readonly url?: readonly string[] | undefined;
  readonly headers?: readonly string[] | undefined;
  readonly transport?: readonly string[] | undefined;
  /** The key that switches a server on or off. */
  readonly enabled?: 'enabled' | 'disabled' | undefined;
  readonly includeTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  /** Limits on starting or connecting; one on a request is none. */
  readonly startupTimeout?: readonly { readonly key: string; readonly unitMs: 1 | 1000 }[] | undefined;
  /** Names of variables that the server gets under the same name. */
  readonly envNames?: readonly string[] | undefined;
  /** Header by header, the name of the variable that holds its value. */
  readonly headerEnvNames?: readonly string[] | undefined;
  /** The name of the variable that holds a bearer token. */
  readonly bearerEnvName?: readonly string[] | undefined;
}

/** A variable of the environment that moves a client's files. */
export interface PathOverride {
  readonly env: string;
  /** The start of the paths that its value takes the place of; `~` alone stands for the home folder. */
  readonly replaces: PathPattern;
  /** Of older builds, or known from one source: the usual path is looked at too. */
  readonly isUnconfirmed?: boolean | undefined;
}

/** A further place that a client reads. */
export interface ExtraPath {
  readonly path: PathPattern;
  readonly scope: 'system' | 'user' | 'project';
  /** Absent: all. */
  readonly platforms?: readonly Platform[] | undefined;
  /** Not read where this file is there. */
  readonly hiddenBy?: PathPattern | undefined;
  readonly confidence: ClientConfidence;
}

/** One shape of file. Several shapes may belong to one product, and several products read one file. */
export interface ClientFormat {
  /** Kebab-case; `shape` of a file that was read. */
  readonly id: string;
  /** The value of `--client`; null: no client's, and recognised by content alone. */
  readonly product: string | null;
  readonly label: string;
  /** Id of its host profile; absent: none is known. */
  readonly hostProfile?: string | undefined;
  readonly userPaths: Readonly<Record<Platform, readonly PathPattern[]>>;
  readonly projectPaths: readonly PathPattern[];
  readonly envOverride?: readonly PathOverride[] | undefined;
  readonly extraPaths?: readonly ExtraPath[] | undefined;
  /** `json`: the client may refuse comments and trailing commas. */
  readonly fileFormat: 'json' | 'jsonc' | 'toml' | 'yaml';
  readonly container: {
    /** As told to people: `mcpServers`, `projects.<absolute project path>.mcpServers`. */
    readonly keys: string;
    readonly kind: 'map' | 'array';
  };
  readonly fields: FieldNames;
  /** The transport of an entry that has a URL and no type; null: the client wants one. */
  readonly urlWithoutType: 'auto' | 'http' | 'sse' | null;
  /** A key for a URL that also says the transport. */
  readonly httpUrlKey?: string | undefined;
  readonly dialect: DialectId;
  /** A file name in which another dialect holds. */
  readonly dialectOfFile?: { readonly name: string; readonly dialect: DialectId } | undefined;
  /** Limits on a request, by key; shown, never used to limit starting. */
  readonly otherTimeouts?: Readonly<Record<string, string>> | undefined;
  /** Key paths of lists that name whole servers. */
  readonly serverLists?: { readonly allow: string; readonly deny: string } | undefined;
  /** An entry may hold only its switch, for a server that another file declares. */
  readonly hasOverrides?: boolean | undefined;
  readonly hasWildcardFilter?: boolean | undefined;
  /** An empty list of tools means all of them. */
  readonly isEmptyFilterAll?: boolean | undefined;
  /** Key whose `true` keeps a server out of deferral. */
  readonly alwaysLoadedKey?: string | undefined;
  /** Keys of an entry that call for signing in, unless `false`. */
  readonly oauthKeys?: readonly string[] | undefined;
  /** Keys of an entry that name a command which prints headers. */
  readonly headerCommandKeys?: readonly string[] | undefined;
  /** Keys of an entry that make it one we cannot start, with why. */
  readonly unsupportedKeys?: Readonly<Record<string, string>> | undefined;
  /** Keys of an entry that the client refuses, with why. */
  readonly refusedKeys?: Readonly<Record<string, string>> | undefined;
  /** Types of entries that are no process and no URL, with why. */
  readonly unsupportedTypes?: Readonly<Record<string, string>> | undefined;
  /** Why an entry with neither command nor URL cannot be started by us; absent: it is a mistake. */
  readonly withoutLaunch?: string | undefined;
  /** The whole of an entry may stand under this key. */
  readonly nestedUnder?: string | undefined;
  /** Keys of entries that tell it from others with the same container, where no path does. */
  readonly signs?: readonly string[] | undefined;
  readonly confidence: Readonly<Record<'paths' | 'fields' | 'variables', ClientConfidence>>;
  readonly precedence: string;
  readonly notes: readonly string[];
  readonly sources: readonly string[];
  /** ISO 8601. */
  readonly asOf: string;
}

/** Command, arguments and environment under the names that most clients use. */
export const STDIO_FIELDS = { command: ['command'], args: ['args'], env: ['env'] } as const;

/** The same with a URL and headers. */
export const PLAIN_FIELDS = { ...STDIO_FIELDS, url: ['url'], headers: ['headers'] } as const;

/** No user file. */
export const NOWHERE = { linux: [], darwin: [], win32: [] } as const;

/** The same paths under the home folder of every platform. */
export function inHome(...paths: readonly string[]): Readonly<Record<Platform, readonly PathPattern[]>> {
  const all = paths.map((path) => `~/${path}`);
  return { linux: all, darwin: all, win32: all };
}

/** Paths in the folder where the platform keeps applications' settings. */
export function inAppData(...paths: readonly string[]): Readonly<Record<Platform, readonly PathPattern[]>> {
  const under = (folder: string): readonly PathPattern[] => paths.map((path) => `${folder}/${path}`);
  return {
    linux: under('~/.config'),
    darwin: under('~/Library/Application Support'),
    win32: under('%APPDATA%'),
  };
}
