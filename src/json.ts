/** The one question every stage asks of a JSON value. */
import type { JsonObject } from './model.ts';

/** Tell an object (no array, not null) from any other value. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
