/** What a report complains of, one entry a place in the repository, as code review tools take it. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { formatCount, formatSigned } from '../numbers.ts';
import { isUnmeasured, openFindings, placeOf, policyOf, severityIn } from './findings.ts';
import { foldAlike } from './lint-folding.ts';
import { pointerInTool } from './lint-groups.ts';
import { listToolsets } from './totals.ts';
import type { Finding, Report, Severity } from '../model/report.ts';

export interface Issue {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly isNotMeasured: boolean;
  readonly place: string;
  readonly tool?: string | undefined;
  readonly pointer?: string | undefined;
  /** Every place, where there are several. */
  readonly pointers?: readonly string[] | undefined;
  /** Code of the rule's reason; of a rule on definitions. */
  readonly reason?: string | undefined;
  /** Ids of the hosts that it concerns. */
  readonly hosts: readonly string[];
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** From the repository's root. */
  readonly file: string;
  readonly line: number;
  /** The config that asked for it; empty where none did. */
  readonly config: string;
  /** The same as long as it is about the same thing: no number and no line goes into it. */
  readonly fingerprint: string;
}

/** The rule of a list that could not be measured at all. */
export const NOT_MEASURED = 'not-measured';
/** Where a report without a config sends its reader. */
const NO_CONFIG = 'mcp-budget.config.json';

/** Every open finding and every list that was not measured, worst first. */
export function listIssues(report: Report, pathPrefix: string): readonly Issue[] {
  const found = [
    ...listToolsets(report)
      .filter((one) => isUnmeasured(one, report))
      .map(({ server, toolset }): Finding => {
        const { failure, warnings, status } = toolset;
        return {
          ruleId: NOT_MEASURED,
          severity: 'error',
          outcome: 'not-measured',
          server,
          toolset: toolset.name,
          hosts: [],
          message: `not measured: ${failure?.message ?? warnings[0]?.message ?? status}`,
          suggestion: failure?.hint,
          accepted: false,
        };
      }),
    ...foldAlike(openFindings(report)),
  ];
  const seen = new Map<string, number>();
  return found.map((finding) => {
    const key = keyOf(finding);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return toIssue(report, finding, { pathPrefix, fingerprint: hash(count === 1 ? key : `${key} ${count}`) });
  });
}

function toIssue(
  report: Report,
  finding: Finding,
  { pathPrefix, fingerprint }: { readonly pathPrefix: string; readonly fingerprint: string },
): Issue {
  const { ruleId, outcome, tool, pointer, pointers, reason, hosts, message } = finding;
  const config = configOf(report, finding);
  const place = finding.location ?? finding.source ?? sourceOf(report, finding) ?? { file: config };
  return {
    ruleId,
    severity: severityIn(policyOf(report), finding),
    isNotMeasured: outcome === 'not-measured',
    place: placeOf(finding),
    tool,
    pointer,
    pointers,
    reason,
    hosts,
    message,
    suggestion: adviceOf(finding),
    file: fromRoot(place.file === '' ? NO_CONFIG : place.file, pathPrefix),
    line: place.line ?? 1,
    config: config === '' ? '' : fromRoot(config, pathPrefix),
    fingerprint,
  };
}

/** The repair that was tried, then what else can be done. */
function adviceOf({ fix, suggestion }: Finding): string | undefined {
  if (fix === undefined) return suggestion;
  const outcome = fix.isEnough ? 'passes' : 'is not enough by itself';
  const cut = `cut ${fix.message} (${formatSigned(-fix.saved)}): ${formatCount(fix.after)} ${outcome}`;
  return suggestion === undefined ? cut : `${cut}; or ${suggestion}`;
}

/** A path from the repository's root; one that leads out of it stays as it is. */
export function fromRoot(file: string, pathPrefix: string): string {
  const path = posix.normalize(posix.join(pathPrefix, file));
  return posix.isAbsolute(file) || path.startsWith('../') ? file : path;
}

function sourceOf({ gate }: Report, { server, toolset }: Finding) {
  return gate?.checks.find((check) => check.server === server && check.toolset === toolset)?.source;
}

/** The config that a finding's limit stands in, or else the one that its server is of. */
function configOf({ gate }: Report, { server, toolset, source }: Finding): string {
  const configs = gate?.configs ?? [];
  const isOf = (label: string): boolean =>
    server === '' ? toolset === label : server.startsWith(`${label} › `);
  const found =
    configs.find(({ file }) => file === source?.file) ??
    configs.find(({ label }) => label !== '' && isOf(label));
  return (found ?? configs[0])?.file ?? '';
}

function keyOf(finding: Finding): string {
  const { ruleId, server, toolset, tool = '', pointer = '', metric = '', reason } = finding;
  // A tool may move in its list.
  const place = reason === undefined ? [pointer, metric] : [pointerInTool(finding), reason];
  return JSON.stringify([ruleId, server, toolset, tool, ...place]);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
