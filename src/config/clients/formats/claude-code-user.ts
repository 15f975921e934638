/** Claude Code, user scope. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const claudeCodeUser: ClientFormat = {
  id: 'claude-code-user',
  product: 'claude-code',
  label: 'Claude Code, user scope',
  hostProfile: 'claude-code',
  userPaths: inHome('.claude.json'),
  projectPaths: [],
  envOverride: [{ env: 'CLAUDE_CONFIG_DIR', replaces: '~' }],
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
  precedence: 'local over project over user; the whole entry is replaced, not merged',
  notes: [
    '~/.claude/.mcp.json is a dead path: warn when it exists and nothing else does',
    'alwaysLoad pins a server out of deferral; headersHelper (command that prints headers) and oauth cannot be answered in CI',
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
