/** Text in SARIF and in GitLab's code quality report: both show it as it is. */
import { spellUnsafe } from './escape.ts';

/**
 * Make text safe as a plain text message: `[text](1)` would be a link and `{0}` a placeholder (SARIF 2.1.0, 3.11.5 and
 * 3.11.6), so brackets and backslashes are escaped, braces doubled and unsafe code points written as `U+202E`.
 */
export function escapeForMessage(text: string): string {
  return escapeForReview(text).replaceAll(/[{}]/g, '$&$&');
}

/** The same for GitLab, which has no placeholders: what is to be copied keeps its braces. */
export function escapeForReview(text: string): string {
  return spellUnsafe(text, spellForMessage).replaceAll(/[[\]\\]/g, String.raw`\$&`);
}

/** Make a path safe to show; it stays the path wherever it is a usual one. */
export function escapePath(path: string): string {
  return spellUnsafe(path, spellForMessage);
}

function spellForMessage(character: string): string {
  if (/[\t\n]/.test(character)) return ' ';
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
