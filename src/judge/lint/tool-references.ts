/** Where a text of one server names a tool of another. Linear in the text, however many tools there are. */
import type { LintList } from '../../model/lint.ts';
import { textsOf } from './texts.ts';

export interface Reference {
  readonly tool: string;
  /** The server that has it, as its host calls it. */
  readonly server: string;
}

/** Name of a server within so many characters of its tool's name. */
const NEAR_CHARS = 40;
const LEAST_CHARS = 5;

/** Names as they stand in prose, with what may join their parts. */
const WORDS = /[\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*/gu;
const QUOTED = /`([^`\n]{1,200})`/g;

/** Make a finder for some lists; undefined where they are all of one server. */
export function createReferenceFinder(
  lists: readonly LintList[],
  allowed: readonly string[],
): ((text: string, server: string) => Reference | undefined) | undefined {
  const labels = new Map(lists.map(({ server, hostName }) => [server, hostName ?? server]));
  if (labels.size < 2) return undefined;
  const known = readNames(lists, new Set(allowed));
  return (text, server) => {
    for (const { word, isQuoted, near } of mentionsIn(text)) {
      const name = known.get(word);
      if (name === undefined || name.users.has(server)) continue;
      const isSure = isQuoted || !isPlainWord(word);
      const owner = [...name.owners].find((one) => isSure || holdsWord(near(), labels.get(one) ?? one));
      if (owner !== undefined) return { tool: word, server: labels.get(owner) ?? owner };
    }
    return undefined;
  };
}

interface Mention {
  readonly word: string;
  readonly isQuoted: boolean;
  /** The text around it. */
  readonly near: () => string;
}

/** What could be the name of a tool. */
function* mentionsIn(text: string): Iterable<Mention> {
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    const end = index + found.length;
    // A call in back quotes names its tool as well: `read(path)`.
    const isQuoted = text[index - 1] === '`' && (text[end] === '`' || text[end] === '(');
    const near = (): string => text.slice(Math.max(0, index - NEAR_CHARS), end + NEAR_CHARS);
    for (const word of partsOf(found)) yield { word, isQuoted, near };
  }
  // A name may hold what no word of prose does.
  for (const [, word = ''] of text.matchAll(QUOTED)) yield { word, isQuoted: true, near: () => '' };
}

interface KnownName {
  /** Servers that have a tool of that name. */
  readonly owners: Set<string>;
  /** And those in which a parameter or a value is called that: it is their own word. */
  readonly users: Set<string>;
}

function readNames(lists: readonly LintList[], allowed: ReadonlySet<string>): ReadonlyMap<string, KnownName> {
  const names = new Map<string, KnownName>();
  for (const { server, tools } of lists)
    for (const { name = '' } of tools) {
      if (name === '' || allowed.has(name)) continue;
      const own = names.get(name) ?? { owners: new Set(), users: new Set() };
      own.owners.add(server);
      names.set(name, own);
    }
  for (const { server, tools } of lists)
    for (const { text } of tools.flatMap(textsOf)) names.get(text)?.users.add(server);
  return names;
}

/** `read`, `search`, `navigate`, `Fetch`: prose holds these for their own sake. */
function isPlainWord(name: string): boolean {
  return name.length < LEAST_CHARS || /^\p{L}\p{Ll}*$/u.test(name);
}

/** `github/create_issue` and `mcp__github__create_issue` hold the tool's own name. */
function partsOf(word: string): readonly string[] {
  const parts = word.split(/__|[./:]/);
  return parts.length < 2 ? [word] : [word, ...parts];
}

function holdsWord(text: string, word: string): boolean {
  const spaced = (one: string): string =>
    ` ${one
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return spaced(text).includes(spaced(word));
}
