import type { HostProfile } from '../model/host.ts';

export const zed: HostProfile = {
  id: 'zed',
  label: 'Zed',
  kind: 'client',
  asOf: '2026-11-30',
  confidence: {
    tools: 'issue',
    name: 'unverified',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'unverified',
    schema: 'source',
    deferral: 'unverified',
  },
  sources: [
    'zed-industries/zed, tool schema module (2026)',
    'zed-industries/zed#60162',
    'zed-industries/zed#32946',
  ],
  tools: { onExceed: 'unknown', reserve: 0 },
  name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
  description: { onExceed: 'unknown' },
  instructions: { onExceed: 'unknown' },
  loads: {},
  schema: {
    refusedKeywords: [
      { keyword: '$ref', at: 'any', action: 'drop-tool', confidence: 'source' },
      { keyword: 'if', at: 'any', action: 'drop-tool', confidence: 'source' },
      { keyword: 'then', at: 'any', action: 'drop-tool', confidence: 'source' },
      { keyword: 'else', at: 'any', action: 'drop-tool', confidence: 'source' },
    ],
    droppedKeywords: [
      { keyword: 'format', at: 'any', action: 'strip', confidence: 'source' },
      { keyword: 'default', at: 'any', action: 'strip', confidence: 'source' },
    ],
    rules: [
      {
        rule: 'schema-root-combinator',
        reasons: ['conditional'],
        action: 'drop-tool',
        confidence: 'source',
        note: 'if, then, else at any place',
      },
      {
        rule: 'schema-ref-portability',
        reasons: ['ref-used'],
        action: 'drop-tool',
        confidence: 'source',
        sources: ['zed-industries/zed#60162'],
        note: 'providers with the schema subset; log entry only',
      },
      {
        rule: 'schema-type-placement',
        reasons: ['missing'],
        action: 'rewrite',
        confidence: 'source',
        note: 'becomes string',
      },
      {
        rule: 'schema-unsupported-keyword',
        reasons: ['format'],
        action: 'strip',
        confidence: 'source',
      },
    ],
  },
  deferral: {},
  notes: ["With OpenAI models the API's 128 tools apply.", 'oneOf is rewritten to anyOf.'],
};
