/** Windsurf. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const windsurf: ClientFormat = {
  id: 'windsurf',
  product: 'windsurf',
  label: 'Windsurf',
  hostProfile: 'windsurf',
  userPaths: inHome('.codeium/windsurf/mcp_config.json'),
  projectPaths: [],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: {
    ...PLAIN_FIELDS,
    url: ['serverUrl', 'url'],
    transport: ['type'],
    enabled: 'disabled',
    excludeTools: ['disabledTools'],
  },
  urlWithoutType: 'auto',
  dialect: 'windsurf',
  signs: ['serverUrl', 'disabledTools'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'single file',
  notes: ['serverUrl, not url', '100 tools over all servers'],
  sources: [
    '@gleanwork/mcp-config-schema@5.2.0',
    'add-mcp@2.4.0',
    'stacklok/toolhive#1155',
    'docs.windsurf.com/windsurf/cascade/mcp',
  ],
  asOf: '2026-11-30',
};
