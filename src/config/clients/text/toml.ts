/** TOML 1.0, which refuses a key that stands twice. */
import { parse, TomlError } from 'smol-toml';
import type { KeyPath } from '../../config-source.ts';
import type { ReadText } from './client-text.ts';

/** Read the text of a file. */
export function readClientToml(text: string): ReadText {
  try {
    return { value: parse(text), lineOf: (path) => lineOf(text, path), twice: [], isLenient: false };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const cause = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    return { problem: { message: `not TOML: ${cause}`, line: error.line, column: error.column } };
  }
}

/** `a.b."c d"`, split at the dots outside quotes. */
const KEY_PARTS = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g;

/**
 * The parser keeps no positions. Tables have their own line almost everywhere; of what stands inline, or in a text of
 * several lines that looks like a table, the line is that of the nearest table.
 */
function lineOf(text: string, path: KeyPath): number | undefined {
  let best: { readonly line: number; readonly depth: number } | undefined;
  let table: readonly string[] = [];
  for (const [index, line] of text.split(/\r\n|\n/).entries()) {
    const header = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1];
    const key = header === undefined ? /^\s*([^=#[]+?)\s*=/.exec(line)?.[1] : undefined;
    if (header !== undefined) table = partsOf(header);
    if (header === undefined && key === undefined) continue;
    const at = [...table, ...(key === undefined ? [] : partsOf(key))];
    const depth = commonDepth(at, path);
    const isOnWay = depth === at.length || depth === path.length;
    if (isOnWay && depth > (best?.depth ?? 0)) best = { line: index + 1, depth };
  }
  return best?.line;
}

function partsOf(key: string): readonly string[] {
  return [...key.matchAll(KEY_PARTS)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

function commonDepth(at: readonly string[], path: KeyPath): number {
  const end = at.findIndex((part, index) => part !== String(path[index]));
  return end === -1 ? at.length : end;
}
