/** Manifest of an MCP bundle (`.mcpb`, before `.dxt`): MANIFEST.md 0.3 (2025-12-02) of github.com/modelcontextprotocol/mcpb. */
import { NOWHERE, STDIO_FIELDS } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const mcpb: ClientFormat = {
  id: 'mcpb',
  product: null,
  label: 'MCP bundle',
  userPaths: NOWHERE,
  projectPaths: [],
  fileFormat: 'json',
  container: { keys: 'server.mcp_config', kind: 'map' },
  fields: { ...STDIO_FIELDS, cwd: ['cwd'] },
  urlWithoutType: null,
  dialect: 'bundle',
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'single file, named by its path',
  notes: [
    'the server starts only from the unpacked bundle',
    'type uv (0.4, experimental) may have no mcp_config',
  ],
  sources: ['modelcontextprotocol/mcpb MANIFEST.md'],
  asOf: '2026-11-30',
};
