/** The gate: budgets, growth and what the config names, held against what was measured. */
import type { BaselineState, Difference } from '../model/baseline.ts';
import type { Budget, Check } from '../model/budget.ts';
import { checkBudget } from './budgets.ts';
import { compareToolsets } from './difference.ts';
import { toFindings } from './findings.ts';
import { findInBaseline, findMissing } from './baseline-findings.ts';
import { checkGrowth } from './growth.ts';
import type { Judged, JudgedToolset, JudgeInput, Judgement } from './judged.ts';
import { findInList, findTooFew, findUnusedToolLimits } from './list-findings.ts';
import { recordedOf, recordToolset } from './record.ts';
import type { Sizes } from './sizes.ts';
import { sumSizes } from './sum.ts';

/** Judge one config's toolsets. Pure. */
export function judge(input: JudgeInput): Judgement {
  const { toolsets, total, wholeServers } = input;
  const checks = toolsets.map((judged) => [...checkBudget(judged), ...checkAgainstBaseline(judged, input)]);
  const sum = total === undefined ? undefined : sumOf(input, total);
  const totalChecks = sum === undefined ? [] : checkTotal(input, sum);
  const findings = toolsets.flatMap((judged, index) => [
    ...toFindings(checks[index] ?? [], judged),
    ...findInList(judged),
    ...(judged.findings ?? []),
    ...findMissing(judged, input),
  ]);
  return {
    checks: [...checks.flat(), ...totalChecks],
    findings: [
      ...findInBaseline(input),
      ...findings,
      ...findUnusedToolLimits(toolsets.filter(({ server }) => wholeServers.has(server))),
      ...(sum === undefined ? [] : [...toFindings(totalChecks, sum), ...findTooFew(sum)]),
    ],
    differences: toolsets.map((judged) => differenceOf(judged, input.changesSince)),
  };
}

function checkAgainstBaseline(
  judged: JudgedToolset,
  { baseline, growth, raises }: JudgeInput,
): readonly Check[] {
  const before = recordedOf(judged, baseline);
  if (before === undefined) return [];
  const own = raises.filter(
    ({ server, toolset }) => server === judged.localServer && toolset === judged.toolset,
  );
  return checkGrowth({ ...judged, before, raises: own }, growth);
}

function differenceOf(judged: JudgedToolset, since: BaselineState): Difference | undefined {
  const before = recordedOf(judged, since);
  if (before === undefined || judged.sizes === undefined) return undefined;
  const { measurement, prompts, resources } = judged.sizes;
  return compareToolsets(before, recordToolset(measurement, { prompts, resources }), since.label);
}

function sumOf({ toolsets, label, totalInHosts: hosts }: JudgeInput, budget: Budget): Judged {
  const counted = toolsets.filter(({ isInTotal }) => isInTotal).map(({ sizes }) => sizes);
  // A sum without one of its parts would read as too small a number.
  const isWhole = counted.every((sizes): sizes is Sizes => sizes !== undefined);
  return { server: '', toolset: label, budget, sizes: isWhole ? { ...sumSizes(counted), hosts } : undefined };
}

/** Where a part is not measured, the others may be over the limit all the same; that they are not says nothing. */
function checkTotal({ toolsets, totalInHosts: hosts }: JudgeInput, sum: Judged): readonly Check[] {
  if (sum.sizes !== undefined) return checkBudget(sum);
  const known = toolsets.flatMap(({ isInTotal, sizes }) => (isInTotal && sizes !== undefined ? [sizes] : []));
  return checkBudget({ ...sum, sizes: { ...sumSizes(known), hosts } }).map((check) =>
    check.verdict === 'over' ? check : { ...check, verdict: 'not-measured', actual: undefined },
  );
}
