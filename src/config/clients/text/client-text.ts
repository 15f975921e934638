/** The text of a client's config file as data, with what a report of it points at. */
import type { ClientFile } from '../../../model/client.ts';
import type { KeyPath } from '../../config-source.ts';
import { readClientJson } from './json.ts';
import { readClientToml } from './toml.ts';
import { readClientYaml } from './yaml.ts';

export interface ClientText {
  /** Undefined of a blank file. Objects may have no prototype. */
  readonly value: unknown;
  /** From 1; of what is not there, of the nearest around it. */
  readonly lineOf: (path: KeyPath) => number | undefined;
  /** Keys that stand twice in one map; the last one counts. */
  readonly twice: readonly KeyPath[];
  /** Comments or trailing commas in JSON. */
  readonly isLenient: boolean;
}

export type ClientTextProblem = NonNullable<ClientFile['problem']>;

export type ReadText = ClientText | { readonly problem: ClientTextProblem };

/** Read the text of a file by its extension, or say where it is broken; what is no TOML or YAML is JSON. */
export function readClientText(text: string, path: string): ReadText {
  const bare = text.replace(/^\uFEFF/, '');
  if (bare.trim() === '') return { value: undefined, lineOf: () => undefined, twice: [], isLenient: false };
  if (/\.toml$/i.test(path)) return readClientToml(bare);
  if (/\.ya?ml$/i.test(path)) return readClientYaml(bare);
  return readClientJson(bare);
}
