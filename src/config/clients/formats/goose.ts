/** Goose. Facts of 2026-11-30; `confidence` says how each block is known. */
import type { ClientFormat } from '../format.ts';

export const goose: ClientFormat = {
  id: 'goose',
  product: 'goose',
  label: 'Goose',
  userPaths: {
    linux: ['~/.config/goose/config.yaml'],
    darwin: ['~/.config/goose/config.yaml'],
    win32: ['%APPDATA%/Block/goose/config/config.yaml', '~/.config/goose/config.yaml'],
  },
  projectPaths: ['.goose/config.yaml'],
  fileFormat: 'yaml',
  container: { keys: 'extensions', kind: 'map' },
  fields: {
    command: ['cmd'],
    args: ['args'],
    env: ['envs'],
    url: ['uri'],
    transport: ['type'],
    headers: ['headers'],
    enabled: 'enabled',
    includeTools: ['available_tools'],
    envNames: ['env_keys'],
  },
  urlWithoutType: 'auto',
  dialect: 'names-only',
  otherTimeouts: { timeout: 'request, s' },
  unsupportedTypes: {
    builtin: 'built into the client',
    platform: 'built into the client',
    frontend: 'built into the client',
    inline_python: 'its code stands in the file',
  },
  nestedUnder: 'config',
  isEmptyFilterAll: true,
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'likely' },
  precedence: 'user file; project file per one source',
  notes: [
    'types builtin and platform have no process of their own: status unsupported',
    'env_keys values come from the keyring or secrets.yaml; take them from the environment, else needs-input',
    'some files nest the entry under config: merge it up',
    'available_tools is unconfirmed (request in aaif-goose/goose#2927)',
    'an empty available_tools list means all',
  ],
  sources: [
    '@gleanwork/mcp-config-schema@5.2.0',
    'add-mcp@2.4.0',
    'aaif-goose/goose documentation/docs/guides/config-files.md',
  ],
  asOf: '2026-11-30',
};
