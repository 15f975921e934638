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

export type Env = Readonly<Record<string, string | undefined>>;

/** What a malformed one should have been. */
export const VARIABLE_FORM = 'write ${env:NAME} or ${env:NAME:-default}; braces in a default stand in pairs';

/** A default that holds a variable is none: it would not be filled in. */
const VARIABLE = /^\$\{env:([A-Za-z_]\w*)(?::-((?:(?!\$\{).)*))?\}$/s;

type Piece =
  | { readonly kind: 'text' | 'malformed'; readonly text: string }
  | { readonly kind: 'variable'; readonly text: string; readonly name: string; readonly fallback?: string };

/** What looks like a variable and is none, as shell syntax that no shell has filled in. */
export function malformedVariables(text: string): readonly string[] {
  const pieces = splitVariables(text);
  const malformed = pieces.flatMap((piece) => (piece.kind === 'malformed' ? [piece.text] : []));
  return [...malformed, ...cutShort(pieces)];
}

/** Fill in the variables of a text; those that cannot be are left as they stand, and told. */
export function fillVariables(text: string, env: Env): Expanded & { readonly unset: readonly Unset[] } {
  const secrets: string[] = [];
  const unset: Unset[] = [];
  const filled = splitVariables(text).map((piece) => {
    if (piece.kind !== 'variable') return piece.text;
    const { name, fallback } = piece;
    const value = env[name];
    if (value !== undefined && value !== '') {
      secrets.push(value);
      return value;
    }
    if (fallback === undefined) unset.push({ name, isEmpty: value === '' });
    return fallback ?? piece.text;
  });
  return { text: filled.join(''), secrets, unset };
}

function splitVariables(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let read = 0;
  for (let start = text.indexOf('${'); start !== -1; start = text.indexOf('${', read)) {
    pieces.push({ kind: 'text', text: text.slice(read, start) });
    const piece = readVariable(text, start);
    pieces.push(piece);
    read = start + piece.text.length;
  }
  return [...pieces, { kind: 'text', text: text.slice(read) }];
}

function readVariable(text: string, start: number): Piece {
  const end = endOfBraces(text, start + 1);
  // What follows one that has no end may be a secret.
  if (end === undefined)
    return { kind: 'malformed', text: /^\$\{[\w:]*/.exec(text.slice(start))?.[0] ?? '${' };
  const whole = text.slice(start, end);
  const [, name, fallback] = VARIABLE.exec(whole) ?? [];
  if (name === undefined) return { kind: 'malformed', text: whole };
  return { kind: 'variable', text: whole, name, ...(fallback === undefined ? {} : { fallback }) };
}

/** Behind the brace that closes the one at `start`. */
function endOfBraces(text: string, start: number): number | undefined {
  let open = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') open += 1;
    if (text[at] === '}') open -= 1;
    if (open === 0) return at + 1;
  }
  return undefined;
}

/** Defaults that ended before they were meant to: a brace is left over behind them that nothing opened. */
function cutShort(pieces: readonly Piece[]): readonly string[] {
  let open = 0;
  let last: string | undefined;
  for (const { kind, text, ...piece } of pieces) {
    if (kind === 'variable' && 'fallback' in piece) last = text;
    if (kind !== 'text') continue;
    for (const [brace] of text.matchAll(/[{}]/g)) {
      open += brace === '{' ? 1 : -1;
      if (open < 0 && last !== undefined) return [last];
      open = Math.max(open, 0);
    }
  }
  return [];
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

/** The value of a variable that a flag names. @throws UsageError where it is not set, or no name */
export function requireVariable(flag: string, name: string, env: Env): string {
  const value = env[name]?.trim();
  if (value !== undefined && value !== '') return value;
  const looksLikeValue = /[^\w]/.test(name) || name.length > 60;
  throw new UsageError(
    `${flag}: ${looksLikeValue ? 'that is no variable name' : `${name} is ${value === '' ? 'empty' : 'not set'}`}`,
    {
      hint: looksLikeValue
        ? 'it takes the name of a variable, never the value itself'
        : `set it before: export ${name}=…`,
    },
  );
}
