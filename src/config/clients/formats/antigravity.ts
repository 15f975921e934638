/** Antigravity (IDE and CLI). Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const antigravity: ClientFormat = {
  id: 'antigravity',
  product: 'antigravity',
  label: 'Antigravity (IDE and CLI)',
  hostProfile: 'antigravity',
  userPaths: inHome('.gemini/config/mcp_config.json', '.gemini/antigravity/mcp_config.json'),
  projectPaths: ['.agents/mcp_config.json'],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: {
    ...PLAIN_FIELDS,
    url: ['serverUrl', 'url'],
    enabled: 'disabled',
    excludeTools: ['disabledTools'],
  },
  urlWithoutType: 'auto',
  dialect: 'none',
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'unconfirmed' },
  precedence: 'first user path is the newer one',
  notes: [
    'the project path rests on one source',
    '100 tools over all servers, hard',
    'variable syntax unknown: treat text as literal and warn when it looks like ${…}',
  ],
  sources: [
    '@gleanwork/mcp-config-schema@5.2.0',
    'add-mcp@2.4.0',
    'microsoft/apm',
    'msrbuilds/elementor-mcp#37',
  ],
  asOf: '2026-11-30',
};
