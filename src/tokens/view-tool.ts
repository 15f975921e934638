/** What a view shows of a tool. */
import { isJsonObject, type JsonValue } from '../json.ts';
import type { ViewId } from '../model/measurement.ts';

const GENERIC_FIELDS: readonly string[] = ['name', 'description', 'inputSchema'];

/** Tell whether the generic view shows a tool's field. */
export function isGenericField(field: string): boolean {
  return GENERIC_FIELDS.includes(field);
}

/**
 * Give what a view shows of one tool. An entry that is no object has no fields to choose from and stands as it is:
 * a broken list must not look cheaper than it was sent.
 */
export function viewTool(tool: JsonValue, view: ViewId): JsonValue {
  if (view === 'wire' || !isJsonObject(tool)) return tool;
  return Object.fromEntries(
    GENERIC_FIELDS.flatMap((field) => {
      const value = Object.hasOwn(tool, field) ? tool[field] : undefined;
      return value === undefined ? [] : [[field, value]];
    }),
  );
}
