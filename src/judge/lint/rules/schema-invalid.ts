import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { LintRule, Path, Place, SchemaDocument } from '../../../model/lint.ts';
import { verdictsOf } from '../levels.ts';
import { toPointer } from '../patch.ts';
import { formsIn, type Form } from '../schema-forms.ts';
import { dialectOf, faultsOf, type SchemaFault } from '../schema-validity.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const tool = (rate: JsonObject, more: JsonObject = {}) => ({
  name: 'convert',
  description: 'Convert an amount at a rate.',
  inputSchema: { type: 'object', properties: { rate }, ...more },
});
const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' };

export const schemaInvalid: LintRule = {
  id: 'schema-invalid',
  group: 'schemas',
  severity: 'error',
  summary: 'A schema is not valid in its own dialect of JSON Schema.',
  why: 'A client that checks schemas drops the tool or the whole list; the model APIs of Claude check each against 2020-12 and refuse the request, naming an index only.',
  reasons: {
    meta: {
      summary: 'The meta-schema of its dialect does not accept it.',
      suggestion: 'Write it as the dialect says; without `$schema` that is 2020-12.',
      concerns: 'everyone',
    },
    'tuple-items': {
      summary: '`items` is a list of schemas, as up to draft-07; 2020-12 calls that `prefixItems`.',
      suggestion: 'Call it `prefixItems`; what held for the rest, `additionalItems`, is now `items`.',
      concerns: 'hosts',
    },
    'draft04-exclusive': {
      summary:
        '`exclusiveMinimum` or `exclusiveMaximum` is a boolean, as in draft-04; it is the bound itself.',
      suggestion: 'Put the number there, and leave `minimum` or `maximum` out.',
      concerns: 'hosts',
    },
    'required-boolean': {
      summary:
        '`required` is a boolean beside an argument, as in draft-03; it is a list of names in the object.',
      suggestion: 'Name the argument in the `required` of the object that holds it.',
      concerns: 'everyone',
    },
    'type-name': {
      summary: '`type` is none of the seven types.',
      suggestion: 'Use one of `string`, `number`, `integer`, `boolean`, `object`, `array`, `null`.',
      concerns: 'everyone',
    },
    'properties-not-map': {
      summary: '`properties` is not an object.',
      suggestion: 'List the arguments as an object: their names as keys, their schemas as values.',
      concerns: 'everyone',
    },
    'boolean-property': {
      severity: 'warning',
      summary: 'The schema of an argument is `true` or `false`.',
      suggestion: 'Write `{}` for any value.',
      concerns: 'hosts',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'anthropics/claude-code#586', date: '2026-11-30' },
    { text: 'modelcontextprotocol/java-sdk#949', date: '2026-11-30' },
    { text: 'Apicurio/apicurio-registry#10080', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a bound that is text',
      reason: 'meta',
      tool: tool({ type: 'number', minimum: '0' }),
      pointers: ['/tools/0/inputSchema/properties/rate/minimum'],
      severity: 'error',
    },
    {
      title: 'a pair, as generators for draft-07 write it',
      reason: 'tuple-items',
      tool: tool({ type: 'array', items: [{ type: 'number' }, { type: 'string' }] }, DRAFT_07),
      pointers: ['/tools/0/inputSchema/properties/rate/items'],
      severity: 'warning',
      hosts: ['claude-api', 'claude-code'],
      severityInHosts: 'error',
    },
    {
      title: 'more than zero, as in draft-04',
      reason: 'draft04-exclusive',
      tool: tool({ type: 'number', minimum: 0, exclusiveMinimum: true }),
      pointers: ['/tools/0/inputSchema/properties/rate/exclusiveMinimum'],
      severity: 'error',
      hosts: ['claude-api'],
      severityInHosts: 'error',
      tokensSaved: 4,
    },
    {
      title: 'required, as in draft-03',
      reason: 'required-boolean',
      tool: tool({ type: 'number', required: true }),
      pointers: ['/tools/0/inputSchema/properties/rate/required'],
      severity: 'error',
    },
    {
      title: 'a type that is none',
      reason: 'type-name',
      tool: tool({ type: 'float' }),
      pointers: ['/tools/0/inputSchema/properties/rate/type'],
      severity: 'error',
    },
    {
      title: 'a list of arguments',
      reason: 'properties-not-map',
      tool: {
        name: 'convert',
        description: 'Convert an amount.',
        inputSchema: { type: 'object', properties: [{ name: 'rate', type: 'number' }] },
      },
      pointers: ['/tools/0/inputSchema/properties'],
      severity: 'error',
    },
    {
      title: 'anything, in one word',
      reason: 'boolean-property',
      tool: {
        name: 'convert',
        description: 'Convert an amount.',
        inputSchema: { type: 'object', properties: { rate: true } },
      },
      pointers: ['/tools/0/inputSchema/properties/rate'],
      severity: 'warning',
      hosts: ['mcp-ts-sdk-1'],
      severityInHosts: 'error',
    },
  ],
  good: [
    { title: 'a bound that is a number', tool: tool({ type: 'number', exclusiveMinimum: 0 }) },
    {
      title: 'a pair in draft-07, which Claude alone holds against 2020-12',
      tool: tool({ type: 'array', items: [{ type: 'number' }] }, DRAFT_07),
      hosts: ['cursor', 'codex'],
    },
    {
      title: 'arguments that are called items and required',
      tool: tool({
        type: 'object',
        properties: { required: { type: 'boolean' }, items: { type: 'array', items: {} } },
      }),
    },
    {
      title: 'a dialect that is not known',
      tool: tool({ type: 'float' }, { $schema: 'https://example.com/schema' }),
    },
  ],
  *checkTool({ inputSchema, outputSchema }, { hosts }) {
    for (const document of [inputSchema, outputSchema]) {
      if (document === undefined || !isJsonObject(document.root)) continue;
      const dialect = dialectOf(document.root);
      const faults = (dialect === undefined ? undefined : faultsOf(document.root, dialect)) ?? [];
      const wrong = new Set(faults.map(({ pointer }) => pointer));
      const known = [...formsIn(document)].filter(
        ({ reason, at }) => wrong.has(pointerOf(at)) || OLD.has(reason),
      );
      for (const [reason, forms] of byReason(known))
        yield formPlace(reason, forms, {
          wrong,
          isOldDialect: dialect === 'draft-06' || dialect === 'draft-07',
        });
      const told = new Set(known.map(({ at }) => pointerOf(at)));
      const rest = faults.filter(({ pointer }) => !told.has(pointer));
      if (rest.length > 0) yield metaPlace(document.field, rest);
    }
    // What one client refuses; the specification knows it.
    if (verdictsOf('schema-invalid', 'boolean-property', hosts).length === 0) return;
    const booleans = [inputSchema, outputSchema].flatMap((document) =>
      (document?.nodes ?? []).filter(
        ({ keyword, value }) => keyword === 'properties' && typeof value === 'boolean',
      ),
    );
    const [first] = booleans;
    if (first === undefined) return;
    const places = booleans.map((node) => node.at());
    const what = `the schema ${quote(first.value === true ? 'true' : 'false')} at ${nameSchema(first.at())}${andMore(places)}`;
    yield { reason: 'boolean-property', at: first.at(), places, what };
  },
};

