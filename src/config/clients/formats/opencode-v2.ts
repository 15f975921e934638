/** OpenCode, V2 shape. Facts of 2026-11-30; `confidence` says how each block is known. */
import { inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const opencodeV2: ClientFormat = {
  id: 'opencode-v2',
  product: 'opencode',
  label: 'OpenCode, V2 shape',
  userPaths: inHome('.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'),
  projectPaths: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
  fileFormat: 'jsonc',
  container: { keys: 'mcp.servers', kind: 'map' },
  fields: {
    command: ['command'],
    env: ['environment'],
    cwd: ['cwd'],
    url: ['url'],
    transport: ['type'],
    headers: ['headers'],
    enabled: 'disabled',
    startupTimeout: [{ key: 'timeout.startup', unitMs: 1 }],
  },
  urlWithoutType: 'auto',
  dialect: 'opencode',
  otherTimeouts: { 'timeout.request': 'request, ms' },
  hasOverrides: true,
  oauthKeys: ['oauth'],
  signs: ['environment'],
  confidence: { paths: 'confirmed', fields: 'likely', variables: 'likely' },
  precedence: 'in a file with both shapes the V2 entry wins over a V1 entry of the same name',
  notes: ['unknown keys in an entry are refused by the client'],
  sources: ['add-mcp@2.4.0', 'anomalyco/opencode packages/core/src/config/mcp.ts'],
  asOf: '2026-11-30',
};
