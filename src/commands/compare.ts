/** `compare`: what changed between two lists, tool by tool. */
import { Option } from 'commander';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { redactError } from '../report/redact-error.ts';
import type { Command, CommandInput } from './command.ts';
import { captureOptions, configOptions, targetOptions } from './options.ts';
import { readStyle, styleOptions } from './output.ts';

export const compare: Command = {
  id: 'compare',
  summary:
    'what grew, shrank, came and went between two snapshots, reports or servers; it never fails, check is the gate',
  usage: '<before> <after> [options]',
  examples: [
    ['mcp-budget compare npm:pkg@1.2.0 npm:pkg@1.3.0', 'two published versions'],
    ["mcp-budget compare npm:pkg 'node dist/index.js'", 'the published one and this one'],
    ['mcp-budget compare old.snapshot.json new.snapshot.json', 'two snapshots, or two JSON reports'],
    ['mcp-budget compare media/all media/core', 'two toolsets of the config'],
  ],
  takesCommand: true,
  options: () => [
    new Option('--format <id>', 'table, json or markdown')
      .choices(['table', 'json', 'markdown'])
      .default('table'),
    ...styleOptions(),
    ...configOptions(),
    ...targetOptions(),
    ...captureOptions(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const { targets, command } = input;
  const sides = [...targets, ...(command === undefined ? [] : [command])];
  const [before, after] = sides;
  if (before === undefined || after === undefined || sides.length !== 2) {
    throw new UsageError(`compare takes two lists, not ${sides.length}`, {
      hint: 'a command with arguments stands in quotes, or last, after --',
    });
  }
  rejectLeak(targets, input.options);
  const stages = await import('./compare-stages.ts');
  const listed = await stages.listSides([before, after], { input, io });
  const { secrets, closed } = listed;
  try {
    const compared = stages.compareSides(listed.before, listed.after);
    await stages.printCompared(compared, { input, io, secrets, style: readStyle(input, io) });
    return EXIT.ok;
  } catch (error) {
    throw redactError(error, secrets);
  } finally {
    await closed;
  }
}

/** A header for both would give one's credentials to the other. */
function rejectLeak(targets: readonly string[], options: CommandInput['options']): void {
  const origins = new Set(targets.flatMap((word) => (URL.canParse(word) ? new URL(word).origin : [])));
  const isGiven = ['header', 'bearerEnv', 'oauthClientId'].some((key) => options[key] !== undefined);
  if (origins.size < 2 || !isGiven) return;
  throw new UsageError('--header, --bearer-env and --oauth-client-id with two origins: which one is meant?', {
    hint: 'record one of them first: mcp-budget snapshot <url> > old.snapshot.json',
  });
}
