import type { LintRule, Path, Place } from '../../../model/lint.ts';
import type { PatchStep } from '../../../model/patch.ts';
import { formatNoun } from '../../../numbers.ts';
import {
  findHidden,
  removeHidden,
  spellCodePoint,
  spellHidden,
  type HiddenKind,
} from '../hidden-characters.ts';
import { toPointer } from '../patch.ts';
import { instructionsOf, textsOf, type DefinitionText } from '../texts.ts';
import { andMore, quote } from '../words.ts';

const NOUNS: Readonly<Record<HiddenKind, string>> = {
  tag: 'tag character',
  'zero-width': 'zero-width character',
  bidi: 'text-direction character',
  variation: 'variation selector',
  control: 'control character',
};

const PROSE = new Set<Path[number]>(['description', 'title', '$comment']);
const INSIDE = new Set<Path[number]>(['inputSchema', 'outputSchema', 'annotations']);
const DATA = new Set<Path[number]>(['enum', 'const', 'default', 'examples']);

/** More would say no more. */
const MOST_LISTED = 5;

const tool = (description: string) => ({
  name: 'read_page',
  description,
  inputSchema: { type: 'object', properties: {} },
});
const suggestion = 'Remove the characters.';

export const hiddenUnicode: LintRule = {
  id: 'hidden-unicode',
  group: 'security',
  severity: 'error',
  summary: 'A text or a key holds characters that nobody sees.',
  why: 'A reviewer does not see them and a model reads them: they can carry instructions, or make a name look like another one. Joiners inside emoji and between letters of scripts that need them, and flags of regions, are fine.',
  reasons: {
    tag: {
      summary: 'Tag characters (U+E0000 to U+E007F) spell text that is not shown.',
      suggestion,
      concerns: 'everyone',
    },
    'zero-width': {
      summary: 'Characters without width (U+200B to U+200D, U+2060 to U+2064, U+FEFF) stand in a text.',
      suggestion,
      concerns: 'everyone',
    },
    bidi: {
      summary: 'Characters turn the direction in which a text is shown (U+202A to U+202E, U+2066 to U+2069).',
      suggestion,
      concerns: 'everyone',
    },
    variation: {
      summary: 'Two or more variation selectors follow one another.',
      suggestion: 'Remove all but the first.',
      concerns: 'everyone',
    },
    control: {
      summary: 'Control characters other than tab and line breaks stand in a text.',
      suggestion,
      concerns: 'everyone',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'blitzcrieg1/agentmetry#152', date: '2026-11-30' },
    { text: 'SAFE-MCP, SAFE-T1001', date: '2026-11-30' },
    { text: 'Unicode Technical Standard 51, ED-14a (emoji tag sequences)', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'two letters that are spelled in tags',
      reason: 'tag',
      tool: tool('Reads a page.\u{e0041}\u{e0042}'),
      pointers: ['/tools/0/description'],
      severity: 'error',
      tokensSaved: 9,
    },
    {
      title: 'a space without width',
      reason: 'zero-width',
      tool: tool('Reads a\u200b page.'),
      pointers: ['/tools/0/description'],
      severity: 'error',
      tokensSaved: 1,
    },
    {
      title: 'a name of an argument that is shown backwards',
      reason: 'bidi',
      tool: {
        name: 'read_page',
        description: 'Reads a page.',
        inputSchema: { type: 'object', properties: { 'url\u202e': { type: 'string' } } },
      },
      pointers: ['/tools/0/inputSchema/properties'],
      severity: 'error',
    },
    {
      title: 'bytes in variation selectors after a smile',
      reason: 'variation',
      tool: tool('Reads a page \u{1f642}\u{e0158}\u{e0155}\u{e015c}.'),
      pointers: ['/tools/0/description'],
      severity: 'error',
    },
    {
      title: 'a command to the terminal in instructions',
      reason: 'control',
      lists: [{ tools: [], instructions: 'Reads pages.\u001b[8m Hidden.' }],
      pointers: ['/instructions'],
      severity: 'error',
    },
  ],
  good: [
    {
      title: 'emoji that are joined, a flag, a heart in colour, and words that need a non-joiner or a joiner',
      tool: tool(
        'Sends \u{1f469}\u200d\u{1f4bb}, \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} or \u2764\ufe0f; می\u200cخواهم, क्\u200dष.',
      ),
    },
    { title: 'lines and tabs', tool: tool('Reads a page:\r\n\t- its text\n\t- its links') },
  ],
  *checkTool(one) {
    for (const group of groupByKind(textsOf(one))) {
      const isProse = (text: DefinitionText): boolean => !text.isKey && isForReading(text.at());
      const patch = group.texts.filter(isProse).map(({ text, at }): PatchStep => {
        return { op: 'replace', path: toPointer(at()), value: removeHidden(text) };
      });
      const others = group.texts.filter((text) => !isProse(text));
      yield {
        ...placeOf(group),
        ...(patch.length > 0 && { patch, isSafe: true }),
        ...(others.length > 0 && {
          suggestion: `Remove the characters; in ${nameText(others)} that changes what can be called, so do it by hand.`,
        }),
      };
    }
  },
  *checkList(list, { countTokens }) {
    for (const group of groupByKind(instructionsOf(list))) {
      const saved = group.texts.map(({ text }) => countTokens(text) - countTokens(removeHidden(text)));
      yield { ...placeOf(group), tokensSaved: saved[0] };
    }
  },
};

/** What is hidden of one kind. */
interface Group {
  readonly kind: HiddenKind;
  readonly texts: DefinitionText[];
  readonly codePoints: Set<number>;
  count: number;
}

function groupByKind(texts: readonly DefinitionText[]): Iterable<Group> {
  const groups = new Map<HiddenKind, Group>();
  for (const text of texts)
    for (const [kind, counts] of findHidden(text.text)) {
      const group = groups.get(kind) ?? { kind, texts: [], codePoints: new Set(), count: 0 };
      groups.set(kind, group);
      group.texts.push(text);
      for (const [codePoint, count] of counts) {
        group.codePoints.add(codePoint);
        group.count += count;
      }
    }
  return groups.values();
}

function placeOf({ kind, texts, codePoints, count }: Group): Place {
  const rest = codePoints.size - MOST_LISTED;
  const shown = [...codePoints].slice(0, MOST_LISTED).map(spellCodePoint).join(', ');
  return {
    reason: kind,
    at: texts[0]?.at() ?? [],
    places: texts.map(({ at }) => at()),
    what: `${formatNoun(count, NOUNS[kind])} (${shown}${rest > 0 ? ` and ${rest} more` : ''}) in ${nameText(texts)}`,
    actual: count,
  };
}

/** The first place, and how many more. */
function nameText(texts: readonly DefinitionText[]): string {
  const [first] = texts;
  if (first === undefined) return '';
  return `${first.isKey ? 'a key of ' : ''}${quote(spellHidden(toPointer(first.at())))}${andMore(texts)}`;
}

/** Prose: no name, and no value that a call could hold. */
function isForReading(path: Path): boolean {
  const isInDefinition = path.length === 1 || INSIDE.has(path[0] ?? '');
  return isInDefinition && PROSE.has(path.at(-1) ?? '') && !path.some((key) => DATA.has(key));
}
