/** Read commander's untyped option values; a value of another type than its option declares is our own mistake. */
import type { CommandInput } from './command.ts';

type Options = CommandInput['options'];

/** A text option; undefined when it was not given. */
export function textOption(options: Options, key: string): string | undefined {
  return read(options, key, (value) => typeof value === 'string');
}

/** A number that the option's parser has made. */
export function numberOption(options: Options, key: string): number | undefined {
  return read(options, key, (value) => typeof value === 'number');
}

/** An option that may be repeated. */
export function textsOption(options: Options, key: string): readonly string[] {
  return read(options, key, (value): value is readonly string[] => Array.isArray(value)) ?? [];
}

/** One of the option's choices. */
export function choiceOption<Choice extends string>(
  options: Options,
  key: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === options[key]);
  if (chosen === undefined) throw new TypeError(`option ${key} has none of its choices`);
  return chosen;
}

/** A value that `isValue` recognises. */
export function read<T>(
  options: Options,
  key: string,
  isValue: (value: unknown) => value is T,
): T | undefined {
  const value = options[key];
  if (value === undefined) return undefined;
  if (!isValue(value)) throw new TypeError(`option ${key} has a value of an unexpected type`);
  return value;
}
