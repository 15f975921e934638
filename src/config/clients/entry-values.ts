/** Values of an entry in the types that they should have; what has another is told. */
import { isJsonObject } from '../../json.ts';
import type { ClientWarning } from '../../model/client.ts';
import { textOf, valueAt } from './containers.ts';
import type { Parsed } from './containers.ts';

/** What is wrong with an entry, added to as it is read. */
export interface Faults {
  readonly warnings: ClientWarning[];
  /** Each makes the entry invalid. */
  readonly mistakes: string[];
}

/** An entry that is being read. */
export interface Reader {
  readonly entry: Parsed;
  readonly faults: Faults;
}

/** Key paths with dots, the first that holds something counts. */
export type Keys = readonly string[] | undefined;

/** A key path as its keys. */
export function keyPath(key: string): readonly string[] {
  return key.split('.');
}

/** The first of these keys that holds something that fits. */
export function first(
  { entry }: Reader,
  keys: readonly string[] = [],
  isFitting: (value: unknown) => boolean = () => true,
): { readonly key: string; readonly value: unknown } | undefined {
  return keys
    .map((key) => ({ key, value: valueAt(entry, keyPath(key)) }))
    .find(({ value }) => value !== undefined && value !== null && isFitting(value));
}

/** The text under the first of these keys that holds one. */
export function text(reader: Reader, keys: Keys): { key: string; value: string } | undefined {
  const found = first(reader, keys, (value) => typeof value === 'string') ?? first(reader, keys);
  if (found === undefined) return undefined;
  const { key, value } = found;
  if (typeof value !== 'string') {
    reader.faults.mistakes.push(`${key} is ${kindOf(value)}, expected text`);
    return undefined;
  }
  // An empty text is what a form leaves behind.
  return value.trim() === '' ? undefined : { key, value };
}

/** Numbers and booleans become text; text is never split, as nobody knows by which rules. */
export function argumentsIn(
  { faults }: Reader,
  { key, value }: { key: string; value: unknown },
): readonly string[] {
  if (!Array.isArray(value)) {
    faults.mistakes.push(`${key} is ${kindOf(value)}, expected a list: ["first", "second"]`);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    const word = textOf(item);
    if (word !== undefined) return [word];
    faults.mistakes.push(`${key}[${index}] is ${kindOf(item)}, expected text`);
    return [];
  });
}

/** Names with values, as of an environment. */
export function textMap(
  reader: Reader,
  keys: Keys,
  field: 'env' | 'headers',
): Readonly<Record<string, string>> {
  const found = first(reader, keys);
  if (found === undefined) return {};
  const { faults } = reader;
  if (!isJsonObject(found.value)) {
    faults.mistakes.push(`${found.key} is ${kindOf(found.value)}, expected names with values`);
    return {};
  }
  const pairs = Object.entries(found.value).flatMap(([name, value]) => {
    if (value === null) {
      faults.warnings.push({ code: 'null-value', field: `${field}.${name}`, message: 'is null: left out' });
      return [];
    }
    const text = textOf(value);
    if (text !== undefined) return [[name, text] as const];
    faults.mistakes.push(`${found.key}.${name} is ${kindOf(value)}, expected text`);
    return [];
  });
  return Object.fromEntries(pairs);
}

/** Names of variables, or objects that hold one. */
export function namesIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const name = isJsonObject(item) ? item['name'] : item;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}

/** What a value is, for people: `a list`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? 'an object'
    : typeof value === 'string'
      ? 'a string'
      : `a ${typeof value}`;
}
