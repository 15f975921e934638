import type { HostProfile } from '../model/host.ts';

export const copilotCli: HostProfile = {
  id: 'copilot-cli',
  label: 'GitHub Copilot CLI',
  shortLabel: 'Copilot CLI',
  kind: 'client',
  asOf: '2026-09-30',
  confidence: {
    tools: 'unverified',
    name: 'issue',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'issue',
    deferral: 'unverified',
  },
  sources: [
    'github/copilot-cli#1825',
    'github/copilot-cli#1879',
    'github/copilot-cli#2581',
    'github/copilot-cli#4836',
    'github/copilot-cli#4006',
  ],
  tools: {
    max: 128,
    onExceed: 'reject-request',
    reserve: 0,
    variants: [{ when: 'grok-4.5', max: 350, confidence: 'issue' }],
  },
  name: {
    pattern: '^[a-zA-Z0-9_-]{1,64}$',
    onPattern: 'reject-request',
    maxLength: 64,
    onExceed: 'reject-request',
    prefix: '{server}-{tool}',
  },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {
    rules: [
      {
        rule: 'schema-object-no-properties',
        reasons: [],
        action: 'reject-request',
        confidence: 'issue',
        sources: ['github/copilot-cli#1825'],
      },
      {
        rule: 'list-multi-page',
        reasons: [],
        action: 'degrade',
        confidence: 'issue',
        sources: ['github/copilot-cli#4006'],
      },
    ],
  },
  deferral: {},
  tokenizer: 'o200k',
  contextWindowsFrom: 'openai-responses',
  notes: [
    'The tool count depends on the model behind it.',
    "Tool search exists; with it the host's own display overstates the cost (github/copilot-cli#4189).",
  ],
};
