/** Continue. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const continueYaml: ClientFormat = {
  id: 'continue',
  product: 'continue',
  label: 'Continue',
  userPaths: inHome('.continue/config.yaml'),
  projectPaths: ['.continue/mcpServers/*.yaml', '.continue/mcpServers/*.json'],
  extraPaths: [
    {
      path: '~/.continue/config.json',
      scope: 'user',
      hiddenBy: '~/.continue/config.yaml',
      confidence: 'likely',
    },
  ],
  fileFormat: 'yaml',
  container: { keys: 'mcpServers', kind: 'array' },
  fields: {
    ...PLAIN_FIELDS,
    name: 'name',
    cwd: ['cwd'],
    transport: ['type'],
    headers: ['requestOptions.headers'],
    startupTimeout: [{ key: 'connectionTimeout', unitMs: 1 }],
  },
  urlWithoutType: 'auto',
  dialect: 'continue',
  confidence: { paths: 'confirmed', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'all files load (unconfirmed)',
  notes: [
    '.json files in the mcpServers folder are unconfirmed',
    'the only client with a list instead of a map',
    'config.yaml hides config.json',
    'connectionTimeout is unconfirmed',
  ],
  sources: ['docs.continue.dev/yaml-reference', 'continuedev/continue discussion 9475'],
  asOf: '2026-11-30',
};
