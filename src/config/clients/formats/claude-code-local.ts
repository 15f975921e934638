/** Claude Code, local scope. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const claudeCodeLocal: ClientFormat = {
  id: 'claude-code-local',
  product: 'claude-code',
  label: 'Claude Code, local scope',
  hostProfile: 'claude-code',
  userPaths: inHome('.claude.json'),
  projectPaths: [],
  envOverride: [{ env: 'CLAUDE_CONFIG_DIR', replaces: '~' }],
  fileFormat: 'json',
  container: { keys: 'projects.<absolute project path>.mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, transport: ['type'] },
  urlWithoutType: 'auto',
  dialect: 'claude-code',
  otherTimeouts: { timeout: 'request, ms' },
  alwaysLoadedKey: 'alwaysLoad',
  oauthKeys: ['oauth'],
  headerCommandKeys: ['headersHelper'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'highest of the three scopes',
  notes: [
    'choose the projects key that equals the project directory; ignore all others',
    'the disabled lists are unconfirmed',
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
