import type { HostProfile } from '../model/host.ts';

export const copilotJetbrains: HostProfile = {
  id: 'copilot-jetbrains',
  label: 'GitHub Copilot for JetBrains',
  shortLabel: 'Copilot JetBrains',
  kind: 'client',
  asOf: '2026-06-21',
  confidence: {
    tools: 'issue',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: ['microsoft/copilot-intellij-feedback#1842'],
  tools: { max: 128, onExceed: 'reject-request', reserve: 20 },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {},
  deferral: {},
  tokenizer: 'o200k',
  contextWindowsFrom: 'openai-responses',
  notes: ['Built-in tools count as well.'],
};
