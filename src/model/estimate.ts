/** Token counts of models whose tokenizer is not public: a value with its range. Types only. */

/** What an estimate is made of; of one list or summed over several. */
export interface EstimateInput {
  /** o200k tokens of the generic view. */
  readonly o200k: number;
  /** Characters `{ } [ ] " : ,` anywhere in the text of the generic view. */
  readonly structuralChars: number;
  readonly tools: number;
}

export interface Estimate {
  /** Id of the client whose servers these are; absent: all that were measured. */
  readonly client?: string | undefined;
  /** Id of the family: `claude`. */
  readonly family: string;
  /** `Claude Opus 5`. */
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** One line: the formula and what its range comes from. */
  readonly method: string;
  /** Day of the newest evidence, ISO 8601. */
  readonly asOf: string;
  /** The list is larger or smaller than those the formula was fitted on. */
  readonly isExtrapolated: boolean;
  /** Added by the provider once a request; contained in `value`. */
  readonly preamble?:
    | { readonly tokens: number; readonly model: string; readonly asOf: string; readonly source: string }
    | undefined;
}

/** A family of models and its formula. */
export interface TokenFamily {
  readonly id: string;
  readonly label: string;
  /**
   * 0 tools are 0 tokens, in every family. `model`: one of the family's, for what is known of it alone; absent: the
   * family as a whole.
   */
  readonly estimate: (input: EstimateInput, model?: string) => Estimate;
  /** Tokens of one tool's text; what the provider adds once a request belongs to no tool. */
  readonly estimateTool: (input: Pick<EstimateInput, 'o200k' | 'structuralChars'>) => number;
}

/** A count that the provider made itself. */
export interface ProviderCount {
  readonly client?: string | undefined;
  readonly family: string;
  readonly model: string;
  readonly tokens: number;
  /** From the cache of an earlier run. */
  readonly isCached: boolean;
}

/** A count that was asked for and could not be had: it is not measured, never estimated instead. */
export interface NotCounted {
  readonly client?: string | undefined;
  readonly family: string;
  readonly model: string;
  /** May quote the provider. */
  readonly reason: string;
  readonly hint: string;
}

/** US dollars for 1,000 requests that carry the lists. */
export interface Price {
  readonly client?: string | undefined;
  readonly model: string;
  /** Input tokens that were priced, and where they come from. */
  readonly tokens: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    readonly basis: string;
  };
  /** Per million tokens. */
  readonly perMillion: {
    readonly input: number;
    readonly cacheRead?: number | undefined;
    readonly cacheWrite?: number | undefined;
  };
  readonly uncached: { readonly value: number; readonly low: number; readonly high: number };
  /**
   * One write, the rest read from the cache; absent where the model has no price for it. Where only reads have a price,
   * the first request costs what it costs uncached.
   */
  readonly cached?: { readonly value: number; readonly low: number; readonly high: number } | undefined;
  /** ISO 8601; absent for the user's own numbers. */
  readonly asOf?: string | undefined;
  readonly source: string;
  /** What the numbers leave out, or where sources disagree. */
  readonly note?: string | undefined;
}
