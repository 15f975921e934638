/** What keeps growth from being judged: a baseline that is missing, unreadable, or of another method. */
import type { Finding } from '../model/report.ts';
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

/** A toolset that the baseline does not have yet. */
export function findMissing(
  judged: JudgedToolset,
  { baseline, isBaselineRequired }: JudgeInput,
): readonly Finding[] {
  if (baseline.status !== 'read' || judged.sizes === undefined) return [];
  if (recordedOf(judged, baseline) !== undefined) return [];
  const { server, toolset } = judged;
  return [
    {
      ...ofRule(isBaselineRequired ? 'baseline-missing' : 'no-baseline'),
      server,
      toolset,
      message: `not in the baseline ${baseline.label}: its growth is not judged`,
      suggestion: RENEW,
    },
  ];
}
