/**
 * Find where a server's command begins among our own arguments: after `--`, or at the first bare word that is a
 * program. `npm exec` swallows a `--`, `npx` does not, so both forms must work.
 */

export interface SplitArgs {
  /** Ours: options and targets. */
  readonly own: readonly string[];
  /** The server's command, taken as it is. */
  readonly command: readonly string[] | undefined;
}

export interface SplitContext {
  /** Option names of the command, with dashes, that take a value. */
  readonly valueOptions: ReadonlySet<string>;
  /** Names of servers in the config; they win over programs. */
  readonly serverNames: ReadonlySet<string>;
  readonly isProgram: (word: string) => boolean;
  readonly isPath: (word: string) => boolean;
}

/** Split the arguments that follow a subcommand. */
export function splitCommand(args: readonly string[], context: SplitContext): SplitArgs {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '--') return { own: args.slice(0, index), command: args.slice(index + 1) };
    if (word.startsWith('-') && word !== '-') {
      if (context.valueOptions.has(word)) index += 1;
    } else if (isCommandStart(word, context)) {
      return { own: args.slice(0, index), command: args.slice(index) };
    }
  }
  return { own: args, command: undefined };
}

function isCommandStart(word: string, { serverNames, isPath, isProgram }: SplitContext): boolean {
  // A path, URL, npm: target or quoted command has a character that no bare program name has.
  if (serverNames.has(word) || /[\s/\\:]/.test(word) || word === '-' || word === '') return false;
  // python3.11 is a program, list.json is none, and a file of that name here is meant rather than a program.
  if (word.includes('.') && isPath(word)) return false;
  return isProgram(word);
}
