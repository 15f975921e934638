/** `logout`: revoke and forget what `login` stored. */
import { Option } from 'commander';
import type { ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Command, CommandInput } from './command.ts';
import { namedServerOptions } from './login-options.ts';

export const logout: Command = {
  id: 'logout',
  summary: 'revoke and delete the sign-in to a server',
  usage: '<server or URL> [options]',
  examples: [
    ['mcp-budget logout https://mcp.example.com/mcp', 'of a URL'],
    ['mcp-budget logout --all', 'everything that is stored'],
  ],
  takesCommand: false,
  options: () => [new Option('--all', 'every sign-in that is stored'), ...namedServerOptions()],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const { runLogout } = await import('./logout-stages.ts');
  return runLogout(input, io);
}
