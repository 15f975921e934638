/** OpenCode, V1 shape. Facts of 2026-11-30; `confidence` says how each block is known. */
import { inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const opencodeV1: ClientFormat = {
  id: 'opencode-v1',
  product: 'opencode',
  label: 'OpenCode, V1 shape',
  userPaths: inHome('.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'),
  projectPaths: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
  fileFormat: 'jsonc',
  container: { keys: 'mcp', kind: 'map' },
  fields: {
    command: ['command'],
    env: ['environment'],
    cwd: ['cwd'],
    url: ['url'],
    transport: ['type'],
    headers: ['headers'],
    enabled: 'enabled',
    startupTimeout: [{ key: 'timeout', unitMs: 1 }],
  },
  urlWithoutType: 'auto',
  dialect: 'opencode',
  hasOverrides: true,
  oauthKeys: ['oauth'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'organisation defaults, then user, then project; entries merge, later wins',
  notes: [
    'an entry may hold only {"enabled": false}: it switches off an inherited server and is not a declaration',
    'type remote says nothing about HTTP or SSE',
    'the top-level tools map ("<server>_*": false) may hide tools; it leaked in anomalyco/opencode#3756',
  ],
  sources: [
    '@gleanwork/mcp-config-schema@5.2.0',
    'add-mcp@2.4.0',
    'opencode.ai/docs/mcp-servers',
    'anomalyco/opencode#2978',
  ],
  asOf: '2026-11-30',
};
