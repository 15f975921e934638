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
  summary: 'A tool speaks of arguments and declares none.',
  why: 'Where a schema library changes its form, SDKs list an empty schema without a word, and models call the tool without arguments.',
  reasons: {
    empty: {
      summary: 'The description speaks of input, and the schema has no argument.',
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
  ],
  good: [
    { title: 'a text that says there are none', tool: tool('List the notes. Takes no arguments.') },
    {
      title: 'a schema that says so',
      tool: tool('List the notes and their options.', { additionalProperties: false }),
    },
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
    const word = WORD.exec(description)?.[0];
    if (word === undefined || NONE.test(description)) return;
    yield {
      reason: 'empty',
      at: ['inputSchema'],
      what: `no argument, though the description says ${quote(word)}`,
    };
  },
};

const WORDS = 'pass|provide|supply|arguments?|parameters?|params?|inputs?|options?|fields?';
const WORD = new RegExp(String.raw`\b(?:${WORDS})\b`, 'i');
const NONE = new RegExp(String.raw`\b(?:no|without|zero|any)\s+(?:${WORDS})\b`, 'i');
