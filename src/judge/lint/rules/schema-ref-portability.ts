import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { HostProfile } from '../../../model/host.ts';
import type { LintRule, LintTool, Place, SchemaDocument, SchemaRef } from '../../../model/lint.ts';
import { inlineRefs } from '../inline-refs.ts';
import { verdictsOf } from '../levels.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const RULE = 'schema-ref-portability';
const tool = (properties: JsonObject, $defs?: JsonObject) => ({
  name: 'draw',
  description: 'Draw shapes.',
  inputSchema: { type: 'object', properties, ...($defs !== undefined && { $defs }) },
});
const POINT = { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } };

export const schemaRefPortability: LintRule = {
  id: RULE,
  group: 'schemas',
  severity: 'warning',
  summary: 'A schema uses `$ref` in a way that some hosts lose.',
  why: 'References save bytes, and are legal. Some hosts drop the definitions, drop the tool, or refuse the request; most of them cannot follow a circle.',
  reasons: {
    'ref-used': {
      summary: 'A `$ref` is used.',
      suggestion: 'For these hosts write the definition out where it is used.',
      concerns: 'hosts',
    },
    siblings: {
      severity: 'info',
      summary: 'Keywords stand beside a `$ref`.',
      suggestion: 'Put them into the definition, or both into an `allOf`.',
      concerns: 'hosts',
    },
    'into-properties': {
      summary: 'A `$ref` points at something that is no definition.',
      suggestion:
        'Put what is shared under `$defs`, and point there: hosts that know references know that place.',
      concerns: 'everyone',
    },
    recursive: {
      summary: 'A `$ref` leads back to itself.',
      suggestion: 'Write out the levels that are needed, or take the deep part as text in JSON.',
      concerns: 'hosts',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'PrefectHQ/fastmcp#2808', date: '2026-11-30' },
    { text: 'PrefectHQ/fastmcp#3893', date: '2026-11-30' },
    { text: 'MoonshotAI/kimi-cli#2061', date: '2026-11-30' },
    { text: 'zed-industries/zed#60162', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a point that is used twice',
      reason: 'ref-used',
      tool: tool({ from: { $ref: '#/$defs/Point' }, to: { $ref: '#/$defs/Point' } }, { Point: POINT }),
      pointers: ['/tools/0/inputSchema/properties/from/$ref', '/tools/0/inputSchema/properties/to/$ref'],
      severity: 'warning',
      hosts: ['gemini-api', 'copilot-studio', 'zed'],
      severityInHosts: 'error',
      tokensSaved: 5,
    },
    {
      title: 'a definition in the result',
      reason: 'ref-used',
      tool: { ...tool({}), outputSchema: { type: 'object', $ref: '#/$defs/P', $defs: { P: POINT } } },
      pointers: ['/tools/0/outputSchema/$ref'],
      severity: 'warning',
      hosts: ['copilot-studio'],
      severityInHosts: 'error',
    },
    {
      title: 'a text of its own for one use',
      reason: 'siblings',
      tool: tool({ to: { $ref: '#/$defs/Point', description: 'Where it ends.' } }, { Point: POINT }),
      pointers: ['/tools/0/inputSchema/properties/to/$ref'],
      severity: 'info',
      hosts: ['moonshot-api'],
      severityInHosts: 'error',
    },
    {
      title: 'as zod 3 writes what is used twice',
      reason: 'into-properties',
      tool: tool({ from: POINT, to: { $ref: '#/properties/from' } }),
      pointers: ['/tools/0/inputSchema/properties/to/$ref'],
      severity: 'warning',
    },
    {
      title: 'a tree',
      reason: 'recursive',
      tool: tool(
        { root: { $ref: '#/$defs/Node' } },
        { Node: { type: 'object', properties: { left: { $ref: '#/$defs/Node' } } } },
      ),
      pointers: ['/tools/0/inputSchema/properties/root/$ref'],
      severity: 'warning',
      hosts: ['claude-code', 'codex'],
      severityInHosts: 'warning',
    },
  ],
  good: [
    { title: 'no reference', tool: tool({ from: POINT }) },
    {
      title: 'a definition in an output schema, which one host alone minds',
      tool: { ...tool({}), outputSchema: { type: 'object', $ref: '#/$defs/P', $defs: { P: POINT } } },
      hosts: ['gemini-api', 'zed', 'moonshot-api', 'claude-code', 'codex'],
    },
  ],
  *checkTool(tool, { hosts }) {
    const refs = (tool.inputSchema?.refs ?? []).filter(({ target }) => target.kind === 'found');
    yield* useOf(tool, refs, hosts);
    yield* placeOf(
      'siblings',
      refs.filter(({ node }) => isJsonObject(node.value) && Object.keys(node.value).length > 1),
    );
    yield* placeOf(
      'into-properties',
      refs.filter((ref) => !isToDefinition(ref)),
    );
    yield* placeOf('recursive', intoCircles(refs));
  },
};

