/** Codex (CLI, app, IDE). Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const codex: ClientFormat = {
  id: 'codex',
  product: 'codex',
  label: 'Codex (CLI, app, IDE)',
  hostProfile: 'codex',
  userPaths: inHome('.codex/config.toml'),
  projectPaths: ['.codex/config.toml'],
  envOverride: [{ env: 'CODEX_HOME', replaces: '~/.codex' }],
  fileFormat: 'toml',
  container: { keys: 'mcp_servers', kind: 'map' },
  fields: {
    ...PLAIN_FIELDS,
    headers: ['http_headers'],
    cwd: ['cwd'],
    enabled: 'enabled',
    includeTools: ['enabled_tools'],
    excludeTools: ['disabled_tools'],
    startupTimeout: [
      { key: 'startup_timeout_ms', unitMs: 1 },
      { key: 'startup_timeout_sec', unitMs: 1000 },
    ],
    envNames: ['env_vars'],
    headerEnvNames: ['env_http_headers'],
    bearerEnvName: ['bearer_token_env_var'],
  },
  urlWithoutType: 'http',
  dialect: 'names-only',
  otherTimeouts: { tool_timeout_sec: 'request, s' },
  refusedKeys: { bearer_token: 'the client refuses a token in the file: write bearer_token_env_var' },
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'managed layers over project (trusted folders only) over user',
  notes: [
    'start limit 10 s when unset',
    'env values are literal text',
    'inline bearer_token is refused by the client: report as invalid',
    'required = true is not a filter',
    'tools.<tool>.approval_mode is not a filter',
  ],
  sources: [
    '@gleanwork/mcp-config-schema@5.2.0',
    'add-mcp@2.4.0',
    'openai/codex mcp_types.rs',
    'snyk/agent-scan#348',
    'openai/codex#6465',
  ],
  asOf: '2026-11-30',
};
