/** What is wrong with a YAML text, before its values are looked at. */
import { type CST, Parser, type YAMLError } from 'yaml';
import { MAX_LEVELS } from './nesting.ts';

/** What the parser says in names of its own. */
const OWN_WORDS: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'a second document starts here, and only one is read',
  NON_STRING_KEY: 'a key is a list, a map or tagged, and only texts are read',
};

/** What an error of the parser means, for people. */
export function yamlMessage({ code, message }: YAMLError): string {
  return `not YAML: ${OWN_WORDS[code] ?? message}`;
}

/** Offset of the first list or map that is nested too deep to be read. */
export function yamlTooDeepAt(text: string): number | undefined {
  const open: { readonly token: CST.Token; readonly level: number }[] = [];
  for (const document of new Parser().parse(text)) open.push({ token: document, level: 0 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, level } = next;
    if (token.type === 'document' && token.value !== undefined) open.push({ token: token.value, level });
    if (!('items' in token)) continue;
    if (level === MAX_LEVELS) return token.offset;
    const inside = token.items.flatMap(({ key, value }) => [key, value]);
    for (const one of inside) if (one) open.push({ token: one, level: level + 1 });
  }
  return undefined;
}
