import type { JsonObject } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { toPointer } from '../patch.ts';
import { inputNodes, own, type ObjectNode } from '../schema-nodes.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const tool = (label: JsonObject, required: readonly string[] = []) => ({
  name: 'rename',
  description: 'Rename a note.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, label },
    required: ['id', ...required],
  },
});

export const schemaTypeArray: LintRule = {
  id: 'schema-type-array',
  group: 'schemas',
  severity: 'warning',
  summary: '`type` is a list of types.',
  why: 'JSON Schema allows it, and generators write it for values that may be null. Some APIs know a single type only and refuse the request; some clients cut or rewrite the schema.',
  reasons: {
    list: {
      summary: '`type` is a list.',
      suggestion:
        'Give it one type; for a value that may be missing, leave the key out of `required` instead.',
      concerns: 'hosts',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'nanbingxyz/5ire#218', date: '2026-11-30' },
    { text: 'Microsoft Learn, Copilot Studio', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a text or null',
      reason: 'list',
      tool: tool({ type: ['string', 'null'] }),
      pointers: ['/tools/0/inputSchema/properties/label/type'],
      severity: 'warning',
      hosts: ['gemini-api'],
      severityInHosts: 'error',
    },
    {
      title: 'a list of one, which says no more than the type itself',
      reason: 'list',
      tool: tool({ type: ['string'] }),
      pointers: ['/tools/0/inputSchema/properties/label/type'],
      severity: 'warning',
      tokensSaved: 1,
    },
  ],
  good: [
    { title: 'an argument that may be left out', tool: tool({ type: 'string' }) },
    {
      title: 'a list in an output schema, and a property that is called type',
      tool: {
        ...tool({ type: 'object', properties: { type: { type: 'string' } } }),
        outputSchema: { type: 'object', properties: { label: { type: ['string', 'null'] } } },
      },
    },
  ],
  *checkTool(given) {
    const nodes = inputNodes(given).filter((node) => Array.isArray(own(node, 'type')));
    const places = nodes.map((node) => node.at('type'));
    const [at] = places;
    const [first] = nodes;
    if (at === undefined || first === undefined) return;
    const patch = nodes.flatMap((node) => singleType(node));
    yield {
      reason: 'list',
      at,
      places,
      what: `a list of types, ${quote(JSON.stringify(own(first, 'type')))}, at ${nameSchema(first.at())}${andMore(places)}`,
      suggestion: instead(first),
      ...(patch.length > 0 && { patch, isSafe: true }),
    };
  },
};

/** What says the same without a list; undefined: what the reason says. */
function instead(node: ObjectNode): string | undefined {
  const list = own(node, 'type');
  const types = Array.isArray(list) ? list : [];
  const others = types.filter((one) => one !== 'null');
  const single = `Say ${quote(`"type": ${JSON.stringify(others[0] ?? '')}`)}`;
  if (types.length === 1) return `${single}.`;
  if (others.length === 1 && node.keyword === 'properties')
    return `${single}, and leave the key out of \`required\` instead of null.`;
  return types.length === 0 ? undefined : 'Use `anyOf` with a branch for each type.';
}

function singleType(node: ObjectNode) {
  const type = own(node, 'type');
  const [only] = Array.isArray(type) && type.length === 1 ? type : [];
  return typeof only === 'string'
    ? [{ op: 'replace' as const, path: toPointer(node.at('type')), value: only }]
    : [];
}
