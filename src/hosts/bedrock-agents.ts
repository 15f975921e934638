import type { HostProfile } from '../model/host.ts';

export const bedrockAgents: HostProfile = {
  id: 'bedrock-agents',
  label: 'Amazon Bedrock Agents and Prompt Management',
  shortLabel: 'Bedrock Agents',
  kind: 'api',
  asOf: '2026-11-30',
  confidence: {
    tools: 'unverified',
    name: 'docs',
    description: 'docs',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: ['Amazon Bedrock Agents API reference, ToolSpecification'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: {
    pattern: '^[a-zA-Z][a-zA-Z0-9_]*$',
    onPattern: 'reject-request',
    maxLength: 64,
    onExceed: 'reject-request',
    prefix: '{tool}',
  },
  description: { min: 1, onExceed: 'reject-request' },
  instructions: { loaded: false, onExceed: 'unknown' },
  loads: {
    title: false,
    annotations: false,
    outputSchema: false,
    icons: false,
    meta: false,
    examples: true,
  },
  schema: {
    rules: [
      {
        rule: 'description-missing',
        reasons: ['empty'],
        action: 'reject-request',
        confidence: 'docs',
      },
    ],
  },
  deferral: {},
  tokenizer: 'claude',
  contextWindowsFrom: 'claude-api',
  notes: ['No hyphen in names.'],
};
