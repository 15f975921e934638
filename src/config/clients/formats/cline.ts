/** Cline (VS Code extension and CLI). Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const cline: ClientFormat = {
  id: 'cline',
  product: 'cline',
  label: 'Cline (VS Code extension and CLI)',
  hostProfile: 'cline',
  userPaths: {
    linux: [
      '~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      '~/.cline/data/settings/cline_mcp_settings.json',
    ],
    darwin: [
      '~/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      '~/.cline/data/settings/cline_mcp_settings.json',
    ],
    win32: [
      '%APPDATA%/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      '~/.cline/data/settings/cline_mcp_settings.json',
    ],
  },
  projectPaths: [],
  envOverride: [{ env: 'CLINE_DIR', replaces: '~/.cline' }],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, transport: ['type', 'transportType'], enabled: 'disabled' },
  urlWithoutType: 'sse',
  dialect: 'none',
  otherTimeouts: { timeout: 'request, s' },
  signs: ['transportType'],
  confidence: { paths: 'likely', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'extension and CLI files are separate',
  notes: [
    'type streamableHttp or sse; a url without type was SSE in older builds (unconfirmed)',
    'autoApprove and alwaysAllow are not filters',
  ],
  sources: ['add-mcp@2.4.0'],
  asOf: '2026-11-30',
};
