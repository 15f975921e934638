/** What rules are given of a list: each tool with its schemas, walked when a rule first asks for them. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import { compactJson } from '../../json-text.ts';
import type { LintList, LintTool, SchemaDocument } from '../../model/lint.ts';
import { viewTool } from '../../tokens/view-tool.ts';
import { readSchema } from './schema-document.ts';

export interface ListToLint extends Omit<LintList, 'tools'> {
  /** As they were sent. */
  readonly tools: readonly JsonValue[];
}

export interface Counting {
  /** o200k tokens of a text. */
  readonly countTokens: (text: string) => number;
  /** Of a tool that was measured already: what `LintTool.tokens` is. */
  readonly tokensOf?: ((raw: JsonValue) => number | undefined) | undefined;
}

/** Make a list ready for rules. */
export function toLintList({ tools, ...list }: ListToLint, counting: Counting): LintList {
  return { ...list, tools: tools.map((raw, index) => toLintTool(raw, index, counting)) };
}

/** Make one tool ready for rules. An entry that is no object has neither texts nor schemas. */
export function toLintTool(raw: JsonValue, index: number, { countTokens, tokensOf }: Counting): LintTool {
  const tool = isJsonObject(raw) ? raw : {};
  const text = (field: string): string | undefined => {
    const value = Object.hasOwn(tool, field) ? tool[field] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const schema = (field: SchemaDocument['field']): SchemaDocument | undefined => {
    const value = Object.hasOwn(tool, field) ? tool[field] : undefined;
    return value === undefined ? undefined : readSchema(value, field);
  };
  const input = once(() => schema('inputSchema'));
  const output = once(() => schema('outputSchema'));
  const tokens = once(() => tokensOf?.(raw) ?? countTokens(genericText(raw)));
  return {
    index,
    raw,
    name: text('name'),
    description: text('description'),
    title: text('title'),
    get inputSchema() {
      return input();
    },
    get outputSchema() {
      return output();
    },
    get tokens() {
      return tokens();
    },
  };
}

/** The text by which a tool's cost is counted: compact `{name, description, inputSchema}`. */
export function genericText(tool: JsonValue): string {
  return compactJson(viewTool(tool, 'generic'));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
