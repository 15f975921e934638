/** A config file as read, before anything is known to be right in it. Types only. */

/** Keys and indices from the top of the config. */
export type KeyPath = readonly (string | number)[];

export interface ConfigSource {
  readonly value: unknown;
  /** What it was read from, where that alone decides the value: code may give another one every time. */
  readonly text?: string | undefined;
  /** The line of a key, or of an entry of a list, from 1; of what is not there, the nearest around it. */
  readonly locate: (path: KeyPath) => { readonly line: number } | undefined;
}
