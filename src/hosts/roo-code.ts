import type { HostProfile } from '../model/host.ts';

export const rooCode: HostProfile = {
  id: 'roo-code',
  label: 'Roo Code',
  kind: 'client',
  asOf: '2026-11-30',
  confidence: {
    tools: 'unverified',
    name: 'third-party',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: ['RooCodeInc/Roo-Code#10770'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: {
    onPattern: 'unknown',
    maxLength: 64,
    onExceed: 'rewrite',
    prefix: 'mcp--{server}--{tool}',
  },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {},
  deferral: {},
  notes: ['Over-long names get an 8-digit hash; hyphens are encoded.'],
};
