/** `init`: a config and a baseline that fit what is there, so that the first check is green and tight. */
import { Option } from 'commander';
import { UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { redactError } from '../report/redact-error.ts';
import type { Command, CommandInput } from './command.ts';
import { captureOptions, collect, targetOptions } from './options.ts';
import { textsOption } from './option-values.ts';

export const init: Command = {
  id: 'init',
  summary: 'write config and baseline from a measurement',
  usage: '[target…] [options] [-- command…]',
  examples: [
    ['mcp-budget init -- node server.mjs', 'one server'],
    [
      "mcp-budget init --toolsets 'env:GROUPS=core,admin' -- node server.mjs",
      'a toolset a value of a variable',
    ],
    [
      "mcp-budget init --toolsets 'arg:--caps=pdf,vision' npm:@playwright/mcp",
      'a toolset a value of an option',
    ],
  ],
  takesCommand: true,
  options: () => [
    new Option('--toolsets <how>', 'env:NAME=a,b,c or arg:--flag=a,b,c: one toolset a value').argParser(
      collect,
    ),
    new Option('--force', 'overwrite a config and a baseline that are there'),
    new Option('--quiet', 'no progress'),
    ...targetOptions(),
    ...captureOptions(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  if (input.targets.length === 0 && input.command === undefined) {
    throw new UsageError('init needs a server to measure', { hint: 'mcp-budget init -- node server.mjs' });
  }
  const stages = await import('./init-stages.ts');
  await stages.rejectExisting(io.cwd, input.options['force'] === true);
  const draft = stages.draftConfig(input, io, textsOption(input.options, 'toolsets'));
  const tried = await stages.tryServers(draft, { input, io });
  try {
    return await stages.writeInit(tried, io);
  } catch (error) {
    throw redactError(error, tried.secrets);
  } finally {
    await tried.closed;
  }
}
