/** VS Code, editor format. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inAppData } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const vscode: ClientFormat = {
  id: 'vscode',
  product: 'vscode',
  label: 'VS Code, editor format',
  hostProfile: 'vscode',
  userPaths: inAppData('Code/User/mcp.json', 'Code - Insiders/User/mcp.json'),
  projectPaths: ['.vscode/mcp.json'],
  extraPaths: [
    {
      path: '~/.config/Code/User/profiles/*/mcp.json',
      scope: 'user',
      platforms: ['linux'],
      confidence: 'unconfirmed',
    },
    {
      path: '~/Library/Application Support/Code/User/profiles/*/mcp.json',
      scope: 'user',
      platforms: ['darwin'],
      confidence: 'unconfirmed',
    },
    {
      path: '%APPDATA%/Code/User/profiles/*/mcp.json',
      scope: 'user',
      platforms: ['win32'],
      confidence: 'unconfirmed',
    },
    { path: '*.code-workspace', scope: 'project', confidence: 'unconfirmed' },
  ],
  fileFormat: 'jsonc',
  container: { keys: 'servers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, envFile: ['envFile'], cwd: ['cwd'], transport: ['type'] },
  urlWithoutType: 'auto',
  dialect: 'vscode',
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'user and workspace files both load',
  notes: [
    'the Insiders path is unconfirmed',
    'HTTP is tried first, then SSE, also when type is http',
    'the on/off state of a server lives in the editor, not in the file',
    'url may be unix:// or pipe:// (not supported by us)',
    'called the deprecated local format by the vendor page of 2026-11-25, still read',
    'sandbox and dev keys are ignored by us',
    'expansion of ${env:} inside headers was reported broken (microsoft/vscode#336232)',
  ],
  sources: [
    '@gleanwork/mcp-config-schema@5.2.0',
    'add-mcp@2.4.0',
    'microsoft/vscode-docs mcp-configuration.md (2026-05)',
    'code.visualstudio.com/docs/agents/reference/mcp-configuration (2026-11-25)',
    'microsoft/vscode#336232',
    'microsoft/vscode#245237',
  ],
  asOf: '2026-11-30',
};
