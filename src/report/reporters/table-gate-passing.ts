/** What does not fail: limits that are near or stale, other findings, and one line a list that passes. */
import { checksOf, closestCheck, describeUse } from '../checks.ts';
import { escapeForTerminal } from '../escape.ts';
import { checkOf, isFailing, isUnmeasured, openFindings, placeOf } from '../findings.ts';
import { layHanging, longest, nameSome } from '../layout.ts';
import { isLintFinding } from '../lint-groups.ts';
import { formatCount, formatNoun } from '../../numbers.ts';
import type { Check } from '../../model/budget.ts';
import type { Finding, Gate, Report } from '../../model/report.ts';
import type { NamedToolset } from '../totals.ts';
import type { Page } from './table-page.ts';

/** More passing lists than this are counted, not listed. */
const MOST_LISTED = 20;
/** As many lists are named that one thing is said of. */
const MOST_NAMED = 3;
/** As many when nothing changed at all. */
const MOST_LISTED_UNCHANGED = 3;

/** Limits that are nearly used up, and then those that hardly are. */
export function describeClose(page: Page, gate: Gate): readonly string[] {
  const failing = failingChecks(page.report, gate);
  return (['near', 'stale'] as const).flatMap((verdict) =>
    gate.checks
      .filter((check) => check.verdict === verdict && !failing.has(check))
      .map((check) => line(page, verdict, { place: nameCheck(check), text: describeUse(check) })),
  );
}

function failingChecks(report: Report, gate: Gate): ReadonlySet<Check | undefined> {
  const failing = report.findings.filter((finding) => isFailing(finding, gate));
  return new Set(failing.map((finding) => checkOf(gate, finding)));
}

function nameCheck({ server, toolset }: Check): string {
  return placeOf({ server, toolset });
}

/** Warnings and notices that no line tells yet; what is said of several lists is said once. */
export function describeOthers(page: Page, gate: Gate): readonly string[] {
  const others = openFindings(page.report).filter(
    (finding) =>
      finding.outcome === 'finding' &&
      !isLintFinding(finding) &&
      !isFailing(finding, gate) &&
      !isClose(checkOf(gate, finding)),
  );
  const groups = new Map<string, Finding[]>();
  for (const finding of others) {
    const key = JSON.stringify([finding.severity, describeOther(finding)]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const word = first.severity === 'info' ? 'note' : first.severity;
    return [
      line(page, word, { place: nameSome(group.map(placeOf), MOST_NAMED), text: describeOther(first) }),
    ];
  });
}

function describeOther({ message, suggestion }: Finding): string {
  return suggestion === undefined ? message : `${message}. ${suggestion}`;
}

function isClose(check: Check | undefined): boolean {
  return check?.verdict === 'near' || check?.verdict === 'stale';
}

/** One line a list that passes, with the limit it is closest to; many are only counted. */
export function describeOk(page: Page, gate: Gate): readonly string[] {
  const passing = passingLists(page, gate);
  const most = isQuiet(page, gate) ? MOST_LISTED_UNCHANGED : MOST_LISTED;
  if (passing.length > most && !page.options.verbose) {
    const checks = passing.flatMap(({ server, toolset }) => checksOf(gate, server, toolset.name));
    const unchanged = passing.every(isUnchanged) ? ', unchanged' : '';
    return [
      `ok    ${formatNoun(passing.length, 'toolset')}, ${formatNoun(checks.length, 'check')}${unchanged}`,
    ];
  }
  const sums = gate.checks.filter(({ server, verdict }) => server === '' && verdict === 'ok');
  const names = [...passing.map(nameOf), ...sums.map(nameCheck)];
  const width = longest(names.map(escapeForTerminal));
  return [
    ...passing.map((one) => ({ place: nameOf(one), text: describePassing(page, gate, one) })),
    ...sums.map((check) => ({ place: nameCheck(check), text: describeUse(check) })),
  ].map((one) => line(page, 'ok', { ...one, width }));
}

/** Lists of which no limit is over, near or stale. */
function passingLists({ report, toolsets }: Page, gate: Gate): readonly NamedToolset[] {
  const told = report.findings.filter(
    (finding) => isFailing(finding, gate) || isClose(checkOf(gate, finding)),
  );
  return toolsets.filter((one) => {
    const { server, toolset } = one;
    if (toolset.status === 'skipped' || isUnmeasured(one, report)) return false;
    return (
      checksOf(gate, server, toolset.name).every(({ verdict }) => verdict === 'ok' || verdict === 'over') &&
      !told.some((finding) => finding.server === server && finding.toolset === toolset.name)
    );
  });
}

function nameOf({ server, toolset }: NamedToolset): string {
  return placeOf({ server, toolset: toolset.name });
}

function describePassing({ report }: Page, gate: Gate, one: NamedToolset): string {
  const { server, toolset } = one;
  // What is over and does not fail has a line of its own.
  const kept = checksOf(gate, server, toolset.name).filter(({ verdict }) => verdict !== 'over');
  const check = closestCheck(kept);
  const tokens = toolset.views?.[report.view]?.tokens.value;
  const use =
    check === undefined
      ? `${tokens === undefined ? 'measured' : `tokens ${formatCount(tokens)}`}${checksOf(gate, server, toolset.name).length === 0 ? ', no limit' : ''}`
      : describeUse(check);
  return `${use}${isUnchanged(one) ? ', unchanged' : ''}`;
}

function isUnchanged({ toolset: { difference, instructions } }: NamedToolset): boolean {
  if (difference === undefined) return false;
  const { before, tools, isReordered } = difference;
  return tools.length === 0 && !isReordered && before.instructions.chars === (instructions?.chars ?? 0);
}

/** Tell whether there is nothing to say: every list passes and is what the baseline holds. */
export function isQuiet(page: Page, gate: Gate): boolean {
  return (
    openFindings(page.report).every((finding) => isLintFinding(finding) && !isFailing(finding, gate)) &&
    gate.checks.every(({ verdict }) => verdict === 'ok') &&
    page.toolsets.every((one) => !isUnmeasured(one, page.report) && isUnchanged(one))
  );
}

/** One check, whatever came of it. */
export function checkLine(page: Page, check: Check): string {
  const word = check.verdict === 'not-measured' ? '?' : check.verdict;
  return line(page, word, { place: nameCheck(check), text: describeUse(check) });
}

interface Line {
  readonly place: string;
  readonly text: string;
  readonly width?: number;
}

function line({ options: { columns } }: Page, word: string, { place, text, width = 0 }: Line): string {
  const name = escapeForTerminal(place);
  const padded = columns < 60 ? name : `${name}${' '.repeat(Math.max(0, width - longest([name])))}`;
  return layHanging(`${word.padEnd(5)} ${padded}  ${escapeForTerminal(text)}`, { columns, indent: 6 });
}
