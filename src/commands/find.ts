/** `find`: from a vendor's error, which names an index, to the tool, the rule and the repair. */
import { Option } from 'commander';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { redactError } from '../report/redact-error.ts';
import type { Command, CommandInput } from './command.ts';
import { captureOptions, clientOptions, configOptions, hostOptions, targetOptions } from './options.ts';
import { styleOptions } from './output.ts';

export const find: Command = {
  id: 'find',
  summary:
    "which tool a vendor's error means: it names an index only; tells server, tool, place, rule and repair",
  usage: '<error> [target…] [options] [-- command…]',
  examples: [
    ["mcp-budget find 'tools.47.custom.input_schema'", "in the config's servers"],
    ["mcp-budget find 'tools[3].function.parameters' list.json", 'in a saved list'],
    ['pbpaste | mcp-budget find - --client cursor', 'a whole message, in what Cursor loads'],
  ],
  takesCommand: true,
  options: () => [
    new Option('--format <id>', 'table or json').choices(['table', 'json']).default('table'),
    ...styleOptions(),
    ...hostOptions(),
    ...clientOptions(),
    ...configOptions(),
    ...targetOptions(),
    ...captureOptions(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const [message, ...targets] = input.targets;
  if (message === undefined) {
    throw new UsageError('find takes the error, or the part of it that names a tool', {
      hint: "e.g. mcp-budget find 'tools.47.custom.input_schema'; - reads it from standard input",
    });
  }
  if (message === '-' && targets.includes('-')) {
    throw new UsageError('find - -: standard input is either the error or the list', {
      hint: 'save one of them to a file',
    });
  }
  const { captureToolsets, resolveTargets } = await import('./capture-stages.ts');
  const stages = await import('./find-stages.ts');
  const places = await stages.readPlaces(message, io);
  const rest = { ...input, targets };
  const resolved = await resolveTargets(rest, io);
  if (input.options['dryRun'] === true) {
    const { printStarts } = await import('./clients-starts.ts');
    const { toolsets, clients, secrets } = resolved;
    await printStarts(toolsets, { clients, secrets }, { input: rest, io });
    return EXIT.ok;
  }
  const captured = await captureToolsets(resolved.toolsets, { input: rest, io }, {});
  const secrets = [...resolved.secrets, ...captured.secrets];
  try {
    return await stages.findIn(
      captured.snapshots,
      { places, targets: resolved, secrets },
      { input: rest, io },
    );
  } catch (error) {
    // What is told may quote names that a server chose.
    throw redactError(error, secrets);
  } finally {
    await captured.closed;
  }
}
