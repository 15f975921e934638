import type { ViewId } from '../model/measurement.ts';
import type { PartId } from '../tokens/parts.ts';
import type { JsonValue } from '../json.ts';
import { writeJson, type Places } from '../json-text.ts';
import { viewTool } from '../tokens/view-tool.ts';
import { placeMember, TOOL, type Place } from './places.ts';

/** The owner of a stretch of text: a part of a tool, or the list itself. */
export type Owner = { readonly tool: number; readonly part: PartId } | 'framing';

/** A text and who owns which stretch of it: span `i` runs from `start` to the next span's, the last to the end. */
export interface MarkedText {
  readonly text: string;
  readonly spans: readonly Span[];
}

export interface Span {
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly owner: Owner;
}

/** Write the text that a view counts, equal to `JSON.stringify` of the list, and who owns which part of it. */
export function writeView(tools: readonly JsonValue[], view: ViewId): MarkedText {
  const marked = collectMarks();
  marked.write('[', 'framing');
  for (const [index, tool] of tools.entries()) {
    if (index > 0) marked.write(',', 'framing');
    writeJson(viewTool(tool, view), TOOL, toolPlaces(index, marked.write));
  }
  marked.write(']', 'framing');
  return marked.finish();
}

function toolPlaces(tool: number, write: (text: string, owner: Owner) => void): Places<Place> {
  return {
    write: (text, { part }) => write(text, { tool, part }),
    member: placeMember,
    isWhole: ({ role }) => role === 'data',
  };
}

/** Collect a text whose pieces have owners; neighbours of one owner make one span. */
export function collectMarks(): {
  readonly write: (text: string, owner: Owner) => void;
  readonly finish: () => MarkedText;
} {
  const chunks: string[] = [];
  const spans: Span[] = [];
  let offset = 0;
  return {
    write: (text, owner) => {
      if (!isSameOwner(spans.at(-1)?.owner, owner)) spans.push({ start: offset, owner });
      chunks.push(text);
      offset += text.length;
    },
    finish: () => ({ text: chunks.join(''), spans }),
  };
}

function isSameOwner(left: Owner | undefined, right: Owner): boolean {
  if (left === right) return true;
  if (left === undefined || left === 'framing' || right === 'framing') return false;
  return left.tool === right.tool && left.part === right.part;
}
