/** Sums over everything a report measured, in the view it speaks of. */
import type { ViewMeasurement } from '../model/measurement.ts';
import type { Report, ToolsetReport } from '../model/report.ts';

export interface NamedToolset {
  readonly server: string;
  readonly toolset: ToolsetReport;
}

export interface Totals {
  readonly tools: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly framing: number;
  /** Shares by part id, largest first. */
  readonly parts: readonly (readonly [part: string, share: number])[];
  readonly wireOnly: readonly (readonly [field: string, tokens: number])[];
  readonly instructions: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
}

/** Every toolset of a report with its server's name. */
export function listToolsets(report: Report): readonly NamedToolset[] {
  return report.servers.flatMap((server) =>
    server.toolsets.map((toolset) => ({ server: server.name, toolset })),
  );
}

/** The toolset's tokens in the report's view; absent when not measured or too large to count. */
export function tokensOf(report: Report, toolset: ToolsetReport): number | undefined {
  return toolset.views?.[report.view]?.tokens.value;
}

/** Add up what was measured; what was not is left out, and the reporter says so. */
export function sumReport(report: Report): Totals {
  const toolsets = listToolsets(report)
    .map(({ toolset }) => toolset)
    .filter(({ isInTotal = true }) => isInTotal);
  const views = toolsets.map((toolset) => toolset.views?.[report.view]).filter((view) => view !== undefined);
  const add = (numbers: readonly (number | undefined)[]): number =>
    numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return {
    tools: add(toolsets.map((toolset) => toolset.tools)),
    bytes: add(toolsets.map((toolset) => toolset.bytes)),
    tokens: add(views.map((view) => view.tokens.value)),
    framing: add(views.map((view) => view.framing)),
    parts: sumByKey(views.flatMap(sharesOf)),
    wireOnly: sumByKey(
      toolsets.flatMap((toolset) =>
        (toolset.wireOnly ?? []).map(({ field, tokens }) => [field, tokens ?? 0]),
      ),
    ),
    instructions: add(toolsets.map((toolset) => toolset.instructions?.tokens)),
    prompts: add(toolsets.map((toolset) => toolset.prompts)),
    resources: add(toolsets.map((toolset) => toolset.resources)),
    resourceTemplates: add(toolsets.map((toolset) => toolset.resourceTemplates)),
  };
}

function sharesOf(view: ViewMeasurement): readonly (readonly [string, number])[] {
  return Object.entries(view.parts).map(([part, { share }]) => [part, share]);
}

function sumByKey(entries: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const [key, value] of entries) sums.set(key, (sums.get(key) ?? 0) + value);
  return [...sums].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
