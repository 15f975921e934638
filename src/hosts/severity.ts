/** How much a host's limit may weigh: by what the host does, and by how well that is known. */
import type { Confidence, HostAction } from '../model/host.ts';
import type { Severity } from '../model/report.ts';

/** The most that evidence of a kind can lead to. */
export const severityCap: Readonly<Record<Confidence, Severity>> = {
  source: 'error',
  docs: 'error',
  issue: 'error',
  'third-party': 'warning',
  derived: 'warning',
  unverified: 'warning',
};

/** Tell whether evidence is more than somebody's word: only then may a limit count against a list, or in its favour. */
export function isConfirmed(confidence: Confidence): boolean {
  return severityCap[confidence] === 'error';
}

export const actionSeverity: Readonly<Record<HostAction, Severity>> = {
  'reject-request': 'error',
  'reject-list': 'error',
  'drop-tool': 'error',
  truncate: 'warning',
  rewrite: 'warning',
  strip: 'warning',
  degrade: 'warning',
  warn: 'warning',
  unknown: 'info',
};

const MILDEST_FIRST = ['info', 'warning', 'error'] as const satisfies readonly Severity[];

/** Severity of what a host does: never an error where the evidence is somebody's word only. */
export function hostSeverity(action: HostAction, confidence: Confidence): Severity {
  const both = new Set([actionSeverity[action], severityCap[confidence]]);
  return MILDEST_FIRST.find((severity) => both.has(severity)) ?? 'info';
}
