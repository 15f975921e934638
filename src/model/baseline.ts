/** Sizes and hashes as the baseline keeps them, without texts; and how two of them differ. Types only. */
import type { Source } from './budget.ts';
import type { AcceptedFinding } from './lint-settings.ts';
import type { TextField, ViewId } from './measurement.ts';

export interface RecordedField {
  readonly chars: number;
  readonly sha256: string;
}

export interface RecordedTool {
  /** Counted alone, in the generic view. */
  readonly tokens?: number | undefined;
  readonly bytes: number;
  /** First 16 hex digits, of the whole tool as compact JSON. */
  readonly sha256: string;
  readonly fields: Readonly<Partial<Record<TextField, RecordedField>>>;
  /** Absent in baselines of before definitions were held against them. */
  readonly canonical?: CanonicalHashes | undefined;
}

/** First 16 hex digits, of canonical JSON: in whatever order keys stand. Of a part that the tool has not, none. */
export interface CanonicalHashes extends Readonly<Partial<Record<HashedPart, string>>> {
  readonly tool: string;
}

/** Parts of a tool that may change one by one, beside its description, which is hashed as a text. */
export type HashedPart = 'title' | 'inputSchema' | 'outputSchema' | 'annotations';

/** The sizes of one list. */
export interface RecordedToolset {
  readonly tools: number;
  readonly bytes: number;
  /** In the generic view; absent where the list is too large to be counted. */
  readonly tokens?: number | undefined;
  readonly instructions: {
    readonly chars: number;
    readonly bytes: number;
    readonly tokens?: number | undefined;
    readonly sha256?: string | undefined;
  };
  readonly prompts?: number | undefined;
  readonly resources?: number | undefined;
  /** Hash of the tools' names in server order; absent where it is not known. */
  readonly order?: string | undefined;
  /** By name; of several with one name the second is `name#2`. */
  readonly byTool: Readonly<Record<string, RecordedTool>>;
}

/** How the sizes came about; those of different methods are never compared. */
export interface Method {
  readonly tokenizer: string;
  readonly view: ViewId;
  /** Raised when what the view's text holds changes. */
  readonly viewVersion: number;
}

/** One use of `--raise`. */
export interface Raise {
  readonly server: string;
  readonly toolset: string;
  readonly metric: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

export interface Baseline {
  readonly schemaVersion: 1;
  readonly method: Method;
  /** By server, then by toolset. */
  readonly servers: Readonly<Record<string, Readonly<Record<string, RecordedToolset>>>>;
  readonly raises: readonly Raise[];
  /** Findings of rules on definitions; absent where none were looked for yet. */
  readonly accepted?: readonly AcceptedFinding[] | undefined;
}

/** What became of looking for the baseline. Only `read` can be compared with. */
export interface BaselineState {
  readonly status: 'read' | 'none' | 'unreadable' | 'other-method';
  /** What it is called in a message: a file, or `main@3f2a9c1:file`. */
  readonly label: string;
  /** Where the status is `read`. */
  readonly baseline?: Baseline | undefined;
  /** Of another method: what of it can still be ratcheted, and who raised it. */
  readonly outdated?: Baseline | undefined;
  /** Why it cannot be compared with, and the command that helps. */
  readonly message?: string | undefined;
  readonly hint?: string | undefined;
  readonly source?: Source | undefined;
}

export interface FieldChange {
  readonly field: TextField;
  /** Difference in UTF-16 units; 0 where the text is another one of the same length. */
  readonly chars: number;
}

export interface ToolChange {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Differences, negative where it fell; those of a removed tool are what it took. */
  readonly tokens?: number | undefined;
  readonly bytes: number;
  /** Of a changed tool: which fields; empty where only others changed. */
  readonly fields: readonly FieldChange[];
}

/** A list held against an earlier one. */
export interface Difference {
  /** What it is compared with: the baseline's label, or a target of `compare`. */
  readonly since: string;
  readonly before: Omit<RecordedToolset, 'byTool'>;
  /** Largest change of tokens first, then of bytes, then by name; empty where every definition is the same. */
  readonly tools: readonly ToolChange[];
  /** True where the same tools stand in another order. */
  readonly isReordered: boolean;
}

/** One list of a comparison; `before` or `after` is absent where only the other side has it. */
export interface ComparedList {
  readonly server: string;
  readonly toolset: string;
  /** Two readings of a side differed: what differs here may be no change. */
  readonly isDynamic: boolean;
  readonly before?: RecordedToolset | undefined;
  readonly after?: RecordedToolset | undefined;
  /** Absent where one side is. */
  readonly difference?: Difference | undefined;
}

/** What `compare` prints. */
export interface ComparedLists {
  readonly schemaVersion: 1;
  readonly generator: { readonly name: 'mcp-budget'; readonly version: string };
  readonly method: Method;
  /** What the sides are called. */
  readonly before: string;
  readonly after: string;
  readonly lists: readonly ComparedList[];
}
