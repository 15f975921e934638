import type { VendorForm } from '../../../model/find.ts';
import { fieldAndPath, readAll, splitPath } from '../places.ts';

/** `tools.47.custom.input_schema…`; the word in the middle is the kind of tool. */
export const anthropic: VendorForm = {
  id: 'anthropic',
  label: 'Claude API, Claude Code, Claude Desktop',
  hosts: ['claude-api', 'claude-code', 'claude-desktop'],
  sources: [
    { text: 'anthropics/claude-code#7365', date: '2025-09-09' },
    { text: 'anthropics/claude-code#44788', date: '2026-04-07' },
    { text: 'twilio-labs/mcp#58', date: '2026-02-15' },
    { text: 'modelcontextprotocol/modelcontextprotocol#1345', date: '2025-08-14' },
    { text: 'anthropics/claude-code#36921', date: '2026-03-21' },
    { text: 'askalf/dario#691', date: '2026-07-08' },
  ],
  examples: [
    {
      text: 'tools.118.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).',
      reads: { index: 118, field: 'schema', path: [] },
    },
    {
      text: '{"type":"error","error":{"type":"invalid_request_error","message":"tools.171.custom.input_schema.properties: Property keys should match pattern \'^[a-zA-Z0-9_.-]{1,64}$\'"}}',
      reads: { index: 171, field: 'schema', path: ['properties'], rules: ['schema-property-key'] },
    },
    {
      text: "API Error: 400 tools.16.custom.name: String\n    should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
      reads: { index: 16, field: 'name', rules: ['tool-name-charset', 'tool-name-length'] },
    },
    {
      text: 'tools.12.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
      reads: { index: 12, field: 'schema', rules: ['schema-root-combinator', 'schema-root-type'] },
    },
    {
      text: "tools.100.FrontendRemoteMcpToolDefinition.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
      reads: { index: 100, field: 'name' },
    },
    {
      text: 'API Error: 400 tools: Tool names must be unique.',
      reads: { field: 'name', rules: ['tool-name-duplicate', 'tool-name-collision'] },
    },
  ],
  read: (text) => [
    ...readAll(text, /(?<![\w.])tools\.(\d+)((?:\.[\w$-]+)+)/g, ([, index, rest = '']) => {
      const { field, path } = fieldAndPath(splitPath(rest));
      return field === undefined ? undefined : { index: Number(index), field, path };
    }),
    ...readAll(text, /(?:(?<![\w.])tools: )?Tool names must be unique/g, ([whole]) => ({
      field: 'name',
      complaint: whole,
    })),
  ],
};
