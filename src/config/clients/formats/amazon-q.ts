/** Amazon Q CLI (now Kiro CLI). Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const amazonQ: ClientFormat = {
  id: 'amazon-q',
  product: 'amazon-q',
  label: 'Amazon Q CLI (now Kiro CLI)',
  hostProfile: 'amazon-q',
  userPaths: inHome('.aws/amazonq/mcp.json'),
  projectPaths: ['.amazonq/mcp.json'],
  fileFormat: 'json',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: { ...PLAIN_FIELDS, transport: ['type'], enabled: 'disabled' },
  urlWithoutType: 'auto',
  dialect: 'none',
  otherTimeouts: { timeout: 'request, ms' },
  confidence: { paths: 'likely', fields: 'likely', variables: 'unconfirmed' },
  precedence: 'workspace over user (unconfirmed)',
  notes: [
    'agent files (~/.aws/amazonq/cli-agents/*.json) may carry their own mcpServers and useLegacyMcpJson',
  ],
  sources: ['dynatrace-oss/dynatrace-mcp#241'],
  asOf: '2026-11-30',
};
