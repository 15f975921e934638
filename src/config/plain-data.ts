/** Configs from code hold whatever code can make; what is no plain data would lose its limits without a word. */
import { types } from 'node:util';
import type { Problem } from './config-problems.ts';
import type { KeyPath } from './config-source.ts';

/** Nobody nests as deep by hand: it is made anew with every reading. */
const MAX_LEVELS = 100;

export interface PlainData {
  /** Read once, so that what is checked is what is used, whatever getters answer the next time. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** Copy what JSON could hold, and tell of all else. Left as it is: `undefined` of a key, which the schema refuses. */
export function plainData(value: unknown): PlainData {
  const problems: Problem[] = [];
  return { value: copy(value, [], { above: [], problems }), problems };
}

interface Place {
  /** The objects around it. */
  readonly above: readonly object[];
  readonly problems: Problem[];
}

function copy(value: unknown, path: KeyPath, place: Place): unknown {
  const odd = whatIsOdd(value, place.above);
  if (odd !== undefined) {
    place.problems.push({ path, message: `expected plain data, found ${odd}` });
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  const inside = { above: [...place.above, value], problems: place.problems };
  const read = (key: string | number): unknown => readMember(value, [...path, key], inside);
  if (!Array.isArray(value)) return Object.fromEntries(Object.keys(value).map((key) => [key, read(key)]));
  return Array.from(value.keys(), read);
}

function readMember(of: object, path: KeyPath, place: Place): unknown {
  try {
    return copy((of as Record<string | number, unknown>)[path.at(-1) ?? ''], path, place);
  } catch {
    place.problems.push({ path, message: 'it cannot be read: its getter throws' });
    return undefined;
  }
}

function whatIsOdd(value: unknown, above: readonly object[]): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    return `a ${typeof value}`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // First of all: what is asked of a proxy runs code.
  if (types.isProxy(value)) return 'a Proxy';
  if (above.includes(value)) return 'an object that contains itself';
  if (above.length >= MAX_LEVELS) return `more than ${MAX_LEVELS} levels`;
  return Array.isArray(value) ? oddOfList(value) : oddOfObject(value);
}

function oddOfList(list: readonly unknown[]): string | undefined {
  if (Object.getPrototypeOf(list) !== Array.prototype) return 'an instance of a class';
  // Its entries, and `length`. Else some are missing, or there are keys beside them.
  if (ownKeys(list).length !== list.length + 1) return 'a list with gaps, or with keys';
  return list.includes(undefined) ? 'a list with undefined in it' : undefined;
}

function oddOfObject(value: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    return 'an instance of a class, or what inherits from another object';
  }
  const isWhole = ownKeys(value).every((key) => typeof key === 'string' && isEnumerable(value, key));
  return isWhole ? undefined : 'keys that are symbols or not enumerable';
}

function isEnumerable(value: object, key: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(value, key)?.enumerable === true;
}

/** Hidden in modules, and in JSON that jiti imports. */
const MARKS = new Set<PropertyKey>(['default', '__esModule', Symbol.toStringTag]);

function ownKeys(value: object): readonly PropertyKey[] {
  return Reflect.ownKeys(value).filter((key) => !MARKS.has(key) || isEnumerable(value, key));
}
