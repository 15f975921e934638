/** What was typed, for people to type again. */
import { quoteWord } from './shell-word.ts';

/** Options whose values may be secret, each with what ends the part that is shown. */
const UNSEEN = /^(--input|--env)(?:=(.*))?$/s;

/** Arguments as a shell takes them; of answers and variables only the names. */
export function shownArgs(args: readonly string[]): string {
  return args
    .map((word, index) => {
      const [, flag, joined] = UNSEEN.exec(word) ?? [];
      if (flag !== undefined && joined !== undefined) return `${flag}=${nameOnly(joined)}`;
      return /^--(input|env)$/.test(args[index - 1] ?? '') ? nameOnly(word) : quoteWord(word);
    })
    .join(' ');
}

/** `id=…`; a name alone stays. */
function nameOnly(pair: string): string {
  const at = pair.indexOf('=');
  return at === -1 ? quoteWord(pair) : `${quoteWord(pair.slice(0, at))}=…`;
}
