import type { JsonObject } from '../../../json.ts';
import type { LintRule, SchemaNode } from '../../../model/lint.ts';
import { hasAny, inputNodes, own } from '../schema-nodes.ts';
import { nameSchema } from '../words.ts';

const tool = (properties: JsonObject) => ({
  name: 'book_room',
  description: 'Book a room for a time.',
  inputSchema: { type: 'object', properties },
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
  ],
  good: [
    {
      title: 'every argument',
      tool: tool({ from: { type: 'string', description: 'When it begins, ISO 8601.' } }),
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
  *checkTool(given, { options }) {
    const refs = new Map((given.inputSchema?.refs ?? []).map(({ node, target }) => [node, target]));
    const isDescribed = (node: SchemaNode): boolean => {
      const target = refs.get(node);
      return hasText(node) || (target?.kind === 'found' && hasText({ value: target.value }));
    };
    const all = inputNodes(given).filter(
      // What can be one value only tells branches apart.
      (node) => node.keyword === 'properties' && !hasAny(node, ['const']),
    );
    const missing = all.filter((node) => !isDescribed(node));
    const least = typeof options['minMissing'] === 'number' ? options['minMissing'] : 1;
    const [first] = missing;
    if (first === undefined || missing.length < least) return;
    const shown = missing.slice(0, SHOWN).map((node) => nameSchema(node.at()));
    const more = missing.length > SHOWN ? ', …' : '';
    yield {
      reason: 'undescribed',
      at: ['inputSchema'],
      what: `${missing.length} of ${all.length} arguments without a description: ${shown.join(', ')}${more}`,
      actual: missing.length,
      limit: all.length,
    };
  },
};

const SHOWN = 5;

function hasText(node: Pick<SchemaNode, 'value'>): boolean {
  const text = own(node, 'description');
  return typeof text === 'string' && text.trim() !== '';
}
