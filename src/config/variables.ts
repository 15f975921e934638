/** `${env:NAME}` and `${env:NAME:-default}` in values that a person wrote: filled in here, so that no shell needs to. */
import { UsageError } from '../errors.ts';

export interface Expanded {
  readonly text: string;
  /** Values that came from the environment: secrets, whatever they are named. */
  readonly secrets: readonly string[];
}

/** A variable that has neither value nor default. */
export interface Unset {
  readonly name: string;
  /** Set, but to nothing. */
  readonly isEmpty: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{([^}]*)\}/g;
const VARIABLE = /^env:([A-Za-z_]\w*)(?::-(.*))?$/s;

/** What looks like a variable and is none, as shell syntax that no shell has filled in. */
export function malformedVariables(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([whole, inside = '']) =>
    VARIABLE.test(inside) ? [] : [whole],
  );
}

/** Fill in the variables of a text; those that cannot be are left as they stand, and told. */
export function fillVariables(text: string, env: Env): Expanded & { readonly unset: readonly Unset[] } {
  const secrets: string[] = [];
  const unset: Unset[] = [];
  const filled = text.replaceAll(REFERENCE, (whole, inside: string) => {
    const [, name, fallback] = VARIABLE.exec(inside) ?? [];
    if (name === undefined) return whole;
    const value = env[name];
    if (value !== undefined && value !== '') {
      secrets.push(value);
      return value;
    }
    if (fallback === undefined) unset.push({ name, isEmpty: value === '' });
    return fallback ?? whole;
  });
  return { text: filled, secrets, unset };
}

/** Say that a variable is missing, and what to do about it. */
export function describeUnset(where: string, { name, isEmpty }: Unset): { message: string; hint: string } {
  return {
    message: `${where}: ${name} is ${isEmpty ? 'empty' : 'not set'}`,
    hint: `set it before: export ${name}=…, or give a default: \${env:${name}:-…}`,
  };
}

/**
 * Fill in the variables of a text.
 * @throws UsageError for one that has neither value nor default, and for shell syntax that no shell has filled in.
 */
export function expandVariables(text: string, where: string, env: Env): Expanded {
  const [malformed] = malformedVariables(text);
  if (malformed !== undefined) {
    throw new UsageError(`${where}: ${malformed} is not filled in`, {
      hint: 'write ${env:NAME} in single quotes, or let the shell fill it in with double quotes',
    });
  }
  const { text: filled, secrets, unset } = fillVariables(text, env);
  const [first] = unset;
  if (first !== undefined) {
    const { message, hint } = describeUnset(where, first);
    throw new UsageError(message, { hint });
  }
  return { text: filled, secrets };
}
