/** What a config holds, for configs in TypeScript: `export default { … } satisfies Config`. Types only. */
import type { JsonValue } from '../json.ts';
import type { HostProfileConfig } from './host-config.ts';
import type { LintLevel } from './lint.ts';
import type { LintPreset } from './lint-settings.ts';

/** A number, or text with a unit: `60_000`, `'60 kB'`, `'12k'`. */
export type LimitValue = number | string;

/** Tokens of the generic view, in a config also as a share of `window` (`'10%'`); or by view. */
export type TokenLimit = LimitValue | { readonly generic?: LimitValue; readonly wire?: LimitValue };

/** Tokens of a list by view, or in a host: `{ host: 'claude-code', upfront: '2%' }`. */
export interface TokensByPlace {
  readonly generic?: LimitValue;
  readonly wire?: LimitValue;
  /** Id of a host; percentages of its limits are of its own window. */
  readonly host?: string;
  /** In the host's context before the first message. */
  readonly upfront?: LimitValue;
  /** In the host once everything is loaded. */
  readonly loaded?: LimitValue;
}

/** Tokens of a list; in several hosts as an array. */
export type ListTokenLimit = LimitValue | TokensByPlace | readonly (LimitValue | TokensByPlace)[];

/** Limits on a text. */
export interface TextBudget {
  /** UTF-16 units. */
  readonly chars?: LimitValue;
  readonly bytes?: LimitValue;
  readonly tokens?: LimitValue;
}

/** Limits on each tool. */
export interface ToolLimits {
  /** Of each tool, counted alone. */
  readonly tokens?: TokenLimit;
  /** Of each tool as compact JSON. */
  readonly bytes?: LimitValue;
  readonly name?: TextBudget;
  readonly description?: TextBudget;
  readonly inputSchema?: TextBudget;
  readonly outputSchema?: TextBudget;
}

/** What a list is held to. */
export interface BudgetConfig {
  readonly tools?: LimitValue;
  /** Of the tools array as compact JSON. */
  readonly bytes?: LimitValue;
  readonly tokens?: ListTokenLimit;
  readonly instructions?: TextBudget;
  readonly prompts?: LimitValue;
  readonly resources?: LimitValue;
  readonly tool?: ToolLimits;
  /** Fewer count as not measured. Default 1. */
  readonly minTools?: number;
  /** Use of a limit from which on it is told as near. Default `'98%'`. */
  readonly warnAt?: string;
  /** Use of a limit under which it is told as stale. Default `'50%'`. */
  readonly staleAt?: string;
  /** Your own words for whoever exceeds it. */
  readonly message?: string;
}

/** A group of tools that is loaded together. */
export interface ToolsetConfig {
  /** Over the server's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Over the server's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the server's. */
  readonly args?: readonly string[];
  /** After the server's. */
  readonly extraArgs?: readonly string[];
  readonly url?: string;
  /** Globs over the names of tools. */
  readonly include?: readonly string[];
  /** Globs over the names of tools; wins over `include`. */
  readonly exclude?: readonly string[];
  /** Only tools whose annotations have these values. */
  readonly annotations?: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
  /** Tool calls made after connecting; the list is then read again. */
  readonly activate?: readonly {
    readonly tool: string;
    readonly arguments?: Readonly<Record<string, JsonValue>>;
  }[];
  /** Its keys override the server's. */
  readonly budget?: BudgetConfig;
  /** What a client loads at first: counted in the sum of all servers. */
  readonly default?: boolean;
}

/** How a URL is signed in to. With a secret or key by itself; without by `mcp-budget login`. */
export interface OauthConfig {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** PEM. */
  readonly privateKey?: string;
  /** From the config's folder. */
  readonly privateKeyFile?: string;
  /** How the key signs. Default: the key's own, RS256 for RSA. */
  readonly algorithm?:
    | 'RS256'
    | 'RS384'
    | 'RS512'
    | 'PS256'
    | 'PS384'
    | 'PS512'
    | 'ES256'
    | 'ES384'
    | 'ES512'
    | 'EdDSA';
  readonly scope?: string;
  /** The only authorization server that may see secret or signature. */
  readonly issuer?: string;
}

