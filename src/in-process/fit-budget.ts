/** Hold a server of this process against a budget, and say in words where it does not fit. */
import { checkBudget } from '../judge/budgets.ts';
import { describeSize, listsNotRead } from '../judge/sizes.ts';
import type { Budget, Check } from '../model/budget.ts';
import type { Measurement } from '../model/measurement.ts';
import type { Warning } from '../model/snapshot.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { formatCount, formatPercent } from '../numbers.ts';
import { readBudget, type ListBudget } from './budget-limits.ts';
import { measureServer, type MeasureServerOptions, type ServerMeasurement } from './measure-server.ts';
import type { MeasureSubject } from './subject.ts';

export interface Fit {
  readonly fits: boolean;
  /** What exceeds its limit, or how much of each is used. */
  readonly message: string;
}

const HEAVIEST = 3;

/**
 * Measure and judge. What could not be measured whole does not fit.
 * @throws UsageError for the budget or the subject; CaptureError when there is no list.
 */
export async function fitBudget(
  subject: MeasureSubject,
  limits: ListBudget,
  options: MeasureServerOptions = {},
): Promise<Fit> {
  const budget = readBudget(limits);
  const measured = await measureServer(subject, { ...options, fieldTokens: true });
  const { measurement, snapshot } = measured;
  const { server, toolset, prompts, resources, warnings } = snapshot;
  const notRead = listsNotRead(warnings);
  const sizes = { measurement, prompts: prompts?.length, resources: resources?.length, notRead };
  const checks = checkBudget({ server, toolset, budget, sizes });
  const failed = checks.filter(({ verdict }) => verdict === 'over' || verdict === 'not-measured');
  const problems = [...notWhole(measured, budget), ...failed.map((check) => describeFailed(check, warnings))];
  const lines =
    problems.length > 0
      ? [`${server} does not fit its budget`, ...problems, heaviest(measurement)]
      : [`${server} fits its budget`, ...checks.map(describeUse)];
  return { fits: problems.length === 0, message: lines.map(escapeForTerminal).join('\n  ') };
}

function notWhole({ snapshot, measurement }: ServerMeasurement, { minTools }: Budget): readonly string[] {
  const { status, warnings } = snapshot;
  const reasons = warnings.map(({ message }) => message).join('; ');
  return [
    ...(status === 'measured' ? [] : [`the list is ${status}: ${reasons}`]),
    ...(measurement.tools < minTools.min
      ? [`${describeSize(measurement.tools, 'tools')}, fewer than ${minTools.min} (minTools)`]
      : []),
  ];
}

function describeFailed(check: Check, warnings: readonly Warning[]): string {
  const { actual, limit, unit, metric } = check;
  if (actual === undefined) {
    const reasons = warnings.filter(({ id }) => id.startsWith(`${metric}-`)).map(({ message }) => message);
    return `${subjectOf(check)}: not measured, ${reasons.join('; ') || 'the text is too large to be counted'}`;
  }
  const share = limit === 0 ? '' : ` (${formatPercent(actual - limit, limit, 1)})`;
  return `${subjectOf(check)}: ${describeSize(actual, unit)}, limit ${formatCount(limit)}, over by ${formatCount(actual - limit)}${share}`;
}

function describeUse(check: Check): string {
  return `${subjectOf(check)}: ${describeSize(check.actual ?? 0, check.unit)} of ${formatCount(check.limit)}`;
}

function subjectOf({ metric, tool }: Check): string {
  return tool === undefined ? metric : `${metric} of ${tool}`;
}

function heaviest({ byTool }: Measurement): string {
  const rows = byTool
    .map(({ name, bytes, views }) => ({ name, bytes, tokens: views.generic?.tokens ?? 0 }))
    .sort((a, b) => b.tokens - a.tokens || b.bytes - a.bytes)
    .slice(0, HEAVIEST)
    .map(
      ({ name, bytes, tokens }) =>
        `${name} ${describeSize(tokens, 'tokens')}, ${describeSize(bytes, 'bytes')}`,
    );
  return `heaviest: ${rows.length === 0 ? 'none' : rows.join(' · ')}`;
}
