/** Build the command line from the command registry; turn its complaints into ours. */
import { Command as Program, CommanderError } from 'commander';
import { unknownCommand, unknownOption, usageError, valueOptionsOf } from './args-mistakes.ts';
import { splitOwn } from './args-split.ts';
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { EXIT, type ExitCode } from './errors.ts';
import type { Io } from './io.ts';
import { VERSION } from './version.ts';

const all: readonly Command[] = Object.values(commands);

/**
 * Parse the arguments and run the command they name.
 * @throws UsageError for anything commander refuses; whatever the command throws.
 */
export async function runArgs(args: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const { before, own, command } = await split(withAliases(args), io);
  const run: Run = async (chosen, targets, options) => {
    exitCode = await chosen.run({ targets, options, command, own }, io);
  };
  const program = buildProgram(io, run, async () => {
    const { showOverview } = await import('./commands/clients-stages.ts');
    exitCode = await showOverview(io);
  });
  try {
    await program.parseAsync([...before, ...own], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return EXIT.ok;
    if (error.code === 'commander.help') return EXIT.ok;
    throw error.code === 'commander.unknownOption'
      ? unknownOption(error, { before, own })
      : usageError(error);
  }
  return exitCode;
}

type Run = (command: Command, targets: readonly string[], options: Record<string, unknown>) => Promise<void>;

function buildProgram(io: Io, run: Run, runAlone: () => Promise<void>): Program {
  const program = new Program('mcp-budget')
    .description("Measure what an MCP server's tool list costs in a model's context.")
    .usage('<command> [target…] [options]')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // The error is thrown and told once, by `main`.
      writeErr: () => {},
      getOutHelpWidth: () =>
        io.stdout.columns === undefined || io.stdout.columns === 0 ? 80 : io.stdout.columns,
      getOutHasColors: () => false,
    })
    .addHelpText('before', examplesText(all.flatMap((command) => command.examples.slice(0, 2))))
    .action(runAlone);
  program.allowExcessArguments(false);
  for (const command of all) program.addCommand(buildCommand(command, run, program));
  return program;
}

function buildCommand(command: Command, run: Run, program: Program): Program {
  const built = program
    .createCommand(command.id)
    .copyInheritedSettings(program)
    .summary(command.summary)
    .description(command.summary)
    .usage(command.usage)
    .argument('[target...]')
    .addHelpText('before', examplesText(command.examples))
    .action((targets: readonly string[], options: Record<string, unknown>) => run(command, targets, options));
  for (const option of command.options()) built.addOption(option);
  return built;
}

function examplesText(examples: Command['examples']): string {
  const width = Math.max(...examples.map(([text]) => text.length));
  return `Examples:\n${examples.map(([text, does]) => `  ${width > 56 ? `${text}\n      ${does}` : `${text.padEnd(width)}  ${does}`}`).join('\n')}\n`;
}

interface Split {
  readonly before: readonly string[];
  readonly own: readonly string[];
  readonly command: readonly string[] | undefined;
}

/** Cut the server's command off before commander sees it, since it would read options inside it as ours. */
async function split(args: readonly string[], io: Io): Promise<Split> {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const word = args[at];
  if (word === undefined) return { before: args, own: [], command: undefined };
  const command = all.find(({ id }) => id === word);
  if (command === undefined) throw unknownCommand(word, args.slice(at));
  const own = args.slice(at + 1);
  const rest = await splitOwn(own, { command, valueOptions: valueOptionsOf(command), io });
  return { before: args.slice(0, at + 1), ...rest };
}

/** What people try before they read. */
function withAliases(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first === 'help') return [...rest.slice(0, 1), '--help'];
  return first === 'version' || first === '-v' ? ['--version'] : args;
}
