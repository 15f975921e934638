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

/** Apply steps in their order; the value that is given stays as it is. @throws TypeError for a place that is not there */
export function applyPatch(value: JsonValue, steps: readonly PatchStep[]): JsonValue {
  return steps.reduce((before, step) => change(before, fromPointer(step.path), step), value);
}

function change(value: JsonValue, path: readonly string[], step: PatchStep): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (step.op === 'remove') throw new TypeError('a patch cannot remove the whole');
    return step.value;
  }
  if (Array.isArray(value)) return changeItem(value as readonly JsonValue[], { key, rest, step });
  if (!isJsonObject(value)) throw new TypeError(`a patch finds no ${step.path}`);
  const isThere = Object.hasOwn(value, key);
  if (!isThere && (rest.length > 0 || step.op !== 'add'))
    throw new TypeError(`a patch finds no ${step.path}`);
  const isRemoved = rest.length === 0 && step.op === 'remove';
  const member = (old: JsonValue): JsonValue =>
    rest.length === 0 && step.op !== 'remove' ? step.value : change(old, rest, step);
  const entries = Object.entries(value).flatMap(([name, old]): [string, JsonValue][] => {
    if (name !== key) return [[name, old]];
    return isRemoved ? [] : [[name, member(old)]];
  });
  // `fromEntries` defines `__proto__` as a property of its own, as JSON.parse does.
  return Object.fromEntries(isThere || step.op === 'remove' ? entries : [...entries, [key, step.value]]);
}

function changeItem(
  list: readonly JsonValue[],
  { key, rest, step }: { readonly key: string; readonly rest: readonly string[]; readonly step: PatchStep },
): JsonValue {
  const index = key === '-' ? list.length : Number(key);
  const old = list[index];
  if (rest.length === 0 && step.op === 'add' && index <= list.length)
    return list.toSpliced(index, 0, step.value);
  if (old === undefined) throw new TypeError(`a patch finds no ${step.path}`);
  if (rest.length > 0) return list.with(index, change(old, rest, step));
  return step.op === 'remove' ? list.toSpliced(index, 1) : list.with(index, change(old, rest, step));
}
