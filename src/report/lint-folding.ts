/** Formats that take an entry a finding: what thousands of tools have alike is told of the first of them, and counted. */
import { groupLintFindings, isLintFinding, nameTool } from './lint-groups.ts';
import { formatCount } from '../numbers.ts';
import type { Finding } from '../model/report.ts';

/** As many findings that say the same have an entry of their own. */
export const MOST_ALIKE = 50;
/** As many of the others are named. */
const NAMED = 5;

/** Leave findings as they are, but of rules on definitions the first of those that say the same, and one for the rest. */
export function foldAlike(findings: readonly Finding[]): readonly Finding[] {
  const groups = groupLintFindings(findings.filter(isLintFinding), undefined);
  const folded = new Map<Finding, Finding | undefined>();
  for (const { all } of groups) {
    const [last, ...others] = all.slice(MOST_ALIKE - 1);
    if (last === undefined || others.length === 0) continue;
    folded.set(last, foldRest([last, ...others]));
    for (const other of others) folded.set(other, undefined);
  }
  if (folded.size === 0) return findings;
  return findings.flatMap((finding) => (folded.has(finding) ? (folded.get(finding) ?? []) : [finding]));
}

function foldRest(rest: readonly Finding[]): Finding | undefined {
  const [first] = rest;
  if (first === undefined) return undefined;
  const names = rest.slice(0, NAMED).map(nameTool).join(', ');
  const {
    tool: _tool,
    index: _index,
    pointer: _pointer,
    pointers: _pointers,
    patch: _patch,
    ...about
  } = first;
  return {
    ...about,
    message: `${first.message}; the same of ${formatCount(rest.length)} tools: ${names}${rest.length > NAMED ? ' …' : ''}`,
  };
}
