import type {
  Measurement,
  Repair,
  Tokenizer,
  ToolMeasurement,
  ViewId,
  ViewMeasurement,
} from '../model/measurement.ts';
import { attributeTokens, type Attribution } from './attribution.ts';
import { measureBytes } from './bytes.ts';
import { findCut } from './cut-first.ts';
import { measureFields, sha256 } from './fields.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import { compactJson } from '../json-text.ts';
import { isCountable, TOO_LARGE } from './limits.ts';
import { countStructuralChars } from '../tokens/structural-chars.ts';
import { viewTool } from '../tokens/view-tool.ts';
import { writeView } from './view-text.ts';
import { measureWireOnly } from './wire-only.ts';

export interface MeasureOptions {
  /** `generic` is measured always, `wire` where it is named. */
  readonly views?: readonly ViewId[] | undefined;
  /** The server's instructions. */
  readonly instructions?: string | undefined;
  /** What to try for `cutFirst`. */
  readonly repairs?: readonly Repair[] | undefined;
  /** Count the tokens of each tool's fields too. */
  readonly fieldTokens?: boolean | undefined;
}

interface CountedView {
  readonly id: ViewId;
  readonly measurement: ViewMeasurement;
  /** Absent when the text is too large to be counted exactly. */
  readonly attribution?: Attribution;
}

/**
 * Measure a tool list as the server sent it: UTF-8 bytes of compact JSON and tokens, whole, per tool and per part.
 * Pure. A list over 32 MB gets bytes and the reason why it has no tokens; a list without tools costs 0 tokens.
 */
export function measureTools(
  tools: readonly JsonValue[],
  tokenizer: Tokenizer,
  options: MeasureOptions = {},
): Measurement {
  const viewIds: readonly ViewId[] =
    options.views?.includes('wire') === true ? ['generic', 'wire'] : ['generic'];
  const views = viewIds.map((id) => measureView(tools, id, tokenizer));
  const byTool = tools.map((tool, index): ToolMeasurement => {
    const text = compactJson(tool);
    return {
      name: nameTool(tool, index),
      bytes: Buffer.byteLength(text),
      sha256: sha256(text),
      fields: measureFields(tool, options.fieldTokens === true ? tokenizer : undefined),
      views: Object.fromEntries(
        views.flatMap(({ id, attribution }) => {
          const attributed = attribution?.tools[index];
          if (attributed === undefined) return [];
          const tokens = tokenizer.count(id === 'wire' ? text : compactJson(viewTool(tool, id)));
          return [[id, { tokens, ...attributed }]];
        }),
      ),
    };
  });
  const measurement: Measurement = {
    tools: tools.length,
    bytes: measureBytes(tools),
    instructions: measureInstructions(options.instructions ?? '', tokenizer),
    views: Object.fromEntries(views.map(({ id, measurement }) => [id, measurement])),
    wireOnly: measureWireOnly(tools, tokenizer),
    byTool,
  };
  const cutFirst = findCut(tools, measurement, { tokenizer, repairs: options.repairs ?? [] });
  return cutFirst === undefined ? measurement : { ...measurement, cutFirst };
}

function measureView(tools: readonly JsonValue[], id: ViewId, tokenizer: Tokenizer): CountedView {
  const method = { tokenizer: tokenizer.id, exact: tokenizer.exact };
  // A host that has no tool to offer sends no list.
  if (tools.length === 0)
    return {
      id,
      measurement: { tokens: { value: 0, ...method }, framing: 0, parts: {}, ...structure(id, '') },
    };
  const marked = writeView(tools, id);
  if (!isCountable(marked.text)) {
    return { id, measurement: { tokens: { ...method, reason: TOO_LARGE }, parts: {} } };
  }
  const lengths = tokenizer.lengths(marked.text);
  const attribution = attributeTokens(marked, lengths, tools.length);
  const { framing, parts } = attribution;
  return {
    id,
    measurement: {
      tokens: { value: lengths.length, ...method },
      framing,
      parts,
      ...structure(id, marked.text),
    },
    attribution,
  };
}

function structure(id: ViewId, text: string): Pick<ViewMeasurement, 'structuralChars'> {
  return id === 'generic' ? { structuralChars: countStructuralChars(text) } : {};
}

function measureInstructions(text: string, tokenizer: Tokenizer): Measurement['instructions'] {
  const size = { chars: text.length, bytes: Buffer.byteLength(text) };
  return {
    ...size,
    ...(isCountable(text) && { tokens: tokenizer.count(text) }),
    ...(text !== '' && { sha256: sha256(text) }),
  };
}

/** A tool without a name is shown by its place in the list, counted from 1. */
function nameTool(tool: JsonValue, index: number): string {
  const name = isJsonObject(tool) ? tool['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : `#${index + 1} (no name)`;
}
