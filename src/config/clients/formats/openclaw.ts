/** OpenClaw. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const openclaw: ClientFormat = {
  id: 'openclaw',
  product: 'openclaw',
  label: 'OpenClaw',
  userPaths: inHome('.openclaw/openclaw.json'),
  projectPaths: [],
  envOverride: [
    { env: 'OPENCLAW_CONFIG_PATH', replaces: '~/.openclaw/openclaw.json' },
    { env: 'OPENCLAW_STATE_DIR', replaces: '~/.openclaw' },
  ],
  fileFormat: 'jsonc',
  container: { keys: 'mcp.servers', kind: 'map' },
  fields: {
    ...PLAIN_FIELDS,
    cwd: ['cwd', 'workingDirectory'],
    transport: ['transport', 'type'],
    enabled: 'enabled',
    includeTools: ['toolFilter.include'],
    excludeTools: ['toolFilter.exclude'],
    startupTimeout: [
      { key: 'connectionTimeoutMs', unitMs: 1 },
      { key: 'connectTimeout', unitMs: 1000 },
    ],
  },
  urlWithoutType: 'auto',
  dialect: 'openclaw',
  otherTimeouts: { requestTimeoutMs: 'request, ms', timeout: 'request, s' },
  hasWildcardFilter: true,
  oauthKeys: ['auth'],
  unsupportedKeys: {
    clientCert: 'client certificates are not supported',
    clientKey: 'client certificates are not supported',
  },
  signs: ['transport', 'toolFilter', 'connectionTimeoutMs', 'connectTimeout'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'likely' },
  precedence: 'single file',
  notes: [
    'JSON5: unquoted keys and single quotes may occur; if JSONC parsing fails, say unreadable and name JSON5',
    'disabled: true was ignored by 2026.6.10 (openclaw/openclaw#103954): treat as disabled and warn',
    'filter entries may hold * as the only wildcard (one source)',
    '${NAME} is documented for headers; other fields are assumed',
    'in 2026-04 a url without transport meant SSE; we try HTTP first',
    'auth "oauth", clientCert and clientKey cannot be answered in CI',
  ],
  sources: [
    'docs.openclaw.ai/tools/mcp',
    'docs.openclaw.ai/cli/mcp/transports',
    'openclaw/openclaw#103954',
    'openclaw/openclaw#131352',
  ],
  asOf: '2026-11-30',
};
