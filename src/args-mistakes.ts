/** What is wrong with what was typed, and whose options are whose. */
import type { CommanderError } from 'commander';
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { didYouMean } from './config/nearest.ts';
import { UsageError } from './errors.ts';
import { shownArgs } from './shown-args.ts';

const all: readonly Command[] = Object.values(commands);

interface Typed {
  /** Up to the command. */
  readonly before: readonly string[];
  /** Behind it. */
  readonly own: readonly string[];
}

/** What was taken for a command. */
export function unknownCommand(word: string, args: readonly string[]): UsageError {
  const nearest = didYouMean(
    word,
    all.map(({ id }) => id),
  );
  return new UsageError(`unknown command: ${word}`, {
    hint: nearest ?? `to measure it: mcp-budget measure ${shownArgs(args)}`,
  });
}

/** An option of another command is no misspelling. */
export function unknownOption(error: CommanderError, { before, own }: Typed): UsageError {
  const mistake = usageError(error);
  const command = all.find(({ id }) => id === before.at(-1));
  if (command === undefined) return mistake;
  const takingValues = valueOptionsOf(command);
  const known = namesOf(command);
  // The first one is what the message is about.
  const [flag = ''] = own.flatMap((word, index) => {
    const name = word.replace(/=.*/s, '');
    const isOption = /^--?[^-]/.test(word) && !takingValues.has(own[index - 1] ?? '');
    return isOption && !known.includes(name) && !/^(-h|--help)$/.test(name) ? [name] : [];
  });
  const having = all.filter((one) => namesOf(one).includes(flag)).map(({ id }) => id);
  if (having.length === 0) return mistake;
  const list = having.join(', ').replace(/, ([^,]+)$/, ' and $1');
  return new UsageError(mistake.message, { hint: `only ${list} ${having.length === 1 ? 'has' : 'have'} it` });
}

function namesOf(command: Command): readonly string[] {
  return command.options().flatMap(({ long, short }) => [long ?? [], short ?? []].flat());
}

/** Names of the options that take a value, with their dashes. */
export function valueOptionsOf(command: Command): ReadonlySet<string> {
  const taking = command.options().filter((option) => option.required || option.optional);
  return new Set(taking.flatMap(({ long, short }) => [long ?? [], short ?? []].flat()));
}

/** A complaint of commander as ours. */
export function usageError(error: CommanderError): UsageError {
  const [message = '', ...suggestion] = error.message.replace(/^error: /, '').split('\n');
  const hint = suggestion.join(' ').replaceAll(/[()]/g, '').trim();
  return new UsageError(message, {
    hint: hint === '' ? 'mcp-budget --help shows the commands and options' : hint,
  });
}
