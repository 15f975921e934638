/** What keeps growth from being judged: a baseline that is missing, unreadable, or of another method. */
import type { Finding } from '../model/report.ts';
import { recordedSizeOf } from '../metrics.ts';
import type { JudgedToolset, JudgeInput } from './judged.ts';
import { recordedOf } from './record.ts';
import { ofRule } from './rules.ts';

const RENEW = 'npx mcp-budget check --update';

/** What is wrong with the baseline as a whole; nothing where it is missing and nobody asked for it. */
export function findInBaseline({
  baseline,
  growth,
  isBaselineRequired,
  label: config,
}: JudgeInput): readonly Finding[] {
  const { status, label, message, hint, source } = baseline;
  const base = { server: '', toolset: config, source: growth[0]?.source ?? source };
  if (status === 'read') return [];
  if (status !== 'none') {
    const text = `the baseline ${label} cannot be compared with: ${message ?? status}`;
    return [{ ...ofRule('baseline-unusable'), ...base, message: text, suggestion: hint ?? RENEW }];
  }
  if (isBaselineRequired) {
    return [{ ...ofRule('baseline-missing'), ...base, message: `there is no ${label}`, suggestion: RENEW }];
  }
  if (growth.length === 0) return [];
  const text = `there is no ${label} yet: growth is not judged`;
  return [{ ...ofRule('no-baseline'), ...base, message: text, suggestion: RENEW }];
}

/** A toolset that the baseline does not have yet, or has without a size that a growth rule speaks of. */
export function findMissing(
  judged: JudgedToolset,
  { baseline, growth, isBaselineRequired }: JudgeInput,
): readonly Finding[] {
  if (baseline.status !== 'read' || judged.sizes === undefined) return [];
  const recorded = recordedOf(judged, baseline);
  const { server, toolset } = judged;
  if (recorded === undefined) {
    const message = `not in the baseline ${baseline.label}: its growth is not judged`;
    const rule = ofRule(isBaselineRequired ? 'baseline-missing' : 'no-baseline');
    return [{ ...rule, server, toolset, message, suggestion: RENEW }];
  }
  const unknown = growth.filter(({ metric }) => recordedSizeOf(recorded, metric) === undefined);
  return unknown.map(({ metric, source }) => ({
    ...ofRule('baseline-unusable'),
    server,
    toolset,
    message: `the baseline ${baseline.label} has no ${metric.replace('.', ' ')} of it: growth cannot be judged`,
    suggestion: RENEW,
    metric,
    source,
  }));
}
