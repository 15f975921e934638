/** `hosts`: what is known of the programs and APIs that read tool lists. */
import { Option } from 'commander';
import { EXIT, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Command, CommandInput } from './command.ts';
import { collect } from './options.ts';

export const hosts: Command = {
  id: 'hosts',
  summary: 'the hosts that are known: what each takes, cuts, drops and refuses, with date and evidence',
  usage: '[id…] [options]',
  examples: [
    ['mcp-budget hosts', 'all of them'],
    ['mcp-budget hosts claude-code', 'everything that is known of one'],
    ['mcp-budget hosts cursor vscode --format json', 'as data'],
  ],
  takesCommand: false,
  options: () => [
    new Option('--format <id>', 'table or json').choices(['table', 'json']).default('table'),
    new Option(
      '--config <file>',
      'config whose hostProfiles override or add (default: the nearest above, if it is no code)',
    ).argParser(collect),
    new Option('--no-color', 'no colours'),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const { printHosts } = await import('./hosts-stages.ts');
  await printHosts(input, io);
  return EXIT.ok;
}
