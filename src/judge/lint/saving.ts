/** What repairs would save, over all findings. */
import type { JsonValue } from '../../json.ts';
import type { RuleGroup } from '../../model/lint.ts';
import type { LintSummary } from '../../model/lint-report.ts';
import type { PatchStep } from '../../model/patch.ts';
import type { Finding } from '../../model/report.ts';
import { applyPatch } from './patch.ts';
import { genericText } from './subject.ts';

/** Groups whose figures are no saving: what changed since the baseline, and what is a danger whatever it costs. */
const NO_SAVING: ReadonlySet<RuleGroup> = new Set(['stability', 'security']);

export interface SavingContext {
  readonly groupOf: (ruleId: string) => RuleGroup | undefined;
  /** The tool of a finding, as it was sent. */
  readonly definitionOf: (finding: Finding) => JsonValue | undefined;
  readonly countTokens: (text: string) => number;
}

interface OfTool {
  readonly patched: Finding[];
  /** The most that a repair without a patch saves. */
  others: number;
}

/**
 * Add up what findings say that a repair saves. Several patches of one tool may drop the same text, so that they are made
 * together and counted once; of what has no patch the largest counts.
 */
export function sumSavings(findings: readonly Finding[], context: SavingContext): LintSummary['saving'] {
  const tools = new Map<string, OfTool>();
  for (const finding of findings) {
    const { ruleId, server, toolset, index, unit, patch, tokensSaved = 0 } = finding;
    const group = context.groupOf(ruleId);
    // To leave tools out repairs none of them.
    if (group === undefined || NO_SAVING.has(group) || unit === 'tools' || tokensSaved <= 0) continue;
    const key = JSON.stringify([server, toolset, index]);
    const tool = tools.get(key) ?? { patched: [], others: 0 };
    tools.set(key, tool);
    if (patch === undefined) tool.others = Math.max(tool.others, tokensSaved);
    else tool.patched.push(finding);
  }
  const savings = [...tools.values()].map(({ patched, others }) => ({
    others,
    patched: savedTogether(patched, context),
  }));
  const tokens = savings.reduce((sum, { patched, others }) => sum + Math.max(patched, others), 0);
  if (tokens === 0) return undefined;
  return { tokens, isAtMost: savings.some(({ patched, others }) => others > patched) };
}

function savedTogether(patched: readonly Finding[], { definitionOf, countTokens }: SavingContext): number {
  const [first, ...others] = patched;
  if (first === undefined) return 0;
  const before = others.length === 0 ? undefined : definitionOf(first);
  if (before === undefined) return first.tokensSaved ?? 0;
  const after = patched.reduce((tool, { patch = [] }) => patchIfThere(tool, patch), before);
  return Math.max(0, countTokens(genericText(before)) - countTokens(genericText(after)));
}

/** What an earlier patch has removed needs no repair. */
function patchIfThere(tool: JsonValue, patch: readonly PatchStep[]): JsonValue {
  try {
    return applyPatch(tool, patch);
  } catch (error) {
    if (error instanceof TypeError) return tool;
    throw error;
  }
}
