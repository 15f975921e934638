import type { LintRule } from '../../../model/lint.ts';
import { hasAny, inputNodes, isOfType } from '../schema-nodes.ts';
import { andMore, nameSchema } from '../words.ts';

const tool = (ids: object) => ({
  name: 'delete_files',
  description: 'Delete files by their ids.',
  inputSchema: { type: 'object', properties: { ids: { type: 'array', ...ids } }, required: ['ids'] },
});

export const schemaArrayNoItems: LintRule = {
  id: 'schema-array-no-items',
  group: 'schemas',
  severity: 'warning',
  summary: 'An array does not say what its items are.',
  why: 'JSON Schema allows it; several model APIs refuse the whole request for it, and models have to guess the items.',
  reasons: {
    missing: {
      summary: 'A schema of type `array` has neither `items` nor `prefixItems`.',
      suggestion: 'Say what an item is; `"items": {}` is accepted by most, a real type is better.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'ruvnet/ruflo#1294', date: '2026-11-30' },
    { text: 'anomalyco/opencode#20273', date: '2026-11-30' },
    { text: 'NousResearch/hermes-agent#24208', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a list of ids',
      reason: 'missing',
      tool: tool({ description: 'Ids of the files.' }),
      pointers: ['/tools/0/inputSchema/properties/ids'],
      severity: 'warning',
      hosts: ['openai-chat', 'gemini-api'],
      severityInHosts: 'error',
    },
  ],
  good: [
    { title: 'items of a type', tool: tool({ items: { type: 'string' } }) },
    { title: 'items of any kind, on purpose', tool: tool({ items: {} }) },
    {
      title: 'an output schema, which is not sent to a model',
      tool: {
        ...tool({ items: { type: 'string' } }),
        outputSchema: { type: 'object', properties: { deleted: { type: 'array' } } },
      },
    },
  ],
  *checkTool(given) {
    const places = inputNodes(given)
      .filter((node) => isOfType(node, 'array') && !hasAny(node, ['items', 'prefixItems']))
      .map((node) => node.at());
    const [at] = places;
    if (at === undefined) return;
    yield {
      reason: 'missing',
      at,
      places,
      what: `an array without \`items\` at ${nameSchema(at)}${andMore(places)}`,
    };
  },
};
