/** The keys that state limits, each with the unit it counts in: of a config, of its schema, and of a budget in code. */
import type { Unit } from '../model/budget.ts';

export interface LimitKeys {
  readonly [key: string]: Unit | LimitKeys;
}

export const TEXT_LIMITS = { chars: 'chars', bytes: 'bytes', tokens: 'tokens' } as const satisfies LimitKeys;

/** Of each tool. */
export const TOOL_LIMITS = {
  tokens: 'tokens',
  bytes: 'bytes',
  name: TEXT_LIMITS,
  description: TEXT_LIMITS,
  inputSchema: TEXT_LIMITS,
  outputSchema: TEXT_LIMITS,
} as const satisfies LimitKeys;

/** Of a list as a whole; each is named as its unit. */
export const LIST_LIMITS = {
  tools: 'tools',
  bytes: 'bytes',
  tokens: 'tokens',
  prompts: 'prompts',
  resources: 'resources',
} as const satisfies LimitKeys;

export const BUDGET_LIMITS = {
  ...LIST_LIMITS,
  instructions: TEXT_LIMITS,
  tool: TOOL_LIMITS,
} as const satisfies LimitKeys;
