/** The stages that `lint` wires, in one module, so that help and version load none of them. */
import { toRuleInfo } from '../judge/lint/rule-info.ts';
import { rules as gateRules } from '../judge/rules.ts';
import { RECOMMENDED } from '../judge/lint/settings.ts';
import type { ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { BaselineState } from '../model/baseline.ts';
import type { LintRule } from '../model/lint.ts';
import type { ConfigPlan } from '../model/plan.ts';
import type { Finding, RuleInfo } from '../model/report.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { SEVERITIES } from '../report/exit-code.ts';
import { redact } from '../report/redact.ts';
import { renderReport, type Output } from '../report/render.ts';
import { selectTools } from '../reduce/select.ts';
import { METHOD } from './baseline-method.ts';
import { readBaseline } from './baseline-source.ts';
import type { CommandInput } from './command.ts';
import type { ChosenHosts } from './host-choice.ts';
import { groupLists } from './lint-groups.ts';
import { lintGroup, requireRules, rulesOf, tokensIn } from './lint-lists.ts';
import { summarizeLint } from './lint-summary.ts';
import { createMeasurer } from './measurer.ts';
import { filterForClient, isIncomplete, selectOf } from './measure-stages.ts';
import { choiceOption, textOption, textsOption } from './option-values.ts';
import { DEFAULT_WINDOW, readSelectFlags } from './options.ts';
import { readStyle } from './output.ts';
import { buildRedactedReport } from './redacted-report.ts';
import { pathPrefix, repositoryRoot } from './repository-root.ts';
import type { ResolvedTargets } from './resolve-targets.ts';
import type { SelectedSnapshot } from './select-toolsets.ts';

interface Plan {
  readonly targets: ResolvedTargets;
  readonly hosts: ChosenHosts | undefined;
  readonly outputs: readonly Output[];
  readonly secrets: readonly string[];
}

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** Tell of a `--rule` that is none before anything is started. @throws UsageError */
export function requireKnownRules({ options }: CommandInput, targets: ResolvedTargets): void {
  requireRules(textsOption(options, 'rule'), knownRules(targets));
}

/** Shipped rules, and those of the configs' plug-ins. */
function knownRules({ configs }: ResolvedTargets): readonly LintRule[] {
  const settings = configs.flatMap(({ lint }) => (lint === undefined || lint === false ? [] : [lint]));
  return [...new Set([RECOMMENDED, ...settings].flatMap(rulesOf))];
}

/** Lint what was captured and print it. @throws UsageError, ConfigError for a pattern that matches nothing */
export async function lintCaptured(
  snapshots: readonly Snapshot[],
  { targets, hosts, outputs, secrets }: Plan,
  { input, io }: Context,
): Promise<ExitCode> {
  const { options } = input;
  const selection = readSelectFlags(input);
  const isPart = selection.include.length + selection.exclude.length > 0;
  const lists = filterForClient(selectOf(snapshots, targets.gates), targets.clients);
  const measurer = createMeasurer({ views: ['generic'], selection });
  const measured = await measurer.measureAll(lists);
  const tokenizer = await measurer.tokenizer();
  const only = textsOption(options, 'rule');
  const linted = groupLists(isPart ? lists.map((list) => selectFrom(list, selection)) : lists, {
    targets,
    hosts,
    isHostAsked: textsOption(options, 'host').length > 0,
    name: textOption(options, 'name'),
    secrets,
    baselineOf: await readBaselines(targets, io),
    isPart,
  }).map((group) =>
    lintGroup(
      { ...group, tokensOf: tokensIn(measured) },
      tokenizer.count,
      only.length === 0 ? undefined : only,
    ),
  );
  const { findings, summary } = summarizeLint(linted, {
    isMatrixAsked: options['matrix'] === true,
    isPlanAsked: options['fixPlan'] === true,
  });
  const root = repositoryRoot(io.cwd);
  const report = buildRedactedReport(
    measured,
    {
      view: 'generic',
      window: DEFAULT_WINDOW,
      findings: outputs.some(({ format }) => IN_REVIEWS.has(format))
        ? await locate(findings, targets, { io, root })
        : findings,
      lint: {
        ...summary,
        failOn: choiceOption(options, 'failOn', SEVERITIES),
        warnOnly: options['warnOnly'] === true,
      },
      extras: targets.notes.length > 0 ? { notes: targets.notes } : {},
      isOneStack: targets.clients.length < 2,
      isIncomplete: isIncomplete(targets.toolsets, {}),
    },
    secrets,
  );
  const style = readStyle(input, io);
  await renderReport(report, outputs, {
    ...style,
    args: redact(style.args, secrets).value,
    rules: [...knownRules(targets).map(toRuleInfo), ...ownRules()],
    pathPrefix: pathPrefix(root, io.cwd),
    cwd: io.cwd,
    stdout: io.stdout,
    stepSummary: io.env['GITHUB_STEP_SUMMARY'],
  });
  return report.summary.exitCode;
}

/** The baselines of the configs; one that cannot be used has accepted nothing, and `check` says why. */
async function readBaselines(
  { configs }: ResolvedTargets,
  { cwd, env }: Io,
): Promise<(plan: ConfigPlan) => Pick<BaselineState, 'baseline'>> {
  const read = new Map<ConfigPlan, BaselineState>();
  for (const plan of configs)
    read.set(
      plan,
      await readBaseline({ path: plan.baseline.path, asked: undefined, cwd, env, method: METHOD }),
    );
  return (plan) => read.get(plan) ?? {};
}

/** What `lint` finds beside the rules on definitions. */
function ownRules(): readonly RuleInfo[] {
  return gateRules.filter(({ id }) => id === 'suppression-unused');
}

function selectFrom(list: SelectedSnapshot, selection: Parameters<typeof selectTools>[1]): SelectedSnapshot {
  const { tools } = selectTools(list.snapshot.tools, selection);
  // What was received belongs to the whole list.
  return { ...list, isPart: true, snapshot: { ...list.snapshot, tools, listing: undefined } };
}

/** Formats that send a reader to a line of a file. */
const IN_REVIEWS: ReadonlySet<string> = new Set(['github', 'gitlab', 'sarif', 'junit', 'json']);

async function locate(
  findings: readonly Finding[],
  { configs }: ResolvedTargets,
  { io, root }: { readonly io: Io; readonly root: string | undefined },
): Promise<readonly Finding[]> {
  if (!findings.some(({ tool }) => tool !== undefined)) return findings;
  const { locateFindings } = await import('./locate-findings.ts');
  const snapshots = configs.map((plan) => plan.snapshots);
  return locateFindings(findings, { cwd: io.cwd, root: root ?? io.cwd, snapshots });
}
