/** What is needed and could not be measured ends a command that decides nothing. */
import { CaptureError } from '../errors.ts';
import type { FailureStatus } from '../errors.ts';
import type { Snapshot, ToolsetStatus } from '../model/snapshot.ts';
import { isMeasured } from '../report/exit-code.ts';
import { redact } from '../report/redact.ts';

/** Of a snapshot, or of a list in a report. */
type Outcome = Pick<Snapshot, 'status' | 'failure' | 'warnings'>;

const STDERR_LINES = 3;

/** Refuse a list that was not captured, or was cut off. @throws CaptureError */
export function rejectNotMeasured(
  outcome: Outcome,
  { label, secrets }: { readonly label: string; readonly secrets: readonly string[] },
): void {
  const { status, failure, warnings } = outcome;
  if (isMeasured(outcome) && failure === undefined) return;
  // The first warning says why a list was cut off.
  const reason = failure?.message ?? warnings[0]?.message ?? status;
  const hint = [failure?.hint, ...(failure?.stderr ?? []).filter(saysSomething).slice(-STDERR_LINES)]
    .filter((line) => line !== undefined)
    .join('\n');
  throw new CaptureError(
    failureStatusOf(status),
    redact(`${label} could not be measured: ${reason}`, secrets).value,
    hint === '' ? {} : { hint: redact(hint, secrets).value },
  );
}

/** Not what Node ends every crash with. */
function saysSomething(line: string): boolean {
  return /\w{3}/.test(line) && !/^(Node\.js v\d|\s*(code|requireStack): )/.test(line);
}

function failureStatusOf(status: ToolsetStatus): FailureStatus {
  return status === 'measured' || status === 'dynamic' || status === 'skipped' ? 'unsupported' : status;
}
