/** Kimi Code. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const kimiCode: ClientFormat = {
  id: 'kimi-code',
  product: 'kimi-code',
  label: 'Kimi Code',
  userPaths: inHome('.kimi-code/mcp.json'),
  projectPaths: ['.kimi-code/mcp.json'],
  envOverride: [{ env: 'KIMI_CODE_HOME', replaces: '~/.kimi-code' }],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, transport: ['transport', 'type'] },
  urlWithoutType: 'http',
  dialect: 'none',
  otherTimeouts: { toolTimeoutMs: 'request, ms' },
  signs: ['transport', 'toolTimeoutMs'],
  confidence: { paths: 'likely', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'project file only in trusted folders',
  notes: ['the transport key is transport, not type'],
  sources: ['add-mcp@2.4.0'],
  asOf: '2026-11-30',
};
