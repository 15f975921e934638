/** Findings of rules on definitions that say the same of many tools. */
import { placeOf } from './findings.ts';
import type { LintSummary } from '../model/lint-report.ts';
import type { Finding, Report, Severity } from '../model/report.ts';

/** Never empty; in the order of the lists. */
export interface LintFindings {
  readonly first: Finding;
  readonly all: readonly Finding[];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Tell whether a finding is of a rule on definitions. */
export function isLintFinding({ reason }: Finding): boolean {
  return reason !== undefined;
}

/** Findings of a report that are of rules on definitions and open, grouped: worst first, then those with most tools. */
export function openLintGroups({ findings, lint }: Report): readonly LintFindings[] {
  return groupLintFindings(
    findings.filter((one) => isLintFinding(one) && !one.accepted),
    lint,
  );
}

/** Group findings that say the same: worst first, then those with most tools, then in the order of the rules. */
export function groupLintFindings(
  findings: readonly Finding[],
  lint: LintSummary | undefined,
): readonly LintFindings[] {
  const groups = new Map<string, { readonly first: Finding; readonly all: Finding[] }>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: finding, all: [finding] });
    else group.all.push(finding);
  }
  const order = new Map((lint?.rules ?? []).map((id, index) => [id, index]));
  const orderOf = ({ ruleId }: Finding): number => order.get(ruleId) ?? order.size;
  return [...groups.values()].toSorted(
    (a, b) =>
      RANK[a.first.severity] - RANK[b.first.severity] ||
      b.all.length - a.all.length ||
      orderOf(a.first) - orderOf(b.first),
  );
}

function keyOf({ ruleId, reason, severity, hosts, message }: Finding): string {
  return JSON.stringify([ruleId, reason, severity, hosts, shapeOf(message)]);
}

/** A message without names, values and numbers, which differ from tool to tool. */
function shapeOf(message: string): string {
  return message
    .replaceAll(/`[^`]*`(?:, `[^`]*`)*/g, '``')
    .replaceAll(/\d[\d,.]*/g, '0')
    .replaceAll(/ and 0 more/g, '');
}

/** `files.search`, `files/core.search`; a tool without a name by its number, and a list by its server. */
export function nameTool({
  server,
  toolset,
  tool,
  index,
}: Pick<Finding, 'server' | 'toolset' | 'tool' | 'index'>): string {
  const place = placeOf({ server, toolset });
  if (tool !== undefined) return `${place}.${tool}`;
  return index === undefined ? place : `${place} tool ${index + 1}`;
}

/** From the tool, or from the list for what concerns it; the tool itself is the empty text. */
export function pointerInTool({ pointer = '', index }: Finding): string {
  return index === undefined ? pointer : pointer.replace(`/tools/${index}`, '');
}

/** How many findings of each severity are open. */
export function countLint(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity, accepted, outcome } of findings)
    if (!accepted && outcome === 'finding') counts[severity] += 1;
  return counts;
}
