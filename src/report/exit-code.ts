import type { ViewId } from '../model/measurement.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import type { Finding, ToolsetReport } from '../model/report.ts';

/** Statuses that do not stop a report from being complete: `dynamic` was measured, and says what differs. */
const MEASURED: ReadonlySet<string> = new Set(['measured', 'dynamic']);

/** Tell whether a toolset's sizes can be relied on. */
export function isMeasured({ status }: Pick<ToolsetReport, 'status'>): boolean {
  return MEASURED.has(status);
}

/** Tell whether the tokens of the view are known; a list that is too large for an exact count has none. */
export function isCounted({ views }: Pick<ToolsetReport, 'views'>, view: ViewId): boolean {
  return views?.[view]?.tokens.value !== undefined;
}

/** The exit code of a report: what could not be measured outweighs what was found. */
export function exitCode(
  toolsets: readonly ToolsetReport[],
  findings: readonly Finding[],
  view: ViewId,
): ExitCode {
  if (!toolsets.every((toolset) => isMeasured(toolset) && isCounted(toolset, view))) return EXIT.notMeasured;
  return findings.some(({ severity, accepted }) => severity === 'error' && !accepted)
    ? EXIT.findings
    : EXIT.ok;
}
