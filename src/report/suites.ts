/** A report as test runners see it: lists with cases that pass, fail, could not run or were left out. */
import { nameMetric } from '../metrics.ts';
import { formatCount } from '../numbers.ts';
import { checksOf } from './checks.ts';
import {
  checkOf,
  isFailing,
  isUnmeasured,
  openFindings,
  placeOf,
  policyOf,
  type Policy,
} from './findings.ts';
import { NOT_MEASURED } from './issues.ts';
import { MOST_ALIKE } from './lint-folding.ts';
import { isLintFinding, nameTool } from './lint-groups.ts';
import { listToolsets, type NamedToolset } from './totals.ts';
import type { Check } from '../model/budget.ts';
import type { Finding, Report } from '../model/report.ts';

export interface Case {
  readonly name: string;
  /** Absent: it passes. */
  readonly outcome?: Outcome | undefined;
}

interface Outcome {
  readonly kind: 'failure' | 'error' | 'skipped';
  /** The rule's id. */
  readonly type: string;
  readonly message: string;
  readonly body: readonly string[];
}

export interface Suite {
  readonly name: string;
  readonly className: string;
  /** The config that limits the list. */
  readonly file?: string | undefined;
  readonly cases: readonly Case[];
}

/** A suite for every list, and one for what concerns all servers. */
export function listSuites(report: Report): readonly Suite[] {
  const lists = listToolsets(report).map((one) => {
    const { server, toolset } = one;
    return toSuite(report, { server, toolset: toolset.name }, [measuredCase(report, one)]);
  });
  const known = new Set(
    listToolsets(report).map(({ server, toolset }) => keyOf({ server, toolset: toolset.name })),
  );
  const others = [...(report.gate?.checks ?? []), ...openFindings(report)].filter(
    (one) => !known.has(keyOf(one)),
  );
  const places = new Map(
    others.map(({ server, toolset }) => [keyOf({ server, toolset }), { server, toolset }]),
  );
  return [...lists, ...[...places.values()].map((place) => toSuite(report, place, []))].filter(
    ({ cases }) => cases.length > 0,
  );
}

type Place = Pick<Check, 'server' | 'toolset'>;

function keyOf({ server, toolset }: Place): string {
  return JSON.stringify([server, toolset]);
}

function toSuite(report: Report, place: Place, first: readonly Case[]): Suite {
  const checks = checksOf(report.gate, place.server, place.toolset);
  return {
    name: placeOf(place),
    className: ['mcp-budget', place.server, place.toolset].filter((part) => part !== '').join('.'),
    file: checks.find(({ source }) => source !== undefined)?.source?.file,
    cases: [
      ...first,
      ...checkCases(report, checks),
      ...ruleCases(report, place, first.length > 0),
      ...otherCases(report, place),
    ],
  };
}

/** That the list could be read at all. */
function measuredCase(report: Report, one: NamedToolset): Case {
  const { failure, warnings, status } = one.toolset;
  const name = 'measured';
  if (status !== 'skipped' && !isUnmeasured(one, report)) return { name };
  const message = failure?.message ?? warnings[0]?.message ?? status;
  const isLeftOut = !isUnmeasured(one, report) || report.gate?.allowUnmeasured === true;
  return {
    name,
    outcome: {
      kind: isLeftOut ? 'skipped' : 'error',
      type: NOT_MEASURED,
      message,
      body: [message, failure?.hint, ...(failure?.stderr ?? [])].filter((text) => text !== undefined),
    },
  };
}

/** One case for each thing that is limited; several tools over one limit are one case. */
function checkCases(report: Report, checks: readonly Check[]): readonly Case[] {
  const groups = new Map<string, Check[]>();
  for (const check of checks) {
    const name = nameCheck(check);
    groups.set(name, [...(groups.get(name) ?? []), check]);
  }
  return [...groups].map(([name, group]) => ({ name, outcome: outcomeOf(report, group) }));
}

