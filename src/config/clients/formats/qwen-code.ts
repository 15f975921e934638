/** Qwen Code. Facts of 2026-11-30; `confidence` says how each block is known. */
import { PLAIN_FIELDS, inHome } from '../format.ts';
import type { ClientFormat } from '../format.ts';

export const qwenCode: ClientFormat = {
  id: 'qwen-code',
  product: 'qwen-code',
  label: 'Qwen Code',
  userPaths: inHome('.qwen/settings.json'),
  projectPaths: ['.qwen/settings.json', '.mcp.json'],
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
  dialectOfFile: { name: '.mcp.json', dialect: 'none' },
  confidence: { paths: 'likely', fields: 'likely', variables: 'confirmed' },
  precedence: 'as Gemini CLI',
  notes: ['variables expand in settings.json; in .mcp.json they did not (QwenLM/qwen-code#11499, 2026-09)'],
  sources: ['QwenLM/qwen-code#11499'],
  asOf: '2026-11-30',
};
