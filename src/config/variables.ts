/** `${env:NAME}` and `${env:NAME:-default}` in values that a person wrote: filled in here, so that no shell needs to. */
import { UsageError } from '../errors.ts';

export interface Expanded {
  readonly text: string;
  /** Values that came from the environment: secrets, whatever they are named. */
  readonly secrets: readonly string[];
}

/**
 * Fill in the variables of a text.
 * @throws UsageError for one that has neither value nor default, and for shell syntax that no shell has filled in.
 */
export function expandVariables(
  text: string,
  where: string,
  env: Readonly<Record<string, string | undefined>>,
): Expanded {
  const secrets: string[] = [];
  const expanded = text.replaceAll(/\$\{([^}]*)\}/g, (whole, inside: string) => {
    const match = /^env:([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inside);
    if (match === null) {
      throw new UsageError(`${where}: ${whole} is not filled in`, {
        hint: 'write ${env:NAME} in single quotes, or let the shell fill it in with double quotes',
      });
    }
    const [, name = '', fallback] = match;
    const value = env[name];
    if (value !== undefined && value !== '') {
      secrets.push(value);
      return value;
    }
    if (fallback === undefined) {
      throw new UsageError(`${where}: ${name} is ${value === '' ? 'empty' : 'not set'}`, {
        hint: `set it before: export ${name}=…, or give a default: \${env:${name}:-…}`,
      });
    }
    return fallback;
  });
  return { text: expanded, secrets };
}
