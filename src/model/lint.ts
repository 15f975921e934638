/** What a lint rule is, what it is given, and what it yields; also what a plug-in of the user exports. Types only. */
import type { JsonValue } from '../json.ts';
import type { RecordedToolset } from './baseline.ts';
import type { HostProfile, HostVerdict } from './host.ts';
import type { PatchStep } from './patch.ts';
import type { Severity } from './report.ts';
import type { Listing, Protocol, TransportId } from './snapshot.ts';

export type LintLevel = Severity | 'off';

export type RuleGroup =
  | 'names'
  | 'descriptions'
  | 'schemas'
  | 'cost'
  | 'stability'
  | 'security'
  | 'conventions';

/** Keys and indexes from a root down to a value. */
export type Path = readonly (string | number)[];

/** A schema inside a schema. Booleans are schemas too; what is neither is one that is wrong. */
export interface SchemaNode {
  readonly value: JsonValue;
  /** Undefined for the root. */
  readonly parent?: SchemaNode | undefined;
  /** The keyword of the parent that it stands under: `properties`, `anyOf`; empty for the root. */
  readonly keyword: string;
  /** The name or index under that keyword; undefined where the keyword holds the schema itself. */
  readonly key?: string | number | undefined;
  /** Schemas above it. */
  readonly depth: number;
  /** From the tool: `['inputSchema', 'properties', 'a']`, and then keys of the schema itself. */
  readonly at: (...more: Path) => Path;
}

/** What a `$ref` leads to. */
export type RefTarget =
  | { readonly kind: 'found'; readonly value: JsonValue; /** From the schema's root. */ readonly path: Path }
  | { readonly kind: 'dangling' | 'external' | 'anchor' };

export interface SchemaRef {
  readonly node: SchemaNode;
  /** As written. */
  readonly ref: string;
  readonly target: RefTarget;
  /** Following it comes back to it. */
  readonly isRecursive: boolean;
}

/** A schema of a tool, walked once for all rules. */
export interface SchemaDocument {
  readonly field: 'inputSchema' | 'outputSchema';
  readonly root: JsonValue;
  /** Every schema in it, in the order of the text: the root first, each once, none below `MAX_DEPTH`. */
  readonly nodes: readonly SchemaNode[];
  /** Every `$ref` of them. */
  readonly refs: readonly SchemaRef[];
  /** The first schema that lay too deep to be walked. */
  readonly tooDeep?: SchemaNode | undefined;
}

/** One entry of a list, as it was sent. */
export interface LintTool {
  readonly index: number;
  readonly raw: JsonValue;
  /** Where it is a string; so are the others. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly title?: string | undefined;
  /** Absent where the tool has no such key; its root may be anything. */
  readonly inputSchema?: SchemaDocument | undefined;
  readonly outputSchema?: SchemaDocument | undefined;
  /** o200k tokens of compact `{name, description, inputSchema}`. */
  readonly tokens: number;
}

export interface LintList {
  /** As the report names it. */
  readonly server: string;
  readonly toolset: string;
  /** The name it goes by in a host; absent where nobody has said. */
  readonly hostName?: string | undefined;
  readonly tools: readonly LintTool[];
  readonly instructions?: string | undefined;
  /** Absent: from a file that does not say. */
  readonly transport?: TransportId | undefined;
  readonly protocol?: Protocol | undefined;
  /** How the list was read; absent: from a file that does not say. */
  readonly listing?: Listing | undefined;
  /** What was accepted of it; absent without a baseline. */
  readonly accepted?: RecordedToolset | undefined;
  /** False for a toolset that another one of its server stands for in sums. */
  readonly isInTotal: boolean;
}

/** What a rule complains of. */
export interface Place {
  readonly reason: string;
  /** From the tool, of `checkTool`; else from the list: `['tools', 3, 'name']`, `['instructions']`, `['pages', 1]`. */
  readonly at: Path;
  /** Of `checkRun`: the list that it is in. */
  readonly list?: LintList | undefined;
  /** All places, the first of them `at`, where there are several. */
  readonly places?: readonly Path[] | undefined;
  /** A noun phrase that says what is there, with names in back quotes: "a union at the root (`anyOf`)". */
  readonly what: string;
  /** A sentence: what to do about this very place; absent: what the reason says. */
  readonly suggestion?: string | undefined;
  /** In place of the reason's. */
  readonly severity?: LintLevel | undefined;
  /** The most it can be, whatever a host does. */
  readonly most?: Severity | undefined;
  /** Which hosts in play it concerns; absent: those whose profile names the rule and reason in `schema.rules`. */
  readonly hosts?: readonly HostVerdict[] | undefined;
  /** What hosts do whose action is `unknown`, of one host and of several: "puts it in front", "put it in front". */
  readonly doing?: readonly [one: string, many: string] | undefined;
  readonly actual?: number | undefined;
  readonly limit?: number | undefined;
  readonly unit?: string | undefined;
  /** A repair of the tool; its saving is found by counting again. Of `checkTool` only. */
  readonly patch?: readonly PatchStep[] | undefined;
  /** The repair changes no argument that is valid, no name and no prose. */
  readonly isSafe?: boolean | undefined;
  /** Where no patch tells it: what the repair saves on every request; negative where it costs. */
  readonly tokensSaved?: number | undefined;
  readonly isSavingEstimated?: boolean | undefined;
}