/** Most hosts that lose references never see an output schema. */
function useOf(
  { inputSchema, outputSchema }: LintTool,
  refs: readonly SchemaRef[],
  hosts: readonly HostProfile[],
): readonly Place[] {
  const inOutput = verdictsOf(
    RULE,
    'ref-used',
    hosts.filter(({ schema }) => schema.rules?.some((row) => row.rule === RULE && row.inOutput === true)),
  );
  const more = inOutput.length === 0 ? [] : (outputSchema?.refs ?? []);
  const verdicts = refs.length === 0 ? inOutput : verdictsOf(RULE, 'ref-used', hosts);
  if (verdicts.length === 0) return [];
  const saving = inputSchema === undefined || refs.length === 0 ? {} : inlining(inputSchema);
  return placeOf(
    'ref-used',
    [...refs, ...more].filter(({ target }) => target.kind === 'found'),
  ).map((place) => ({ ...place, ...saving, hosts: verdicts }));
}

function placeOf(reason: string, refs: readonly SchemaRef[]): readonly Place[] {
  const [first] = refs;
  if (first === undefined) return [];
  const { node, ref } = first;
  return [
    {
      reason,
      at: node.at('$ref'),
      places: refs.map((one) => one.node.at('$ref')),
      what: `${WHAT[reason] ?? 'the reference'} ${quote(ref)} at ${nameSchema(node.at())}${andMore(refs)}`,
    },
  ];
}

const WHAT: Readonly<Record<string, string>> = {
  siblings: 'keywords beside the reference',
  'into-properties': 'the reference to what is no definition,',
  recursive: 'the circular reference',
};

/** Where a circle is entered; one that nothing enters, itself. */
function intoCircles(refs: readonly SchemaRef[]): readonly SchemaRef[] {
  const circular = refs.filter(({ isRecursive }) => isRecursive);
  const targets = new Set(circular.map(({ target }) => (target.kind === 'found' ? target.value : undefined)));
  const entering = refs.filter(
    ({ isRecursive, target }) => !isRecursive && target.kind === 'found' && targets.has(target.value),
  );
  return entering.length > 0 ? entering : circular;
}

function isToDefinition({ target, ref }: SchemaRef): boolean {
  // An anchor, an address, or the whole schema: none of them is in the way of anything.
  if (target.kind !== 'found' || !ref.startsWith('#/')) return true;
  return target.path.includes('$defs') || target.path.includes('definitions');
}

/** What it costs to write definitions out, with its sign. */
function inlining(inputSchema: SchemaDocument): Partial<Place> {
  const inlined = inlineRefs(inputSchema);
  if (inlined === undefined) return {};
  return {
    patch: [{ op: 'replace', path: '/inputSchema', value: inlined.schema }],
    isSafe: inlined.isWhole,
    isSavingEstimated: true,
  };
}
