/** LM Studio. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const lmStudio: ClientFormat = {
  id: 'lm-studio',
  product: 'lm-studio',
  label: 'LM Studio',
  userPaths: inHome('.lmstudio/mcp.json'),
  projectPaths: [],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS },
  urlWithoutType: 'auto',
  dialect: 'none',
  confidence: { paths: 'unconfirmed', fields: 'unconfirmed', variables: 'unconfirmed' },
  precedence: 'single file',
  notes: ['follows the Cursor shape'],
  sources: [],
  asOf: '2026-11-30',
};
