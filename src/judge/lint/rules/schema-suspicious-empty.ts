import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { COMBINATORS, hasAny, own } from '../schema-nodes.ts';
import { quote } from '../words.ts';

const tool = (description: string, more: JsonObject = {}) => ({
  name: 'search',
  description,
  inputSchema: { type: 'object', properties: {}, ...more },
});

export const schemaSuspiciousEmpty: LintRule = {
  id: 'schema-suspicious-empty',
  group: 'schemas',
  severity: 'info',
  summary: 'A tool asks for arguments and declares none.',
  why: 'Where a schema library changes its form, SDKs list an empty schema without a word, and models call the tool without arguments.',
  reasons: {
    empty: {
      summary: 'The description asks for input, and the schema has no argument.',
      suggestion:
        'Look at what `tools/list` answers: the schema may have been lost on the way. Where there are none, say `"additionalProperties": false`.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [
    { text: 'vercel/mcp-handler#107', date: '2026-11-30' },
    { text: 'modelcontextprotocol/typescript-sdk#1028', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'an argument that got lost',
      reason: 'empty',
      tool: tool('Search the notes. Provide the words to look for.'),
      pointers: ['/tools/0/inputSchema'],
      severity: 'info',
    },
    {
      title: 'arguments in the text alone',
      reason: 'empty',
      tool: tool('Search the notes.\n\nArgs:\n  words: what to look for'),
      pointers: ['/tools/0/inputSchema'],
      severity: 'info',
    },
  ],
  good: [
    { title: 'a text that says there are none', tool: tool('List the notes. Takes no arguments.') },
    {
      title: 'a schema that says so',
      tool: tool('List the notes and their options.', { additionalProperties: false }),
    },
    { title: 'a text about the options of something else', tool: tool('List the options for a cluster.') },
    { title: 'a text that speaks of nothing', tool: tool('List the notes.') },
  ],
  *checkTool({ description = '', inputSchema }) {
    if (inputSchema === undefined || !isJsonObject(inputSchema.root)) return;
    const root = { value: inputSchema.root };
    const [properties, more] = [own(root, 'properties'), own(root, 'additionalProperties')];
    const isEmpty =
      properties === undefined || (isJsonObject(properties) && Object.keys(properties).length === 0);
    if (!isEmpty || hasAny(root, [...COMBINATORS, '$ref', 'patternProperties'])) return;
    if (more !== undefined && more !== true) return;
    if (NONE.test(description)) return;
    const words = ASKING.map((pattern) => pattern.exec(description)?.[1]).find((one) => one !== undefined);
    if (words === undefined) return;
    yield {
      reason: 'empty',
      at: ['inputSchema'],
      what: `no argument, though the description says ${quote(words)}`,
    };
  },
};

const NOUNS = 'arguments?|args|parameters?|params?|inputs?|options?|fields?';
/**
 * Asked for, not spoken of: "List the options", "sets the parameters of the cluster" and "keyboard input" are about
 * something else. All eight findings of the bare words in 93 lists were such (2026-12-01).
 */
const ASKING = [
  // A sentence that begins so, or tells the model to.
  String.raw`(?:^|[.!?:;\n]\s{0,5}|\b(?:must|should|please|always|to)\s+)((?:pass|provide|supply)\s+[^\s.]+)`,
  String.raw`\b((?:accepts?|takes?|requires?|expects?|needs?)\s+(?:[^\s.]+\s+){0,4}(?:${NOUNS}))\b`,
  String.raw`\b((?:required|optional|mandatory)\s+(?:${NOUNS}))\b`,
  String.raw`\b((?:${NOUNS})\s+(?:is|are)\s+(?:required|optional|mandatory|needed))\b`,
  // A heading.
  String.raw`(?:^|\n)[ \t#*@-]*((?:${NOUNS}))\**[ \t]*:`,
].map((source) => new RegExp(source, 'i'));
const NONE = new RegExp(
  String.raw`\b(?:no|without(?: any)?|zero|not (?:take|accept|require|need|expect)(?: any)?)\s+(?:[^\s.]+\s+)?(?:pass|provide|supply|${NOUNS})\b`,
  'i',
);
