import type { HostProfile } from '../model/host.ts';

export const antigravity: HostProfile = {
  id: 'antigravity',
  label: 'Google Antigravity',
  shortLabel: 'Antigravity',
  kind: 'client',
  asOf: '2026-05-01',
  confidence: {
    tools: 'issue',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: [
    'homeassistant-ai/ha-mcp#420',
    'makeplane/plane-mcp-server#102',
    'msrbuilds/elementor-mcp#37',
    'enuno/unifi-mcp-server#69',
  ],
  tools: {
    max: 100,
    onExceed: 'reject-list',
    reserve: 0,
    variants: [{ when: 'one report, sum over servers', max: 50, confidence: 'unverified' }],
  },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {},
  deferral: {},
  tokenizer: 'gemini',
  contextWindowsFrom: 'gemini-api',
  notes: [
    'A server that passes the limit is not enabled at all.',
    "disabledTools in the user's configuration lowers the count.",
  ],
};