/** A server: a `command`, a `url` or a `snapshot`. */
export interface ServerConfig {
  readonly command?: string;
  readonly args?: readonly string[];
  /** Over the small environment that is passed on by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** From the config's folder. */
  readonly cwd?: string;
  /** Pass the whole environment on, secrets included. */
  readonly inheritEnv?: boolean;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How the URL is signed in to. */
  readonly oauth?: OauthConfig;
  /** How the URL is spoken to. Default `'auto'`. */
  readonly transport?: 'auto' | 'streamable-http' | 'sse';
  /** File that holds the list, in place of a server. */
  readonly snapshot?: string;
  readonly toolsets?: Readonly<Record<string, ToolsetConfig>>;
  /** What its base list is held to; its toolsets inherit `tool` and `instructions`. */
  readonly budget?: BudgetConfig;
  /** In place of `tool`, for tools whose name the glob matches. */
  readonly toolOverrides?: Readonly<Record<string, ToolLimits>>;
  /** Not started. */
  readonly disabled?: boolean;
  /** A list that differs from reading to reading passes. */
  readonly allowDynamic?: boolean;
}

/** How far sizes may rise over the baseline: `'5%'`, `'100 tokens'`, `'5% and 100'` or `'none'`. */
export interface GrowthConfig {
  readonly tools?: string;
  readonly bytes?: string;
  readonly tokens?: string;
  readonly instructions?: { readonly chars?: string; readonly bytes?: string; readonly tokens?: string };
  readonly prompts?: string;
  readonly resources?: string;
}

/** A rule's level, and beside it values of its options by their names. */
export interface RuleConfig {
  readonly severity?: LintLevel;
  readonly [option: string]: number | string | boolean | readonly string[];
}

/** By id of the rule. */
export type RulesConfig = Readonly<Record<string, LintLevel | RuleConfig>>;

/** Globs over names; what is absent matches all. */
interface LintPlaces {
  readonly server?: string;
  readonly toolset?: string;
  readonly tool?: string;
}

/** Other settings for some servers, toolsets or tools. The last one that matches wins. */
export interface OverrideConfig extends LintPlaces {
  readonly rules: RulesConfig;
}

/** Findings that you have decided to live with. */
export interface SuppressionConfig extends LintPlaces {
  readonly rule: string;
  /** Code of the rule's reason; absent: every one. */
  readonly reason?: string;
  /** Why. */
  readonly because: string;
}

/** Which rules definitions are held against, and how strictly. */
export interface LintConfig {
  /** Default `'recommended'`. */
  readonly extends?: LintPreset | readonly LintPreset[];
  readonly rules?: RulesConfig;
  readonly overrides?: readonly OverrideConfig[];
  readonly suppress?: readonly SuppressionConfig[];
}

/** A config file. */
export interface Config {
  /** For editors. */
  readonly $schema?: string;
  /** Context window in tokens that percentages are of. */
  readonly window?: LimitValue;
  /** Ids of the hosts whose users load the servers: `['claude-code', 'cursor']`. */
  readonly hosts?: readonly string[];
  /** What you know better of hosts, or of hosts that are not known, by id. */
  readonly hostProfiles?: Readonly<Record<string, HostProfileConfig>>;
  readonly servers?: Readonly<Record<string, ServerConfig>>;
  /** What all servers together are held to; `tool` and `instructions` are defaults for each server. */
  readonly budget?: BudgetConfig;
  readonly baseline?: {
    /** Default mcp-budget.baseline.json. */
    readonly file?: string;
    readonly growth?: GrowthConfig;
  };
  /** Rules that definitions are held against; `false`: none. */
  readonly lint?: LintConfig | false;
  /** Files with rules of your own, from this folder. */
  readonly plugins?: readonly string[];
  /** Folder of committed snapshots. Default `'snapshots'`. */
  readonly snapshots?: string;
  /** Reports to write: a format, or a format and the file that it is written to. */
  readonly reports?: readonly (string | { readonly format: string; readonly file?: string })[];
  /** Configs of members of a monorepo, as paths or globs from this folder. */
  readonly configs?: readonly string[];
}
