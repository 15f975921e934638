import type { HostProfile } from '../model/host.ts';

export const chatgpt: HostProfile = {
  id: 'chatgpt',
  label: 'ChatGPT connectors',
  shortLabel: 'ChatGPT',
  kind: 'client',
  asOf: '2026-11-30',
  confidence: {
    tools: 'unverified',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'issue',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: ['ChatGPT connector reports (2026)'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: { annotations: true },
  schema: {
    rules: [
      {
        rule: 'annotations-missing',
        reasons: [],
        action: 'unknown',
        confidence: 'issue',
        sources: ['ChatGPT connector reports (2026)'],
        note: 'shown as destructive and open-world',
      },
    ],
  },
  deferral: {},
  tokenizer: 'o200k',
  contextWindowsFrom: 'openai-responses',
  notes: [
    'The tool list is cached until the connector is refreshed.',
    'Missing annotations are shown as destructive and open-world.',
    'No hard limit known: no error may be raised for this host.',
  ],
};
