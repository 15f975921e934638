import type { Tokenizer, WireOnlyField } from '../model/measurement.ts';
import { wireOnlyParts } from '../tokens/parts.ts';
import { attributeTokens } from './attribution.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import { compactJson } from '../json-text.ts';
import { isCountable } from './limits.ts';
import { placeField } from './places.ts';
import { isGenericField } from '../tokens/view-tool.ts';
import { collectMarks, type MarkedText } from './view-text.ts';

/** Measure the fields that no model sees, in table order; the rows add up to the fields' one text. */
export function measureWireOnly(tools: readonly JsonValue[], tokenizer: Tokenizer): readonly WireOnlyField[] {
  const marked = writeWireOnly(tools);
  const isCounted = isCountable(marked.text);
  const lengths = isCounted ? tokenizer.lengths(marked.text) : new Uint32Array();
  const { parts, tools: byTool } = attributeTokens(marked, lengths, tools.length);
  return wireOnlyParts.flatMap(({ part, field }) => {
    const size = parts[part];
    if (size === undefined) return [];
    const carriers = byTool.filter((tool) => part in tool.parts).length;
    const row = { field, tools: carriers, bytes: size.bytes };
    return [isCounted ? { ...row, tokens: size.share } : row];
  });
}

function writeWireOnly(tools: readonly JsonValue[]): MarkedText {
  const marked = collectMarks();
  for (const [tool, fields] of tools.entries()) {
    if (!isJsonObject(fields)) continue;
    for (const [field, value] of Object.entries(fields)) {
      if (isGenericField(field)) continue;
      const { part } = placeField(field).key;
      marked.write(`,${JSON.stringify(field)}:${compactJson(value)}`, { tool, part });
    }
  }
  return marked.finish();
}
