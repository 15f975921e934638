/** `clients`: the config files of MCP clients that are here, and what each declares. Starts nothing. */
import { Option } from 'commander';
import type { ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Command, CommandInput } from './command.ts';
import { inputOption } from './options.ts';

export const clients: Command = {
  id: 'clients',
  summary: 'which MCP clients have config files here, and which servers they declare; starts nothing',
  usage: '[id or path…] [options]',
  examples: [
    ['mcp-budget clients', 'every client, file and server'],
    ['mcp-budget clients cursor codex', 'only these'],
    ['mcp-budget clients path/to/mcp.json', 'a file, whichever client it is of'],
  ],
  takesCommand: false,
  options: () => [
    new Option('--format <id>', 'table or json').choices(['table', 'json']).default('table'),
    new Option('--verbose', 'names of variables and headers too'),
    inputOption(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const { showClients } = await import('./clients-stages.ts');
  return showClients(input, io);
}
