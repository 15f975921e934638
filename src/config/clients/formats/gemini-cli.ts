/** Gemini CLI. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const geminiCli: ClientFormat = {
  id: 'gemini-cli',
  product: 'gemini-cli',
  label: 'Gemini CLI',
  hostProfile: 'gemini-cli',
  userPaths: inHome('.gemini/settings.json'),
  projectPaths: ['.gemini/settings.json'],
  extraPaths: [
    { path: '/etc/gemini-cli/settings.json', scope: 'system', platforms: ['linux'], confidence: 'confirmed' },
    {
      path: '/Library/Application Support/GeminiCli/settings.json',
      scope: 'system',
      platforms: ['darwin'],
      confidence: 'confirmed',
    },
    {
      path: 'C:/ProgramData/gemini-cli/settings.json',
      scope: 'system',
      platforms: ['win32'],
      confidence: 'confirmed',
    },
  ],
  fileFormat: 'jsonc',
  container: { keys: 'mcpServers', kind: 'map' },
  fields: {
    ...PLAIN_FIELDS,
    url: ['httpUrl', 'url'],
    cwd: ['cwd'],
    transport: ['type'],
    includeTools: ['includeTools'],
    excludeTools: ['excludeTools'],
  },
  urlWithoutType: 'sse',
  httpUrlKey: 'httpUrl',
  dialect: 'dollar',
  otherTimeouts: { timeout: 'request, ms' },
  serverLists: { allow: 'mcp.allowed', deny: 'mcp.excluded' },
  oauthKeys: ['oauth', 'authProviderType'],
  signs: ['httpUrl', 'includeTools', 'excludeTools'],
  confidence: { paths: 'confirmed', fields: 'confirmed', variables: 'confirmed' },
  precedence: 'user, then project, then system file; later wins',
  notes: [
    'httpUrl is streamable HTTP, url without type is SSE; when both stand, httpUrl wins',
    'excludeTools wins over includeTools',
    'mcp.allowed and mcp.excluded name whole servers',
  ],
  sources: ['@gleanwork/mcp-config-schema@5.2.0', 'add-mcp@2.4.0', 'geminicli.com/docs'],
  asOf: '2026-11-30',
};
