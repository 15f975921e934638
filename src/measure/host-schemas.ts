/** The input schema that reaches the model in a host: without the keywords that it is known to drop. Pure. */
import { isJsonObject, type JsonValue } from '../json.ts';
import { isConfirmed } from '../hosts/severity.ts';
import type { HostKeyword, HostProfile } from '../model/host.ts';
import { schemaKeywords } from '../tokens/schema-keywords.ts';

type Drops = (key: string, isRoot: boolean) => boolean;

/**
 * Tell which keywords a host drops; undefined where it is known to drop none. A list must not look cheaper for what
 * somebody only supposes.
 */
export function droppedKeywords({ schema, loads, confidence }: HostProfile): Drops | undefined {
  const dropped = (schema.droppedKeywords ?? []).filter(
    (one) => one.action === 'strip' && isConfirmed(one.confidence),
  );
  const isExampleDropped = loads.examples === false && isConfirmed(confidence.loads);
  if (dropped.length === 0 && !isExampleDropped) return undefined;
  const isMeant = ({ keyword, except = [] }: HostKeyword, key: string): boolean =>
    keyword === '*' ? !except.includes(key) : keyword === key;
  return (key, isRoot) =>
    (isExampleDropped && key === 'examples') ||
    dropped.some((one) => (isRoot || one.at === 'any') && isMeant(one, key));
}

/** Copy a schema without dropped keywords. Names of properties and data are no keywords. Without recursion. */
export function dropKeywords(schema: JsonValue, drops: Drops): JsonValue {
  const root: { value?: JsonValue } = {};
  const waiting: Waiting[] = [
    { value: schema, holds: 'schema', isRoot: true, put: (value) => (root.value = value) },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) copyOne(next, drops, waiting);
  return root.value ?? schema;
}

interface Waiting {
  readonly value: JsonValue;
  readonly holds: 'schema' | 'names' | 'data';
  readonly isRoot: boolean;
  readonly put: (value: JsonValue) => void;
}

function copyOne({ value, holds, isRoot, put }: Waiting, drops: Drops, waiting: Waiting[]): void {
  if (holds === 'data' || typeof value !== 'object' || value === null) return put(value);
  if (!isJsonObject(value)) {
    const items: JsonValue[] = [];
    put(items);
    for (const [index, item] of value.entries()) {
      items.push(null);
      waiting.push({ value: item, holds, isRoot: false, put: (copy) => (items[index] = copy) });
    }
    return;
  }
  const copied: Record<string, JsonValue> = {};
  put(copied);
  for (const [key, member] of Object.entries(value)) {
    if (holds === 'schema' && drops(key, isRoot)) continue;
    const held = holds === 'names' ? 'schema' : (schemaKeywords.get(key)?.holds ?? 'data');
    // Taken now, so that the order of the keys is kept; `__proto__` is a key like any other.
    Object.defineProperty(copied, key, { value: null, enumerable: true, writable: true, configurable: true });
    waiting.push({ value: member, holds: held, isRoot: false, put: (copy) => replace(copied, key, copy) });
  }
}

function replace(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
