/** `login`: sign in to a server with OAuth, once, so that it can be measured from then on. */
import { Option } from 'commander';
import { parseCount, parseDurationMs } from '../config/units.ts';
import { UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Command, CommandInput } from './command.ts';
import { namedServerOptions } from './login-options.ts';

const MAX_PORT = 65_535;

export const login: Command = {
  id: 'login',
  summary: 'sign in to a server with OAuth, so that it can be measured; alone: what is stored',
  usage: '[server or URL] [options]',
  examples: [
    ['mcp-budget login https://mcp.example.com/mcp', 'a URL'],
    ['mcp-budget login notion', "a server of the config or of a client's file"],
    ['mcp-budget login remote --scope "tools:read"', 'with other scopes than it names'],
    ['mcp-budget login', 'list what is stored'],
  ],
  takesCommand: false,
  options: () => [
    new Option('--client-id <id>', 'client that the authorization server knows, or the URL of its metadata'),
    new Option('--client-secret-env <NAME>', "variable that holds that client's secret"),
    new Option('--scope <scopes>', 'scopes to ask for, with spaces between (default: what the server names)'),
    new Option('--port <n>', 'port that the browser comes back to (default: any that is free)').argParser(
      parsePort,
    ),
    new Option('--timeout <duration>', 'how long to wait for the browser (default: 5m)').argParser(
      (text: string) => parseDurationMs(text, '--timeout', 1),
    ),
    new Option('--no-browser', 'print the address and open nothing'),
    new Option('--force', 'sign in even where the server asks for no sign-in'),
    ...namedServerOptions(),
  ],
  run,
};

function parsePort(text: string): number {
  const port = parseCount(text, '--port');
  if (port >= 1 && port <= MAX_PORT) return port;
  throw new UsageError(`--port ${text}: not a port`, { hint: `a number from 1 to ${MAX_PORT}` });
}

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const { runLogin } = await import('./login-stages.ts');
  return runLogin(input, io);
}
