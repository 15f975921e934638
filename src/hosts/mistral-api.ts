import type { HostProfile } from '../model/host.ts';

export const mistralApi: HostProfile = {
  id: 'mistral-api',
  label: 'Mistral API',
  kind: 'api',
  asOf: '2025-04-30',
  confidence: {
    tools: 'unverified',
    name: 'issue',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: ['witsy, pull request 164 (2025-04)'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: {
    pattern: '^[a-zA-Z0-9_-]{1,64}$',
    onPattern: 'reject-request',
    maxLength: 64,
    onExceed: 'reject-request',
    prefix: '{tool}',
  },
  description: { onExceed: 'unknown' },
  instructions: { loaded: false, onExceed: 'unknown' },
  loads: {
    title: false,
    annotations: false,
    outputSchema: false,
    icons: false,
    meta: false,
    examples: true,
  },
  schema: {},
  deferral: { default: 'none', upfront: 'every definition: name, description, inputSchema' },
  tokenizer: 'open',
  contextWindows: [
    {
      model: 'mistral-large-4',
      tokens: 1050000,
      asOf: '2026-11-20',
      source: '@earendil-works/pi-ai@1.6.0',
      crossChecked: false,
    },
  ],
};
