import type { HostProfile } from '../model/host.ts';

export const geminiApiJsonschema: HostProfile = {
  id: 'gemini-api-jsonschema',
  label: 'Gemini API, field parametersJsonSchema',
  shortLabel: 'Gemini JSON',
  kind: 'api',
  extends: 'gemini-api',
  asOf: '2026-11-30',
  confidence: {
    tools: 'issue',
    name: 'docs',
    description: 'unverified',
    instructions: 'unverified',
    loads: 'docs',
    schema: 'unverified',
    deferral: 'docs',
  },
  sources: ['@google/gemini-cli-core@0.61.0', 'google-gemini/gemini-cli#19083'],
  tools: { max: 512, onExceed: 'reject-request', reserve: 0 },
  name: {
    pattern: '^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$',
    onPattern: 'reject-request',
    maxLength: 64,
    onExceed: 'reject-request',
    prefix: '{tool}',
  },
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
    limits: { sumMaxItems: { value: 960, confidence: 'unverified' } },
    rules: [
      {
        rule: 'schema-size-limit',
        reasons: ['max-items-sum'],
        action: 'reject-request',
        confidence: 'unverified',
        sources: ['bethington/ghidra-mcp#440'],
      },
    ],
  },
  deferral: { default: 'none', upfront: 'every definition: name, description, inputSchema' },
  tokenizer: 'gemini',
  contextWindowsFrom: 'gemini-api',
  notes: [
    'schema.* is not inherited: this field takes wide JSON Schema, only the size of the constraint is limited.',
  ],
};
