/** How deep a config file may be nested: parsers recurse, and so does whoever walks what they give. */
import { createScanner, parse, type ParseError } from 'jsonc-parser';
import type { JsonValue } from '../json.ts';

/** Nothing that a person wrote comes near; the stack of Node 20 ends at some 2,000 levels of JSON with comments. */
export const MAX_LEVELS = 200;

/** For people, whatever the format. */
export const TOO_DEEP = `nested deeper than ${MAX_LEVELS} levels`;

/** Offset of the first bracket of a JSON text, with comments or not, that is one too many; broken text counts too. */
export function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  const open: string[] = [];
  for (scanner.scan(); ; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const char = text[offset];
    if (char === undefined) return undefined;
    if ((char === '{' || char === '[') && open.push(char) > MAX_LEVELS) return offset;
    // One that closes nothing is passed over by the parser.
    if (char === (open.at(-1) === '{' ? '}' : ']')) open.pop();
  }
}

/** JSON with comments and trailing commas, as far as it can be read; what is nested too deep is not. */
export function parseLenientJson(text: string): {
  readonly value: JsonValue | undefined;
  readonly isBroken: boolean;
} {
  if (tooDeepAt(text) !== undefined) return { value: undefined, isBroken: true };
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as JsonValue | undefined;
  return { value, isBroken: errors.length > 0 };
}
