/** JetBrains Junie. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const junie: ClientFormat = {
  id: 'junie',
  product: 'junie',
  label: 'JetBrains Junie',
  userPaths: inHome('.junie/mcp/mcp.json'),
  projectPaths: ['.junie/mcp/mcp.json'],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, transport: ['type'] },
  urlWithoutType: 'auto',
  dialect: 'none',
  confidence: { paths: 'likely', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'project over user (unconfirmed)',
  notes: [
    'the project path is unconfirmed',
    'older builds: stdio only',
    'JetBrains AI Assistant keeps no file on disk: ask the user to paste its JSON',
  ],
  sources: ['@gleanwork/mcp-config-schema@5.2.0', 'jetbrains.com/help/junie/model-context-protocol-mcp.html'],
  asOf: '2026-11-30',
};
