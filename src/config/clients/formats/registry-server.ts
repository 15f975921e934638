/**
 * `server.json` of the MCP registry: schema 2025-12-11, github.com/modelcontextprotocol/registry,
 * docs/reference/server-json. What we start for a package is our reading of it: the schema gives hints, no command line.
 */
import { NOWHERE, PLAIN_FIELDS } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const registryServer: ClientFormat = {
  id: 'registry-server',
  product: null,
  label: 'MCP registry, server.json',
  userPaths: NOWHERE,
  projectPaths: [],
  fileFormat: 'json',
  container: { keys: 'packages, remotes', kind: 'array' },
  fields: { ...PLAIN_FIELDS, transport: ['type'] },
  urlWithoutType: null,
  dialect: 'none',
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'likely' },
  precedence: 'single file, named by its path',
  notes: [
    'the runner of a package is runtimeHint, else the one that its registry has',
    'values stand in {braces}',
  ],
  sources: ['modelcontextprotocol/registry docs/reference/server-json/server.schema.json'],
  asOf: '2026-11-30',
};