/** One of the ways in which a rule can be broken. */
export interface RuleReason {
  /** In place of the rule's. */
  readonly severity?: LintLevel | undefined;
  /** With the `security` preset, at least. */
  readonly securitySeverity?: Severity | undefined;
  /** A sentence: what is wrong. */
  readonly summary: string;
  /** A sentence: what to do about it. */
  readonly suggestion: string;
  /**
   * `everyone`: it is a finding whatever host reads it, and a host can only make it worse. `hosts`: only where a host
   * in play minds.
   */
  readonly concerns: 'everyone' | 'hosts';
}

export interface RuleOption {
  readonly default: number | string | boolean | readonly string[] | undefined;
  /** Type of its value; a default may be absent. */
  readonly type: 'number' | 'text' | 'flag' | 'texts';
  /** A sentence. */
  readonly describe: string;
}

/** Values of a rule's options: those of the config over the defaults. */
export type RuleOptions = Readonly<Record<string, RuleOption['default']>>;

export interface LintContext {
  /** Chosen hosts; without any, every API and client. Their verdicts are sorted and weighed later. */
  readonly hosts: readonly HostProfile[];
  /** The hosts were chosen. */
  readonly isChosen: boolean;
  readonly options: RuleOptions;
  /** o200k tokens of a text. */
  readonly countTokens: (text: string) => number;
}

/** A list that an example is made of; shortest where one tool says it. */
export interface ExampleList {
  readonly server?: string | undefined;
  readonly tools: readonly JsonValue[];
  readonly instructions?: string | undefined;
  readonly listing?: Listing | undefined;
  readonly transport?: TransportId | undefined;
  readonly protocol?: Protocol | undefined;
  /** The tools of the same list when it was accepted. */
  readonly before?: readonly JsonValue[] | undefined;
  /** And its instructions. */
  readonly instructionsBefore?: string | undefined;
}

/** Shown on the page of the rule, and its test. */
export interface RuleExample {
  /** A phrase that names it. */
  readonly title: string;
  /** One tool; or else `lists`. */
  readonly tool?: JsonValue | undefined;
  readonly lists?: readonly ExampleList[] | undefined;
  readonly options?: RuleOptions | undefined;
}

export interface BadExample extends RuleExample {
  readonly reason: string;
  /** JSON pointers from the list, all that this reason yields, `/tools/0/…`; with several lists `/servers/1/tools/0/…`. */
  readonly pointers: readonly string[];
  /** Level without any host. */
  readonly severity: LintLevel;
  /** Level with these hosts chosen, each of which the finding must name. */
  readonly hosts?: readonly string[] | undefined;
  readonly severityInHosts?: LintLevel | undefined;
  /** o200k tokens, where the rule tells them. */
  readonly tokensSaved?: number | undefined;
}

/** Silent for its rule: in these hosts; without any, whether no host is chosen or every one. */
export interface GoodExample extends RuleExample {
  readonly hosts?: readonly string[] | undefined;
}

export interface RuleSource {
  /** An issue, a page, a specification. */
  readonly text: string;
  /** ISO 8601, a day or a month, of the evidence or of when it was read. */
  readonly date: string;
}

/** A rule: what it is, and a check that yields places. */
export interface LintRule {
  /** Kebab-case. */
  readonly id: string;
  readonly group: RuleGroup;
  /** Its default level. */
  readonly severity: LintLevel;
  /** A sentence: what it finds. */
  readonly summary: string;
  /** Sentences: why it matters. */
  readonly why: string;
  readonly reasons: Readonly<Record<string, RuleReason>>;
  readonly options?: Readonly<Record<string, RuleOption>> | undefined;
  /** What its repairs are: applied by `--fix-plan`, or told only. */
  readonly fix: 'safe' | 'suggest' | 'none';
  readonly sources: readonly RuleSource[];
  readonly bad: readonly BadExample[];
  readonly good: readonly GoodExample[];
  /** Each tool by itself. */
  readonly checkTool?: (tool: LintTool, context: LintContext, list: LintList) => Iterable<Place>;
  /** Each list by itself. */
  readonly checkList?: (list: LintList, context: LintContext) => Iterable<Place>;
  /** All lists that a host has at once. */
  readonly checkRun?: (lists: readonly LintList[], context: LintContext) => Iterable<Place>;
}

/** A rule as a plug-in may state it. */
export type PluginRule = Omit<LintRule, 'group' | 'fix' | 'sources' | 'bad' | 'good'> &
  Partial<Pick<LintRule, 'group' | 'fix' | 'sources' | 'bad' | 'good'>>;

/** What a plug-in file exports as its default, or under the name `rules`. */
export type LintPlugin = readonly PluginRule[];
