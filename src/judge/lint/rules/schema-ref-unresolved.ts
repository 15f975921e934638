import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { LintRule, SchemaDocument, SchemaRef } from '../../../model/lint.ts';
import { verdictsOf } from '../levels.ts';
import { own } from '../schema-nodes.ts';
import { readersOf } from '../schema-readers.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const RULE = 'schema-ref-unresolved';
const tool = (screen: JsonObject, more: JsonObject = {}) => ({
  name: 'edit_screen',
  description: 'Change a screen.',
  inputSchema: { type: 'object', properties: { screen }, ...more },
});

export const schemaRefUnresolved: LintRule = {
  id: RULE,
  group: 'schemas',
  severity: 'error',
  summary: 'A `$ref` leads nowhere.',
  why: 'Nobody can tell what the argument is. Several clients stop at it and lose every tool of the server.',
  reasons: {
    dangling: {
      summary: '`$ref` points at a place that is not in the schema.',
      suggestion:
        'Put the definition there: a `$ref` counts from the root of its own schema, and each tool has its own.',
      concerns: 'everyone',
    },
    external: {
      summary: '`$ref` names a file or an address: no client may fetch it.',
      suggestion: 'Put the definition under `$defs` of the schema.',
      concerns: 'everyone',
    },
    anchor: {
      summary: '`$ref` names an anchor that the schema does not have.',
      suggestion: 'Give the definition that `$anchor`, or point at it by its path.',
      concerns: 'everyone',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'davideast/stitch-mcp#184', date: '2026-11-30' },
    { text: 'anthropics/claude-code#76040', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a definition that was left behind',
      reason: 'dangling',
      tool: tool({ $ref: '#/$defs/Screen' }),
      pointers: ['/tools/0/inputSchema/properties/screen/$ref'],
      severity: 'error',
      hosts: ['claude-code', 'cursor', 'kiro'],
      severityInHosts: 'error',
    },
    {
      title: 'a definition that stayed in the schema it was nested in',
      reason: 'dangling',
      tool: tool({
        type: 'object',
        properties: { size: { $ref: '#/$defs/Size' } },
        $defs: { Size: { type: 'integer' } },
      }),
      pointers: ['/tools/0/inputSchema/properties/screen/properties/size/$ref'],
      severity: 'error',
    },
    {
      title: 'a file beside the source',
      reason: 'external',
      tool: tool({ $ref: 'screen.json' }),
      pointers: ['/tools/0/inputSchema/properties/screen/$ref'],
      severity: 'error',
    },
    {
      title: 'an anchor that is missing',
      reason: 'anchor',
      tool: tool({ $ref: '#screen' }),
      pointers: ['/tools/0/inputSchema/properties/screen/$ref'],
      severity: 'error',
    },
  ],
  good: [
    {
      title: 'a definition where it is looked for, escaped',
      tool: tool({ $ref: '#/$defs/a~1b%20c' }, { $defs: { 'a/b c': { type: 'string' } } }),
      hosts: ['claude-code', 'cursor', 'kiro'],
    },
    {
      title: 'an example that holds a $ref, and an argument that is called so',
      tool: tool({
        type: 'object',
        properties: { $ref: { type: 'string' } },
        examples: [{ $ref: '#/none' }],
      }),
    },
  ],
  *checkTool({ inputSchema, outputSchema }, { hosts }) {
    for (const document of [inputSchema, outputSchema]) {
      for (const reason of ['dangling', 'external', 'anchor'] as const) {
        const found = (document?.refs ?? []).filter(({ target }) => target.kind === reason);
        const [first] = found;
        if (document === undefined || first === undefined) continue;
        const { node, ref } = first;
        yield {
          reason,
          at: node.at('$ref'),
          places: found.map((one) => one.node.at('$ref')),
          what: `the reference ${quote(ref)} at ${nameSchema(node.at())}, which leads ${WHERE[reason]}${andMore(found)}`,
          suggestion: reason === 'dangling' ? lowerDown(document, first) : undefined,
          hosts: verdictsOf(RULE, reason, readersOf(document.field, hosts)),
        };
      }
    }
  },
};

const WHERE = { dangling: 'nowhere', external: 'out of the schema', anchor: 'to no anchor' };

/** Generators that nest schemas leave the definitions inside the nested one. */
function lowerDown({ nodes }: SchemaDocument, { ref }: SchemaRef): string | undefined {
  const [, container, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
  if (container === undefined || name === undefined) return undefined;
  const holders = nodes.filter((node) => {
    const definitions = own(node, container);
    return node.parent !== undefined && isJsonObject(definitions) && Object.hasOwn(definitions, name);
  });
  const [only, ...others] = holders;
  return only === undefined || others.length > 0
    ? undefined
    : `Move \`${container}\` from ${nameSchema(only.at())} to the root of the schema: a \`$ref\` counts from there.`;
}
