/** Hashes of definitions, by which a change is told without the text. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../json-text.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import type { CanonicalHashes, HashedPart } from '../model/baseline.ts';

/** Enough to tell texts of one place apart. */
export const HASH_DIGITS = 16;

/** In the order in which tools are written. */
export const HASHED_PARTS = [
  'title',
  'inputSchema',
  'outputSchema',
  'annotations',
] as const satisfies readonly HashedPart[];

/** First hex digits of a text's hash. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
}

/** Hash a tool and its parts; the order of keys does not count. */
export function hashDefinition(definition: JsonValue): CanonicalHashes {
  const tool = isJsonObject(definition) ? definition : {};
  const parts = HASHED_PARTS.flatMap((part) => {
    const value = Object.hasOwn(tool, part) ? tool[part] : undefined;
    return value === undefined ? [] : [[part, hashText(canonicalJson(value))]];
  });
  return { tool: hashText(canonicalJson(definition)), ...Object.fromEntries(parts) };
}
