import type { HostProfile } from '../model/host.ts';

export const claudeDesktop: HostProfile = {
  id: 'claude-desktop',
  label: 'claude.ai and Claude Desktop connectors',
  shortLabel: 'Claude Desktop',
  kind: 'client',
  asOf: '2026-08-02',
  confidence: {
    tools: 'unverified',
    name: 'issue',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: [
    'evoila/meho#2745',
    'mims-harvard/ToolUniverse#3',
    'API-200/api200#14',
    'anthropics/claude-plugins-official, directory checklist (2026)',
  ],
  tools: {
    onExceed: 'unknown',
    reserve: 0,
    variants: [{ when: 'one report of 100 of 206 tools shown', max: 100, confidence: 'unverified' }],
  },
  name: {
    pattern: '^[a-zA-Z0-9_-]{1,64}$',
    onPattern: 'reject-list',
    maxLength: 64,
    onExceed: 'reject-list',
    prefix: '{tool}',
  },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {
    rules: [
      {
        rule: 'schema-dialect-uri',
        reasons: ['draft-07'],
        action: 'degrade',
        confidence: 'issue',
        sources: ['marianfoo/sap-mcp-servers#52'],
      },
      {
        rule: 'schema-root-combinator',
        reasons: ['combinator'],
        action: 'reject-request',
        confidence: 'unverified',
        note: 'follows from the API behind it; not reported for this client by name',
      },
      {
        rule: 'annotations-missing',
        reasons: [],
        action: 'unknown',
        confidence: 'docs',
        sources: ['anthropics/claude-plugins-official, directory checklist (2026)'],
        note: 'the review of its connector directory wants them',
      },
    ],
  },
  deferral: { rule: 'tool search exists; conditions not documented' },
  tokenizer: 'claude',
  contextWindowsFrom: 'claude-api',
  notes: [
    'The bare name is checked; one bad name withholds all tools of the connector.',
    'Connector directory review also wants annotations.title and readOnlyHint or destructiveHint on every tool.',
  ],
};
