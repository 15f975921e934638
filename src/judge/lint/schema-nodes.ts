/** Questions that rules ask of the schemas of a tool. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import type { LintTool, SchemaNode } from '../../model/lint.ts';

/** A schema that is an object, as most are. */
export interface ObjectNode extends SchemaNode {
  readonly value: JsonObject;
}

/** Schemas of a tool's input that are objects; the only ones that are sent to a model. */
export function inputNodes({ inputSchema }: LintTool): readonly ObjectNode[] {
  return (inputSchema?.nodes ?? []).filter((node): node is ObjectNode => isJsonObject(node.value));
}

/** A keyword's value; never what objects inherit. */
export function own({ value }: Pick<SchemaNode, 'value'>, keyword: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, keyword) ? value[keyword] : undefined;
}

/** Tell whether a schema has one of these keywords. */
export function hasAny(node: Pick<SchemaNode, 'value'>, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => own(node, keyword) !== undefined);
}

/** Tell whether `type` is this, or holds it. */
export function isOfType(node: Pick<SchemaNode, 'value'>, type: string): boolean {
  const value = own(node, 'type');
  return value === type || (Array.isArray(value) && value.includes(type));
}

export const COMBINATORS = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'];
