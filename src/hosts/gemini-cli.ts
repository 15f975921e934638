import type { HostProfile } from '../model/host.ts';

export const geminiCli: HostProfile = {
  id: 'gemini-cli',
  label: 'Gemini CLI',
  kind: 'client',
  versionSeen: '0.61.0',
  asOf: '2026-11-30',
  confidence: {
    tools: 'issue',
    name: 'source',
    description: 'unverified',
    instructions: 'source',
    loads: 'source',
    schema: 'source',
    deferral: 'source',
  },
  sources: ['@google/gemini-cli-core@0.61.0', 'google-gemini/gemini-cli#6948'],
  tools: { max: 512, onExceed: 'reject-request', reserve: 0 },
  name: {
    pattern: '^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$',
    onPattern: 'rewrite',
    maxLength: 63,
    onExceed: 'rewrite',
    prefix: 'mcp_{server}_{tool}',
    shortened: { head: 30, joint: '...', tail: 30 },
  },
  description: { onExceed: 'unknown' },
  instructions: { loaded: true, onExceed: 'unknown' },
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
        rule: 'schema-type-array',
        reasons: [],
        action: 'rewrite',
        confidence: 'source',
        note: '[X, null] becomes X with nullable',
      },
    ],
  },
  deferral: { default: 'none', upfront: 'every definition: name, description, inputSchema' },
  tokenizer: 'gemini',
  contextWindowsFrom: 'gemini-api',
  notes: [
    "Over-long names become first 30 + '...' + last 30 characters; policy rules by name may then miss.",
    'annotations feed the policy engine only.',
    'Sends parametersJsonSchema, so the keyword list of gemini-api does not apply.',
  ],
};