function nameCheck(check: Check): string {
  const perTool = check.metric.startsWith('tool.') ? ' of each tool' : '';
  return `${nameMetric(check)}${perTool}${check.growth === undefined ? '' : ' growth'}`;
}

function outcomeOf(report: Report, group: readonly Check[]): Outcome | undefined {
  const { gate } = report;
  const failing = openFindings(report).filter((finding) => {
    const check = checkOf(gate, finding);
    return check !== undefined && group.includes(check) && isFailing(finding, gate);
  });
  if (failing.length > 0) return toOutcome(isLetPass(gate, failing) ? 'skipped' : 'failure', failing);
  const missing = group.find(({ verdict }) => verdict === 'not-measured');
  if (missing === undefined) return undefined;
  const message = `${nameMetric(missing)} not measured`;
  const kind = gate?.allowUnmeasured === true ? 'skipped' : 'error';
  return { kind, type: NOT_MEASURED, message, body: [message] };
}

/** One case for each rule on definitions; those of a list that could be read stand there when they pass, too. */
function ruleCases(report: Report, { server, toolset }: Place, isList: boolean): readonly Case[] {
  const policy = policyOf(report);
  const groups = new Map<string, Finding[]>(isList ? (report.lint?.rules ?? []).map((id) => [id, []]) : []);
  for (const finding of openFindings(report)) {
    if (!isLintFinding(finding) || finding.server !== server || finding.toolset !== toolset) continue;
    if (!isFailing(finding, policy)) continue;
    groups.set(finding.ruleId, [...(groups.get(finding.ruleId) ?? []), finding]);
  }
  return [...groups].map(([name, group]) =>
    group.length === 0
      ? { name }
      : { name, outcome: toOutcome(isLetPass(policy, group) ? 'skipped' : 'failure', group) },
  );
}

/** Findings about no limit that fail or say that something could not be judged: one case a rule and tool. */
function otherCases(report: Report, { server, toolset }: Place): readonly Case[] {
  const { gate } = report;
  const groups = new Map<string, Finding[]>();
  for (const finding of openFindings(report)) {
    if (finding.server !== server || finding.toolset !== toolset) continue;
    const isTold = isLintFinding(finding) || checkOf(gate, finding) !== undefined;
    if (isTold || !(isFailing(finding, policyOf(report)) || finding.outcome === 'not-measured')) continue;
    const name = finding.tool === undefined ? finding.ruleId : `${finding.ruleId} ${finding.tool}`;
    groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return [...groups].map(([name, group]) => {
    const isError = group.every(({ outcome }) => outcome === 'not-measured');
    const isLet = isError ? gate?.allowUnmeasured === true : isLetPass(policyOf(report), group);
    const kind = isLet ? 'skipped' : isError ? 'error' : 'failure';
    return { name, outcome: toOutcome(kind, group) };
  });
}

/** With `--warn-only` what is found does not fail; a mistake in the config does. */
function isLetPass(policy: Policy | undefined, findings: readonly Finding[]): boolean {
  return policy?.warnOnly === true && findings.every(({ outcome }) => outcome === 'finding');
}

function toOutcome(kind: Outcome['kind'], findings: readonly Finding[]): Outcome {
  const [first] = findings;
  const more = findings.length - MOST_ALIKE;
  const shown = more > 0 ? findings.slice(0, MOST_ALIKE) : findings;
  const body = shown.flatMap((finding) => {
    const { message, suggestion, location, source, hosts } = finding;
    const place = location ?? source;
    return [
      isLintFinding(finding) ? `${nameTool(finding)}: ${message}` : message,
      ...(suggestion === undefined ? [] : [suggestion]),
      ...(hosts.length === 0 ? [] : [`hosts: ${hosts.join(', ')}`]),
      ...(place === undefined ? [] : [`${place.file}${place.line === undefined ? '' : `:${place.line}`}`]),
    ];
  });
  return {
    kind,
    type: first?.ruleId ?? NOT_MEASURED,
    message: first?.message ?? '',
    body: more > 0 ? [...body, `and ${formatCount(more)} more`] : body,
  };
}
