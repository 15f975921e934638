import type { Finding } from '../model/report.ts';
import type { Judgement } from './judged.ts';
import { ofRule } from './rules.ts';

/** A gate that holds nothing to anything passes whatever comes; said where there is nothing else to say. */
export function findNoLimit({ checks, findings }: Judgement, label: string): readonly Finding[] {
  if (checks.length + findings.length > 0) return [];
  return [
    {
      ...ofRule('no-limit'),
      server: '',
      toolset: label,
      message: 'nothing is held to a limit: there is no budget, and no growth that could be judged',
      suggestion: 'set a "budget", or let init write one that fits: npx mcp-budget init',
    },
  ];
}
