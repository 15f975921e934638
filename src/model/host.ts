/** What is known of a host, and what a list costs in it. Types only. */
import type { EstimateInput } from './estimate.ts';

/** How a fact is known; `third-party`, `derived` and `unverified` never lead to an error. */
export type Confidence = 'source' | 'docs' | 'issue' | 'third-party' | 'derived' | 'unverified';

/** What a host does with what it does not accept, most harmful first. */
export type HostAction =
  | 'reject-request'
  | 'reject-list'
  | 'drop-tool'
  | 'truncate'
  | 'rewrite'
  | 'strip'
  | 'degrade'
  | 'warn'
  | 'unknown';

/** Another value, and when it holds; counts only where the user asks for it. */
export interface HostVariant {
  readonly when: string;
  /** Absent: no limit. */
  readonly max?: number | undefined;
  readonly confidence: Confidence;
}

/** A schema keyword that a host refuses or drops; `*`: every keyword it does not know. */
export interface HostKeyword {
  readonly keyword: string;
  /** With `*`: keywords it knows. */
  readonly except?: readonly string[] | undefined;
  readonly at: 'root' | 'any';
  readonly action: HostAction;
  readonly confidence: Confidence;
  readonly note?: string | undefined;
}

/** A lint rule that concerns a host. */
export interface HostRule {
  readonly rule: string;
  /** Reason codes of the rule; empty: all. */
  readonly reasons: readonly string[];
  readonly action: HostAction;
  readonly confidence: Confidence;
  readonly sources?: readonly string[] | undefined;
  readonly note?: string | undefined;
  /** It does so only where the schema breaks this rule too. */
  readonly onlyWith?: string | undefined;
  /** It minds an output schema too, where the rule is on input schemas. */
  readonly inOutput?: boolean | undefined;
}

/** What a host does about a place that a lint rule complains of. */
export interface HostVerdict {
  readonly id: string;
  readonly action: HostAction;
  readonly confidence: Confidence;
  readonly actual?: number | undefined;
  readonly limit?: number | undefined;
  /** For people, where it is not plain: `flattens it to one object`. */
  readonly note?: string | undefined;
}

export interface ContextWindow {
  readonly model: string;
  readonly tokens: number;
  /** ISO 8601. */
  readonly asOf: string;
  readonly source: string;
  /** A second source gives the same number. */
  readonly crossChecked?: boolean | undefined;
  readonly note?: string | undefined;
}

/** When a host keeps definitions out of the context until they are searched for. */
export interface HostDeferral {
  /** `opt-in`: only where the caller asks for it. Absent: not known. */
  readonly default?: 'none' | 'all' | 'threshold' | 'opt-in' | undefined;
  /** What stands in the context instead. Absent: not known. */
  readonly deferred?: 'names-and-instructions' | 'server-and-instructions' | 'group-names' | undefined;
  /** Tools from which on definitions are deferred: certainly none up to `from`, certainly some above `above`. */
  readonly threshold?: { readonly from: number; readonly above: number } | undefined;
  readonly rule?: string | undefined;
  /** For people. */
  readonly upfront?: string | undefined;
  /** The user's config states it: goes before the environment, settings files and `default`. */
  readonly setting?: DeferralSetting | undefined;
}

/** The limits that a profile states, each block with its evidence in `confidence`. */
export type HostBlock = 'tools' | 'name' | 'description' | 'instructions' | 'loads' | 'schema' | 'deferral';

