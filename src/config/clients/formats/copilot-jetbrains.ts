/** GitHub Copilot for JetBrains. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const copilotJetbrains: ClientFormat = {
  id: 'copilot-jetbrains',
  product: 'copilot-jetbrains',
  label: 'GitHub Copilot for JetBrains',
  hostProfile: 'copilot-jetbrains',
  userPaths: {
    linux: ['~/.config/github-copilot/intellij/mcp.json'],
    darwin: ['~/.config/github-copilot/intellij/mcp.json'],
    win32: ['%LOCALAPPDATA%/github-copilot/intellij/mcp.json'],
  },
  projectPaths: [],
  envOverride: [{ env: 'XDG_CONFIG_HOME', replaces: '~/.config' }],
  fileFormat: 'jsonc',
  container: { keys: 'servers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, headers: ['headers', 'requestInit.headers'], transport: ['type'] },
  urlWithoutType: 'auto',
  dialect: 'env-colon',
  confidence: { paths: 'likely', fields: 'likely', variables: 'likely' },
  precedence: 'single file',
  notes: [
    'no ${workspaceFolder} and no working directory (microsoft/copilot-intellij-feedback#715)',
    'requestInit.headers is an older spelling (unconfirmed)',
  ],
  sources: [
    'microsoft/apm, page reference/mcp-variable-compatibility (2026-10-24)',
    'microsoft/copilot-intellij-feedback#715',
  ],
  asOf: '2026-11-30',
};
