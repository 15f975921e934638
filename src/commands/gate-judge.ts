/** Judge every config's toolsets, and say what `--update` would write. */
import type { JudgedToolset, JudgeInput } from '../judge/judged.ts';
import type { Sizes } from '../judge/sizes.ts';
import { recordedOf } from '../judge/record.ts';
import { isAccepted } from '../judge/lint/accepted.ts';
import type { HostSize } from '../model/host.ts';
import type { BaselineState } from '../model/baseline.ts';
import type { Finding } from '../model/report.ts';
import { judge } from '../judge/judge.ts';
import { findNoLimit } from '../judge/no-limit.ts';
import type { Io } from '../io.ts';
import { redact } from '../report/redact.ts';
import { localName } from './choose-toolsets.ts';
import type { CommandInput } from './command.ts';
import type { GatePlan, JudgedConfig, JudgedGate, MeasuredConfig } from './gate-run.ts';
import { isSound, renewFiles } from './gate-update.ts';
import { sizesOf } from './list-sizes.ts';
import { textOption } from './option-values.ts';

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** Judge; with `--update`, against the baseline as it will be, while changes are told from the one that was. */
export function judgeGate(
  { secrets }: Pick<GatePlan, 'secrets'>,
  configs: readonly MeasuredConfig[],
  { input, io }: Context,
): JudgedGate {
  const isUpdate = input.options['update'] === true;
  const results = configs.map((raw) => {
    // Redacted here already: the baseline keeps names, and is compared with by them.
    const config = { ...raw, lint: redact(raw.lint, secrets).value };
    const toolsets = config.lists.map((_, index) => toJudged(config, index, secrets));
    const reason = redact(textOption(input.options, 'raise'), secrets).value;
    const renewed = isUpdate ? renewFiles(config, { toolsets, reason, cwd: io.cwd }) : undefined;
    const linted = { ...config, lint: judgeLint(config, renewed?.baseline ?? config.chosen.baseline) };
    const judged = judgeConfig(linted, {
      toolsets: isUpdate ? toolsets.map(withoutStale) : toolsets,
      baseline: renewed?.baseline ?? config.chosen.baseline,
      isBaselineRequired: input.options['requireBaseline'] === true,
    });
    return { judged, updates: renewed?.updates ?? [], updated: renewed?.updated ?? [] };
  });
  return {
    configs: results.map(({ judged }) => judged),
    updates: results.flatMap(({ updates }) => updates),
    updated: isUpdate ? results.flatMap(({ updated }) => updated) : undefined,
  };
}

/** Findings by the baseline that they are judged by: that a list differs from the one before is over once it is renewed. */
function judgeLint({ lint, chosen }: MeasuredConfig, baseline: BaselineState): MeasuredConfig['lint'] {
  const named = (server: string): string => localName(server, chosen.plan);
  const { accepted = [] } = baseline.baseline ?? {};
  const isRenewed = ({ server, toolset }: Finding): boolean => {
    const place = { localServer: named(server), toolset };
    return recordedOf(place, baseline) !== recordedOf(place, chosen.baseline);
  };
  const findings = lint.findings
    .filter((finding) => finding.ruleId !== 'definition-drift' || !isRenewed(finding))
    .map((finding) => ({ ...finding, accepted: isAccepted(finding, accepted, named) }));
  return { ...lint, findings };
}

/** A snapshot that this very run renews. */
function withoutStale(toolset: JudgedToolset): JudgedToolset {
  if (!isSound(toolset)) return toolset;
  return { ...toolset, findings: toolset.findings?.filter(({ ruleId }) => ruleId !== 'snapshot-stale') };
}

function judgeConfig(
  config: MeasuredConfig,
  input: Pick<JudgeInput, 'toolsets' | 'baseline' | 'isBaselineRequired'>,
): JudgedConfig {
  const { plan, isWhole, wholeServers, baseline, raises } = config.chosen;
  const judgement = judge({
    ...input,
    label: plan.label,
    totalInHosts: sizesInHosts(config.inHosts.together),
    total: isWhole ? plan.total : undefined,
    wholeServers,
    growth: plan.baseline.growth,
    raises,
    changesSince: baseline,
  });
  const findings = [...judgement.findings, ...config.lint.findings, ...findNoLimit(judgement, plan.label)];
  return { ...config, judgement: { ...judgement, findings } };
}

function toJudged(
  { chosen, lists, measured, inHosts }: MeasuredConfig,
  index: number,
  secrets: readonly string[],
): JudgedToolset {
  const [list, one] = [lists[index], measured[index]];
  if (list === undefined || one === undefined) throw new TypeError('lists and measurements do not match');
  const { gate, findings } = list;
  const { server, toolset, budget, isInTotal, isDynamicAllowed } = gate;
  return {
    server,
    toolset,
    localServer: localName(server, chosen.plan),
    budget,
    isInTotal,
    isDynamicAllowed,
    status: one.snapshot.status,
    sizes: withHosts(sizesOf(one, secrets), inHosts.byList[index] ?? []),
    findings,
  };
}

/** Add what the list costs in the hosts that budgets name. */
function withHosts(sizes: Sizes | undefined, hosts: readonly HostSize[]): Sizes | undefined {
  return sizes === undefined || hosts.length === 0 ? sizes : { ...sizes, hosts: sizesInHosts(hosts) };
}

function sizesInHosts(hosts: readonly HostSize[]): Sizes['hosts'] {
  // What is not confirmed to be deferred is counted: a limit must not pass on somebody's word.
  return Object.fromEntries(
    hosts.map(({ id, upfrontAtMost, loaded, sure }) => [id, { upfront: upfrontAtMost, loaded, sure }]),
  );
}