/** A host, a model API or a reference. An absent value is not known; it never means unlimited. */
export interface HostProfile {
  /** Kebab-case; the value of `--host`. */
  readonly id: string;
  readonly label: string;
  /** For heads of columns; absent: the label is short enough. */
  readonly shortLabel?: string | undefined;
  /** `reference`: a specification or a derived target, no host. */
  readonly kind: 'api' | 'client' | 'reference';
  /** Of the profile that it is another way into; a strict mode has its schema rules too. */
  readonly extends?: string | undefined;
  readonly versionSeen?: string | undefined;
  /** Day of the newest evidence, ISO 8601; `your config` where one states values without a day. */
  readonly asOf: string;
  /** Weakest evidence of each block; a value with its own goes before it. */
  readonly confidence: Readonly<Record<HostBlock, Confidence>>;
  readonly sources: readonly string[];
  /** Tools in one request, over all servers. */
  readonly tools: {
    readonly max?: number | undefined;
    readonly onExceed: HostAction;
    /** Slots the host's own tools take. */
    readonly reserve?: number | undefined;
    readonly variants?: readonly HostVariant[] | undefined;
  };
  /** Of the full name, rendered from `prefix`. */
  readonly name: {
    /** Source of a regular expression. */
    readonly pattern?: string | undefined;
    readonly onPattern: HostAction;
    /** UTF-16 units. */
    readonly maxLength?: number | undefined;
    readonly onExceed: HostAction;
    /** So many more may be accepted: sources differ in what they count. */
    readonly maxLengthUncertainBy?: number | undefined;
    /** What becomes of a longer name; absent: it is cut at the end. */
    readonly shortened?: { readonly head: number; readonly joint: string; readonly tail: number } | undefined;
    /** With `{server}` and `{tool}`; variants also `{plugin}` and `{uuid}`. */
    readonly prefix: string;
    /** The text before `{tool}` is cut to this. */
    readonly prefixMaxLength?: number | undefined;
    readonly prefixVariants?: readonly { readonly when: string; readonly prefix: string }[] | undefined;
    readonly assumedPrefixLength?: number | undefined;
    /** Characters replaced before the name is tested. */
    readonly sanitize?:
      | { readonly part: 'server' | 'all'; readonly replace: string; readonly with: string }
      | undefined;
    readonly variants?: readonly HostVariant[] | undefined;
  };
  /** UTF-16 units of one tool's description. */
  readonly description: {
    /** Shortest where the field is present. */
    readonly min?: number | undefined;
    readonly max?: number | undefined;
    readonly onExceed: HostAction;
    readonly variants?: readonly HostVariant[] | undefined;
  };
  readonly instructions: {
    readonly loaded?: boolean | undefined;
    /** UTF-16 units. */
    readonly max?: number | undefined;
    readonly onExceed: HostAction;
  };
  /** Which other fields reach the model; `examples` is the schema keyword. */
  readonly loads: Readonly<
    Partial<Record<'title' | 'annotations' | 'outputSchema' | 'icons' | 'meta' | 'examples', boolean>>
  >;
  readonly schema: {
    readonly propertyKeyPattern?: string | undefined;
    readonly propertyKeyScope?: 'root' | 'any' | undefined;
    readonly refusedKeywords?: readonly HostKeyword[] | undefined;
    readonly droppedKeywords?: readonly HostKeyword[] | undefined;
    /** Values of `format`; absent: all, or not known. */
    readonly allowedFormats?: readonly string[] | undefined;
    readonly limits?:
      | Readonly<
          Record<
            string,
            {
              readonly value?: number | undefined;
              readonly maxChars?: number | undefined;
              readonly confidence: Confidence;
              readonly note?: string | undefined;
            }
          >
        >
      | undefined;
    readonly rules?: readonly HostRule[] | undefined;
  };
  readonly deferral: HostDeferral;
  /** Family whose tokenizer its models use. */
  readonly tokenizer?: 'claude' | 'o200k' | 'gemini' | 'open' | undefined;
  readonly contextWindows?: readonly ContextWindow[] | undefined;
  /** Id of the profile that lists them. */
  readonly contextWindowsFrom?: string | undefined;
  readonly notes?: readonly string[] | undefined;
  /** Present where the user's config states or adds to it. */
  readonly fromConfig?:
    | {
        /** `mcp-budget.config.json:12 hostProfiles.cursor` */
        readonly place: string;
        /** Whose values it states. */
        readonly blocks: readonly HostBlock[];
        /** `asOf` of the shipped profile, which holds for the other blocks; absent: none is shipped. */
        readonly shippedAsOf?: string | undefined;
      }
    | undefined;
}

/** Whether a host defers, as its settings decide it. */
export interface DeferralSetting {
  /** `auto`: from `percent` of the window on. */
  readonly state: 'none' | 'all' | 'auto' | 'threshold' | 'unknown';
  readonly percent?: number | undefined;
  /** Tools; of `threshold`. */
  readonly threshold?: number | undefined;
  /** Where it stands: `ENABLE_TOOL_SEARCH`, a settings file, the profile. */
  readonly from: string;
  readonly confidence: Confidence;
}

