/** `login`: sign in to a server with OAuth, once, so that it can be measured from then on. */
import { Option } from 'commander';
import { parseCount, parseDurationMs } from '../config/units.ts';
import { UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Command, CommandInput } from './command.ts';

const MAX_PORT = 65_535;

export const login: Command = {
  id: 'login',
  summary: 'sign in to a server with OAuth, so that it can be measured; alone: what is stored',
  usage: '[server or URL] [options]',
  examples: [
    ['mcp-budget login https://mcp.example.com/mcp', 'a URL'],
    ['mcp-budget login remote --scope "tools:read"', 'a server of the config, with other scopes'],
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
    new Option(
      '--config <file>',
      'config file or glob; may be repeated (default: the nearest above)',
    ).argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]),
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
