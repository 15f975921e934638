/** Claude Desktop. Facts of 2026-11-30; `confidence` says how each block is known. */
import { STDIO_FIELDS } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const claudeDesktop: ClientFormat = {
  id: 'claude-desktop',
  product: 'claude-desktop',
  label: 'Claude Desktop',
  hostProfile: 'claude-desktop',
  userPaths: {
    linux: ['~/.config/Claude/claude_desktop_config.json'],
    darwin: ['~/Library/Application Support/Claude/claude_desktop_config.json'],
    win32: [
      '%APPDATA%/Claude/claude_desktop_config.json',
      '%LOCALAPPDATA%/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
    ],
  },
  projectPaths: [],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...STDIO_FIELDS },
  urlWithoutType: null,
  dialect: 'none',
  unsupportedKeys: { url: 'the client takes commands only from this file' },
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'likely' },
  precedence: 'single file',
  notes: [
    'stdio only in the file; remote servers are Connectors kept by the app, or an mcp-remote command',
    'the store build keeps its copy under a package folder (unconfirmed path)',
  ],
  sources: ['@gleanwork/mcp-config-schema@5.2.0', 'add-mcp@2.4.0'],
  asOf: '2026-11-30',
};
