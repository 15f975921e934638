/** Roo Code. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inAppData } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const rooCode: ClientFormat = {
  id: 'roo-code',
  product: 'roo-code',
  label: 'Roo Code',
  hostProfile: 'roo-code',
  userPaths: inAppData('Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
  projectPaths: ['.roo/mcp.json'],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: {
    ...PLAIN_FIELDS,
    cwd: ['cwd'],
    transport: ['type'],
    enabled: 'disabled',
    excludeTools: ['disabledTools'],
  },
  urlWithoutType: null,
  dialect: 'env-colon',
  otherTimeouts: { timeout: 'request, s' },
  confidence: { paths: 'likely', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'project over user',
  notes: [
    'type is needed with url (unconfirmed): warn transport-missing when absent and use auto',
    'the name of the user file is confirmed, its folder is not',
    'no allow list; one was asked for in RooCodeInc/Roo-Code#11971',
    '${workspaceFolder} broke the file (RooCodeInc/Roo-Code#4739)',
    'alwaysAllow and watchPaths are not filters',
  ],
  sources: [
    'docs.roocode.com/features/mcp/using-mcp-in-roo',
    'RooCodeInc/Roo-Code#11971',
    'RooCodeInc/Roo-Code#4739',
  ],
  asOf: '2026-11-30',
};
