/** A config as YAML 1.2, with the line of each key. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../errors.ts';
import { positionOf } from './config-json.ts';
import type { ConfigSource, KeyPath } from './config-source.ts';
import { TOO_DEEP } from './nesting.ts';
import { treeFault } from './tree-fault.ts';
import { yamlMessage, yamlTooDeepAt } from './yaml-text.ts';

/** Read the text of a file. A key that stands twice, an unknown tag, or a second document is an error. @throws ConfigError */
export function readYamlConfig(text: string, file: string): ConfigSource {
  const deepAt = yamlTooDeepAt(text);
  if (deepAt !== undefined) {
    const { line, column } = positionOf(text, deepAt);
    throw new ConfigError(`${file}:${line}:${column}  ${TOO_DEEP}`);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new ConfigError(`${file}:${line}:${col}  ${yamlMessage(error)}`);
  }
  const value = valueOf(() => document.toJS(), file);
  const locateIn = (path: KeyPath): { readonly line: number } => locate(document.contents, path, lines);
  const fault = treeFault(value);
  if (fault !== undefined) throw new ConfigError(`${file}:${locateIn(fault.path).line}  ${fault.message}`);
  return { value, locate: locateIn };
}

/** A file of a few lines can expand to gigabytes; `yaml` stops at a hundred uses of what an anchor names. */
function valueOf(toJs: () => unknown, file: string): unknown {
  try {
    return toJs();
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw cause;
    throw new ConfigError(`${file}  its aliases expand to too much, or to nothing`, { cause });
  }
}

/** The line of a key, or of an entry of a list; of what is not there, of the nearest around it. */
export function locate(root: unknown, path: KeyPath, lines: LineCounter): { readonly line: number } {
  let node = root;
  let offset = 0;
  for (const part of path) {
    const pair = isMap(node)
      ? node.items.findLast(({ key }) => (isScalar(key) ? String(key.value) : key) === String(part))
      : undefined;
    const next: unknown = isSeq(node) ? node.items[Number(part)] : pair?.value;
    const start = startOf(pair?.key ?? next);
    if (start === undefined) break;
    offset = start;
    node = next;
  }
  return { line: lines.linePos(offset).line };
}

function startOf(node: unknown): number | undefined {
  const { range } = (node ?? {}) as { readonly range?: readonly [number, number, number] | null };
  return range?.[0];
}
