/** VS Code, old settings.json section. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inAppData } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const vscodeSettings: ClientFormat = {
  id: 'vscode-settings',
  product: 'vscode',
  label: 'VS Code, old settings.json section',
  hostProfile: 'vscode',
  userPaths: inAppData('Code/User/settings.json'),
  projectPaths: ['.vscode/settings.json'],
  fileFormat: 'jsonc',
  container: { keys: 'mcp.servers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, envFile: ['envFile'], cwd: ['cwd'], transport: ['type'] },
  urlWithoutType: 'auto',
  dialect: 'vscode',
  confidence: { paths: 'likely', fields: 'likely', variables: 'likely' },
  precedence: 'mcp.json of the same folder is the newer place',
  notes: [
    '"mcp.servers" may also be one flat dotted key',
    'same container path as OpenClaw and OpenCode V2: tell them apart by the entries',
  ],
  sources: ['MCP-Audit/MCTS#294', 'microsoft/vscode-docs mcp-configuration.md (2026-05)'],
  asOf: '2026-11-30',
};
