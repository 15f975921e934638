import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { HostVerdict } from '../../../model/host.ts';
import type { LintRule, Place, SchemaDocument } from '../../../model/lint.ts';
import type { PatchStep } from '../../../model/patch.ts';
import { judge, OLD_FORMS, pointerOf, type Judged } from '../judge-schema.ts';
import { verdictsOf } from '../levels.ts';
import { hasOldWords } from '../old-words.ts';
import { fromPointer, toPointer } from '../patch.ts';
import { repairForms } from '../schema-form-repairs.ts';
import type { Form } from '../schema-forms.ts';
import { readersOf } from '../schema-readers.ts';
import { DEFAULT_DIALECT, dialectOf } from '../schema-validity.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const RULE = 'schema-invalid';
const tool = (rate: JsonObject, more: JsonObject = {}) => ({
  name: 'convert',
  description: 'Convert an amount at a rate.',
  inputSchema: { type: 'object', properties: { rate }, ...more },
});
const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' };

export const schemaInvalid: LintRule = {
  id: RULE,
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
      title: 'anything, further down',
      tool: tool({ type: 'object', properties: { source: true } }),
    },
    {
      title: 'a dialect that is not known, in hosts that hold nothing against 2020-12',
      tool: tool({ type: 'float' }, { $schema: 'https://example.com/schema' }),
      hosts: ['cursor', 'codex'],
    },
  ],
  *checkTool({ inputSchema, outputSchema }, { hosts }) {
    for (const document of [inputSchema, outputSchema]) {
      if (document === undefined || !isJsonObject(document.root)) continue;
      const readers = readersOf(document.field, hosts);
      const judged = judge(document, document.root, verdictsOf(RULE, 'meta', readers));
      for (const [reason, forms] of byReason(judged.forms))
        yield { ...formPlace(reason, forms, judged), hosts: verdictsOf(RULE, reason, readers) };
      if (judged.faults.length > 0) yield metaPlace(judged, 'faults', verdictsOf(RULE, 'meta', readers));
      else if (judged.later.length > 0) yield metaPlace(judged, 'later', verdictsOf(RULE, 'meta', readers));
    }
    // What one client refuses; the specification knows it.
    if (verdictsOf(RULE, 'boolean-property', hosts).length > 0)
      yield* booleanPlaces([inputSchema, outputSchema]);
  },
};

function byReason(forms: readonly Form[]): ReadonlyMap<string, readonly Form[]> {
  const groups = new Map<string, Form[]>();
  for (const form of forms) {
    const known = groups.get(form.reason);
    if (known === undefined) groups.set(form.reason, [form]);
    else known.push(form);
  }
  return groups;
}

function formPlace(reason: string, forms: readonly Form[], { document, wrong, declared }: Judged): Place {
  const [first] = forms;
  if (first === undefined) throw new TypeError('a reason without a form');
  const places = forms.map(({ node, key }) => node.at(...key));
  const patch = repairOf(forms, document, declared);
  return {
    reason,
    at: first.node.at(...first.key),
    places,
    what: `${first.what}${andMore(places)}`,
    suggestion: first.suggestion,
    // Valid as it was declared: it depends on who reads it.
    severity: forms.some((form) => wrong.has(pointerOf(form))) ? 'error' : 'warning',
    ...(patch.length > 0 && { patch, isSafe: true }),
  };
}

/** The new forms are no part of an older dialect, so that its name goes with the old ones. */
function repairOf(
  forms: readonly Form[],
  document: SchemaDocument,
  declared: string | undefined,
): readonly PatchStep[] {
  const repair = repairForms(forms);
  if (declared === undefined || declared === DEFAULT_DIALECT || !OLD_FORMS.has(forms[0]?.reason ?? ''))
    return repair;
  const isKnown = declared === 'draft-04' || dialectOf(document.root) !== undefined;
  if (repair.length === 0 || !isKnown || hasOldWords(document, declared)) return [];
  return [...repair, { op: 'remove', path: toPointer([document.field, '$schema']) }];
}

function metaPlace(
  { document: { field }, declared, ...judged }: Judged,
  which: 'faults' | 'later',
  hosts: readonly HostVerdict[],
): Place {
  const faults = judged[which];
  const places = faults.map(({ pointer }) => [field, ...fromPointer(pointer)]);
  const [at = [field]] = places;
  const dialect = which === 'faults' ? (declared ?? DEFAULT_DIALECT) : DEFAULT_DIALECT;
  const key = at.length > 1 ? `${quote(String(at.at(-1)))} at ${nameSchema(at.slice(0, -1))}` : 'the root';
  return {
    reason: 'meta',
    at,
    places,
    what: `${key}, which in ${dialect} ${faults[0]?.message ?? 'is not valid'}${andMore(places)}`,
    hosts,
    ...(which === 'later' && { severity: 'warning' }),
  };
}

function* booleanPlaces(documents: readonly (SchemaDocument | undefined)[]): Iterable<Place> {
  const booleans = documents.flatMap((document) =>
    (document?.nodes ?? []).filter(
      // Deeper ones that client does not look at.
      ({ keyword, value, depth }) => keyword === 'properties' && depth === 1 && typeof value === 'boolean',
    ),
  );
  const [first] = booleans;
  if (first === undefined) return;
  const places = booleans.map((node) => node.at());
  const isAny = booleans.every(({ value }) => value === true);
  yield {
    reason: 'boolean-property',
    at: first.at(),
    places,
    what: `the schema ${quote(first.value === true ? 'true' : 'false')} at ${nameSchema(first.at())}${andMore(places)}`,
    // The same, said in another way.
    ...(isAny && {
      patch: places.map((path) => ({ op: 'replace' as const, path: toPointer(path), value: {} })),
      isSafe: true,
    }),
  };
}