/** What a host does to one tool. */
export interface HostChange {
  /** The tool's own name. */
  readonly tool: string;
  /** Its place in the list. */
  readonly index: number;
  /** The name the host gives it. */
  readonly shown: string;
  /** `refused`: the whole list or request is. */
  readonly effect: 'dropped' | 'renamed' | 'truncated' | 'refused';
  readonly field: 'name' | 'description';
  /** UTF-16 units. */
  readonly actual: number;
  /** Absent where a pattern, not a length, is broken. */
  readonly limit?: number | undefined;
  readonly confidence: Confidence;
}

/** An error can come of these tokens only; absent: of none. */
export interface SureTokens {
  readonly upfront?: number | undefined;
  readonly loaded?: number | undefined;
}

/** One list in one host. Tokens are o200k of the text that the host sends: exact for that text. */
export interface HostListSize {
  readonly server: string;
  readonly toolset: string;
  /** The server's name in the host. */
  readonly name: string;
  /** False for a toolset that another one of its server stands for in sums; else absent. */
  readonly isInTotal?: boolean | undefined;
  /** Tools the host takes: after the client's own filters and what it drops. */
  readonly tools: number;
  /** Tools of the measured list, before them. */
  readonly listed: number;
  /** Definitions and instructions, as soon as everything is loaded. Absent where a text is too large to count. */
  readonly loaded?: number | undefined;
  /** Before the first message. */
  readonly upfront?: number | undefined;
  /** The most that `upfront` can be: everything, where its deferral is not confirmed. */
  readonly upfrontAtMost?: number | undefined;
  /** Of `loaded` and `upfront`: instructions after the host's cut; 0 where it does not load them. */
  readonly instructions?: number | undefined;
  /** UTF-16 units of the instructions that the host cuts off; absent: none. */
  readonly instructionsCut?: number | undefined;
  /** Of these, what is confirmed to be loaded. */
  readonly sure: SureTokens;
  readonly changes: readonly HostChange[];
  /** Entries of the client's filter that match no tool. */
  readonly unmatchedFilters?: readonly string[] | undefined;
}

/** All lists of one host together: a context window belongs to one host. */
export interface HostSize {
  /** Id of the profile, or of a client of which no profile is known. */
  readonly id: string;
  readonly label: string;
  /** Present where the servers are those of the client's own files. */
  readonly client?: string | undefined;
  /** Nobody asked for it: what another way of loading would cost. */
  readonly isAside?: boolean | undefined;
  /** Absent: the host's limits and loading are not known; its generic view is counted. */
  readonly profile?: { readonly asOf: string; readonly versionSeen?: string | undefined } | undefined;
  readonly deferral: DeferralSetting & {
    readonly isDeferred: boolean;
    /** `upfront` takes for loaded what is not known to be: definitions, or instructions. */
    readonly isUpfrontAtMost: boolean;
    /** Why, where it is not plain from the state. */
    readonly reason?: string | undefined;
    /** What stands in the context at the start in place of definitions; absent: they do. */
    readonly instead?: string | undefined;
    /** What `upfront` leaves out: the host's own search tool. */
    readonly leavesOut?: string | undefined;
  };
  readonly window: {
    readonly tokens: number;
    /** `--window`, the config, or the model that it is the window of. */
    readonly from: string;
  };
  readonly tools: number;
  readonly toolLimit?:
    | {
        readonly max: number;
        /** Left after the host's own tools. */
        readonly usable: number;
        readonly action: HostAction;
        readonly confidence: Confidence;
      }
    | undefined;
  readonly loaded?: number | undefined;
  readonly upfront?: number | undefined;
  /** What estimates of all definitions are made from; absent where a text was too large to count. */
  readonly definitions?: EstimateInput | undefined;
  /** Servers of the host that could not be measured, by their names in it; disabled ones are none of them. */
  readonly missing?: readonly string[] | undefined;
  /** Of these, what is confirmed to be loaded. */
  readonly sure: SureTokens;
  /** The most that `upfront` can be: everything, where its deferral is not confirmed. */
  readonly upfrontAtMost?: number | undefined;
  /** Names that tools of several servers have here. */
  readonly collisions?: readonly string[] | undefined;
  readonly lists: readonly HostListSize[];
}
