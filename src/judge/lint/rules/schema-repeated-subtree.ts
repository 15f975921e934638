import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { HostProfile } from '../../../model/host.ts';
import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { hostSentence } from '../host-sentence.ts';
import { verdictsOf } from '../levels.ts';
import { applyPatch } from '../patch.ts';
import { largestRepeat, toDefinition } from '../repeated-schemas.ts';
import { genericText } from '../subject.ts';
import { quotePointer } from '../words.ts';

const point = (): JsonObject => ({
  type: 'object',
  properties: {
    lat: { type: 'number', minimum: -90, maximum: 90, description: 'Degrees north.' },
    lon: { type: 'number', minimum: -180, maximum: 180, description: 'Degrees east.' },
  },
  required: ['lat', 'lon'],
});

const route = (properties: JsonObject) => ({
  name: 'plan_route',
  description: 'Plan a route through several points.',
  inputSchema: { type: 'object', properties },
});

export const schemaRepeatedSubtree: LintRule = {
  id: 'schema-repeated-subtree',
  group: 'cost',
  severity: 'info',
  summary: 'An input schema says the same part several times.',
  why: 'The model reads each of them. One definition that the others refer to says it once, for hosts that keep `$ref`; a list of one item type says it once for every host.',
  reasons: {
    subtree: {
      summary:
        'The same schema, whatever the order of its keys, stands in several places of one input schema.',
      suggestion: 'Make it one definition under `$defs`, or one list where the places are alike.',
      concerns: 'everyone',
    },
  },
  options: {
    minBytes: {
      type: 'number',
      default: 120,
      describe: 'Bytes of compact JSON that such a part has at least.',
    },
    minCount: { type: 'number', default: 3, describe: 'Times that it occurs at least.' },
  },
  fix: 'suggest',
  sources: [
    { text: 'G-Core/gcore-mcp-server#14', date: '2026-11-30' },
    { text: 'erp-mafia/accounted#2123', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'three points, each described in full',
      reason: 'subtree',
      tool: route({ from: point(), via: point(), to: point() }),
      pointers: [
        '/tools/0/inputSchema/properties/from',
        '/tools/0/inputSchema/properties/via',
        '/tools/0/inputSchema/properties/to',
      ],
      severity: 'info',
    },
  ],
  good: [
    {
      title: 'two points, and three short parts',
      tool: route({
        from: point(),
        to: point(),
        after: { type: 'string', format: 'date-time' },
        before: { type: 'string', format: 'date-time' },
        at: { type: 'string', format: 'date-time' },
      }),
    },
    {
      title: 'the same choices in data',
      tool: route({
        by: { type: 'array', items: { type: 'object' }, default: [point(), point(), point()] },
      }),
    },
  ],
  *checkTool(tool, { options, hosts, countTokens }) {
    const root = tool.inputSchema?.root;
    const repeat = largestRepeat(tool, {
      minBytes: Number(options['minBytes']),
      minCount: Number(options['minCount']),
    });
    const [first] = repeat?.nodes ?? [];
    if (repeat === undefined || first === undefined || !isJsonObject(root)) return;
    const after = applyPatch(tool.raw, toDefinition(root, repeat));
    const tokensSaved = tool.tokens - countTokens(genericText(after));
    if (tokensSaved <= 0) return;
    const { nodes, bytes } = repeat;
    yield {
      reason: 'subtree',
      at: first.at(),
      places: nodes.map((node) => node.at()),
      what: `${formatCount(nodes.length)} times the same part of ${formatCount(bytes)} bytes in one input schema, first at ${quotePointer(first.at())}`,
      suggestion: adviceFor(hosts),
      actual: nodes.length,
      unit: 'times',
      tokensSaved,
    };
  },
};

/** A definition needs a `$ref`, which not every host keeps. */
function adviceFor(hosts: readonly HostProfile[]): string | undefined {
  const minding = verdictsOf('schema-ref-portability', 'ref-used', hosts);
  if (minding.length === 0) return undefined;
  return `Make it one definition under \`$defs\`, or one list where the places are alike; with a \`$ref\`, ${hostSentence(minding, hosts)}.`;
}
