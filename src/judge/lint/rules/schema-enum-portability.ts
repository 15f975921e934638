import type { JsonObject, JsonValue } from '../../../json.ts';
import type { LintRule, Path, Place } from '../../../model/lint.ts';
import { inputNodes, own, type ObjectNode } from '../schema-nodes.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const tool = (level: JsonObject) => ({
  name: 'set_level',
  description: 'Set how much is logged.',
  inputSchema: { type: 'object', properties: { level }, required: ['level'] },
});

export const schemaEnumPortability: LintRule = {
  id: 'schema-enum-portability',
  group: 'schemas',
  severity: 'warning',
  summary: 'An `enum` or `const` holds what some hosts do not take.',
  why: 'Gemini takes non-empty text in an `enum` and no `const`, and refuses the request for anything else; Codex rewrites a `const`.',
  reasons: {
    'non-string': {
      summary: 'A member of an `enum` is no text.',
      suggestion: 'List texts, or say an integer with `minimum` and `maximum`.',
      concerns: 'hosts',
    },
    'empty-member': {
      summary: 'A member of an `enum` is the empty text.',
      suggestion: 'Give it a word, such as `none`, or let the argument be left out.',
      concerns: 'hosts',
    },
    const: {
      summary: 'A branch of a union is a number, a boolean or null.',
      suggestion: 'List texts in an `enum`, or say an integer with `minimum` and `maximum`.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'router-for-me/CLIProxyAPI#1075', date: '2026-11-30' },
    { text: 'chrisdoc/hevy-mcp#1161', date: '2026-11-30' },
    { text: 'sbroenne/mcp-server-excel#607', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'numbers to choose from',
      reason: 'non-string',
      tool: tool({ type: 'integer', enum: [0, 1, 2] }),
      pointers: ['/tools/0/inputSchema/properties/level/enum/0'],
      severity: 'warning',
      hosts: ['gemini-api'],
      severityInHosts: 'error',
    },
    {
      title: 'an empty text among words',
      reason: 'empty-member',
      tool: tool({ type: 'string', enum: ['low', ''] }),
      pointers: ['/tools/0/inputSchema/properties/level/enum/1'],
      severity: 'warning',
      hosts: ['gemini-api'],
      severityInHosts: 'error',
    },
    {
      title: 'numbers as branches',
      reason: 'const',
      tool: tool({ anyOf: [{ const: 1 }, { const: 2 }] }),
      pointers: [
        '/tools/0/inputSchema/properties/level/anyOf/0/const',
        '/tools/0/inputSchema/properties/level/anyOf/1/const',
      ],
      severity: 'warning',
      hosts: ['gemini-api'],
      severityInHosts: 'error',
    },
  ],
  good: [
    { title: 'words to choose from', tool: tool({ type: 'string', enum: ['low', 'high'] }) },
    {
      title: 'a text that tells branches apart',
      tool: tool({ anyOf: [{ type: 'object', properties: { kind: { type: 'string', const: 'low' } } }] }),
    },
  ],
  *checkTool(given) {
    const nodes = inputNodes(given);
    yield* placeOf(
      'non-string',
      nodes.flatMap((node) => memberIn(node, (one) => typeof one !== 'string')),
    );
    yield* placeOf(
      'empty-member',
      nodes.flatMap((node) => memberIn(node, (one) => one === '')),
    );
    yield* placeOf('const', nodes.flatMap(constIn));
  },
};

interface Found {
  readonly node: ObjectNode;
  readonly path: Path;
  readonly value: JsonValue;
}

/** The first member of an `enum` that is so. */
function memberIn(node: ObjectNode, isOdd: (member: JsonValue) => boolean): readonly Found[] {
  const members = own(node, 'enum');
  if (!Array.isArray(members)) return [];
  const at = members.findIndex(isOdd);
  const value: JsonValue = members[at] ?? null;
  return at === -1 ? [] : [{ node, path: node.at('enum', at), value }];
}

/** A text tells branches apart; other values are meant to be answered. */
function constIn(node: ObjectNode): readonly Found[] {
  const value = own(node, 'const');
  const isBranch = node.keyword === 'anyOf' || node.keyword === 'oneOf';
  const isOdd = value === null || typeof value === 'number' || typeof value === 'boolean';
  return isBranch && isOdd ? [{ node, path: node.at('const'), value }] : [];
}

function placeOf(reason: string, found: readonly Found[]): readonly Place[] {
  const [first] = found;
  if (first === undefined) return [];
  const keyword = reason === 'const' ? 'const' : 'enum';
  const value = quote(JSON.stringify(first.value));
  const what = `${value} in the \`${keyword}\` at ${nameSchema(first.node.at())}${andMore(found)}`;
  return [{ reason, at: first.path, places: found.map(({ path }) => path), what }];
}
