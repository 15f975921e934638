/** The gate's report: findings with their repairs and places, in every format asked for; then what `--update` writes. */
import { rules } from '../judge/rules.ts';
import type { Io } from '../io.ts';
import type { LintSummary } from '../model/lint-report.ts';
import type { Finding, Gate, Report, ReporterOptions } from '../model/report.ts';
import { SEVERITIES } from '../report/exit-code.ts';
import { redact } from '../report/redact.ts';
import { renderReport, writeFileWhole, writeText } from '../report/render.ts';
import { reporters } from '../report/reporters/index.ts';
import type { CommandInput } from './command.ts';
import type { GatePlan, JudgedConfig, JudgedGate, Update } from './gate-run.ts';
import { buildRedactedReport } from './redacted-report.ts';
import { choiceOption, numberOption } from './option-values.ts';
import { DEFAULT_WINDOW } from './options.ts';
import { pathPrefix, repositoryRoot } from './repository-root.ts';
import { readStyle } from './output.ts';

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** Build the report and write it; the decision stands before anything that may fail. */
export async function reportGate(
  gate: GatePlan,
  judged: JudgedGate,
  { input, io }: Context,
): Promise<Report> {
  const root = repositoryRoot(io.cwd);
  const findings = await completeFindings(judged.configs, { io, root });
  const measured = judged.configs.flatMap(({ measured, judgement }) =>
    measured.map((one, index) => ({ ...one, difference: judgement.differences[index] })),
  );
  const window =
    numberOption(input.options, 'window') ??
    gate.configs.find(({ plan }) => plan.window !== undefined)?.plan.window ??
    DEFAULT_WINDOW;
  const hosts = judged.configs.flatMap((config) => config.inHosts.together);
  const report = buildRedactedReport(
    measured,
    {
      view: 'generic',
      window,
      findings,
      gate: describeGate(judged, input),
      lint: lintOf(judged, input),
      ...(hosts.length > 0 && { extras: { hosts } }),
    },
    gate.secrets,
  );
  const style = readStyle(input, io);
  await renderReport(report, gate.outputs, {
    ...style,
    args: redact(style.args, gate.secrets).value,
    rules,
    pathPrefix: pathPrefix(root, io.cwd),
    cwd: io.cwd,
    stdout: io.stdout,
    stepSummary: io.env['GITHUB_STEP_SUMMARY'],
  });
  // With all reports in files, a log would be left without a verdict.
  if (gate.outputs.every(({ file }) => file !== undefined) && !style.quiet)
    await writeText(io.stderr, await verdictText(report, { ...style, args: '', rules, pathPrefix: '' }));
  return report;
}

async function verdictText(report: Report, options: ReporterOptions): Promise<string> {
  const table = await reporters.table();
  return table(report, { ...options, quiet: true });
}

function describeGate({ configs, updated }: JudgedGate, { options }: CommandInput): Gate {
  return {
    checks: configs.flatMap(({ judgement }) => judgement.checks),
    baselines: configs.map(({ chosen }) => {
      const { status, label, message, hint, source } = chosen.baseline;
      return { status, label, message, hint, source };
    }),
    failOn: choiceOption(options, 'failOn', SEVERITIES),
    warnOnly: options['warnOnly'] === true,
    allowUnmeasured: options['allowUnmeasured'] === true,
    isOffline: options['offline'] === true,
    configs: configs.map(({ chosen: { plan } }) => ({ file: plan.file, label: plan.label })),
    updated,
  };
}

/** What the configs' definitions were held against, together. */
function lintOf({ configs }: JudgedGate, { options }: CommandInput): LintSummary | undefined {
  const all = configs.flatMap(({ lint }) => lint.summary ?? []);
  if (all.length === 0) return undefined;
  const savings = all.flatMap(({ saving }) => saving ?? []);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    rules: [...new Set(all.flatMap(({ rules }) => rules))],
    hosts: [...new Map(all.flatMap(({ hosts }) => hosts).map((host) => [host.id, host])).values()],
    isChosen: all.every(({ isChosen }) => isChosen),
    failOn: choiceOption(options, 'failOn', SEVERITIES),
    warnOnly: options['warnOnly'] === true,
    suppressed: sum(all.map(({ suppressed }) => suppressed)),
    ...(savings.length > 0 && {
      saving: {
        tokens: sum(savings.map(({ tokens }) => tokens)),
        isAtMost: savings.some(({ isAtMost }) => isAtMost),
      },
    }),
  };
}

/** Give findings what only a look at lists and files can: a repair, and the place to send a reader to. */
async function completeFindings(
  configs: readonly JudgedConfig[],
  { io, root }: { readonly io: Io; readonly root: string | undefined },
): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const config of configs) {
    const { findings } = config.judgement;
    all.push(...(needsFix(findings) ? await addFixes(config, findings) : findings));
  }
  if (!all.some(({ tool }) => tool !== undefined)) return all;
  const { locateFindings } = await import('./locate-findings.ts');
  const snapshots = configs.map(({ chosen }) => chosen.plan.snapshots);
  return locateFindings(all, { cwd: io.cwd, root: root ?? io.cwd, snapshots });
}

function needsFix(findings: readonly Finding[]): boolean {
  return findings.some(isFixable);
}

/** What a repair saves in a host is another question than what it saves of the list. */
function isFixable({ ruleId, tool, server, host }: Finding): boolean {
  return (
    /^(budget|growth)-(tokens|bytes)$/.test(ruleId) &&
    tool === undefined &&
    server !== '' &&
    host === undefined
  );
}

async function addFixes(config: JudgedConfig, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const { findFix, loadO200k, repairs } = await import('./fix-stages.ts');
  const tokenizer = await loadO200k();
  return findings.map((finding) => {
    const list = config.lists.find(
      ({ gate }) => gate.server === finding.server && gate.toolset === finding.toolset,
    );
    if (!isFixable(finding) || list === undefined || finding.limit === undefined) return finding;
    const fix = findFix(list.snapshot.tools, {
      metric: finding.unit === 'bytes' ? 'bytes' : 'tokens',
      view: finding.view ?? 'generic',
      limit: finding.limit,
      tokenizer,
      repairs: Object.values(repairs),
    });
    return fix === undefined ? finding : { ...finding, fix };
  });
}

/** Write what `--update` renews. */
export async function writeUpdates(updates: readonly Update[]): Promise<void> {
  for (const { path, text } of updates) await writeFileWhole(path, text);
}
