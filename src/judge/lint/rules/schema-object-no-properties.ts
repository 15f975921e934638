import type { JsonObject } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { COMBINATORS, hasAny, own } from '../schema-nodes.ts';

const tool = (inputSchema: JsonObject) => ({
  name: 'list_projects',
  description: 'List all projects.',
  inputSchema,
});

export const schemaObjectNoProperties: LintRule = {
  id: 'schema-object-no-properties',
  group: 'schemas',
  severity: 'warning',
  summary: 'An input schema of type `object` has no `properties`.',
  why: 'MCP allows and even recommends the form for tools without arguments; the OpenAI APIs refuse the request for it. Empty `properties` are accepted by all.',
  reasons: {
    missing: {
      summary: 'The root has `type: object` and no `properties`.',
      suggestion: 'Add `"properties": {}`.',
      concerns: 'hosts',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'github/copilot-cli#1825', date: '2026-11-30' },
    { text: 'openai/openai-agents-python#454', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a tool without arguments',
      reason: 'missing',
      tool: tool({ type: 'object' }),
      pointers: ['/tools/0/inputSchema'],
      severity: 'warning',
      hosts: ['openai-chat', 'copilot-cli'],
      severityInHosts: 'error',
      tokensSaved: -5,
    },
  ],
  good: [
    { title: 'empty properties', tool: tool({ type: 'object', properties: {} }) },
    {
      title: 'an object of any form below the root',
      tool: tool({ type: 'object', properties: { filter: { type: 'object' } } }),
    },
  ],
  *checkTool({ inputSchema }) {
    if (inputSchema === undefined) return;
    const root = { value: inputSchema.root };
    if (own(root, 'type') !== 'object' || hasAny(root, ['properties', '$ref', ...COMBINATORS])) return;
    yield {
      reason: 'missing',
      at: ['inputSchema'],
      what: 'an input schema of type `object` without `properties`',
      patch: [{ op: 'add', path: '/inputSchema/properties', value: {} }],
      isSafe: true,
    };
  },
};
