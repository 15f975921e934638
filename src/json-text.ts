import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** Parse JSON; undefined for text that is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Every string of a JSON text; one that a colon follows is a key. */
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs;

/** Tell whether a JSON text names a key twice in one object: parsing keeps the last of them without a word. */
export function repeatsKey(text: string, value: JsonValue): boolean {
  let written = 0;
  for (const [, colon] of text.matchAll(STRINGS)) if (colon !== undefined) written += 1;
  return written > countKeys(value);
}

function countKeys(value: JsonValue): number {
  let count = 0;
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) count += Object.keys(next).length;
    for (const member of Object.values(next)) open.push(member);
  }
  return count;
}

/**
 * Write a value as compact JSON, key order kept: the text of `JSON.stringify`, at any depth. `JSON.parse` reads
 * millions of levels where `JSON.stringify` overflows the stack near 4,000 (Node 20), and a server may send them.
 */
export function compactJson(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const chunks: string[] = [];
    writeJson(value, undefined, {
      write: (text) => chunks.push(text),
      member: () => ({ key: undefined, value: undefined }),
      isWhole: () => false,
    });
    return chunks.join('');
  }
}

/** Write a value as compact JSON with the keys of every object sorted: the same text in whatever order they stood. */
export function canonicalJson(value: JsonValue): string {
  const open: Copy[] = [];
  const sorted = copySorted(value, open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next))
      for (const [index, member] of next.entries()) next[index] = copySorted(member, open);
    else for (const [key, member] of Object.entries(next)) next[key] = copySorted(member, open);
  }
  return compactJson(sorted);
}

type Copy = JsonValue[] | Record<string, JsonValue>;

/** A copy of one level, to be gone on with. */
function copySorted(value: JsonValue, open: Copy[]): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  const copy: Copy = isJsonObject(value) ? sortMembers(value) : [...value];
  open.push(copy);
  return copy;
}

function sortMembers(value: JsonObject): Record<string, JsonValue> {
  // Without a prototype `__proto__` is a key like any other.
  const copy = Object.create(null) as Record<string, JsonValue>;
  for (const key of Object.keys(value).sort()) copy[key] = value[key] ?? null;
  return copy;
}

/** UTF-8 length of a value's compact JSON. */
export function compactBytes(value: JsonValue): number {
  return Buffer.byteLength(compactJson(value));
}

/** How a value is written when each piece of its text has a place that says what it belongs to. */
export interface Places<Place> {
  readonly write: (text: string, place: Place) => void;
  /** The places of a member's comma and key, and of its value; `key` is absent for an array's element. */
  readonly member: (
    parent: Place,
    key: string | undefined,
    value: JsonValue,
  ) => { readonly key: Place; readonly value: Place };
  /** Whether a value at this place is written in one piece. */
  readonly isWhole: (place: Place) => boolean;
}

interface Open<Place> {
  readonly place: Place;
  readonly keys: readonly string[] | undefined;
  readonly values: readonly JsonValue[];
  next: number;
}

/** Write a value as compact JSON piece by piece, without recursion. */
export function writeJson<Place>(root: JsonValue, rootPlace: Place, places: Places<Place>): void {
  const stack: Open<Place>[] = [];
  const open = (value: JsonValue, place: Place): void => {
    if (typeof value !== 'object' || value === null || places.isWhole(place)) {
      places.write(compactJson(value), place);
    } else if (isJsonObject(value)) {
      places.write('{', place);
      stack.push({ place, keys: Object.keys(value), values: Object.values(value), next: 0 });
    } else {
      places.write('[', place);
      stack.push({ place, keys: undefined, values: value, next: 0 });
    }
  };

  open(root, rootPlace);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const value = top.values[top.next];
    if (value === undefined) {
      places.write(top.keys === undefined ? ']' : '}', top.place);
      stack.pop();
      continue;
    }
    const key = top.keys?.[top.next];
    const place = places.member(top.place, key, value);
    const lead = (top.next === 0 ? '' : ',') + (key === undefined ? '' : `${JSON.stringify(key)}:`);
    top.next += 1;
    if (lead !== '') places.write(lead, place.key);
    open(value, place.value);
  }
}
