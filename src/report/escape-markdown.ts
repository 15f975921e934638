import { spellCodePoint, spellUnsafe } from './escape.ts';

/**
 * Make text safe in GitHub's Markdown: an inline `<code>` element in which every ASCII punctuation character is an
 * entity. Entities alone would not stop a mention; content of code is not scanned for any.
 */
export function escapeForMarkdown(text: string): string {
  const visible = spellUnsafe(text, (character) =>
    /[\t\n\r]/.test(character) ? ' ' : spellCodePoint(character),
  );
  return `<code>${visible.replaceAll(/[!-/:-@[-`{-~]/g, escapePunctuation)}</code>`;
}

function escapePunctuation(character: string): string {
  const entity = `&#${character.charCodeAt(0)};`;
  // Mail addresses are linked in text nodes, after entities: the comment ends the node.
  return character === '@' ? `${entity}<!-- -->` : entity;
}
