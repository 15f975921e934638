/** What a vendor's message says of a tool, and what was found of it. Types only. */
import type { Path, RuleSource } from './lint.ts';
import type { Finding } from './report.ts';

/** A part of a definition, as every vendor has it under a name of its own. */
export type VendorField = 'name' | 'description' | 'schema';

/** One place that a message names. */
export interface VendorPlace {
  /** Id of the form. */
  readonly form: string;
  /** As it stands in the text. */
  readonly text: string;
  /** What it says is wrong there; empty where it does not. */
  readonly complaint: string;
  /** From 0, over all tools of the request: those of the host itself and of all servers. */
  readonly index?: number | undefined;
  /** As the host shows it. */
  readonly name?: string | undefined;
  readonly field?: VendorField | undefined;
  /** From the root of the input schema; a number behind `properties` counts them where none has this name. */
  readonly path: Path;
  /** Rules that find what it complains of; empty: any that find a fault at the place. */
  readonly rules: readonly string[];
}

/** How a vendor's message names a tool. */
export interface VendorForm {
  readonly id: string;
  /** Who writes so. */
  readonly label: string;
  /** Ids of profiles that definitions are held against. */
  readonly hosts: readonly string[];
  readonly sources: readonly RuleSource[];
  /** A real message, shortened, and what is read from it. */
  readonly examples: readonly {
    readonly text: string;
    readonly reads: Partial<Omit<VendorPlace, 'form' | 'text' | 'complaint'>>;
  }[];
  /** Find its places in a text whose white space is single blanks. */
  readonly read: (text: string) => readonly Omit<VendorPlace, 'form' | 'rules'>[];
}

/** A tool that a message may speak of. */
export interface FoundTool {
  readonly server: string;
  readonly toolset: string;
  /** Its name; empty where it has none. */
  readonly tool: string;
  /** From 0, in its list. */
  readonly index: number;
  /** Place that the message names, from the list. */
  readonly pointer: string;
  /**
   * How it was found: by its name; by its index, as if no other tools stood before these; or by a fault like that of
   * the message.
   */
  readonly by: 'name' | 'index' | 'fault';
  /** Tools that then stand in front of these lists; absent where the message gives no index. */
  readonly before?: number | undefined;
  /** Findings that the message speaks of. */
  readonly findings: readonly Finding[];
}

/** One place of a message, and the tools that it may mean, the likeliest first. */
export interface FoundPlace {
  readonly place: VendorPlace;
  /** Who writes so. */
  readonly label: string;
  /** How many tools of their own these hosts are known to have. */
  readonly ownTools: readonly number[];
  readonly tools: readonly FoundTool[];
}

export interface FindReport {
  readonly places: readonly FoundPlace[];
  /** Tools that were looked at. */
  readonly searched: number;
  /** Lists that could not be looked at, or not to their end, and why. */
  readonly notMeasured: readonly string[];
}
