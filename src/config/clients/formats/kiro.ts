/** Kiro (IDE and CLI). Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const kiro: ClientFormat = {
  id: 'kiro',
  product: 'kiro',
  label: 'Kiro (IDE and CLI)',
  hostProfile: 'kiro',
  userPaths: inHome('.kiro/settings/mcp.json'),
  projectPaths: ['.kiro/settings/mcp.json'],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, transport: ['type'], enabled: 'disabled', excludeTools: ['disabledTools'] },
  urlWithoutType: 'auto',
  dialect: 'kiro',
  otherTimeouts: { timeout: 'request, ms' },
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'workspace over user',
  notes: ['${VAR} expands only for names the user approved in the client'],
  sources: [
    'add-mcp@2.4.0',
    'microsoft/apm, page reference/mcp-variable-compatibility (2026-10-24)',
    'kiro.dev/docs/mcp/configuration',
    'kirodotdev/Kiro#6635',
  ],
  asOf: '2026-11-30',
};
