/** Claude Code, project scope. Facts of 2026-11-30; `confidence` says how each block is known. */
import { NOWHERE, PLAIN_FIELDS } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const claudeCodeProject: ClientFormat = {
  id: 'claude-code-project',
  product: 'claude-code',
  label: 'Claude Code, project scope',
  hostProfile: 'claude-code',
  userPaths: NOWHERE,
  projectPaths: ['.mcp.json'],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, transport: ['type'] },
  urlWithoutType: 'auto',
  dialect: 'claude-code',
  otherTimeouts: { timeout: 'request, ms' },
  alwaysLoadedKey: 'alwaysLoad',
  oauthKeys: ['oauth'],
  headerCommandKeys: ['headersHelper'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'between local and user',
  notes: [
    'found in a repository: consent needed before start',
    'the settings lists are unconfirmed',
    'the same file is read by Copilot CLI and the VS Code portable form',
  ],
  sources: [
    '@gleanwork/mcp-config-schema@5.2.0',
    'add-mcp@2.4.0',
    'microsoft/apm, page reference/mcp-variable-compatibility (2026-10-24)',
    'anthropics/claude-code#9427',
    'DeusData/codebase-memory-mcp#69',
  ],
  asOf: '2026-11-30',
};
