/** How two readings of one list differ. */
import { compactJson } from '../json-text.ts';
import type { JsonValue } from '../json.ts';
import type { ListDifference } from '../model/snapshot.ts';

export interface FoundDifference {
  readonly kind: ListDifference;
  /** Index of the first tool that differs, of kind `bytes`. */
  readonly tool?: number | undefined;
  /** For people: which tools. */
  readonly message: string;
}

/** Find the difference of two readings: tools that came or went, their order, or their definitions. Undefined when equal. */
export function findDifference(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
): FoundDifference | undefined {
  const texts = { before: before.map(compactJson), after: after.map(compactJson) };
  if (isSame(texts.before, texts.after)) return undefined;
  const names = { before: before.map(nameOf), after: after.map(nameOf) };
  const came = missingIn(names.before, names.after);
  const went = missingIn(names.after, names.before);
  if (came.length + went.length > 0) {
    const parts = [list('new', came), list('gone', went)].filter((part) => part !== '');
    return { kind: 'content', message: parts.join('; ') };
  }
  if (!isSame(names.before.toSorted(), names.after.toSorted()))
    return { kind: 'content', message: 'tools repeated' };
  const changed = changedNames(texts, names.after);
  const isReordered =
    !isSame(names.before, names.after) || isSame(texts.before.toSorted(), texts.after.toSorted());
  if (!isReordered) {
    const tool = texts.after.findIndex((text, index) => text !== texts.before[index]);
    return { kind: 'bytes', tool, message: list('changed', changed) || 'tools repeated' };
  }
  const parts = ['the same tools in another order', list('changed', changed)];
  return { kind: 'order', message: parts.filter((part) => part !== '').join('; ') };
}

interface Readings {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function changedNames(texts: Readings, names: readonly string[]): readonly string[] {
  const known = new Set(texts.before);
  return names.filter((_, index) => !known.has(texts.after[index] ?? ''));
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((text, index) => text === after[index]);
}

function missingIn(known: readonly string[], names: readonly string[]): readonly string[] {
  const set = new Set(known);
  return names.filter((name) => !set.has(name));
}

function nameOf(tool: JsonValue): string {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
  return typeof name === 'string' ? name : '(no name)';
}

function list(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, 3).join(', ');
  return `${what}: ${shown}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}
