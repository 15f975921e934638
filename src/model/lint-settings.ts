/** What a config says of rules, and what a baseline has accepted of their findings. Types only. */
import type { Source } from './budget.ts';
import type { LintLevel, LintRule, RuleOptions } from './lint.ts';

/** A rule's level and options, where a config states them. */
export interface RuleSetting {
  readonly severity?: LintLevel | undefined;
  readonly options?: RuleOptions | undefined;
}

/** Other settings for some servers, toolsets or tools; what is absent matches all. */
export interface LintOverride {
  /** Name in the config; globs, as the others. */
  readonly server?: string | undefined;
  readonly toolset?: string | undefined;
  readonly tool?: string | undefined;
  readonly rules: Readonly<Record<string, RuleSetting>>;
}

/** Findings that somebody has decided to live with. */
export interface LintSuppression {
  readonly rule: string;
  readonly server?: string | undefined;
  readonly toolset?: string | undefined;
  readonly tool?: string | undefined;
  /** Code of the rule's reason. */
  readonly reason?: string | undefined;
  /** Why; never empty. */
  readonly because: string;
  /** Where it stands. */
  readonly source?: Source | undefined;
}

export type LintPreset = 'recommended' | 'portable' | 'strict' | 'security';

/** Which rules are held against definitions, and how strictly. */
export interface LintSettings {
  readonly presets: readonly LintPreset[];
  readonly rules: Readonly<Record<string, RuleSetting>>;
  readonly overrides: readonly LintOverride[];
  readonly suppressions: readonly LintSuppression[];
  /** Of the user's plug-ins; beside the shipped ones. */
  readonly pluginRules: readonly LintRule[];
}

/** A finding of a rule that was accepted when the baseline was written: no text of the definition. */
export interface AcceptedFinding {
  readonly server: string;
  readonly toolset: string;
  readonly rule: string;
  readonly reason: string;
  /** Empty for what concerns the list. */
  readonly tool: string;
  /** From the tool, or from the list; the first place. */
  readonly pointer: string;
  /** The other places, where there are several. */
  readonly also?: readonly string[] | undefined;
  /** As which it was accepted: a graver one is new. */
  readonly severity: 'error' | 'warning';
  /** What `--raise` said when it was accepted. */
  readonly because?: string | undefined;
}
