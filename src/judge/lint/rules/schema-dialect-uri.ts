import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintRule, SchemaDocument } from '../../../model/lint.ts';
import { verdictsOf } from '../levels.ts';
import { toPointer } from '../patch.ts';
import { hasAny, own } from '../schema-nodes.ts';
import { dialectOf, faultsOf } from '../schema-validity.ts';
import { quote } from '../words.ts';

const RULE = 'schema-dialect-uri';

const tool = (more: JsonObject) => ({
  name: 'count_words',
  description: 'Count the words of a text.',
  inputSchema: { ...more, type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
});

export const schemaDialectUri: LintRule = {
  id: RULE,
  group: 'schemas',
  severity: 'warning',
  summary: 'A schema names its dialect in `$schema`.',
  why: 'MCP takes a schema without it for 2020-12. With it some hosts drop the tool, some work worse, some refuse the word itself; and it is paid for on every request. SDKs write it unasked.',
  reasons: {
    'draft-07': {
      summary: '`$schema` names draft-07 or an older draft.',
      suggestion: 'Leave `$schema` out; SDKs have a switch, or map the answer of `tools/list`.',
      concerns: 'hosts',
    },
    '2020-12': {
      summary: '`$schema` names 2020-12, which is the default.',
      suggestion: 'Leave `$schema` out.',
      concerns: 'hosts',
    },
    unknown: {
      summary: '`$schema` names a dialect that is none of JSON Schema.',
      suggestion: 'Leave `$schema` out, or name a dialect that readers know.',
      concerns: 'everyone',
    },
    any: {
      summary: '`$schema` stands in the schema, whatever it names.',
      suggestion: 'Leave `$schema` out.',
      concerns: 'hosts',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'marianfoo/sap-mcp-servers#52', date: '2026-11-30' },
    { text: 'microsoft/vscode#318984', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'what generators write by default',
      reason: 'draft-07',
      tool: tool({ $schema: 'http://json-schema.org/draft-07/schema#' }),
      pointers: ['/tools/0/inputSchema/$schema'],
      severity: 'warning',
      hosts: ['claude-desktop'],
      severityInHosts: 'warning',
      tokensSaved: 15,
    },
    {
      title: 'the default, said once more',
      reason: '2020-12',
      tool: tool({ $schema: 'https://json-schema.org/draft/2020-12/schema' }),
      pointers: ['/tools/0/inputSchema/$schema'],
      severity: 'warning',
      hosts: ['vscode'],
      severityInHosts: 'error',
    },
    {
      title: "a vendor's own address",
      reason: 'unknown',
      tool: tool({ $schema: 'https://example.com/schema' }),
      pointers: ['/tools/0/inputSchema/$schema'],
      severity: 'warning',
    },
    {
      title: 'a draft that other hosts take',
      reason: 'any',
      tool: tool({ $schema: 'https://json-schema.org/draft/2019-09/schema' }),
      pointers: ['/tools/0/inputSchema/$schema'],
      severity: 'warning',
      hosts: ['gemini-api'],
      severityInHosts: 'error',
    },
  ],
  good: [{ title: 'no $schema', tool: tool({}) }],
  *checkTool({ inputSchema, outputSchema }, { hosts }) {
    const found = [inputSchema, outputSchema].flatMap((document) => {
      const value = document && own({ value: document.root }, '$schema');
      return document === undefined || value === undefined ? [] : [{ document, value }];
    });
    const [first] = found;
    if (first === undefined) return;
    const reasonOf = kindOf(first.document);
    const isInvalid = found.some(({ document }) => (faultsOf(document.root, '2020-12') ?? []).length > 0);
    const verdicts = reasonOf === undefined ? [] : fitting(reasonOf, hosts, isInvalid);
    const reason = verdicts.length === 0 && reasonOf !== 'unknown' ? 'any' : (reasonOf ?? 'any');
    const places = found.map(({ document }) => [document.field, '$schema']);
    yield {
      reason,
      at: places[0] ?? [],
      places,
      what: `\`$schema\` with ${quote(typeof first.value === 'string' ? first.value : JSON.stringify(first.value))}`,
      hosts: [...verdicts, ...without(fitting('any', hosts, isInvalid), verdicts)],
      patch: places.map((path) => ({ op: 'remove' as const, path: toPointer(path) })),
      isSafe: !isInvalid && !found.some(({ document }) => speaksOldDialect(document)),
    };
  },
};

function kindOf(document: SchemaDocument): 'draft-07' | '2020-12' | 'unknown' | undefined {
  const dialect = dialectOf(document.root);
  if (dialect === '2020-12') return dialect;
  if (dialect === '2019-09') return undefined;
  if (dialect !== undefined) return 'draft-07';
  const uri = own({ value: document.root }, '$schema');
  return typeof uri === 'string' && /^https?:\/\/json-schema\.org\/draft-0[34]\//.test(uri)
    ? 'draft-07'
    : 'unknown';
}

/** Of hosts that mind only where another rule is broken too, those where it is. */
function fitting(reason: string, hosts: readonly HostProfile[], isInvalid: boolean): readonly HostVerdict[] {
  const isMet = ({ schema }: HostProfile): boolean =>
    isInvalid ||
    schema.rules?.some(
      (row) => row.rule === RULE && row.onlyWith !== undefined && row.reasons.includes(reason),
    ) !== true;
  return verdictsOf(RULE, reason, hosts.filter(isMet));
}

function without(verdicts: readonly HostVerdict[], known: readonly HostVerdict[]): readonly HostVerdict[] {
  return verdicts.filter(({ id }) => !known.some((one) => one.id === id));
}

/** Words that mean something else in 2020-12: lists as `items`, `dependencies`, keywords beside `$ref`. */
function speaksOldDialect({ nodes }: SchemaDocument): boolean {
  return nodes.some(
    (node) =>
      Array.isArray(own(node, 'items')) ||
      hasAny(node, ['dependencies', 'additionalItems', '$recursiveRef']) ||
      (own(node, '$ref') !== undefined && isJsonObject(node.value) && Object.keys(node.value).length > 1),
  );
}
