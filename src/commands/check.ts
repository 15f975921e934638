/** `check`: the gate. */
import { Option } from 'commander';
import { UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { SEVERITIES } from '../report/exit-code.ts';
import { redactError } from '../report/redact-error.ts';
import type { Command, CommandInput } from './command.ts';
import { configOptions, captureOptions, windowOption } from './options.ts';
import { textOption } from './option-values.ts';
import { outputOptions } from './output.ts';

export const check: Command = {
  id: 'check',
  summary: 'the gate: hold tool lists against the budgets and the baseline of the config',
  usage: '[server[/toolset]…] [options]',
  examples: [
    ['mcp-budget check', 'every server of the config'],
    ['mcp-budget check media/core --format github', 'one toolset, with annotations'],
    ['mcp-budget check --offline', 'committed snapshots: starts nothing, needs no network'],
    ['mcp-budget check --update', 'lower the baseline to what is measured now'],
  ],
  takesCommand: false,
  options: () => [
    ...configOptions(),
    new Option('--offline', 'judge committed snapshots; start nothing'),
    new Option('--baseline <file>', 'compare with this one: a file, or revision:file, e.g. origin/main:'),
    new Option('--require-baseline', 'a missing baseline counts as not measured'),
    new Option('--update', 'renew the baseline and the committed snapshots; what rose is kept'),
    new Option('--raise <reason>', 'with --update: take what rose too, and keep the reason'),
    new Option('--fail-on <severity>', 'least severity that fails').choices(SEVERITIES).default('error'),
    new Option('--warn-only', 'findings do not fail'),
    new Option('--allow-unmeasured', 'what could not be measured does not fail'),
    windowOption(),
    ...outputOptions(),
    ...captureOptions(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  rejectStray(input);
  const stages = await import('./check-stages.ts');
  const plan = await stages.planGate(input, io);
  const listed =
    input.options['offline'] === true
      ? await stages.readCommitted(plan, { input, io })
      : await stages.captureGate(plan, { input, io });
  const gate = { ...plan, secrets: [...plan.secrets, ...listed.secrets] };
  try {
    const measured = await stages.measureGate(gate, listed);
    const judged = stages.judgeGate(gate, measured, { input, io });
    const report = await stages.reportGate(gate, judged, { input, io });
    await stages.writeUpdates(judged.updates);
    return report.summary.exitCode;
  } catch (error) {
    // What is told may quote names that a server chose.
    throw redactError(error, gate.secrets);
  } finally {
    await listed.closed;
  }
}

/** Flags that would do nothing. */
function rejectStray({ options, command }: CommandInput): void {
  if (command !== undefined) {
    throw new UsageError('check judges the servers of a config', {
      hint: `to make one: mcp-budget init -- ${command.join(' ')}`,
    });
  }
  if (textOption(options, 'raise') !== undefined && options['update'] !== true)
    throw new UsageError('--raise: only with --update');
  if (textOption(options, 'raise')?.trim() === '')
    throw new UsageError('--raise: the reason is empty', {
      hint: 'whoever reads the baseline wants to know why',
    });
  if (options['update'] === true && textOption(options, 'baseline') !== undefined)
    throw new UsageError('--update and --baseline: the config says which file is written');
}
