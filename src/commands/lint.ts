/** `lint`: hold definitions against what hosts accept, and against what they need not cost. */
import { Option } from 'commander';
import { EXIT, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { redactError } from '../report/redact-error.ts';
import { SEVERITIES } from '../report/exit-code.ts';
import type { Command, CommandInput } from './command.ts';
import {
  captureOptions,
  clientOptions,
  collect,
  configOptions,
  hostOptions,
  selectOptions,
  targetOptions,
} from './options.ts';
import { outputOptions, readOutputs } from './output.ts';

export const lint: Command = {
  id: 'lint',
  summary: 'hold definitions against the hosts that read them: what is refused, changed, lost or wasted',
  usage: '[target…] [options] [-- command…]',
  examples: [
    ['mcp-budget lint -- node server.mjs', 'a command, for every API and client'],
    ['mcp-budget lint media --host claude-code,cursor', 'a server of the config, for two hosts'],
    ['mcp-budget lint list.json --matrix', 'which host takes which tool'],
    ['mcp-budget lint list.json --fix-plan', 'repairs as JSON patches, with sizes; edits nothing'],
    ['mcp-budget lint --client cursor', 'what Cursor loads, as Cursor takes it'],
  ],
  takesCommand: true,
  options: () => [
    new Option('--rule <id>', 'only this rule; may be repeated').argParser(collect),
    new Option('--matrix', 'in place of the findings: which host takes which tool'),
    new Option('--fix-plan', 'in place of the findings: safe repairs as JSON patches; edits nothing'),
    new Option('--fail-on <severity>', 'least severity that fails').choices(SEVERITIES).default('error'),
    new Option('--warn-only', 'findings do not fail'),
    ...hostOptions(),
    ...clientOptions(),
    ...configOptions(),
    ...selectOptions(),
    ...outputOptions(),
    ...targetOptions(),
    ...captureOptions(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const outputs = readOutputs(input);
  const { captureToolsets, resolveTargets } = await import('./capture-stages.ts');
  const { readHosts } = await import('./measure-flags.ts');
  const targets = await resolveTargets(input, io);
  const { toolsets, clients } = targets;
  const hosts = await readHosts(input, io, targets);
  if (input.options['dryRun'] === true) {
    const { printStarts } = await import('./clients-starts.ts');
    await printStarts(toolsets, { clients, secrets: targets.secrets }, { input, io });
    return EXIT.ok;
  }
  // The server starts while the rules are read.
  const load = loadOnce();
  if (input.options['rule'] !== undefined) (await load()).requireKnownRules(input, targets);
  const captured = await captureToolsets(toolsets, { input, io }, { onStarted: () => void load() });
  const secrets = [...targets.secrets, ...captured.secrets];
  try {
    const stages = await load();
    return await stages.lintCaptured(captured.snapshots, { targets, hosts, outputs, secrets }, { input, io });
  } catch (error) {
    // What is told may quote names that a server chose.
    throw redactError(error, secrets);
  } finally {
    await captured.closed;
  }
}

function loadOnce() {
  const load = () => import('./lint-stages.ts');
  let loading: ReturnType<typeof load> | undefined;
  return () => (loading ??= load());
}
