/** Values inside a definition: how large each is, and which are the same whatever the order of their keys. Linear. */
import { isJsonObject, type JsonValue } from '../../json.ts';

export interface Subtree {
  /** Equal for equal values. */
  readonly id: number;
  /** UTF-8 of its compact JSON. */
  readonly bytes: number;
}

/** Look at a value and all values in it, from the innermost out; asks no more of the stack for a deep one. */
export function readSubtrees(root: JsonValue): (value: JsonValue) => Subtree {
  const known = new Map<string, Subtree>();
  const containers = new Map<JsonValue, Subtree>();
  const subtreeOf = (value: JsonValue): Subtree => {
    const known = containers.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    return intern(text, () => byteLength(text));
  };
  const intern = (key: string, bytes: () => number): Subtree => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = { id: known.size, bytes: bytes() };
    known.set(key, made);
    return made;
  };
  const close = (value: JsonValue & object): Subtree => {
    if (!isJsonObject(value)) {
      const items = value.map(subtreeOf);
      return intern(`[${items.map(({ id }) => id).join()}]`, () => sizeOf(items.map(({ bytes }) => bytes)));
    }
    const members = Object.entries(value).map(([name, member]) => ({
      key: JSON.stringify(name),
      ...subtreeOf(member),
    }));
    const sorted = members.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return intern(`{${sorted.map(({ key, id }) => `${key}:${id}`).join()}}`, () =>
      sizeOf(members.map(({ key, bytes }) => byteLength(key) + 1 + bytes)),
    );
  };
  const open: { readonly value: JsonValue & object; readonly isEntered: boolean }[] = [];
  const push = (value: JsonValue): void => {
    if (typeof value === 'object' && value !== null && !containers.has(value))
      open.push({ value, isEntered: false });
  };
  push(root);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isEntered } = next;
    if (isEntered) {
      containers.set(value, close(value));
      continue;
    }
    open.push({ value, isEntered: true });
    for (const member of Object.values(value) as readonly JsonValue[]) push(member);
  }
  return subtreeOf;
}

/** Brackets, members and the commas between them. */
function sizeOf(members: readonly number[]): number {
  return members.reduce((sum, bytes) => sum + bytes, 2 + Math.max(0, members.length - 1));
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
