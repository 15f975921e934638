import type { JsonValue } from '../json.ts';
import { compactBytes } from '../json-text.ts';

/** Measure the UTF-8 length of the compact JSON of a tools array. Needs no tokenizer. */
export function measureBytes(tools: readonly JsonValue[]): number {
  return compactBytes(tools);
}
