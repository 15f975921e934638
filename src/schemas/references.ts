/** References in a schema, read without resolving them: what a definition is reached by. */
import { isJsonObject, type JsonValue } from '../json.ts';

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

/** Collect the names of the anchors that a value holds. */
export function collectAnchors(root: JsonValue): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [key, value] of eachValue(root)) {
    if (typeof value !== 'string') continue;
    if (ANCHOR_KEYS.has(key)) names.add(value);
    if (ID_KEYS.has(key) && value.startsWith('#')) names.add(value.slice(1));
  }
  return names;
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

/** Walk every value inside a value, itself included, with the key it stands under in an object. */
function* eachValue(root: JsonValue): Generator<readonly [key: string, value: JsonValue]> {
  const waiting: (readonly [key: string, value: JsonValue])[] = [['', root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const [, value] = next;
    if (isJsonObject(value)) for (const member of Object.entries(value)) waiting.push(member);
    else if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) waiting.push(['', item]);
  }
}
