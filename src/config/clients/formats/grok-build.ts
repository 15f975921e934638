/** Grok Build. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const grokBuild: ClientFormat = {
  id: 'grok-build',
  product: 'grok-build',
  label: 'Grok Build',
  userPaths: inHome('.grok/config.toml'),
  projectPaths: ['.grok/config.toml'],
  envOverride: [{ env: 'GROK_HOME', replaces: '~/.grok' }],
  fileFormat: 'toml',
  container: { keys: 'mcp_servers', kind: 'map' },
  fields: {
    ...PLAIN_FIELDS,
    headers: ['headers', 'http_headers'],
    enabled: 'enabled',
    startupTimeout: [{ key: 'startup_timeout_sec', unitMs: 1000 }],
  },
  urlWithoutType: 'http',
  dialect: 'none',
  otherTimeouts: { tool_timeout_sec: 'request, s' },
  signs: ['headers'],
  confidence: { paths: 'likely', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'project over user (unconfirmed)',
  notes: [
    'start limit 30 s when unset',
    'headers, where Codex says http_headers',
    'tool filters of Codex are not known to work here',
  ],
  sources: ['add-mcp@2.4.0', 'BlockRunAI/blockrun-mcp#144'],
  asOf: '2026-11-30',
};
