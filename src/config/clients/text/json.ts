/** JSON with comments and trailing commas, whoever wrote it; a key that stands twice is told, not refused. */
import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { parseJson } from '../../../json-text.ts';
import { positionOf, words } from '../../config-json.ts';
import type { KeyPath } from '../../config-source.ts';
import { TOO_DEEP, tooDeepAt } from '../../nesting.ts';
import type { ReadText } from './client-text.ts';
import { lineIndex } from './lines.ts';

/** Read the text of a file. */
export function readClientJson(text: string): ReadText {
  const deepAt = tooDeepAt(text);
  if (deepAt !== undefined) return { problem: { message: TOO_DEEP, ...positionOf(text, deepAt) } };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  // Comments alone are as good as nothing.
  const error = errors.find(
    ({ error }) => root !== undefined || printParseErrorCode(error) !== 'ValueExpected',
  );
  if (error !== undefined) {
    const { line, column } = positionOf(text, error.offset);
    const message = `not JSON: ${words(printParseErrorCode(error.error))}`;
    return { problem: { message, line, column, hint: json5Hint(text.slice(error.offset)) } };
  }
  const lineAt = lineIndex(text);
  return {
    value: root === undefined ? undefined : (getNodeValue(root) as unknown),
    lineOf: (path) => lineAt(root === undefined ? 0 : offsetOf(root, path)),
    twice: root === undefined ? [] : repeatedKeys(root),
    isLenient: parseJson(text) === undefined,
  };
}

/** A bare key or a single quote is where JSON with comments ends and JSON5 goes on. */
function json5Hint(rest: string): string | undefined {
  return /^['A-Za-z_$]/.test(rest)
    ? 'looks like JSON5, which is not read: put keys and texts in double quotes'
    : undefined;
}

function offsetOf(root: Node, path: KeyPath): number {
  let node = root;
  let { offset } = root;
  for (const part of path) {
    const child =
      node.type === 'array'
        ? node.children?.[Number(part)]
        : node.children?.findLast(({ children }) => children?.[0]?.value === part);
    const next = node.type === 'array' ? child : child?.children?.[1];
    if (child === undefined || next === undefined) break;
    ({ offset } = child);
    node = next;
  }
  return offset;
}

/** Of what counts: a key inside one that a later one replaces is none. */
function repeatedKeys(root: Node): readonly KeyPath[] {
  const repeated: KeyPath[] = [];
  const open: { readonly node: Node; readonly path: KeyPath }[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    const members = new Map<string | number, Node | undefined>();
    for (const [index, child] of (node.children ?? []).entries()) {
      const [key, value] = node.type === 'array' ? [index, child] : keyAndValue(child);
      if (members.has(key)) repeated.push([...path, key]);
      members.set(key, value);
    }
    for (const [key, value] of members) {
      if (value?.children !== undefined) open.push({ node: value, path: [...path, key] });
    }
  }
  return repeated;
}

function keyAndValue({ children }: Node): readonly [string, Node | undefined] {
  return [String(children?.[0]?.value), children?.[1]];
}
