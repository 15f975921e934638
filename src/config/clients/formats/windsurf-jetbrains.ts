/** Windsurf plug-in for JetBrains. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const windsurfJetbrains: ClientFormat = {
  id: 'windsurf-jetbrains',
  product: 'windsurf',
  label: 'Windsurf plug-in for JetBrains',
  hostProfile: 'windsurf',
  userPaths: inHome('.codeium/mcp_config.json'),
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
  confidence: { paths: 'likely', fields: 'likely', variables: 'likely' },
  precedence: 'single file',
  notes: ['same shape as Windsurf, other folder'],
  sources: ['stacklok/toolhive#1155'],
  asOf: '2026-11-30',
};
