import { escapeForTerminal } from '../escape.ts';
import { placeOf } from '../findings.ts';
import type { Finding, Gate } from '../../model/report.ts';

/** A failure in one line. */
export function failureLine(finding: Finding, { warnOnly }: Gate): string {
  const word = warnOnly ? 'warn' : 'FAIL';
  return escapeForTerminal(`${word}  ${placeOf(finding)}  ${finding.message}`);
}
