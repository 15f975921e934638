/** Cursor (IDE and agent CLI). Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const cursor: ClientFormat = {
  id: 'cursor',
  product: 'cursor',
  label: 'Cursor (IDE and agent CLI)',
  hostProfile: 'cursor',
  userPaths: inHome('.cursor/mcp.json'),
  projectPaths: ['.cursor/mcp.json'],
  fileFormat: 'jsonc',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, envFile: ['envFile'], transport: ['type'], enabled: 'disabled' },
  urlWithoutType: 'auto',
  dialect: 'cursor',
  oauthKeys: ['auth'],
  signs: ['envFile', 'disabled'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'project over user (unconfirmed)',
  notes: [
    'envFile is for stdio only',
    'auth {CLIENT_ID, CLIENT_SECRET, scopes} is OAuth: cannot be answered in CI, and CLIENT_SECRET is a secret',
    'the on/off switches of servers and tools live in the editor; a disabled key is honoured if present (unconfirmed)',
    'variable names are case-sensitive',
  ],
  sources: ['@gleanwork/mcp-config-schema@5.2.0', 'add-mcp@2.4.0', 'NousResearch/hermes-agent#80777'],
  asOf: '2026-11-30',
};
