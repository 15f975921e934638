/** TOML 1.0, which refuses a key that stands twice. */
import { parse, TomlError } from 'smol-toml';
import type { KeyPath } from '../../config-source.ts';
import { MAX_LEVELS, TOO_DEEP } from '../../nesting.ts';
import type { ReadText } from './client-text.ts';
import { treeFault } from '../../tree-fault.ts';

/** Read the text of a file. */
export function readClientToml(text: string): ReadText {
  const parsed = parsedTo(text, MAX_LEVELS);
  if (parsed instanceof TomlError) {
    const { line, column } = parsed;
    return { problem: { message: messageOf(parsed, text), line, column } };
  }
  const lineOf = tableLines(text);
  // Dotted keys nest too, and the parser does not count them.
  const fault = treeFault(parsed);
  if (fault !== undefined) return { problem: { message: fault.message, line: lineOf(fault.path) } };
  return { value: plain(parsed), lineOf, twice: [], isLenient: false };
}

function parsedTo(text: string, maxDepth: number): unknown {
  try {
    return parse(text, { maxDepth, integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (error instanceof TomlError) return error;
    throw error;
  }
}

/** Where a higher limit gets further, it was the limit. */
function messageOf({ message, line, column }: TomlError, text: string): string {
  const further = parsedTo(text, 2 * MAX_LEVELS);
  const isSame = further instanceof TomlError && further.line === line && further.column === column;
  if (!isSame) return TOO_DEEP;
  return `not TOML: ${message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? ''}`;
}

/** What JSON has no type for is the text that it was written as, all digits of it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

/** `a.b."c d"`, split at the dots outside quotes. */
const KEY_PARTS = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g;

/**
 * The parser keeps no positions. Tables have their own line almost everywhere; of what stands inline, or in a text of
 * several lines that looks like a table, the line is that of the nearest table.
 */
function tableLines(text: string): (path: KeyPath) => number | undefined {
  let lines: Lines | undefined;
  return (path) => {
    const { of, under } = (lines ??= readLines(text));
    const around = path.map((_, index) => of.get(keyOf(path.slice(0, -index - 1))));
    return under.get(keyOf(path)) ?? around.find((line) => line !== undefined);
  };
}

/** The first line of a table or a key, and of anything under it. */
interface Lines {
  readonly of: ReadonlyMap<string, number>;
  readonly under: ReadonlyMap<string, number>;
}

function readLines(text: string): Lines {
  const of = new Map<string, number>();
  const under = new Map<string, number>();
  const note = (map: Map<string, number>, at: KeyPath, line: number): void => {
    const key = keyOf(at);
    if (!map.has(key)) map.set(key, line);
  };
  let table: readonly string[] = [];
  for (const [index, line] of text.split(/\r\n|\n/).entries()) {
    const header = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1];
    const key = header === undefined ? /^\s*([^=#[]+?)\s*=/.exec(line)?.[1] : undefined;
    if (header !== undefined) table = partsOf(header);
    if (header === undefined && key === undefined) continue;
    const at = [...table, ...(key === undefined ? [] : partsOf(key))];
    note(of, at, index + 1);
    for (let depth = 1; depth <= Math.min(at.length, MAX_LEVELS); depth += 1)
      note(under, at.slice(0, depth), index + 1);
  }
  return { of, under };
}

function keyOf(path: KeyPath): string {
  return JSON.stringify(path.map(String));
}

function partsOf(key: string): readonly string[] {
  return [...key.matchAll(KEY_PARTS)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}
