/** What is told of a lint run beside its findings. Types only. */
import type { PatchStep } from './patch.ts';
import type { Severity } from './report.ts';

/** A host that definitions were held against. */
export interface LintHost {
  readonly id: string;
  readonly label: string;
  /** Day of the newest evidence of its profile. */
  readonly asOf: string;
}

export interface LintSummary {
  /** Rules that were run; in the order of the page. */
  readonly rules: readonly string[];
  readonly hosts: readonly LintHost[];
  /** False: nobody has chosen any, and `hosts` are every API and client. */
  readonly isChosen: boolean;
  /** Least severity that fails. */
  readonly failOn: Severity;
  readonly warnOnly: boolean;
  /** Findings that suppressions have kept back. */
  readonly suppressed: number;
  /** o200k tokens that repairs would save on every request; absent where they would save none. */
  readonly saving?:
    | { readonly tokens: number; /** Repairs overlap, or are guessed. */ readonly isAtMost: boolean }
    | undefined;
  /** One for each set of hosts: servers of one config or client are held against its own. */
  readonly matrices?: readonly LintMatrix[] | undefined;
  readonly fixPlan?: FixPlan | undefined;
}

/** What hosts do with tools: `unsure` where only somebody's word says that they do anything. */
export type HostEffect = 'lost' | 'changed' | 'unsure';

export interface MatrixRow {
  /** Empty for all servers together. */
  readonly server: string;
  readonly toolset: string;
  /** Absent: the whole list, which goes with its worst tool where a host refuses it. */
  readonly tool?: string | undefined;
  readonly index?: number | undefined;
  /** By id of the host; one that is not named takes it as it is. */
  readonly effects: Readonly<Record<string, HostEffect>>;
}

/** Tool × host. */
export interface LintMatrix {
  /** Ids of its columns: the chosen hosts, or else those that do not take every tool as it is. */
  readonly hosts: readonly string[];
  /** Hosts that were looked at. */
  readonly hostsHeld: number;
  /** Tools that were looked at. */
  readonly tools: number;
  /** Lists and tools that some host does not take as they are. */
  readonly rows: readonly MatrixRow[];
}

export interface DefinitionSize {
  /** o200k, of compact `{name, description, inputSchema}`. */
  readonly tokens: number;
  /** UTF-8 of the whole tool as compact JSON. */
  readonly bytes: number;
}

export interface ToolRepair {
  readonly server: string;
  readonly toolset: string;
  readonly tool?: string | undefined;
  readonly index: number;
  /** Whose findings it repairs. */
  readonly rules: readonly string[];
  /** From the tool; the steps are made in their order. */
  readonly patch: readonly PatchStep[];
  readonly before: DefinitionSize;
  readonly after: DefinitionSize;
}

/** Repairs that change no argument that is valid, no name and no prose. */
export interface FixPlan {
  readonly tools: readonly ToolRepair[];
  /** Of these tools. */
  readonly before: DefinitionSize;
  readonly after: DefinitionSize;
}
