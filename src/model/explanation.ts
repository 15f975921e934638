/** A rule as `explain` and the page of rules tell it. Types only. */
import type { JsonValue } from '../json.ts';
import type { Confidence, HostAction } from './host.ts';
import type { LintLevel, LintRule, RuleGroup, RuleOption, RuleSource } from './lint.ts';
import type { Outcome, Severity } from './report.ts';

export type ExplainedGroup = RuleGroup | 'gate';

/** What a host does about a rule. */
export interface RuleInHost {
  readonly id: string;
  readonly label: string;
  /** Codes of the rule's reasons; empty: all. */
  readonly reasons: readonly string[];
  /** What it takes, or under which condition: `at most 64 characters`; empty where the reason says it. */
  readonly what: string;
  readonly action: HostAction;
  readonly confidence: Confidence;
  /** Day of the newest evidence of its profile. */
  readonly asOf: string;
  readonly sources: readonly string[];
}

export interface ExplainedReason {
  readonly code: string;
  readonly severity: LintLevel;
  readonly summary: string;
  readonly suggestion: string;
  /** Of every host, or only where one minds. */
  readonly concerns: 'everyone' | 'hosts';
}

export interface ExplainedExample {
  readonly title: string;
  /** Of bad ones. */
  readonly reason?: string | undefined;
  readonly pointers?: readonly string[] | undefined;
  readonly severity?: LintLevel | undefined;
  /** With these hosts chosen. */
  readonly hosts?: readonly string[] | undefined;
  readonly severityInHosts?: LintLevel | undefined;
  readonly options?: Readonly<Record<string, RuleOption['default']>> | undefined;
  /** A tool, a list, or several; what is long is cut. */
  readonly shown: JsonValue;
}

export interface ExplainedRule {
  readonly id: string;
  readonly group: ExplainedGroup;
  readonly severity: LintLevel | Severity;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly why: string;
  readonly reasons: readonly ExplainedReason[];
  readonly hosts: readonly RuleInHost[];
  readonly options: readonly ({ readonly name: string } & RuleOption)[];
  readonly fix: LintRule['fix'];
  readonly bad: readonly ExplainedExample[];
  readonly good: readonly ExplainedExample[];
  readonly sources: readonly RuleSource[];
}
