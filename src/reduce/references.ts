import type { JsonValue } from '../json.ts';
import { eachValue } from './schemas.ts';

/** What a reference in a schema points at, as far as the schema's own text tells. */
export type Reference =
  | { readonly kind: 'pointer'; readonly path: readonly string[] }
  | { readonly kind: 'anchor'; readonly name: string }
  | { readonly kind: 'unknown' };

const REFERENCE_KEYS = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
const ANCHOR_KEYS = new Set(['$anchor', '$dynamicAnchor']);
/** Up to draft-07 an anchor is an id that is a fragment. */
const ID_KEYS = new Set(['$id', 'id']);

/**
 * Collect the references anywhere in a value. Any text that looks like a pointer counts as one, because OpenAPI's
 * `discriminator.mapping` points without `$ref`; to see one too many only keeps a definition.
 */
export function collectReferences(root: JsonValue): readonly Reference[] {
  const references: Reference[] = [];
  for (const [key, value] of eachValue(root)) {
    if (typeof value === 'string' && (REFERENCE_KEYS.has(key) || value.startsWith('#/'))) {
      references.push(...readReference(value));
    }
  }
  return references;
}

/** Tell whether a value holds an anchor of that name. */
export function hasAnchor(root: JsonValue, name: string): boolean {
  for (const [key, value] of eachValue(root)) {
    if (ANCHOR_KEYS.has(key) && value === name) return true;
    if (ID_KEYS.has(key) && value === `#${name}`) return true;
  }
  return false;
}

/** Read one reference; RFC 6901, section 6. Not every author escapes, so the text as it stands counts too. */
function readReference(text: string): readonly Reference[] {
  if (!text.startsWith('#')) return [{ kind: 'unknown' }];
  const fragment = text.slice(1);
  const decoded = decodeFragment(fragment);
  if (decoded === undefined) return [{ kind: 'unknown' }];
  return decoded === fragment ? [readFragment(fragment)] : [readFragment(decoded), readFragment(fragment)];
}

function readFragment(fragment: string): Reference {
  if (fragment !== '' && !fragment.startsWith('/')) return { kind: 'anchor', name: fragment };
  const path = fragment.split('/').slice(1);
  return { kind: 'pointer', path: path.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) };
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
