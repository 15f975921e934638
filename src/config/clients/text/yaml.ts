/** YAML 1.2 with merge keys; a key that stands twice is told, not refused. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { positionOf } from '../../config-json.ts';
import type { KeyPath } from '../../config-source.ts';
import { locate } from '../../config-yaml.ts';
import { TOO_DEEP } from '../../nesting.ts';
import { yamlMessage, yamlTooDeepAt } from '../../yaml-text.ts';
import type { ReadText } from './client-text.ts';
import { treeFault } from '../../tree-fault.ts';

/** Read the text of a file. */
export function readClientYaml(text: string): ReadText {
  const deepAt = yamlTooDeepAt(text);
  if (deepAt !== undefined) return { problem: { message: TOO_DEEP, ...positionOf(text, deepAt) } };
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    merge: true,
    uniqueKeys: false,
  });
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    return { problem: { message: yamlMessage(error), line, column: col } };
  }
  const lineOf = (path: KeyPath): number => locate(document.contents, path, lines).line;
  try {
    const value: unknown = document.toJS();
    const fault = treeFault(value);
    if (fault !== undefined) return { problem: { message: fault.message, line: lineOf(fault.path) } };
    return {
      value: value ?? undefined,
      lineOf,
      twice: repeatedKeys(document.contents, []),
      isLenient: false,
    };
  } catch (cause) {
    // Thrown at a hundred uses of what an anchor names, and at an alias of nothing.
    if (!(cause instanceof ReferenceError)) throw cause;
    return { problem: { message: 'not YAML: its aliases expand to too much, or to nothing' } };
  }
}

function repeatedKeys(node: unknown, path: KeyPath): readonly KeyPath[] {
  if (isSeq(node)) return node.items.flatMap((item, index) => repeatedKeys(item, [...path, index]));
  if (!isMap(node)) return [];
  const seen = new Set<string>();
  return node.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : '';
    const at = [...path, name];
    const isRepeated = seen.has(name) && name !== '<<';
    seen.add(name);
    return [...(isRepeated ? [at] : []), ...repeatedKeys(value, at)];
  });
}
