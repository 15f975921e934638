/** Repaired definitions: for each tool the JSON patch and what it saves. */
import { escapeForTerminal, escapeJsonForTerminal } from '../escape.ts';
import { nameTool } from '../lint-groups.ts';
import { layHanging } from '../layout.ts';
import { formatCount, formatNoun, formatSigned } from '../../numbers.ts';
import type { DefinitionSize, FixPlan, ToolRepair } from '../../model/lint-report.ts';
import type { Page } from './table-page.ts';

/** A block a tool, and the sum. */
export function describePlan({ options: { columns } }: Page, plan: FixPlan): readonly string[] {
  if (plan.tools.length === 0) return ['No finding has a repair that is safe to make without a look.'];
  const sum = `${formatNoun(plan.tools.length, 'tool')} repaired: ${describeSizes(plan.before, plan.after)}. Nothing was edited.`;
  return [
    ...plan.tools.map((repair) => describeRepair(repair, columns)),
    layHanging(sum, { columns, indent: 2 }),
  ];
}

function describeRepair(repair: ToolRepair, columns: number): string {
  const { rules, patch, before, after } = repair;
  const head = `${escapeForTerminal(nameTool(repair))}   ${describeSizes(before, after)}   ${escapeForTerminal(rules.join(', '))}`;
  // Never wrapped, so that it can be copied.
  const steps = patch.map((step) => escapeJsonForTerminal(JSON.stringify(step)));
  return `${layHanging(head, { columns, indent: 2 })}\n  [\n${steps.map((step) => `    ${step}`).join(',\n')}\n  ]`;
}

function describeSizes(before: DefinitionSize, after: DefinitionSize): string {
  const tokens = `${formatCount(before.tokens)} → ${formatNoun(after.tokens, 'token')} (${formatSigned(after.tokens - before.tokens)})`;
  return `${tokens}, ${formatCount(before.bytes)} → ${formatNoun(after.bytes, 'byte')}`;
}
