import type { HostProfile } from '../model/host.ts';

export const llamaCpp: HostProfile = {
  id: 'llama-cpp',
  label: 'llama.cpp based hosts (LM Studio, Ollama)',
  shortLabel: 'llama.cpp',
  kind: 'api',
  asOf: '2026-09-30',
  confidence: {
    tools: 'unverified',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'issue',
    deferral: 'unverified',
  },
  sources: ['codefuturist/email-mcp#58', 'firecrawl/firecrawl#4512', 'QwenLM/qwen-code#10520'],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { loaded: false, onExceed: 'unknown' },
  loads: {
    title: false,
    annotations: false,
    outputSchema: false,
    icons: false,
    meta: false,
    examples: true,
  },
  schema: {
    limits: {
      maxLength: {
        value: 2000,
        confidence: 'unverified',
        note: 'no number is published; a large repeat count below several levels breaks the grammar',
      },
    },
    rules: [
      {
        rule: 'schema-pattern-portability',
        reasons: ['lookaround'],
        action: 'reject-request',
        confidence: 'issue',
        sources: ['codefuturist/email-mcp#58'],
      },
      {
        rule: 'schema-size-limit',
        reasons: ['grammar'],
        action: 'reject-request',
        confidence: 'unverified',
        sources: ['firecrawl/firecrawl#4512'],
      },
    ],
  },
  deferral: { default: 'none', upfront: 'every definition: name, description, inputSchema' },
  tokenizer: 'open',
  notes: ['All tools are compiled into one grammar: one bad tool disables every server of the conversation.'],
};
