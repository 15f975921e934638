/** Where a gate's reports go. */
import { resolve, sep } from 'node:path';
import { UsageError } from '../errors.ts';
import type { ConfigPlan } from '../model/plan.ts';
import type { Output } from '../report/render.ts';
import type { ReporterId } from '../report/reporters/index.ts';
import type { CommandInput } from './command.ts';
import { isOutputAsked, readOutputs, requireOwnPlaces } from './output.ts';

/**
 * Flags replace what the configs name; of several configs each report once.
 * @throws UsageError for two on one place, or one on a file that the gate reads
 */
export function outputsOf(
  configs: readonly ConfigPlan[],
  input: CommandInput,
  cwd: string,
): readonly Output[] {
  const outputs = isOutputAsked(input) ? readOutputs(input) : ofConfigs(configs);
  const chosen = outputs.length === 0 ? readOutputs(input) : outputs;
  for (const { file } of chosen) {
    if (file !== undefined) rejectInput(resolve(cwd, file), { file, configs, cwd });
  }
  return chosen;
}

function ofConfigs(configs: readonly ConfigPlan[]): readonly Output[] {
  const named = configs.flatMap(({ reports }) => reports);
  const outputs = named
    .filter(
      ({ format, file }, index) =>
        named.findIndex((other) => other.format === format && other.file === file) === index,
    )
    .map(({ format, file }) => ({ format: format as ReporterId, file }));
  return requireOwnPlaces(outputs, 'reports of the configs');
}

interface Inputs {
  readonly file: string;
  readonly configs: readonly ConfigPlan[];
  readonly cwd: string;
}

/** A report in place of its own config or baseline would leave nothing to judge the next run by. */
function rejectInput(path: string, { file, configs, cwd }: Inputs): void {
  const isInput = configs.some(
    (plan) =>
      path === resolve(cwd, plan.file) ||
      path === plan.baseline.path ||
      path === plan.snapshots ||
      path.startsWith(`${plan.snapshots}${sep}`),
  );
  if (!isInput) return;
  throw new UsageError(`a report would be written over ${file}, which the check reads`, {
    hint: 'give it a name of its own: --format json=report.json',
  });
}
