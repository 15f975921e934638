import { isJsonObject, type JsonObject, type JsonValue } from '../../../json.ts';
import type { LintRule, Path, SchemaNode } from '../../../model/lint.ts';
import { toPointer } from '../patch.ts';
import { COMBINATORS, hasAny, inputNodes, own } from '../schema-nodes.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const step = (required: readonly string[]) => ({
  name: 'run_steps',
  description: 'Run steps one after another.',
  inputSchema: {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        items: { type: 'object', properties: { command: { type: 'string' } }, required },
      },
    },
    required: ['steps'],
  },
});

export const schemaRequiredUndeclared: LintRule = {
  id: 'schema-required-undeclared',
  group: 'schemas',
  severity: 'warning',
  summary: 'An argument is required that the schema does not declare.',
  why: 'It is legal, and most often a slip: a model is told to give something of which it knows the name only. Some APIs refuse the request.',
  reasons: {
    undeclared: {
      summary: 'A name in `required` is not in `properties` beside it.',
      suggestion: 'Take the name out of `required`, or declare the property.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [{ text: 'MoonshotAI/kimi-code#1610', date: '2026-11-30' }],
  bad: [
    {
      title: 'a field that was renamed in one place',
      reason: 'undeclared',
      tool: step(['command', 'cwd']),
      pointers: ['/tools/0/inputSchema/properties/steps/items/required/1'],
      severity: 'warning',
      hosts: ['moonshot-api', 'gemini-api'],
      severityInHosts: 'error',
      tokensSaved: 2,
    },
  ],
  good: [
    { title: 'required and declared', tool: step(['command']) },
    {
      title: 'a branch whose parent declares it',
      hosts: ['moonshot-api'],
      tool: {
        name: 'find',
        description: 'Find by id or by path.',
        inputSchema: {
          type: 'object',
          properties: {
            by: {
              type: 'object',
              properties: { id: { type: 'string' }, path: { type: 'string' } },
              anyOf: [{ required: ['id'] }, { required: ['path'] }],
            },
          },
        },
      },
    },
  ],
  *checkTool(given) {
    const found = inputNodes(given).flatMap((node) => {
      const required = own(node, 'required');
      // Another schema beside it could declare the name.
      if (!Array.isArray(required) || hasAny(node, OTHERS)) return [];
      return required.flatMap((name: unknown, index) =>
        typeof name === 'string' && !isDeclared(node, name)
          ? [{ name, path: node.at('required', index), schema: node.at() }]
          : [],
      );
    });
    const [first] = found;
    if (first === undefined) return;
    yield {
      reason: 'undeclared',
      at: first.path,
      places: found.map(({ path }) => path),
      what: `the required but undeclared ${quote(first.name)} at ${nameSchema(first.schema)}${andMore(found)}`,
      patch: removal(found.map(({ path }) => path)),
    };
  },
};

const REFERENCES = ['$ref', '$dynamicRef'];
const OTHERS = [...COMBINATORS, ...REFERENCES, 'dependentSchemas', 'patternProperties'];
const BRANCHES: ReadonlySet<string> = new Set([...COMBINATORS, 'dependentSchemas']);

/** In its own properties, or in those of the schema that it is a branch of, or of that one's parts. */
function isDeclared(node: SchemaNode, name: string): boolean {
  for (let at: SchemaNode | undefined = node; at !== undefined; at = at.parent) {
    const names = declaredBy(at.value);
    if (names === 'any' || names.has(name)) return true;
    if (!BRANCHES.has(at.keyword)) return false;
  }
  return false;
}

const known = new WeakMap<JsonObject, ReadonlySet<string> | 'any'>();

/** Names that a schema and the parts of its `allOf` declare; any, where one refers to another schema. */
function declaredBy(value: JsonValue): ReadonlySet<string> | 'any' {
  if (!isJsonObject(value)) return new Set();
  const before = known.get(value);
  if (before !== undefined) return before;
  const parts = own({ value }, 'allOf');
  const schemas = [value, ...(Array.isArray(parts) ? parts : [])];
  const names = schemas.some((one) => hasAny({ value: one }, REFERENCES))
    ? 'any'
    : new Set(schemas.flatMap((one) => Object.keys(own({ value: one }, 'properties') ?? {})));
  known.set(value, names);
  return names;
}

/** From the end, so that no index moves. */
function removal(paths: readonly Path[]) {
  return paths.toReversed().map((path) => ({ op: 'remove' as const, path: toPointer(path) }));
}
