import type { JsonObject } from '../../../json.ts';
import type { HostVerdict } from '../../../model/host.ts';
import type { LintContext, LintRule, LintTool, Path, Place } from '../../../model/lint.ts';
import { collectKeywords, firstAt, keywordPlace, keywordsIn } from '../keywords-in-hosts.ts';
import { verdictsOf } from '../levels.ts';
import { toPointer } from '../patch.ts';
import { hasAny, inputNodes, isOfType, own } from '../schema-nodes.ts';
import { andMore, listQuoted, nameSchema, quote } from '../words.ts';

const RULE = 'schema-unsupported-keyword';

const tool = (link: JsonObject, more: JsonObject = {}) => ({
  name: 'add_link',
  description: 'Add a link to the list.',
  inputSchema: { type: 'object', properties: { link }, required: ['link'], ...more },
});

export const schemaUnsupportedKeyword: LintRule = {
  id: RULE,
  group: 'schemas',
  severity: 'off',
  summary: 'A schema has keywords that a chosen host refuses or drops.',
  why: 'Most hosts take a part of JSON Schema. What they refuse loses the request; what they drop is paid for by others and never reaches the model. Other hosts want the same keywords, so that this is told only where a host is chosen.',
  reasons: {
    refused: {
      summary: 'A keyword is refused.',
      suggestion: 'Leave the keyword out for this host, and say in the description what it said.',
      concerns: 'hosts',
    },
    dropped: {
      summary: 'A keyword never reaches the model.',
      suggestion: 'Say in the description what the model has to know of it.',
      concerns: 'hosts',
    },
    format: {
      summary: 'A value of `format` is not among those that the host takes.',
      suggestion: 'Leave `format` out and describe the form.',
      concerns: 'hosts',
    },
    'integer-exclusive': {
      summary: 'An integer has an exclusive bound.',
      suggestion: 'Use `minimum` and `maximum`: of integers they say the same.',
      concerns: 'hosts',
    },
    foreign: {
      severity: 'warning',
      summary: 'A word of OpenAPI stands in a JSON Schema.',
      suggestion:
        'Leave it out: in JSON Schema it has no meaning. What may be null is left out of `required`.',
      concerns: 'everyone',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'promptfoo/promptfoo#6902', date: '2026-11-30' },
    { text: 'zendev-sh/goai#108', date: '2026-11-30' },
    { text: 'tadata-org/fastapi_mcp#218', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a closed object',
      reason: 'refused',
      tool: tool({ type: 'string' }, { additionalProperties: false }),
      pointers: ['/tools/0/inputSchema/additionalProperties'],
      severity: 'off',
      hosts: ['gemini-api'],
      severityInHosts: 'error',
    },
    {
      title: 'a bound that is dropped',
      reason: 'dropped',
      tool: tool({ type: 'string', maxLength: 200 }),
      pointers: ['/tools/0/inputSchema/properties/link/maxLength'],
      severity: 'off',
      hosts: ['codex'],
      severityInHosts: 'warning',
    },
    {
      title: 'a format',
      reason: 'format',
      tool: tool({ type: 'string', format: 'uri' }),
      pointers: ['/tools/0/inputSchema/properties/link/format'],
      severity: 'off',
      hosts: ['gemini-api'],
      severityInHosts: 'error',
    },
    {
      title: 'more than none',
      reason: 'integer-exclusive',
      tool: tool({ type: 'integer', exclusiveMinimum: 0 }),
      pointers: ['/tools/0/inputSchema/properties/link/exclusiveMinimum'],
      severity: 'off',
      hosts: ['copilot-studio'],
      severityInHosts: 'warning',
    },
    {
      title: 'a schema of OpenAPI 3.0',
      reason: 'foreign',
      tool: tool({ type: 'string', nullable: true, example: 'https://example.com' }),
      pointers: [
        '/tools/0/inputSchema/properties/link/nullable',
        '/tools/0/inputSchema/properties/link/example',
      ],
      severity: 'warning',
      tokensSaved: 11,
    },
  ],
  good: [
    {
      title: 'keywords that every host takes, and an argument that is called nullable',
      tool: tool({ type: 'object', properties: { nullable: { type: 'boolean' } } }),
    },
    {
      title: 'readOnly, which JSON Schema has too',
      tool: tool({ type: 'string', readOnly: true }),
      hosts: ['claude-api'],
    },
  ],
  *checkTool(given, context) {
    // What nobody has chosen says nothing against a keyword: others want the same one.
    const hosts = context.isChosen ? context.hosts : context.hosts.filter(({ kind }) => kind === 'reference');
    if (hosts.length > 0) yield* inHosts(given, { ...context, hosts });
    yield* foreign(given);
  },
};

