/** VS Code and Copilot, portable format. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const vscodePortable: ClientFormat = {
  id: 'vscode-portable',
  product: 'vscode',
  label: 'VS Code and Copilot, portable format',
  hostProfile: 'vscode',
  userPaths: inHome('.copilot/mcp-config.json'),
  projectPaths: ['.mcp.json'],
  fileFormat: 'jsonc',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, cwd: ['cwd'], transport: ['type'], includeTools: ['tools'] },
  urlWithoutType: 'auto',
  dialect: 'portable',
  otherTimeouts: { timeout: 'request, ms' },
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'project over user',
  notes: ['tools ["*"] means all', 'shared with Copilot CLI and, for .mcp.json, with Claude Code'],
  sources: [
    'code.visualstudio.com/docs/agents/reference/mcp-configuration (2026-11-25)',
    'microsoft/apm, page reference/mcp-variable-compatibility (2026-10-24)',
  ],
  asOf: '2026-11-30',
};
