import type { HostProfile } from '../model/host.ts';

export const cline: HostProfile = {
  id: 'cline',
  label: 'Cline',
  kind: 'client',
  asOf: '2026-09-30',
  confidence: {
    tools: 'unverified',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'issue',
    deferral: 'unverified',
  },
  sources: ['cline/cline#7339', 'cline/cline#14019'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {},
  deferral: {},
  notes: [
    'Passes inputSchema on unchanged, so the API behind it decides.',
    'The name it generates may begin with a digit (cline/cline#7339); a change that strips lookaround was open in 2026-09.',
  ],
};
