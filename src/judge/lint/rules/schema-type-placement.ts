import { isJsonObject, type JsonObject, type JsonValue } from '../../../json.ts';
import type { LintRule, Path, Place, SchemaNode } from '../../../model/lint.ts';
import { COMBINATORS, hasAny, inputNodes, own, type ObjectNode } from '../schema-nodes.ts';
import { toPointer } from '../patch.ts';
import { andMore, nameSchema } from '../words.ts';

const tool = (properties: JsonObject) => ({
  name: 'set_mode',
  description: 'Set how the agent works.',
  inputSchema: { type: 'object', properties },
});

export const schemaTypePlacement: LintRule = {
  id: 'schema-type-placement',
  group: 'schemas',
  severity: 'warning',
  summary: 'A schema lacks `type` where some hosts want one, or has it where they do not.',
  why: 'Some APIs check schemas more strictly than JSON Schema does, and refuse the request; some clients put a type in by themselves.',
  reasons: {
    'beside-anyof': {
      severity: 'info',
      summary: '`type` stands beside `anyOf` or `oneOf` below the root.',
      suggestion: 'Put the type into each branch.',
      concerns: 'hosts',
    },
    'enum-without-type': {
      summary: '`enum` stands without a `type`.',
      suggestion: 'Say the type of its values beside it.',
      concerns: 'hosts',
    },
    missing: {
      severity: 'info',
      summary: 'An argument has neither `type` nor anything that stands for one.',
      suggestion: 'Say its type; where any value is meant, say so in the description.',
      concerns: 'hosts',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'MoonshotAI/kimi-cli#2531', date: '2026-11-30' },
    { text: 'MoonshotAI/kimi-cli#1595', date: '2026-11-30' },
    { text: 'google-gemini/gemini-cli#4400', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a type beside its alternatives',
      reason: 'beside-anyof',
      tool: tool({ mode: { type: 'string', anyOf: [{ minLength: 1 }, { const: 'none' }] } }),
      pointers: ['/tools/0/inputSchema/properties/mode/type'],
      severity: 'info',
      hosts: ['moonshot-api'],
      severityInHosts: 'error',
    },
    {
      title: 'values without their type',
      reason: 'enum-without-type',
      tool: tool({ mode: { enum: ['fast', 'careful'] } }),
      pointers: ['/tools/0/inputSchema/properties/mode'],
      severity: 'warning',
      hosts: ['gemini-api', 'moonshot-api'],
      severityInHosts: 'error',
    },
    {
      title: 'an argument with a description only',
      reason: 'missing',
      tool: tool({ mode: { description: 'One of fast and careful.' } }),
      pointers: ['/tools/0/inputSchema/properties/mode'],
      severity: 'info',
      hosts: ['moonshot-api'],
      severityInHosts: 'error',
    },
    {
      title: 'any value, which may be meant',
      reason: 'missing',
      tool: tool({ value: {} }),
      pointers: ['/tools/0/inputSchema/properties/value'],
      severity: 'info',
      hosts: ['moonshot-api'],
      severityInHosts: 'info',
    },
  ],
  good: [
    { title: 'types where they belong', tool: tool({ mode: { type: 'string', enum: ['fast', 'careful'] } }) },
    {
      title: 'types in the branches, which stand for one',
      tool: tool({ mode: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
    },
  ],
  *checkTool(given) {
    const nodes = inputNodes(given);
    const beside = nodes.filter(
      (node) =>
        node.parent !== undefined && own(node, 'type') !== undefined && hasAny(node, ['anyOf', 'oneOf']),
    );
    yield* placeOf('beside-anyof', beside, (node) => node.at('type'));
    const untyped = nodes.filter(
      (node) => own(node, 'enum') !== undefined && own(node, 'type') === undefined,
    );
    yield* untyped.length === 0 ? [] : withTypes(untyped);
    const missing = nodes.filter(
      (node) =>
        node.keyword === 'properties' &&
        !isAnyValue(node.value) &&
        !hasAny(node, ['type', '$ref', 'enum', 'const', ...COMBINATORS]),
    );
    yield* placeOf('missing', missing);
    // These mean any value: a deliberate choice.
    const any = (given.inputSchema?.nodes ?? []).filter(
      ({ keyword, value }) => keyword === 'properties' && isAnyValue(value),
    );
    for (const place of placeOf('missing', any)) yield { ...place, most: 'info' };
  },
};

const WHAT: Readonly<Record<string, string>> = {
  'beside-anyof': 'a `type` beside alternatives at',
  'enum-without-type': 'an `enum` without `type` at',
  missing: 'no type at',
};

function isAnyValue(value: JsonValue): boolean {
  return value === true || (isJsonObject(value) && Object.keys(value).length === 0);
}

function placeOf(
  reason: string,
  nodes: readonly SchemaNode[],
  where: (node: SchemaNode) => Path = (node) => node.at(),
): readonly Place[] {
  const places = nodes.map(where);
  const [at] = places;
  if (at === undefined) return [];
  return [{ reason, at, places, what: `${WHAT[reason] ?? ''} ${nameSchema(at)}${andMore(places)}` }];
}

/** What all members of an `enum` are is no news to whoever checks a value. */
function withTypes(nodes: readonly ObjectNode[]): readonly Place[] {
  const isText = (node: ObjectNode): boolean => {
    const members = own(node, 'enum');
    // Beside these a type would be one too many.
    if (hasAny(node, ['anyOf', 'oneOf', '$ref'])) return false;
    return Array.isArray(members) && members.length > 0 && members.every((one) => typeof one === 'string');
  };
  const patch = nodes.filter(isText).map((node) => ({
    op: 'add' as const,
    path: toPointer(node.at('type')),
    value: 'string',
  }));
  return placeOf('enum-without-type', nodes).map((place) =>
    patch.length === 0 ? place : { ...place, patch, isSafe: true },
  );
}
