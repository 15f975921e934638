/** The contract of a command: what help shows, and what it does. */
import type { Option } from 'commander';
import type { ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';

export interface CommandInput {
  /** Words that are neither options nor the server's command. */
  readonly targets: readonly string[];
  /** The server's command, from after `--` or from the first program word. */
  readonly command: readonly string[] | undefined;
  /** Options and targets as they were typed. */
  readonly own: readonly string[];
  /** Parsed options by their camelCase names. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Command {
  readonly id: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** What may follow the command, as help shows it. */
  readonly usage: string;
  /** Shown first in its help. */
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** False: its words name servers of a config, and none is a program. */
  readonly takesCommand: boolean;
  readonly options: () => readonly Option[];
  readonly run: (input: CommandInput, io: Io) => Promise<ExitCode>;
}
