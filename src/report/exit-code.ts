import type { ViewId } from '../model/measurement.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import type { Finding, Gate, Severity, ToolsetReport } from '../model/report.ts';

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

export interface Decision {
  readonly toolsets: readonly ToolsetReport[];
  readonly findings: readonly Finding[];
  readonly view: ViewId;
  /** Something that was asked for beside the sizes could not be measured. */
  readonly isIncomplete?: boolean | undefined;
  /** Tokens are no part of what was asked for. */
  readonly isCountUnneeded?: boolean | undefined;
  /** Of `check` and `lint`; absent elsewhere, where nothing is decided but whether all was measured. */
  readonly gate?: Pick<Gate, 'checks' | 'failOn' | 'warnOnly' | 'allowUnmeasured'> | undefined;
}

/** The exit code of a report: a mistake outweighs what could not be measured, and that outweighs what was found. */
export function exitCode(decision: Decision): ExitCode {
  const { findings, isIncomplete = false, gate } = decision;
  const isOpen = findings.filter(({ accepted }) => !accepted);
  if (isOpen.some(({ outcome }) => outcome === 'mistake')) return EXIT.usage;
  if (gate?.allowUnmeasured !== true && (isIncomplete || !isAllMeasured(decision))) return EXIT.notMeasured;
  const worst = SEVERITIES.indexOf(gate?.failOn ?? 'error');
  const fails = isOpen.some(
    ({ severity, outcome }) => outcome === 'finding' && SEVERITIES.indexOf(severity) <= worst,
  );
  return fails && gate?.warnOnly !== true ? EXIT.findings : EXIT.ok;
}

/** Worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

function isAllMeasured({ toolsets, findings, view, isCountUnneeded, gate }: Decision): boolean {
  return (
    // A server that was left out on purpose is missed only where a limit is held against it: its check is not measured.
    toolsets.every(
      (toolset) =>
        toolset.status === 'skipped' ||
        (isMeasured(toolset) && (isCountUnneeded === true || isCounted(toolset, view))),
    ) &&
    findings.every(({ outcome }) => outcome !== 'not-measured') &&
    (gate?.checks ?? []).every(({ verdict }) => verdict !== 'not-measured')
  );
}
