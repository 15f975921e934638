import type { JsonObject } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { formatCount, formatNoun } from '../../../numbers.ts';
import { countArguments } from '../undescribed-arguments.ts';
import { nameSchema } from '../words.ts';

const tool = (properties: JsonObject, definitions?: JsonObject) => ({
  name: 'book_room',
  description: 'Book a room for a time.',
  inputSchema: { type: 'object', properties, ...(definitions && { definitions }) },
});

export const paramDescriptionMissing: LintRule = {
  id: 'param-description-missing',
  group: 'descriptions',
  severity: 'info',
  summary: 'Arguments have no description.',
  why: 'A model guesses what an argument wants from its name and type; forms and units it cannot guess.',
  reasons: {
    undescribed: {
      summary: 'Some arguments do not say what they are.',
      suggestion: 'Say what the name does not: forms, units, examples. Each is paid for, so a few words do.',
      concerns: 'everyone',
    },
  },
  options: {
    minMissing: {
      type: 'number',
      default: 1,
      describe: 'Fewer arguments without a description are passed over.',
    },
  },
  fix: 'none',
  sources: [{ text: 'G-Core/gcore-mcp-server#14', date: '2026-11-30' }],
  bad: [
    {
      title: 'one of two',
      reason: 'undescribed',
      tool: tool({ room: { type: 'string', description: 'Its number.' }, from: { type: 'string' } }),
      pointers: ['/tools/0/inputSchema'],
      severity: 'info',
    },
    {
      title: 'one inside an item, reached by a reference',
      reason: 'undescribed',
      tool: tool(
        {
          guests: { type: 'array', description: 'Who comes.', items: { $ref: '#/definitions/Guest' } },
        },
        { Guest: { type: 'object', properties: { name: { type: 'string' } } } },
      ),
      pointers: ['/tools/0/inputSchema'],
      severity: 'info',
    },
  ],
  good: [
    {
      title: 'every argument',
      tool: tool({ from: { type: 'string', description: 'When it begins, ISO 8601.' } }),
    },
    {
      title: 'a text on what may also be null',
      tool: tool({
        from: { anyOf: [{ type: 'string', description: 'When it begins, ISO 8601.' }, { type: 'null' }] },
      }),
    },
    {
      title: 'a definition that nothing refers to',
      tool: tool({}, { Guest: { type: 'object', properties: { name: { type: 'string' } } } }),
    },
    {
      title: 'a text on the definition, and a word that tells branches apart',
      hosts: ['claude-api'],
      tool: {
        name: 'book_room',
        description: 'Book a room for a time.',
        inputSchema: {
          type: 'object',
          properties: { at: { $ref: '#/$defs/Time' }, kind: { const: 'room' } },
          $defs: { Time: { type: 'string', description: 'ISO 8601.' } },
        },
      },
    },
  ],
  *checkTool({ inputSchema }, { options }) {
    if (inputSchema === undefined) return;
    const { all, missing } = countArguments(inputSchema);
    const least = typeof options['minMissing'] === 'number' ? options['minMissing'] : 1;
    if (missing.length === 0 || missing.length < least) return;
    const shown = missing.slice(0, SHOWN).map((node) => nameSchema(node.at()));
    const more = missing.length > SHOWN ? ', …' : '';
    yield {
      reason: 'undescribed',
      at: ['inputSchema'],
      what: `${formatCount(missing.length)} of ${formatNoun(all, 'argument')} without a description: ${shown.join(', ')}${more}`,
      actual: missing.length,
    };
  },
};

const SHOWN = 5;
