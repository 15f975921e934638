/** Build the command line from the command registry; turn its complaints into ours. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command as Program, CommanderError } from 'commander';
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { didYouMean } from './config/nearest.ts';
import { splitCommand, type SplitArgs } from './config/split-command.ts';
import { EXIT, isKnownError, UsageError, type ExitCode } from './errors.ts';
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
    throw usageError(error);
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
  const valueOptions = command
    .options()
    .filter((option) => option.required || option.optional)
    .flatMap((option) => [option.long, option.short].filter((name) => name !== undefined && name !== null));
  const rest = await splitOwn(own, { command, valueOptions: new Set(valueOptions), io });
  return { before: args.slice(0, at + 1), ...rest };
}

interface Splitting {
  readonly command: Command;
  readonly valueOptions: ReadonlySet<string>;
  readonly io: Io;
}

async function splitOwn(
  own: readonly string[],
  { command, valueOptions, io }: Splitting,
): Promise<SplitArgs> {
  const context = {
    valueOptions,
    serverNames: new Set<string>(),
    isProgram: () => false,
    isPath: () => false,
  };
  if (!command.takesCommand) return splitCommand(own, context);
  const { default: which } = await import('which');
  const live = {
    ...context,
    isProgram: (word: string) => which.sync(word, { nothrow: true, path: io.env['PATH'] ?? '' }) !== null,
    // No throw for a word that cannot be looked up: too long, a loop of links, a folder that is closed.
    isPath: (word: string) => existsSync(resolve(io.cwd, word)),
  };
  const split = splitCommand(own, live);
  const isByProgram = split.command !== undefined && own[split.own.length] !== '--';
  if (!isByProgram) return split;
  // A server of the config may be named like a program: then it is the one that is meant.
  const serverNames = new Set(await namesInConfigs(own, io));
  return serverNames.size === 0 ? split : splitCommand(own, { ...live, serverNames });
}

async function namesInConfigs(own: readonly string[], io: Io): Promise<readonly string[]> {
  const { findConfigs } = await import('./config/config-find.ts');
  const { readServerNames } = await import('./config/config-load.ts');
  const paths = own.flatMap((word, index) => {
    if (own[index - 1] === '--config') return [word];
    return word.startsWith('--config=') ? [word.slice('--config='.length)] : [];
  });
  try {
    return await readServerNames(await findConfigs({ cwd: io.cwd, paths }));
  } catch (error) {
    // It is told where the config is loaded, if it is.
    if (isKnownError(error)) return [];
    throw error;
  }
}

/** What people try before they read. */
function withAliases(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first === 'help') return [...rest.slice(0, 1), '--help'];
  return first === 'version' || first === '-v' ? ['--version'] : args;
}

function unknownCommand(word: string, args: readonly string[]): UsageError {
  const nearest = didYouMean(
    word,
    all.map(({ id }) => id),
  );
  return new UsageError(`unknown command: ${word}`, {
    hint: nearest ?? `to measure it: mcp-budget measure ${args.join(' ')}`,
  });
}

function usageError(error: CommanderError): UsageError {
  const [message = '', ...suggestion] = error.message.replace(/^error: /, '').split('\n');
  const hint = suggestion.join(' ').replaceAll(/[()]/g, '').trim();
  return new UsageError(message, {
    hint: hint === '' ? 'mcp-budget --help shows the commands and options' : hint,
  });
}