/** Forms that were valid once: a dialect may allow them, and hosts hold every schema against 2020-12. */
const OLD: ReadonlySet<string> = new Set(['tuple-items', 'draft04-exclusive']);
function byReason(forms: readonly Form[]): ReadonlyMap<string, readonly Form[]> {
  const groups = new Map<string, Form[]>();
  for (const form of forms) groups.set(form.reason, [...(groups.get(form.reason) ?? []), form]);
  return groups;
}

interface Judging {
  /** Pointers of all that ajv complains of. */
  readonly wrong: ReadonlySet<string>;
  /** Of that dialect the new forms are no part. */
  readonly isOldDialect: boolean;
}

function formPlace(reason: string, forms: readonly Form[], { wrong, isOldDialect }: Judging): Place {
  const [first] = forms;
  if (first === undefined) throw new TypeError('a reason without a form');
  const places = forms.map(({ at }) => at);
  const isWrong = places.some((at) => wrong.has(pointerOf(at)));
  // Two arguments of one object share its `required`: only one repair at a time is sure to fit.
  const patches = forms.flatMap(({ patch }) => (patch === undefined ? [] : [patch]));
  const fitting = reason === 'tuple-items' && isOldDialect ? [] : patches;
  const patch = (reason === 'required-boolean' ? fitting.slice(0, 1) : fitting).flat();
  return {
    reason,
    at: first.at,
    places,
    what: `${first.what}${andMore(places)}`,
    // Valid as it was declared: it depends on who reads it.
    severity: isWrong ? 'error' : 'warning',
    ...(patch.length > 0 && { patch, isSafe: patches.length === forms.length }),
  };
}

function metaPlace(field: SchemaDocument['field'], faults: readonly SchemaFault[]): Place {
  const places = faults.map(({ pointer }) => [field, ...pointer.split('/').slice(1).map(unescaped)]);
  const [at = [field]] = places;
  return {
    reason: 'meta',
    at,
    places,
    what: `${nameSchema(at)} ${faults[0]?.message ?? ''}${andMore(places)}`,
  };
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** From the schema's root, as ajv says it. */
function pointerOf(at: Path): string {
  return toPointer(at.slice(1));
}
