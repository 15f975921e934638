import type { JsonValue } from '../json.ts';

/** One step of a JSON patch (RFC 6902); pointers from the tool. */
export type PatchStep =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string };
