import type { HostProfile } from '../model/host.ts';

export const copilotStudio: HostProfile = {
  id: 'copilot-studio',
  label: 'Microsoft Copilot Studio',
  shortLabel: 'Copilot Studio',
  kind: 'client',
  asOf: '2026-11-30',
  confidence: {
    tools: 'unverified',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'docs',
    deferral: 'unverified',
  },
  sources: ['Microsoft Learn, Copilot Studio, MCP troubleshooting (2026)'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {
    rules: [
      {
        rule: 'schema-ref-portability',
        reasons: ['ref-used'],
        action: 'drop-tool',
        confidence: 'docs',
        inOutput: true,
      },
      {
        rule: 'schema-type-array',
        reasons: [],
        action: 'degrade',
        confidence: 'docs',
        note: 'input schema is cut',
      },
      {
        rule: 'schema-unsupported-keyword',
        reasons: ['integer-exclusive'],
        action: 'degrade',
        confidence: 'docs',
      },
      {
        rule: 'schema-enum-portability',
        reasons: ['any'],
        action: 'degrade',
        confidence: 'docs',
        note: 'an enum is read as plain string',
      },
    ],
  },
  deferral: {},
  tokenizer: 'o200k',
  contextWindowsFrom: 'openai-responses',
  notes: ['$ref is refused in inputSchema and in outputSchema, silently.'],
};
