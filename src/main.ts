/** The program: arguments in, exit code out. Nothing here or below ends the process. */
import { runArgs } from './args.ts';
import { ConfigError, EXIT, isKnownError, type ExitCode } from './errors.ts';
import type { Io } from './io.ts';
import { escapeForTerminal } from './report/escape.ts';
import { VERSION } from './version.ts';

export { killLiveGroups } from './capture/live-groups.ts';

/** Run with the arguments that follow the program's name. */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await runArgs(args, io);
  } catch (error) {
    if (io.signal.aborted) return EXIT.ok;
    io.stderr.write(describeError(error));
    return isKnownError(error) ? error.exitCode : EXIT.usage;
  }
}

/** An error as the user sees it: ours with its hint, any other as a bug with its stack. */
export function describeError(error: unknown): string {
  if (isKnownError(error)) {
    const hint = error.hint === undefined ? '' : `${indent(error.hint)}\n`;
    // A config may have several mistakes, one a line.
    const message = error instanceof ConfigError ? error.message.split('\n') : [error.message];
    return `error: ${message.map(escapeForTerminal).join('\n       ')}\n${hint}`;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `mcp-budget ${VERSION} failed; this is a bug in mcp-budget. Please report it with these lines:\n${indent(stack)}\n`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${escapeForTerminal(line)}`)
    .join('\n');
}
