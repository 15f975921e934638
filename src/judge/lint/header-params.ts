/** Parameters that a client repeats in an HTTP header: `x-mcp-header` of MCP 2026-07-28, Custom Headers. */
import type { LintTool, Path, SchemaNode } from '../../model/lint.ts';
import { compactJson } from '../../json-text.ts';
import { nameWords } from './name-words.ts';
import { inputNodes, own } from './schema-nodes.ts';
import { nameSchema, quote } from './words.ts';

export const HEADER_KEYWORD = 'x-mcp-header';

export type HeaderFault = 'value' | 'type' | 'place' | 'duplicate' | 'secret';

export interface FaultyHeader {
  readonly fault: HeaderFault;
  readonly at: Path;
  /** What is wrong with it, as a noun phrase. */
  readonly what: string;
}

/** RFC 9110, section 5.6.2. */
const HTTP_TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** `number` is not permitted: its text is not the same everywhere. */
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

const SECRET_WORDS: ReadonlySet<string> = new Set(['token', 'secret', 'password', 'key', 'apikey']);

/** Find what is wrong with headers of a tool, in the order of the text. */
export function faultyHeaders(tool: LintTool): readonly FaultyHeader[] {
  const seen = new Map<string, SchemaNode>();
  const plain = new Set<SchemaNode>();
  return inputNodes(tool).flatMap((node): readonly FaultyHeader[] => {
    const { parent, keyword, key } = node;
    if (parent === undefined || (keyword === 'properties' && plain.has(parent))) plain.add(node);
    const value = own(node, HEADER_KEYWORD);
    if (value === undefined) return [];
    const name = typeof value === 'string' ? value : compactJson(value);
    const isValue = typeof value === 'string' && HTTP_TOKEN.test(value);
    const before = seen.get(name.toLowerCase());
    if (isValue && before === undefined) seen.set(name.toLowerCase(), node);
    const isSecret = [name, String(key ?? '')].some((text) =>
      nameWords(text).some((word) => SECRET_WORDS.has(word)),
    );
    const faults: readonly (readonly [HeaderFault, boolean, string])[] = [
      ['value', !isValue, `\`${HEADER_KEYWORD}\` of ${quote(name)}`],
      [
        'type',
        !TYPES.has(own(node, 'type')),
        `a header for ${nameSchema(node.at())}, which is ${typeOf(node)}`,
      ],
      ['place', parent === undefined || !plain.has(node), `a header at ${nameSchema(node.at())}`],
      ['duplicate', isValue && before !== undefined, `the header ${quote(name)} a second time`],
      ['secret', isSecret, `the header ${quote(name)} for ${nameSchema(node.at())}`],
    ];
    return faults.flatMap(([fault, isThere, what]) =>
      isThere ? [{ fault, at: node.at(HEADER_KEYWORD), what }] : [],
    );
  });
}

function typeOf(node: SchemaNode): string {
  const type = own(node, 'type');
  return type === undefined
    ? 'of no type'
    : `of type ${quote(typeof type === 'string' ? type : compactJson(type))}`;
}
