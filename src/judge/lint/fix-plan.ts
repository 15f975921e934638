/** Repaired definitions: what safe repairs make of each tool, one after another. Pure; edits nothing. */
import type { JsonValue } from '../../json.ts';
import { compactJson } from '../../json-text.ts';
import type { DefinitionSize, FixPlan, ToolRepair } from '../../model/lint-report.ts';
import type { PatchStep } from '../../model/patch.ts';
import type { Finding } from '../../model/report.ts';
import { lint, type LintInput } from './lint.ts';
import { applyPatch } from './patch.ts';
import { genericText, type ListToLint } from './subject.ts';

/** More repairs of one tool than there are rules and reasons would be two that undo each other. */
const MOST_REPAIRS = 100;

/** Plan the repair of every tool that a finding has a safe patch for. */
export function planFixes(input: LintInput, findings: readonly Finding[]): FixPlan {
  const places = new Map(
    findings.flatMap((finding) => {
      const { server, toolset, index } = finding;
      return finding.isPatchSafe === true && index !== undefined
        ? [[JSON.stringify([server, toolset, index]), { server, toolset, index }] as const]
        : [];
    }),
  );
  const tools = [...places.values()].flatMap(({ server, toolset, index }) => {
    const list = input.lists.find((one) => one.server === server && one.toolset === toolset);
    const repair = list === undefined ? undefined : repairTool(input, list, index);
    return repair === undefined ? [] : [repair];
  });
  return {
    tools,
    before: sum(tools.map(({ before }) => before)),
    after: sum(tools.map(({ after }) => after)),
  };
}

/** Apply one repair, lint what it leaves, and so on: two patches of one definition may touch the same place. */
function repairTool(input: LintInput, list: ListToLint, index: number): ToolRepair | undefined {
  const raw = list.tools[index] ?? null;
  const fixing = { ...input, rules: input.rules.filter(({ fix, checkTool }) => fix === 'safe' && checkTool) };
  let definition = raw;
  let name: string | undefined;
  const steps: PatchStep[] = [];
  const rules = new Set<string>();
  const seen = new Set([compactJson(raw)]);
  for (let left = MOST_REPAIRS; left > 0; left -= 1) {
    const { findings } = lint({ ...fixing, lists: [{ ...list, tools: [definition] }] });
    const next = nextRepair(definition, findings, seen);
    if (next === undefined) break;
    name ??= next.finding.tool;
    definition = next.definition;
    steps.push(...next.patch);
    rules.add(next.finding.ruleId);
  }
  if (steps.length === 0) return undefined;
  return {
    server: list.server,
    toolset: list.toolset,
    tool: name,
    index,
    rules: [...rules],
    patch: steps,
    before: sizeOf(raw, input),
    after: sizeOf(definition, input),
  };
}

/** The first repair that leads to a definition not seen yet. */
function nextRepair(definition: JsonValue, findings: readonly Finding[], seen: Set<string>) {
  for (const finding of findings) {
    const { patch, isPatchSafe } = finding;
    if (patch === undefined || isPatchSafe !== true) continue;
    const repaired = applyPatch(definition, patch);
    const text = compactJson(repaired);
    if (seen.has(text)) continue;
    seen.add(text);
    return { finding, patch, definition: repaired };
  }
  return undefined;
}

function sizeOf(tool: JsonValue, { countTokens }: LintInput): DefinitionSize {
  return { tokens: countTokens(genericText(tool)), bytes: Buffer.byteLength(compactJson(tool)) };
}

function sum(sizes: readonly DefinitionSize[]): DefinitionSize {
  return sizes.reduce(
    (before, { tokens, bytes }) => ({ tokens: before.tokens + tokens, bytes: before.bytes + bytes }),
    { tokens: 0, bytes: 0 },
  );
}
