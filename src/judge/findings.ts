/** From checks that did not pass to findings that say what to do. */
import type { Budget, Check } from '../model/budget.ts';
import type { Finding } from '../model/report.ts';
import type { Judged } from './judged.ts';
import { nameMetric } from '../metrics.ts';
import { ofRule } from './rules.ts';
import { groupOf } from './sizes.ts';
import { formatCount } from '../numbers.ts';

/**
 * Findings for what is over, near or stale, and for what a measured list has no size of. Of a list that is not
 * measured at all its status tells.
 */
export function toFindings(
  checks: readonly Check[],
  { budget, sizes }: Pick<Judged, 'budget' | 'sizes'>,
): readonly Finding[] {
  return checks.flatMap((check) => {
    if (check.verdict === 'ok') return check.reason === undefined ? [] : [findAgreed(check, check.reason)];
    if (check.verdict === 'not-measured') return sizes === undefined ? [] : [findUnknownSize(check)];
    const ruleId = check.verdict === 'over' ? check.ruleId : `budget-${check.verdict}`;
    const { server, toolset, tool, actual, limit, unit, metric, view, host, source } = check;
    return [
      {
        ...ofRule(ruleId),
        server,
        toolset,
        tool,
        message: describe(check),
        suggestion: suggest(check, budget),
        actual,
        limit,
        unit,
        metric,
        view,
        ...ofHost(host),
        source,
      },
    ];
  });
}

function findAgreed(check: Check, reason: string): Finding {
  const { server, toolset, before = 0, actual = 0, growth = '', unit, metric, view, source } = check;
  const grown = `${nameMetric(check)} grew from ${formatCount(before)} to ${formatCount(actual)}`;
  return {
    ...ofRule('growth-agreed'),
    server,
    toolset,
    message: `${grown}, more than "${growth}" allows; agreed on: ${reason}`,
    actual,
    limit: check.limit,
    unit,
    metric,
    view,
    source,
  };
}

function findUnknownSize(check: Check): Finding {
  const { server, toolset, tool, limit, unit, metric, view, host, source } = check;
  return {
    ...ofRule('size-unknown'),
    server,
    toolset,
    tool,
    message: `${nameMetric(check)}: the size is not known, so that a limit of ${formatCount(limit)} cannot be held`,
    suggestion: 'see the note on this list: it could not be read, or is too large to be counted',
    limit,
    unit,
    metric,
    view,
    ...ofHost(host),
    source,
  };
}

function ofHost(host: Check['host']): Pick<Finding, 'hosts' | 'host'> | undefined {
  return host === undefined ? undefined : { hosts: [host.id], host };
}

/** The metric's last word is the unit of all the numbers. */
function describe(check: Check): string {
  const { verdict, tool, before, growth = '' } = check;
  const { actual = 0, limit } = check;
  const what = tool === undefined ? nameMetric(check) : `${tool}: ${nameMetric(check)}`;
  const [now, most] = [formatCount(actual), formatCount(limit)];
  if (verdict === 'near')
    return `${what} ${now} of ${most} (${percent(actual, limit)}, ${formatCount(limit - actual)} left)`;
  if (verdict === 'stale') return `${what} ${now} of ${most}: only ${percent(actual, limit)} used`;
  const share = limit === 0 ? '' : ` (${percent(actual - limit, limit)})`;
  const over = `over by ${formatCount(actual - limit)}${share}`;
  if (before === undefined) return `${what} ${now} > ${most}, ${over}`;
  return `${what} grew from ${formatCount(before)} to ${now}, at most ${most} allowed by "${growth}", ${over}`;
}

const SMALLER: Readonly<Record<string, string>> = {
  tool: 'shorten its definition',
  tools: 'offer fewer tools',
  instructions: 'shorten the instructions',
  prompts: 'offer fewer prompts',
  resources: 'offer fewer resources',
};

function suggest(
  { verdict, source, growth, metric, ruleId, host }: Check,
  budget: Budget,
): string | undefined {
  if (verdict === 'stale') return `lower the limit${place(source)}`;
  if (verdict === 'near') return undefined;
  const smaller = SMALLER[groupOf(metric)] ?? 'leave tools out or shorten them';
  const raise =
    growth === undefined
      ? `${smaller}, or raise the limit${place(source)} in the same pull request`
      : 'agree on the new size: npx mcp-budget check --update --raise "reason"';
  const unsure =
    ruleId === 'budget-host-unsure'
      ? `a warning, as what ${host?.id} loads is not confirmed: state what you know of it under "hostProfiles"`
      : undefined;
  return [budget.message, raise, unsure].filter((text) => text !== undefined).join('; ');
}

function place(source: Check['source']): string {
  if (source === undefined) return '';
  return source.line === undefined ? ` in ${source.file}` : ` in ${source.file}:${source.line}`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
