/** Kilo Code. Facts of 2026-11-30; `confidence` says how each block is known. */
import { inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const kiloCode: ClientFormat = {
  id: 'kilo-code',
  product: 'kilo-code',
  label: 'Kilo Code',
  userPaths: inHome('.config/kilo/kilo.json', '.config/kilo/kilo.jsonc'),
  projectPaths: [
    'kilo.json',
    'kilo.jsonc',
    '.kilo/kilo.json',
    '.kilo/kilo.jsonc',
    '.kilocode/kilo.json',
    '.kilocode/kilo.jsonc',
  ],
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
  confidence: { paths: 'likely', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'project over user (unconfirmed)',
  notes: ['a fork of the OpenCode shape; {env:} assumed from there'],
  sources: ['add-mcp@2.4.0'],
  asOf: '2026-11-30',
};
