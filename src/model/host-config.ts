/** What a config says of a host, over its shipped profile or in place of one. Types only. */
import type { LimitValue } from './config.ts';
import type { Confidence, HostAction, HostBlock, HostProfile } from './host.ts';

/** A number; or no longer known, so that nothing is held to it. */
export type HostLimitValue = number | 'unknown';

/** Numbers that a profile's schema block can state. */
export type HostSchemaLimit =
  | 'maxDepth'
  | 'maxSchemaBytes'
  | 'sumMaxItems'
  | 'maxProperties'
  | 'maxOptionalProperties'
  | 'maxEnumValues'
  | 'maxStringChars'
  | 'maxUnions'
  | 'maxTools'
  | 'maxLength';

export interface HostKeywordConfig {
  /** `*`: every keyword but those of `except`. */
  readonly keyword: string;
  readonly except?: readonly string[];
  readonly at: 'root' | 'any';
  readonly action: HostAction;
}

/** Its keys override those of the shipped profile, level by level; a list is replaced whole. */
export interface HostProfileConfig {
  /** Needed where no profile of this id is shipped. */
  readonly label?: string;
  readonly kind?: 'api' | 'client';
  /** Id of the host whose schema rules also apply. */
  readonly extends?: string;
  readonly versionSeen?: string;
  /** Day on which this was seen, ISO 8601. */
  readonly asOf?: string;
  /** How it is known. Default `'source'` for every block that is stated. */
  readonly confidence?: Readonly<Partial<Record<HostBlock, Confidence>>>;
  readonly sources?: readonly string[];
  readonly tools?: {
    readonly max?: HostLimitValue;
    readonly onExceed?: HostAction;
    /** Slots the host's own tools take. */
    readonly reserve?: number;
  };
  readonly name?: {
    readonly pattern?: string;
    readonly onPattern?: HostAction;
    /** UTF-16 units, prefix included. */
    readonly maxLength?: HostLimitValue;
    readonly onExceed?: HostAction;
    /** With `{tool}` and perhaps `{server}`. Needed where no profile of this id is shipped. */
    readonly prefix?: string;
    /** The text before `{tool}` is cut to this. */
    readonly prefixMaxLength?: HostLimitValue;
    readonly sanitize?: { readonly part: 'server' | 'all'; readonly replace: string; readonly with: string };
  };
  readonly description?: {
    readonly min?: HostLimitValue;
    readonly max?: HostLimitValue;
    readonly onExceed?: HostAction;
  };
  readonly instructions?: {
    readonly loaded?: boolean;
    readonly max?: HostLimitValue;
    readonly onExceed?: HostAction;
  };
  /** Which other fields reach the model. */
  readonly loads?: {
    readonly title?: boolean;
    readonly annotations?: boolean;
    readonly outputSchema?: boolean;
    readonly icons?: boolean;
    readonly meta?: boolean;
    readonly examples?: boolean;
  };
  readonly schema?: {
    readonly propertyKeyPattern?: string;
    readonly propertyKeyScope?: 'root' | 'any';
    readonly refusedKeywords?: readonly HostKeywordConfig[];
    readonly droppedKeywords?: readonly HostKeywordConfig[];
    readonly allowedFormats?: readonly string[];
    readonly limits?: Readonly<Partial<Record<HostSchemaLimit, HostLimitValue>>>;
  };
  readonly deferral?: {
    /** `auto`: from `percent` of the window on; `threshold`: from that many tools on. */
    readonly state?: 'none' | 'all' | 'auto' | 'threshold' | 'unknown';
    readonly percent?: number;
    readonly threshold?: number;
    /** What stands in the context in place of definitions. */
    readonly deferred?: NonNullable<HostProfile['deferral']['deferred']>;
  };
  readonly tokenizer?: NonNullable<HostProfile['tokenizer']>;
  /** Context window in tokens. */
  readonly window?: LimitValue;
  readonly notes?: readonly string[];
}
