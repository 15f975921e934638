import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { repeatedRuns } from '../repeated-runs.ts';
import { quote } from '../words.ts';

const rule =
  'Always list the pages first, then read one, then write it. Retry once when the page has changed meanwhile.';
const step = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});

/** Passages told of in one list. */
const MOST_RUNS = 5;

export const textRepeated: LintRule = {
  id: 'text-repeated',
  group: 'cost',
  severity: 'info',
  summary: 'Several tools say the same passage in their descriptions.',
  why: 'The model reads it once a tool. What holds for all tools belongs in the instructions of the server, which most hosts load once; those that do not load them read it in one tool just as well.',
  reasons: {
    passage: {
      summary: 'The same words, one after the other, stand in several descriptions.',
      suggestion: 'Say it once in the instructions of the server, or in the tool that is called first.',
      concerns: 'everyone',
    },
  },
  options: {
    minChars: { type: 'number', default: 100, describe: 'Characters that a passage has at least.' },
    minTools: { type: 'number', default: 3, describe: 'Tools that it stands in at least.' },
  },
  fix: 'suggest',
  sources: [
    { text: 'morluto/leantoken#458', date: '2026-11-30' },
    { text: 'redis/redisctl#784', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a way of working that opens every description',
      reason: 'passage',
      lists: [
        {
          tools: [
            step('list_pages', `${rule} Lists pages.`),
            step('read_page', `${rule}\nReads one page.`),
            step('write_page', `Writes one page. ${rule}`),
          ],
        },
      ],
      pointers: ['/tools/0/description', '/tools/1/description', '/tools/2/description'],
      severity: 'info',
      tokensSaved: 46,
    },
  ],
  good: [
    {
      title: 'a passage in two tools, and a line that draws a table',
      lists: [
        {
          tools: [
            step('list_pages', `Lists pages. ${'| --- '.repeat(30)}|`),
            step('read_page', `${rule} Reads one page. ${'| --- '.repeat(30)}|`),
            step('write_page', `${rule} Writes one page. ${'| --- '.repeat(30)}|`),
          ],
        },
      ],
    },
    {
      title: 'a short passage',
      lists: [
        {
          tools: ['list', 'read', 'write'].map((name) => step(name, `Needs a token. Answers with ${name}.`)),
        },
      ],
    },
  ],
  *checkList({ tools }, { options, countTokens }) {
    const described = tools.filter(({ description }) => description !== undefined);
    const runs = repeatedRuns(
      described.map(({ description = '' }) => description),
      { minChars: Number(options['minChars']), minTexts: Number(options['minTools']), mostRuns: MOST_RUNS },
    );
    for (const { text, texts } of runs) {
      const places = texts.map((at) => ['tools', described[at]?.index ?? 0, 'description'] as const);
      const [first] = places;
      if (first === undefined) continue;
      const tokens = countTokens(text);
      yield {
        reason: 'passage',
        at: first,
        places,
        what: `a passage of ${formatCount(text.length)} characters (${formatCount(tokens)} tokens) in the descriptions of ${formatCount(places.length)} tools, which begins ${quote(text)}`,
        actual: text.length,
        unit: 'characters',
        tokensSaved: (places.length - 1) * tokens,
      };
    }
  },
};
