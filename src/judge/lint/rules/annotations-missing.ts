import { isJsonObject, type JsonObject, type JsonValue } from '../../../json.ts';
import type { LintRule, LintTool } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { listQuoted } from '../words.ts';

const page = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: 'Works on one page.',
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

export const annotationsMissing: LintRule = {
  id: 'annotations-missing',
  group: 'conventions',
  severity: 'info',
  summary: 'Tools do not say what they do to the world, or have no title for people.',
  why: 'A client that is told nothing assumes the worst: that a tool writes, destroys, and reaches the open world. Users are asked before each call, and connector directories send such servers back.',
  reasons: {
    incomplete: {
      summary: '`readOnlyHint` is missing, or `destructiveHint` of a tool that is not read-only, or a title.',
      suggestion: 'State what you know of each tool; a hint that is guessed from a name is worse than none.',
      concerns: 'everyone',
    },
  },
  options: {
    perTool: {
      type: 'flag',
      default: false,
      describe: 'Tell of each tool by itself, not once of each list.',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'anthropics/claude-plugins-official, directory checklist', date: '2026-11-30' },
    { text: 'MCP specification 2025-11-25, ToolAnnotations', date: '2025-11-25' },
  ],
  bad: [
    {
      title: 'tools without hints',
      reason: 'incomplete',
      lists: [
        {
          tools: [
            page('read_page', { title: 'Read a page', annotations: { readOnlyHint: true } }),
            page('write_page', { title: 'Write a page', annotations: { readOnlyHint: false } }),
            page('list_pages'),
          ],
        },
      ],
      pointers: ['/tools'],
      severity: 'info',
    },
    {
      title: 'each tool by itself',
      reason: 'incomplete',
      lists: [{ tools: [page('read_page'), page('list_pages')] }],
      options: { perTool: true },
      pointers: ['/tools/0', '/tools/1'],
      severity: 'info',
    },
  ],
  good: [
    {
      title: 'a reader, and a writer that says what it does',
      lists: [
        {
          tools: [
            page('read_page', { annotations: { title: 'Read a page', readOnlyHint: true } }),
            page('write_page', {
              title: 'Write a page',
              annotations: { readOnlyHint: false, destructiveHint: true },
            }),
          ],
        },
      ],
    },
  ],
  *checkList({ tools }, { options }) {
    const lacking = tools.flatMap((tool) => {
      const lacks = lacksOf(tool.raw);
      return lacks.length === 0 ? [] : [{ tool, lacks }];
    });
    if (options['perTool'] === true) {
      for (const { tool, lacks } of lacking)
        yield { reason: 'incomplete', at: ['tools', tool.index], what: `no ${listLacks(lacks)}` };
      return;
    }
    if (lacking.length === 0) return;
    const kinds = LACKS.flatMap((lack) => {
      const count = lacking.filter(({ lacks }) => lacks.includes(lack)).length;
      return count === 0 ? [] : [`${WORDS[lack]} ${formatCount(count)}`];
    });
    yield {
      reason: 'incomplete',
      at: ['tools'],
      what: `${formatCount(lacking.length)} of ${formatCount(tools.length)} tools that say too little of themselves (without ${kinds.join(', ')}): ${listQuoted(lacking.map(({ tool }) => nameOf(tool)))}`,
      actual: lacking.length,
      unit: 'tools',
    };
  },
};

const LACKS = ['readOnlyHint', 'destructiveHint', 'title'] as const;
type Lack = (typeof LACKS)[number];

const WORDS: Readonly<Record<Lack, string>> = {
  readOnlyHint: '`readOnlyHint`',
  destructiveHint: '`destructiveHint`',
  title: 'a title',
};

function lacksOf(raw: JsonValue): readonly Lack[] {
  if (!isJsonObject(raw)) return [];
  const annotations = isJsonObject(raw['annotations']) ? raw['annotations'] : {};
  const isTold = (hint: string): boolean => typeof annotations[hint] === 'boolean';
  const isTitled = [raw['title'], annotations['title']].some(
    (title) => typeof title === 'string' && title !== '',
  );
  return LACKS.filter((lack) => {
    if (lack === 'title') return !isTitled;
    return !isTold(lack) && (lack === 'readOnlyHint' || annotations['readOnlyHint'] !== true);
  });
}

function listLacks(lacks: readonly Lack[]): string {
  return lacks
    .map((lack) => WORDS[lack])
    .join(', no ')
    .replace('no a ', 'no ');
}

function nameOf({ name, index }: LintTool): string {
  return name ?? `tool ${formatCount(index + 1)}`;
}
