/** GitHub Copilot CLI. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const copilotCli: ClientFormat = {
  id: 'copilot-cli',
  product: 'copilot-cli',
  label: 'GitHub Copilot CLI',
  hostProfile: 'copilot-cli',
  userPaths: inHome('.copilot/mcp-config.json'),
  projectPaths: ['.mcp.json', '.github/mcp.json'],
  envOverride: [
    { env: 'COPILOT_HOME', replaces: '~/.copilot' },
    { env: 'XDG_CONFIG_HOME', replaces: '~', isUnconfirmed: true },
  ],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, cwd: ['cwd'], transport: ['type'], includeTools: ['tools'] },
  urlWithoutType: 'auto',
  dialect: 'portable',
  otherTimeouts: { timeout: 'request, ms' },
  signs: ['tools'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: '.mcp.json hides .github/mcp.json; project over user; project files only in trusted folders',
  notes: [
    'type local equals stdio',
    'tools ["*"] means all, an empty list none (unconfirmed)',
    '.vscode/mcp.json is no longer read (github/copilot-cli#3019)',
    'the client drops comments on write, so expect strict JSON but accept comments',
  ],
  sources: [
    'add-mcp@2.4.0',
    'microsoft/apm, page reference/mcp-variable-compatibility (2026-10-24)',
    'github/copilot-cli#3019',
    'github/copilot-sdk#989',
  ],
  asOf: '2026-11-30',
};
