/** `explain`: what a rule finds, why it matters, and which hosts mind. */
import { Option } from 'commander';
import { EXIT, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Command, CommandInput } from './command.ts';
import { collect } from './options.ts';

export const explain: Command = {
  id: 'explain',
  summary: 'what a rule finds, why it matters, what each host does about it, with examples and sources',
  usage: '[rule…] [options]',
  examples: [
    ['mcp-budget explain', 'all rules by group'],
    ['mcp-budget explain schema-root-combinator', 'everything about one'],
    ['mcp-budget explain tool-name-length --format json', 'as data'],
  ],
  takesCommand: false,
  options: () => [
    new Option('--format <id>', 'table or json').choices(['table', 'json']).default('table'),
    new Option(
      '--config <file>',
      'config whose hostProfiles and plug-ins count too (default: the nearest above, if it is no code)',
    ).argParser(collect),
    new Option('--no-color', 'no colours'),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const { printRules } = await import('./explain-stages.ts');
  await printRules(input, io);
  return EXIT.ok;
}
