import type { HostProfile } from '../model/host.ts';

export const cursor: HostProfile = {
  id: 'cursor',
  label: 'Cursor',
  kind: 'client',
  asOf: '2026-02-28',
  confidence: {
    tools: 'unverified',
    name: 'issue',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: [
    'ComposioHQ/composio#2788',
    'awslabs/mcp#1283',
    'executeautomation/mcp-playwright#145',
    'Snowflake-Labs/mcp#77',
    'anyproto/anytype-mcp#5',
  ],
  tools: {
    max: 80,
    onExceed: 'warn',
    reserve: 0,
    variants: [{ when: 'until about 2025-08', max: 40, confidence: 'issue' }],
  },
  name: {
    onPattern: 'unknown',
    maxLength: 60,
    // Whether the separator counts is not sure.
    maxLengthUncertainBy: 1,
    onExceed: 'drop-tool',
    prefix: '{server}:{tool}',
  },
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
      {
        rule: 'schema-ref-unresolved',
        reasons: [],
        action: 'reject-list',
        confidence: 'issue',
        sources: ['davideast/stitch-mcp#184'],
      },
    ],
  },
  deferral: {},
  notes: [
    'Reports count server name + separator + tool name. Whether the separator counts is not sure: a result of exactly 61 is a warning.',
    'Nothing newer than 2026-02 was found.',
  ],
};
