import type { HostProfile } from '../model/host.ts';

export const mcpTsSdk1: HostProfile = {
  id: 'mcp-ts-sdk-1',
  label: 'Clients built on the TypeScript SDK 1.x',
  shortLabel: 'TypeScript SDK 1',
  kind: 'client',
  versionSeen: '@modelcontextprotocol/sdk@1.32.2',
  asOf: '2026-11-30',
  confidence: {
    tools: 'unverified',
    name: 'source',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'source',
    deferral: 'unverified',
  },
  sources: [
    '@modelcontextprotocol/sdk@1.32.2',
    '@modelcontextprotocol/client@2.4.0',
    'opentokenz/mcpx#28',
    'anthropics/claude-code#88049',
  ],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: {
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    onPattern: 'warn',
    maxLength: 128,
    onExceed: 'warn',
    prefix: '{tool}',
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
        confidence: 'source',
        sources: ['@modelcontextprotocol/sdk@1.32.2'],
      },
      {
        rule: 'schema-root-type',
        reasons: ['output'],
        action: 'reject-list',
        confidence: 'source',
        sources: ['opentokenz/mcpx#28'],
        note: 'SDK 2.x accepts a non-object outputSchema',
      },
      {
        rule: 'schema-invalid',
        reasons: ['boolean-property'],
        action: 'reject-list',
        confidence: 'source',
        sources: ['@modelcontextprotocol/sdk@1.32.2'],
        note: 'a value of properties must be an object; true and false fail',
      },
    ],
  },
  deferral: {},
  notes: [
    'One faulty tool makes the client lose the whole list.',
    'Stands for many hosts; select it when the hosts of the users are not known.',
  ],
};
