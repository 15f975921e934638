/** A config as JSON with comments and trailing commas, with the line of each key. */
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { ConfigError } from '../errors.ts';
import type { ConfigSource, KeyPath } from './config-source.ts';
import { TOO_DEEP, tooDeepAt } from './nesting.ts';

/** Read the text of a file, or what stands under one key of it. @throws ConfigError with line and column */
export function readJsonConfig(text: string, file: string, under: KeyPath = []): ConfigSource {
  const deepAt = tooDeepAt(text);
  if (deepAt !== undefined) {
    const { line, column } = positionOf(text, deepAt);
    throw new ConfigError(`${file}:${line}:${column}  ${TOO_DEEP}`);
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const { line, column } = positionOf(text, error?.offset ?? 0);
    const what = error === undefined ? 'empty' : words(printParseErrorCode(error.error));
    throw new ConfigError(`${file}:${line}:${column}  not JSON: ${what}`);
  }
  rejectTwice(root, text, file);
  const node = findNodeAtLocation(root, [...under]);
  return {
    value: node === undefined ? undefined : getNodeValue(node),
    text,
    locate: (path) => ({ line: positionOf(text, startOf(root, [...under, ...path])).line }),
  };
}

function startOf(root: Node, path: KeyPath): number {
  const node = findNodeAtLocation(root, [...path]);
  if (node === undefined) return startOf(root, path.slice(0, -1));
  return node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

/** `JSON.parse` would take the last of two keys, and the first would limit nothing. */
function rejectTwice(node: Node, text: string, file: string): void {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? String(child.children?.[0]?.value) : undefined;
    if (name !== undefined && seen.has(name)) {
      const { line, column } = positionOf(text, child.offset);
      throw new ConfigError(`${file}:${line}:${column}  ${JSON.stringify(name)} stands here twice`);
    }
    if (name !== undefined) seen.add(name);
    rejectTwice(child, text, file);
  }
}

/** Line and column of a place in a text, from 1. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** `CommaExpected`: comma expected. */
export function words(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
