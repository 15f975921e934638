/** Apply a JSON patch (RFC 6902: add, replace, remove) to a definition, and write pointers (RFC 6901). */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { Path } from '../../model/lint.ts';
import type { PatchStep } from '../../model/patch.ts';

/** Write a path as a JSON pointer. */
export function toPointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Read a JSON pointer: its keys, unescaped. */
export function fromPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Apply steps in their order; the value that is given stays as it is. What they pass through is copied once for all of
 * them, so that hundreds of steps on one tool take no longer than what they change.
 *
 * @throws TypeError for a place that is not there
 */
export function applyPatch(value: JsonValue, steps: readonly PatchStep[]): JsonValue {
  const copies = new Set<JsonValue>();
  // The whole stands under a key as well, so that it is changed like everything else.
  const patched: Holder = { whole: value };
  for (const step of steps) {
    if (step.path !== '' && !step.path.startsWith('/')) throw new TypeError(`no JSON pointer: ${step.path}`);
    const keys = ['whole', ...fromPointer(step.path)];
    const last = keys.pop() ?? '';
    let holder: Holder = patched;
    for (const key of keys) holder = openMember(holder, key, { step, copies });
    change(holder, last, step);
  }
  return patched['whole'] ?? null;
}

/** A copy that may be written to. */
type Holder = Record<string, JsonValue> | JsonValue[];

function openMember(
  holder: Holder,
  key: string,
  { step, copies }: { readonly step: PatchStep; readonly copies: Set<JsonValue> },
): Holder {
  const member = memberOf(holder, key);
  if (typeof member !== 'object' || member === null) throw notThere(step);
  if (copies.has(member)) return member as Holder;
  const copy: Holder = isJsonObject(member) ? { ...member } : [...member];
  copies.add(copy);
  set(holder, key, copy);
  return copy;
}

function change(holder: Holder, key: string, step: PatchStep): void {
  if (step.op === 'add' && Array.isArray(holder)) {
    const index = key === '-' ? holder.length : indexOf(key);
    if (index === undefined || index > holder.length) throw notThere(step);
    holder.splice(index, 0, step.value);
    return;
  }
  if (step.op !== 'add' && memberOf(holder, key) === undefined) throw notThere(step);
  if (step.op !== 'remove') set(holder, key, step.value);
  else if (step.path === '') throw new TypeError('a patch cannot remove the whole');
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

function memberOf(holder: Holder, key: string): JsonValue | undefined {
  if (!Array.isArray(holder)) return Object.hasOwn(holder, key) ? holder[key] : undefined;
  const index = indexOf(key);
  return index === undefined ? undefined : holder[index];
}

/** RFC 6901, section 4: digits without a leading zero. */
function indexOf(key: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : undefined;
}

/** Write a member where it stood; defined, because to assign `__proto__` would set what an object inherits. */
function set(holder: Holder, key: string, value: JsonValue): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function notThere({ path }: PatchStep): TypeError {
  return new TypeError(`a patch finds no ${path}`);
}