function* inHosts(given: LintTool, context: LintContext): Iterable<Place> {
  const { hosts } = context;
  const keywords = collectKeywords(given);
  const refused = keywordsIn(hosts, keywords, ({ schema }) => schema.refusedKeywords);
  const dropped = keywordsIn(hosts, keywords, ({ schema }) => schema.droppedKeywords);
  for (const [reason, found] of [['refused', refused] as const, ['dropped', dropped] as const])
    if (found !== undefined) yield keywordPlace(reason, found, { tool: given, context });
  yield* formats(given, hosts);
  const exclusive = inputNodes(given)
    .filter((node) => isOfType(node, 'integer') && hasAny(node, EXCLUSIVE))
    .flatMap((node) => EXCLUSIVE.filter((one) => own(node, one) !== undefined).map((one) => node.at(one)));
  const [first] = exclusive;
  if (first === undefined) return;
  const what = `an exclusive bound of an integer at ${nameSchema(first.slice(0, -1))}${andMore(exclusive)}`;
  yield { reason: 'integer-exclusive', at: first, places: exclusive, what };
}

const EXCLUSIVE = ['exclusiveMinimum', 'exclusiveMaximum'];

function* formats(given: LintTool, hosts: LintContext['hosts']): Iterable<Place> {
  const used = inputNodes(given).flatMap((node) => {
    const format = own(node, 'format');
    return typeof format === 'string' ? [{ format, path: node.at('format') }] : [];
  });
  if (used.length === 0) return;
  const bad = new Set<(typeof used)[number]>();
  const verdicts = hosts.flatMap((host): readonly HostVerdict[] => {
    const { allowedFormats = [], droppedKeywords = [] } = host.schema;
    const [row] = verdictsOf(RULE, 'format', [host]);
    // What drops the keyword itself is told of with the other keywords.
    if (row === undefined || droppedKeywords.some(({ keyword }) => keyword === 'format')) return [];
    const own = used.filter(({ format }) => !allowedFormats.includes(format));
    for (const one of own) bad.add(one);
    return own.length === 0 ? [] : [row];
  });
  const found = used.filter((one) => bad.has(one));
  const [first] = found;
  if (first === undefined) return;
  yield {
    reason: 'format',
    at: first.path,
    places: found.map(({ path }) => path),
    what: `the format ${quote(first.format)}${firstAt(found.map(({ path }) => path))}`,
    hosts: verdicts,
    patch: found.map(({ path }) => ({ op: 'remove' as const, path: toPointer(path) })),
  };
}

/** OpenAPI 3.0, Schema Object. `readOnly` and `writeOnly` stand in JSON Schema too, since draft-07. */
const FOREIGN = ['nullable', 'example', 'xml', 'externalDocs', 'discriminator'];

function* foreign(given: LintTool): Iterable<Place> {
  const found = inputNodes(given).flatMap((node) =>
    FOREIGN.filter((one) => own(node, one) !== undefined).map((keyword) => ({
      keyword,
      path: node.at(keyword),
    })),
  );
  const [first] = found;
  if (first === undefined) return;
  const isExample = found.every(({ keyword }) => keyword === 'example');
  const remove = ({ path }: { readonly path: Path }) => ({ op: 'remove' as const, path: toPointer(path) });
  const words = [...new Set(found.map(({ keyword }) => keyword))];
  const places = found.map(({ path }) => path);
  yield {
    reason: 'foreign',
    at: first.path,
    places,
    what: `the OpenAPI ${words.length === 1 ? 'word' : 'words'} ${listQuoted(words)}${firstAt(places)}`,
    patch: found.map(remove),
    isSafe: isExample,
  };
}
