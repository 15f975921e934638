import { spellCodePoint, spellUnsafe } from './escape.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Make text safe in XML 1.0, in elements and attributes alike; what XML does not allow is shown as `\u{…}`. */
export function escapeForXml(text: string): string {
  const visible = spellUnsafe(text, (character) =>
    /[\t\n]/.test(character) ? character : spellCodePoint(character),
  );
  return (
    visible
      .replaceAll(/[&<>"'\n\t]/g, (character) => ENTITIES[character] ?? '')
      // GitHub's runner takes commands out of any log: the old form anywhere, the new one where a line begins.
      .replaceAll('##[', '##&#91;')
      .replace(/^(\s*):(?=:)/, '$1&#58;')
  );
}
