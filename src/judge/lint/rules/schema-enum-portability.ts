import type { JsonObject, JsonValue } from '../../../json.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintRule, Path, Place } from '../../../model/lint.ts';
import { inputNodes, own, type ObjectNode } from '../schema-nodes.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const RULE = 'schema-enum-portability';

const tool = (level: JsonObject) => ({
  name: 'set_level',
  description: 'Set how much is logged.',
  inputSchema: { type: 'object', properties: { level }, required: ['level'] },
});

export const schemaEnumPortability: LintRule = {
  id: RULE,
  group: 'schemas',
  severity: 'warning',
  summary: 'An `enum` or `const` holds what some hosts do not take.',
  why: 'Some APIs take non-empty texts in an `enum` and no `const`, and refuse the request for anything else; some clients rewrite a `const`, or let the model give any text.',
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
    any: {
      severity: 'off',
      summary: 'An `enum` says which values there are, and the host reads any text.',
      suggestion: 'Name the values in the description too.',
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
      title: 'words, where a host takes any',
      reason: 'any',
      tool: tool({ type: 'string', enum: ['low', 'high'] }),
      pointers: ['/tools/0/inputSchema/properties/level/enum'],
      severity: 'off',
      hosts: ['copilot-studio'],
      severityInHosts: 'warning',
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
    {
      title: 'words to choose from',
      tool: tool({ type: 'string', enum: ['low', 'high'] }),
      hosts: ['gemini-api', 'codex', 'portable'],
    },
    {
      title: 'a text that tells branches apart',
      tool: tool({ anyOf: [{ type: 'object', properties: { kind: { type: 'string', const: 'low' } } }] }),
    },
  ],
  *checkTool(given, { hosts }) {
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
    yield* readAsText(nodes, hosts);
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
  const suggestion = reason === 'non-string' ? insteadOf(first.node) : undefined;
  return [{ reason, at: first.path, places: found.map(({ path }) => path), what, suggestion }];
}

/** What takes the same values. */
function insteadOf(node: ObjectNode): string {
  const members = own(node, 'enum');
  const values = Array.isArray(members) ? members : [];
  if (values.every((one) => one === null || typeof one === 'string'))
    return 'Leave null out of the `enum`, and the key out of `required`.';
  const numbers = values.filter((one): one is number => Number.isSafeInteger(one)).toSorted((a, b) => a - b);
  const [least = 0] = numbers;
  const most = numbers.at(-1) ?? 0;
  const isRange = numbers.length === values.length && new Set(numbers).size === most - least + 1;
  return isRange
    ? `List the values as texts, or say an integer with \`minimum\` ${least} and \`maximum\` ${most}.`
    : 'List the values as texts.';
}

/** Only hosts that are known for it, by the name of the reason: to others an `enum` is nothing to tell of. */
function* readAsText(nodes: readonly ObjectNode[], hosts: readonly HostProfile[]): Iterable<Place> {
  const verdicts = hosts.flatMap(({ id, schema }): readonly HostVerdict[] => {
    const row = schema.rules?.find(({ rule, reasons }) => rule === RULE && reasons.includes('any'));
    return row === undefined ? [] : [{ id, action: row.action, confidence: row.confidence, note: row.note }];
  });
  const enums = nodes.filter((node) => own(node, 'enum') !== undefined);
  const [first] = enums;
  if (verdicts.length === 0 || first === undefined) return;
  yield {
    reason: 'any',
    at: first.at('enum'),
    places: enums.map((node) => node.at('enum')),
    what: `the \`enum\` at ${nameSchema(first.at())}${andMore(enums)}, read as any text`,
    hosts: verdicts,
  };
}
