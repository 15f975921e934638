/** Judge every config's toolsets, and say what `--update` would write. */
import type { JudgedToolset, JudgeInput } from '../judge/judged.ts';
import { judge } from '../judge/judge.ts';
import { findNoLimit } from '../judge/no-limit.ts';
import { serializeBaseline } from '../judge/baseline-file.ts';
import { recordToolset } from '../judge/record.ts';
import { renewBaseline, type NewEntry } from '../judge/renew.ts';
import type { Sizes } from '../judge/sizes.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { BaselineState, Method, RecordedToolset } from '../model/baseline.ts';
import { GENERIC_VIEW_VERSION, O200K_ID } from '../tokens/method.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { redact } from '../report/redact.ts';
import { shownPath } from '../config/config-find.ts';
import { localName, type ChosenConfig } from './choose-toolsets.ts';
import type { CommandInput } from './command.ts';
import type { GatePlan, JudgedConfig, JudgedGate, MeasuredConfig, Update } from './gate-run.ts';
import { textOption } from './option-values.ts';

/** How the sizes of baselines are counted. */
export const METHOD: Method = { tokenizer: O200K_ID, view: 'generic', viewVersion: GENERIC_VIEW_VERSION };

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
  const results = configs.map((config) => {
    const toolsets = config.lists.map((_, index) => toJudged(config, index, secrets));
    const reason = redact(textOption(input.options, 'raise'), secrets).value;
    const renewed = isUpdate ? renew(config, { toolsets, reason, cwd: io.cwd }) : undefined;
    const judged = judgeConfig(config, {
      toolsets,
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

function judgeConfig(
  config: MeasuredConfig,
  input: Pick<JudgeInput, 'toolsets' | 'baseline' | 'isBaselineRequired'>,
): JudgedConfig {
  const { plan, isWhole, wholeServers, baseline } = config.chosen;
  const judgement = judge({
    ...input,
    label: plan.label,
    total: isWhole ? plan.total : undefined,
    wholeServers,
    growth: plan.baseline.growth,
    changesSince: baseline,
  });
  const findings = [...judgement.findings, ...findNoLimit(judgement, plan.label)];
  return { ...config, judgement: { ...judgement, findings } };
}

function toJudged(
  { chosen, lists, measured }: MeasuredConfig,
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
    sizes: sizesOf(one, secrets),
    findings,
  };
}

function sizesOf({ snapshot, measurement }: MeasuredSnapshot, secrets: readonly string[]): Sizes | undefined {
  // What was cut off is as good as not measured.
  if (measurement === undefined || snapshot.status === 'partial') return undefined;
  const { prompts, resources, warnings } = snapshot;
  // Names go into a file that is committed.
  const byTool = measurement.byTool.map((tool) => ({ ...tool, name: redact(tool.name, secrets).value }));
  return {
    measurement: { ...measurement, byTool },
    prompts: prompts?.length,
    resources: resources?.length,
    notRead: (['prompts', 'resources'] as const).filter((list) =>
      warnings.some(({ id }) => id.startsWith(`${list}-`)),
    ),
  };
}

interface Renewing {
  readonly toolsets: readonly JudgedToolset[];
  readonly reason: string | undefined;
  readonly cwd: string;
}

interface Renewal {
  readonly baseline: BaselineState;
  readonly updates: readonly Update[];
  readonly updated: readonly string[];
}

function renew({ chosen, stale }: MeasuredConfig, { toolsets, reason, cwd }: Renewing): Renewal {
  const { plan, isWhole, baseline: before } = chosen;
  const label = shownPath(plan.baseline.path, cwd);
  if (!isWhole && (before.status === 'unreadable' || before.status === 'other-method')) {
    throw new UsageError(`--update of a part: the rest of ${label} cannot be kept: ${before.message ?? ''}`, {
      hint: 'renew all of it: mcp-budget check --update',
    });
  }
  const { baseline, kept, raised } = renewBaseline(before.baseline, entriesOf(chosen, toolsets), {
    method: METHOD,
    reason,
    isWhole,
    ratcheted: plan.baseline.growth.map(({ metric }) => metric),
  });
  const text = serializeBaseline(baseline);
  const isSame = before.baseline !== undefined && serializeBaseline(before.baseline) === text;
  const snapshots = stale.map(({ path, text }) => ({ path, text }));
  return {
    baseline: { status: 'read', label, baseline },
    updates: [...(isSame ? [] : [{ path: plan.baseline.path, text }]), ...snapshots],
    updated: [
      isSame ? `${label} is up to date` : `wrote ${label}`,
      ...raised.map(
        ({ server, toolset, metric, from, to }) => `raised ${server}/${toolset} ${metric} ${from} → ${to}`,
      ),
      ...kept.map((line) => `${line}; to take it: --update --raise "reason"`),
      ...snapshots.map((one) => `wrote ${shownPath(one.path, cwd)}`),
    ],
  };
}

/** What was measured; of all else, disabled servers included, the old entry is kept. */
function entriesOf({ toolsets, plan }: ChosenConfig, judged: readonly JudgedToolset[]): readonly NewEntry[] {
  return toolsets.map(({ server, toolset }) => {
    const found = judged.find((one) => one.server === server && one.toolset === toolset);
    return { server: localName(server, plan), toolset, recorded: found && recordOf(found) };
  });
}

/** A list that differs from reading to reading is nothing to hold anyone to. */
function recordOf({ sizes, status, isDynamicAllowed }: JudgedToolset): RecordedToolset | undefined {
  if (sizes === undefined || (status === 'dynamic' && !isDynamicAllowed)) return undefined;
  return recordToolset(sizes.measurement, sizes);
}
