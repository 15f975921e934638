/** The last line of a gate: what it says, of how much, how it was counted, and the exit code. */
import { countGate } from '../gate-counts.ts';
import { wrap } from '../layout.ts';
import { formatCount, formatNoun } from '../../numbers.ts';
import type { Gate } from '../../model/report.ts';
import type { Page } from './table-page.ts';

/** `FAIL  1 over, 1 near, 0 not measured · 3 toolsets · o200k_base exact · exit 1`. */
export function gateVerdict({ report, options, toolsets, color }: Page, gate: Gate): string {
  const { exitCode, redacted, measured } = report.summary;
  const { over, near, stale, lint, others, notMeasured, accepted } = countGate(report, gate);
  const counts = [
    `${formatCount(over)} over`,
    `${formatCount(near)} near`,
    ...(stale > 0 ? [`${formatCount(stale)} stale`] : []),
    ...(lint > 0 ? [formatNoun(lint, 'lint finding')] : []),
    ...(others > 0 ? [formatNoun(others, 'other finding')] : []),
    ...(accepted > 0 ? [`${formatCount(accepted)} accepted`] : []),
    `${formatCount(notMeasured)} not measured`,
  ];
  const facts = [
    counts.join(', '),
    formatNoun(toolsets.length, 'toolset'),
    ...(gate.configs.length > 1 ? [formatNoun(gate.configs.length, 'config')] : []),
    ...(measured === 0 ? [] : ['o200k_base exact']),
    ...(gate.isOffline ? ['offline: judged from snapshots'] : []),
    ...(gate.warnOnly ? ['--warn-only: what is over does not fail'] : []),
    ...(gate.allowUnmeasured ? ['--allow-unmeasured'] : []),
    ...(redacted > 0 ? [`${formatNoun(redacted, 'occurrence')} of secrets replaced`] : []),
    `exit ${exitCode}`,
  ];
  const line = `${exitCode === 0 ? 'PASS' : 'FAIL'}  ${facts.join(' · ')}`;
  const text = options.quiet ? line : wrap(line, options.columns).join('\n');
  return exitCode === 0 ? text : color.red(text);
}
