/**
 * Text in GitHub's workflow commands, and text beside them that must be none. The old form `##[` is found anywhere in a
 * line, the new one where a line begins (actions/runner, ActionCommand.cs).
 */
import { spellCodePoint, spellUnsafe } from './escape.ts';

/** Make text safe as the message of a workflow command; line breaks stay, encoded. */
export function escapeCommandData(text: string): string {
  const visible = spellUnsafe(text, (character) => {
    if (character === '\n') return character;
    return character === '\t' ? ' ' : spellCodePoint(character);
  });
  return breakOldForm(visible).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** Make text safe as the value of a workflow command's property. */
export function escapeCommandProperty(text: string): string {
  return escapeCommandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Lines for a log that a runner reads: none of them is a command. */
export function breakCommands(lines: string): string {
  return breakOldForm(lines.replaceAll(/^(\s*):(?=:)/gm, String.raw`$1\u{3a}`));
}

function breakOldForm(text: string): string {
  return text.replaceAll('##[', String.raw`##\u{5b}`);
}
