import type { HostProfile } from '../model/host.ts';

export const windsurf: HostProfile = {
  id: 'windsurf',
  label: 'Windsurf',
  kind: 'client',
  asOf: '2026-06-30',
  confidence: {
    tools: 'third-party',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: ['Windsurf documentation, Cascade MCP (as summarised 2026-06)', 'Zhwt/go-mcp-mysql#3'],
  tools: {
    max: 100,
    onExceed: 'reject-list',
    reserve: 0,
    variants: [{ when: '2025-04', max: 50, confidence: 'issue' }],
  },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {
    rules: [
      {
        rule: 'schema-root-type',
        reasons: ['input'],
        action: 'reject-list',
        confidence: 'issue',
        sources: ['zereight/gitlab-mcp#286'],
      },
    ],
  },
  deferral: {},
  notes: ['The limit counts all servers together.'],
};
