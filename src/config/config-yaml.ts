/** A config as YAML 1.2, with the line of each key. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../errors.ts';
import type { ConfigSource, KeyPath } from './config-source.ts';

/** Read the text of a file. A key that stands twice, an unknown tag, or a second document is an error. @throws ConfigError */
export function readYamlConfig(text: string, file: string): ConfigSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new ConfigError(`${file}:${line}:${col}  not YAML: ${error.message}`);
  }
  return {
    value: valueOf(() => document.toJS(), file),
    locate: (path) => locate(document.contents, path, lines),
  };
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
      ? node.items.find(({ key }) => (isScalar(key) ? String(key.value) : key) === String(part))
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
