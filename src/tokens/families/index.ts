/** Families of models whose tokens are estimated, the best known first. */
import type { TokenFamily } from '../../model/estimate.ts';
import { claude } from './claude.ts';
import { claude3 } from './claude-3.ts';
import { claude47 } from './claude-4-7.ts';
import { deepseek } from './deepseek.ts';
import { gemini } from './gemini.ts';
import { gpt } from './gpt.ts';
import { open } from './open.ts';

export const families = {
  claude,
  'claude-4-7': claude47,
  'claude-3': claude3,
  gpt,
  gemini,
  deepseek,
  open,
} as const satisfies Readonly<Record<string, TokenFamily>>;

export type FamilyId = keyof typeof families;

/** Ids of all families, as `--tokenizer` takes them. */
export const familyIds = Object.keys(families) as readonly FamilyId[];
