/** Zed. Facts of 2026-11-30; `confidence` says how each block is known. */
import type { ClientFormat } from '../format.ts';

export const zed: ClientFormat = {
  id: 'zed',
  product: 'zed',
  label: 'Zed',
  hostProfile: 'zed',
  userPaths: {
    linux: ['~/.config/zed/settings.json'],
    darwin: ['~/.config/zed/settings.json', '~/Library/Application Support/Zed/settings.json'],
    win32: ['%APPDATA%/Zed/settings.json'],
  },
  projectPaths: ['.zed/settings.json'],
  fileFormat: 'jsonc',
  container: { keys: 'context_servers', kind: 'map' },
  fields: {
    command: ['command', 'command.path'],
    args: ['args', 'command.args'],
    env: ['env', 'command.env'],
    url: ['url'],
    headers: ['headers'],
    enabled: 'enabled',
  },
  urlWithoutType: 'auto',
  dialect: 'none',
  withoutLaunch: 'started by an editor extension',
  confidence: { paths: 'likely', fields: 'confirmed', variables: 'likely' },
  precedence: 'project over user',
  notes: [
    'an entry with source extension and no command is started by an extension: status unsupported',
    'older files nest command {path, args, env}',
    'per-profile tool switches stand at agent.profiles.<profile>.context_servers.<server>.tools (unconfirmed)',
    'darwin: read both user paths; sources disagree',
  ],
  sources: ['add-mcp@2.4.0', 'zed.dev/docs/ai/mcp'],
  asOf: '2026-11-30',
};
