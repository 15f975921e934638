/** SARIF 2.1.0 as GitHub's code scanning reads it: one run a config. */
import { EXIT } from '../../errors.ts';
import { escapeForMessage } from '../escape-message.ts';
import { fromRoot, listIssues, NOT_MEASURED, type Issue } from '../issues.ts';
import { stringify } from '../stringify.ts';
import type { Report, Reporter, ReporterOptions, RuleInfo } from '../../model/report.ts';

/** A run with more results is refused. */
const MOST_RESULTS = 25_000;
const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

export const sarif: Reporter = (report, options) => {
  const issues = listIssues(report, options.pathPrefix);
  const configs = configsOf(report, issues, options);
  return stringify({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: configs.map((config) => {
      const own = issues.filter((issue) => issue.config === config);
      return toRun(config, own, { report, rules: options.rules });
    }),
  });
};

/** Configs without an issue have a run too: it closes the alerts of the run before. */
function configsOf(
  { gate }: Report,
  issues: readonly Issue[],
  { pathPrefix }: ReporterOptions,
): readonly string[] {
  const named = (gate?.configs ?? []).map(({ file }) => fromRoot(file, pathPrefix));
  const all = new Set([...named, ...issues.map(({ config }) => config)]);
  return all.size === 0 ? [''] : [...all].sort();
}

interface RunOptions {
  readonly report: Report;
  readonly rules: readonly RuleInfo[];
}

function toRun(config: string, issues: readonly Issue[], { report, rules }: RunOptions) {
  const used = [...new Set(issues.map(({ ruleId }) => ruleId))].filter(
    (id) => !rules.some((rule) => rule.id === id),
  );
  const known = [...rules, ...used.map(describeUnknown)];
  const unmeasured = issues.filter(({ isNotMeasured }) => isNotMeasured);
  return {
    tool: {
      driver: {
        name: 'mcp-budget',
        semanticVersion: report.generator.version,
        informationUri: 'https://github.com/mcp-budget/mcp-budget',
        rules: known.map(toRule),
      },
    },
    automationDetails: { id: `mcp-budget/${encodePath(config === '' ? nameRun(report) : config)}/` },
    invocations: [
      {
        executionSuccessful: unmeasured.length === 0 && report.summary.exitCode !== EXIT.usage,
        toolExecutionNotifications: unmeasured.map((issue) => ({
          descriptor: { id: issue.ruleId },
          level: LEVELS[issue.severity],
          message: { text: messageOf(issue) },
          locations: [locationOf(issue)],
        })),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: issues
      .filter(({ isNotMeasured }) => !isNotMeasured)
      .slice(0, MOST_RESULTS)
      .map((issue) => ({
        ruleId: issue.ruleId,
        ruleIndex: known.findIndex(({ id }) => id === issue.ruleId),
        level: LEVELS[issue.severity],
        message: { text: messageOf(issue) },
        locations: [locationOf(issue)],
        partialFingerprints: { primaryLocationLineHash: issue.fingerprint },
        ...propertiesOf(issue),
      })),
  };
}

/** What sets a run without a config apart from others of the same commit. */
function nameRun({ lint }: Report): string {
  return lint === undefined ? 'measure' : 'lint';
}

/** A finding of a rule that nobody described still has one. */
function describeUnknown(id: string): RuleInfo {
  const summary = id === NOT_MEASURED ? 'A tool list could not be measured.' : id;
  return { id, summary, help: summary, severity: 'error', outcome: 'finding' };
}

function toRule({ id, summary, help, severity }: RuleInfo) {
  return {
    id,
    shortDescription: { text: escapeForMessage(summary) },
    fullDescription: { text: escapeForMessage(summary) },
    help: { text: escapeForMessage(help), markdown: help },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: ['mcp', 'budget'] },
  };
}

function messageOf({ place, tool, pointer, message, suggestion }: Issue): string {
  const at = pointer === undefined ? '' : ` at ${pointer}`;
  const what = `${place}${tool === undefined ? '' : ` ${tool}`}${at}: ${message}`;
  return escapeForMessage(suggestion === undefined ? what : `${what}. ${suggestion}`);
}

function locationOf({ file, line, place, tool, pointer }: Issue) {
  return {
    physicalLocation: { artifactLocation: { uri: encodePath(file) }, region: { startLine: line } },
    logicalLocations: [
      {
        name: escapeForMessage(tool ?? place),
        fullyQualifiedName: escapeForMessage(
          [place, ...(tool === undefined ? [] : [tool]), ...(pointer === undefined ? [] : [pointer])].join(
            ' ',
          ),
        ),
      },
    ],
  };
}

/** As many places of one tool are listed. */
const MOST_POINTERS = 100;

/** What only rules on definitions tell. */
function propertiesOf({ reason, hosts, pointers }: Issue) {
  if (reason === undefined) return {};
  const places = pointers?.slice(0, MOST_POINTERS).map(escapeForMessage);
  return { properties: { reason, hosts, ...(places && { pointers: places }) } };
}

/** Percent-encode a path, slashes apart. */
function encodePath(path: string): string {
  // Lone surrogates have no UTF-8 to encode.
  return Buffer.from(path).toString().split('/').map(encodeURIComponent).join('/');
}
