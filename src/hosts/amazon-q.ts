import type { HostProfile } from '../model/host.ts';

export const amazonQ: HostProfile = {
  id: 'amazon-q',
  label: 'Amazon Q CLI',
  kind: 'client',
  asOf: '2025-06-30',
  confidence: {
    tools: 'unverified',
    name: 'issue',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'unverified',
    deferral: 'unverified',
  },
  sources: ['awslabs/mcp#555', 'awslabs/mcp#643'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: {
    onPattern: 'unknown',
    maxLength: 64,
    onExceed: 'drop-tool',
    prefix: '{server}{tool}',
  },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {},
  deferral: {},
  tokenizer: 'claude',
  contextWindowsFrom: 'claude-api',
  notes: ['Replaced by Kiro CLI.'],
};
