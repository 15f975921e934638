/** Sizes of one snapshot, and what measuring is given. Types only. */
import type { JsonValue } from '../json.ts';

/** The text that is counted: `generic` is `[{name, description, inputSchema}]`, `wire` the whole array. */
export type ViewId = 'generic' | 'wire';

export interface TextSize {
  /** UTF-16 units, the unit hosts cut texts by. */
  readonly chars: number;
  readonly bytes: number;
  /** Absent when the text is too large to be counted exactly. */
  readonly tokens?: number | undefined;
}

export interface PartSize {
  /** UTF-8 bytes of the part in the view's text. */
  readonly bytes: number;
  /** Tokens of the view's text whose first byte lies in the part. */
  readonly share: number;
}

export interface ViewMeasurement {
  /** `value` is absent, with a reason, when the text is too large to be counted exactly. */
  readonly tokens: {
    readonly value?: number | undefined;
    readonly tokenizer: string;
    readonly exact: boolean;
    readonly reason?: string | undefined;
  };
  /**
   * Tokens on the brackets and commas of the list itself; shares and framing add up to `tokens.value` and are absent
   * with it.
   */
  readonly framing?: number | undefined;
  readonly parts: Readonly<Record<string, PartSize>>;
  /** Characters `{ } [ ] " : ,` of the view's text, from which estimates are made; of the generic view alone. */
  readonly structuralChars?: number | undefined;
}

/** The fields of a tool that hosts limit and people edit. */
export type TextField = 'name' | 'description' | 'inputSchema' | 'outputSchema';

/** A text field by itself, as a string; any other as its compact JSON. */
export interface FieldMeasurement {
  readonly chars: number;
  readonly bytes: number;
  /** Only where `fieldTokens` was asked for. */
  readonly tokens?: number | undefined;
  readonly sha256: string;
}

export interface ToolMeasurement {
  readonly name: string;
  /** UTF-8 bytes of the whole tool as compact JSON. */
  readonly bytes: number;
  /** Of the whole tool as compact JSON. */
  readonly sha256: string;
  /** Fields the tool has. */
  readonly fields: Readonly<Partial<Record<TextField, FieldMeasurement>>>;
  readonly views: Readonly<
    Partial<
      Record<
        ViewId,
        {
          readonly tokens: number;
          readonly share: number;
          readonly parts: Readonly<Record<string, PartSize>>;
        }
      >
    >
  >;
}

/**
 * A field of tools that no model sees. Its text is `,"field":value` of every tool, just what the wire view has more
 * than the generic one; all fields' texts are counted as one, so the rows add up to what they cost together.
 */
export interface WireOnlyField {
  /** The field's name; `other` for all that the protocol does not name. */
  readonly field: string;
  /** How many tools carry it. */
  readonly tools: number;
  readonly bytes: number;
  /** Absent when the text is too large to be counted exactly. */
  readonly tokens?: number | undefined;
}

/** A list transform that makes a list cheaper. Pure; a tool it leaves alone comes back as the same value. */
export interface Repair {
  /** Kebab-case, e.g. `unused-defs`. */
  readonly id: string;
  /** Accepts and refuses the same calls as before. */
  readonly lossless: boolean;
  /** What it removes, as a noun phrase that can follow "cut". */
  readonly describe: string;
  /** Id of the part whose text it shortens. */
  readonly part: string;
  readonly apply: (tools: readonly JsonValue[]) => readonly JsonValue[];
}

export interface Cut {
  /** Id of the repair, or `heaviest-tool`. */
  readonly id: string;
  /** What to cut, as a noun phrase; may hold a tool's name. */
  readonly message: string;
  /** In the view the cut was recounted in: the widest one measured. */
  readonly tokensSaved: number;
  /** Tools it touches. */
  readonly tools: number;
}

/** How one list compares with public servers. */
export interface Comparison {
  /** Percent of the public servers that are lighter, rounded down. */
  readonly heavierThan: number;
  readonly servers: number;
  /** Day of the survey, ISO 8601. */
  readonly date: string;
}

export interface Measurement {
  readonly tools: number;
  /** UTF-8 length of the compact JSON of the tools array. */
  readonly bytes: number;
  /** `sha256` is absent where there are none. */
  readonly instructions: TextSize & { readonly sha256?: string | undefined };
  readonly views: Readonly<Partial<Record<ViewId, ViewMeasurement>>>;
  readonly wireOnly: readonly WireOnlyField[];
  readonly byTool: readonly ToolMeasurement[];
  /** The repair that saves most, by recount; absent when nothing stands out. */
  readonly cutFirst?: Cut | undefined;
}

/** Counts tokens of texts; created once its vocabulary is loaded. */
export interface Tokenizer {
  readonly id: string;
  readonly exact: boolean;
  /** Tokens of the text, special-token spellings counted as text. */
  readonly count: (text: string) => number;
  /**
   * Lengths of the text's tokens in UTF-16 units, in order; their sum is `text.length`. A token that ends inside
   * a character has length 0 and the one completing it has the character's.
   */
  readonly lengths: (text: string) => Uint32Array;
}
