import type { HostProfile } from '../model/host.ts';
import { openaiChat } from './openai-chat.ts';

export const azureOpenai: HostProfile = {
  id: 'azure-openai',
  label: 'Azure OpenAI chat',
  shortLabel: 'Azure OpenAI',
  kind: 'api',
  extends: 'openai-chat',
  asOf: '2026-11-30',
  confidence: {
    tools: 'docs',
    name: 'docs',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'docs',
    schema: 'issue',
    deferral: 'docs',
  },
  sources: ['Microsoft Learn, Azure OpenAI quotas and limits (2026)', 'Dokploy/mcp#45'],
  tools: { max: 128, onExceed: 'reject-request', reserve: 0 },
  name: {
    pattern: '^[a-zA-Z0-9_-]{1,64}$',
    onPattern: 'reject-request',
    maxLength: 64,
    onExceed: 'reject-request',
    prefix: '{tool}',
  },
  description: { max: 1024, onExceed: 'reject-request' },
  instructions: { loaded: false, onExceed: 'unknown' },
  loads: {
    title: false,
    annotations: false,
    outputSchema: false,
    icons: false,
    meta: false,
    examples: true,
  },
  // One validator reads the schemas of all of the vendor's APIs.
  schema: openaiChat.schema,
  deferral: { default: 'none', upfront: 'every definition: name, description, inputSchema' },
  tokenizer: 'o200k',
  contextWindowsFrom: 'openai-responses',
  notes: ['A message that a description is too long exists; its number is not stated.'],
};
