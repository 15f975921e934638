import { isJsonObject, type JsonValue } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { own } from '../schema-nodes.ts';
import { quote } from '../words.ts';

const tool = (more: { readonly inputSchema?: JsonValue; readonly outputSchema?: JsonValue }) => ({
  name: 'ping',
  description: 'Tell whether the service answers.',
  ...more,
});
const NOTHING = { type: 'object', properties: {} };

export const schemaRootType: LintRule = {
  id: 'schema-root-type',
  group: 'schemas',
  severity: 'error',
  summary: 'A schema is not that of an object.',
  why: 'Arguments are an object, and MCP wants the input schema to say so. One tool without it can lose a client the whole list. An output that is no object is legal since 2026-07-28 (SEP-2106), and clients with the first SDK lose the list by it.',
  reasons: {
    input: {
      summary: '`inputSchema` is missing, or its `type` is not `object`.',
      suggestion: 'For a tool without arguments write `{"type": "object", "properties": {}}`.',
      concerns: 'everyone',
    },
    output: {
      severity: 'warning',
      summary: '`outputSchema` has a `type` that is not `object`.',
      suggestion: 'Put the result into a property of an object, or leave the schema out for old clients.',
      concerns: 'hosts',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'zereight/gitlab-mcp#286', date: '2026-11-30' },
    { text: 'opentokenz/mcpx#28', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'an empty schema',
      reason: 'input',
      tool: tool({ inputSchema: {} }),
      pointers: ['/tools/0/inputSchema'],
      severity: 'error',
      hosts: ['mcp-ts-sdk-1', 'cursor'],
      severityInHosts: 'error',
      tokensSaved: -7,
    },
    {
      title: 'properties alone',
      reason: 'input',
      tool: tool({ inputSchema: { properties: { host: { type: 'string' } } } }),
      pointers: ['/tools/0/inputSchema'],
      severity: 'error',
    },
    {
      title: 'no schema',
      reason: 'input',
      tool: tool({}),
      pointers: ['/tools/0/inputSchema'],
      severity: 'error',
    },
    {
      title: 'a result that is a list',
      reason: 'output',
      tool: tool({ inputSchema: NOTHING, outputSchema: { type: 'array', items: { type: 'string' } } }),
      pointers: ['/tools/0/outputSchema'],
      severity: 'warning',
      hosts: ['mcp-ts-sdk-1'],
      severityInHosts: 'error',
    },
  ],
  good: [
    {
      title: 'a tool without arguments',
      tool: tool({ inputSchema: NOTHING, outputSchema: { type: 'object' } }),
    },
    {
      title: 'a result that is a list, for clients of today',
      tool: tool({ inputSchema: NOTHING, outputSchema: { type: 'array' } }),
      hosts: ['claude-api', 'vscode'],
    },
  ],
  *checkTool({ raw, inputSchema, outputSchema }) {
    if (!isJsonObject(raw)) {
      yield {
        reason: 'input',
        at: [],
        what: `${quote(JSON.stringify(raw))}, which is no definition of a tool`,
      };
      return;
    }
    const input = inputSchema?.root;
    if (input === undefined || !isObjectSchema(input)) {
      const isEmpty = input !== undefined && isJsonObject(input) && Object.keys(input).length === 0;
      yield {
        reason: 'input',
        at: ['inputSchema'],
        what: describe('inputSchema', input),
        suggestion: isEmpty || !isJsonObject(input) ? undefined : 'Say `"type": "object"` at the root.',
        ...(isEmpty && {
          patch: [{ op: 'replace' as const, path: '/inputSchema', value: NOTHING }],
          isSafe: true,
        }),
      };
    }
    if (outputSchema !== undefined && !isObjectSchema(outputSchema.root))
      yield { reason: 'output', at: ['outputSchema'], what: describe('outputSchema', outputSchema.root) };
  },
};

function isObjectSchema(schema: JsonValue): boolean {
  return own({ value: schema }, 'type') === 'object';
}

function describe(field: string, schema: JsonValue | undefined): string {
  if (schema === undefined) return `no \`${field}\``;
  if (!isJsonObject(schema)) return `an \`${field}\` that is no object`;
  const type = own({ value: schema }, 'type');
  return type === undefined
    ? `an \`${field}\` without \`type\``
    : `an \`${field}\` of type ${quote(typeof type === 'string' ? type : JSON.stringify(type))}`;
}
