import { isJsonObject } from '../../../json.ts';
import type { HostVerdict } from '../../../model/host.ts';
import type { LintContext, LintRule, LintTool, Place } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { overLimit } from '../limits-in-hosts.ts';
import { inputNodes, isOfType, own, type ObjectNode } from '../schema-nodes.ts';
import { andMore, nameSchema, quote } from '../words.ts';

/** So that nobody changes a schema for a mode that no client of his uses. */
const NOT_COMMON = 'in strict mode, which most clients do not send tools in';

const tool = (more: { readonly required?: readonly string[]; readonly additionalProperties?: boolean }) => ({
  name: 'book_room',
  description: 'Book a room.',
  inputSchema: {
    type: 'object',
    properties: { room: { type: 'string' }, hours: { type: 'integer' } },
    ...more,
  },
});
const many = (count: number, optional: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: 'Does one thing.',
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: optional }, (_, at) => [`option_${at}`, { type: 'string' }]),
      ),
      additionalProperties: false,
    },
  }));

export const schemaStrictMode: LintRule = {
  id: 'schema-strict-mode',
  group: 'schemas',
  severity: 'off',
  summary: 'A definition breaks the rules of a strict mode that was chosen.',
  why: 'In strict mode a model can only answer what fits the schema, and the API takes a part of JSON Schema only. Told only where a strict mode is chosen: most clients do not use it for tools of MCP servers.',
  reasons: {
    'required-all': {
      summary: 'An object has a property that is not in `required`, or lists none.',
      suggestion: 'Require every property, and let what may be missing be null.',
      concerns: 'hosts',
    },
    'additional-properties': {
      summary: 'An object does not say `additionalProperties: false`.',
      suggestion: 'Say `"additionalProperties": false` in every object.',
      concerns: 'hosts',
    },
    'optional-count': {
      summary: 'All tools together have more optional properties than the mode takes.',
      suggestion: 'Require more of them, or offer fewer tools.',
      concerns: 'hosts',
    },
    'tool-count': {
      summary: 'There are more tools than the mode takes.',
      suggestion: 'Offer fewer tools.',
      concerns: 'hosts',
    },
  },
  fix: 'none',
  sources: [
    { text: 'msrbuilds/elementor-mcp#42', date: '2026-11-30' },
    { text: 'genkit-ai/genkit#5230', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'an argument that may be left out',
      reason: 'required-all',
      tool: tool({ required: ['room'], additionalProperties: false }),
      pointers: ['/tools/0/inputSchema'],
      severity: 'off',
      hosts: ['openai-strict'],
      severityInHosts: 'warning',
    },
    {
      title: 'an object that takes more',
      reason: 'additional-properties',
      tool: tool({ required: ['room', 'hours'] }),
      pointers: ['/tools/0/inputSchema'],
      severity: 'off',
      hosts: ['claude-strict'],
      severityInHosts: 'warning',
    },
    {
      title: 'twenty-five optional arguments',
      reason: 'optional-count',
      lists: [{ tools: many(5, 5) }],
      pointers: ['/tools'],
      severity: 'off',
      hosts: ['claude-strict'],
      severityInHosts: 'warning',
    },
    {
      title: 'twenty-one tools',
      reason: 'tool-count',
      lists: [{ tools: many(21, 0) }],
      pointers: ['/tools'],
      severity: 'off',
      hosts: ['claude-strict'],
      severityInHosts: 'warning',
    },
  ],
  good: [
    {
      title: 'every argument required, and no other taken',
      tool: tool({ required: ['room', 'hours'], additionalProperties: false }),
      hosts: ['openai-strict', 'claude-strict'],
    },
    {
      title: 'as many as the mode takes',
      lists: [{ tools: many(20, 1) }],
      hosts: ['claude-strict'],
    },
  ],
  *checkTool(given, context) {
    // Few choose a strict mode: nothing is walked for others.
    if (!isStrictChosen(context)) return;
    const objects = inputNodes(given).filter(
      (node) => isOfType(node, 'object') || own(node, 'properties') !== undefined,
    );
    yield* placeOf('required-all', objects.filter(isOpen));
    yield* placeOf(
      'additional-properties',
      objects.filter((node) => own(node, 'additionalProperties') !== false),
    );
  },
  *checkList({ tools }, context) {
    if (!isStrictChosen(context)) return;
    const optional = tools.reduce((sum, tool) => sum + countOptional(tool), 0);
    yield* countPlace(
      'optional-count',
      { limit: 'maxOptionalProperties', actual: optional, noun: 'optional properties' },
      context,
    );
    yield* countPlace('tool-count', { limit: 'maxTools', actual: tools.length, noun: 'tools' }, context);
  },
};

function isStrictChosen({ hosts }: LintContext): boolean {
  return hosts.some(({ schema }) => schema.rules?.some(({ rule }) => rule === 'schema-strict-mode'));
}

function optionalOf(node: ObjectNode): readonly string[] {
  const properties = own(node, 'properties');
  const required = own(node, 'required');
  if (!isJsonObject(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties).filter((name) => !needed.has(name));
}

function countOptional(tool: LintTool): number {
  return inputNodes(tool).reduce((sum, node) => sum + optionalOf(node).length, 0);
}

/** It has optional properties, or any that nobody has listed. */
function isOpen(node: ObjectNode): boolean {
  const listsNone = own(node, 'properties') === undefined && own(node, 'additionalProperties') !== false;
  return optionalOf(node).length > 0 || listsNone;
}

function placeOf(reason: string, nodes: readonly ObjectNode[]): readonly Place[] {
  const [first] = nodes;
  if (first === undefined) return [];
  const [optional] = optionalOf(first);
  const open = optional === undefined ? 'no `properties`' : `the optional ${quote(optional)}`;
  const fault = reason === 'required-all' ? open : 'no `additionalProperties: false`';
  const what = `${fault} at ${nameSchema(first.at())}${andMore(nodes)} ${NOT_COMMON}`;
  return [{ reason, at: first.at(), places: nodes.map((node) => node.at()), what }];
}

function countPlace(
  reason: string,
  { limit, actual, noun }: { readonly limit: string; readonly actual: number; readonly noun: string },
  { hosts }: LintContext,
): readonly Place[] {
  const over: readonly HostVerdict[] = overLimit(
    hosts,
    { rule: 'schema-strict-mode', reason, limit },
    actual,
  );
  const max = over[0]?.limit;
  if (max === undefined) return [];
  return [
    {
      reason,
      at: ['tools'],
      what: `${formatCount(actual)} ${noun}, more than ${formatCount(max)}, ${NOT_COMMON}`,
      hosts: over,
      actual,
      limit: max,
    },
  ];
}
