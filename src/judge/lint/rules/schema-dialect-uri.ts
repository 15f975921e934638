import { isJsonObject, type JsonObject } from '../../../json.ts';
import { compactJson } from '../../../json-text.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintRule, SchemaDocument } from '../../../model/lint.ts';
import { verdictsOf } from '../levels.ts';
import { hasOldWords } from '../old-words.ts';
import { toPointer } from '../patch.ts';
import { own } from '../schema-nodes.ts';
import { readersOf } from '../schema-readers.ts';
import { DEFAULT_DIALECT, declaredOf, faultsOf } from '../schema-validity.ts';
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
  good: [
    { title: 'no $schema', tool: tool({}) },
    {
      title: 'draft-07, in hosts that take it',
      tool: tool({ $schema: 'http://json-schema.org/draft-07/schema#' }),
      hosts: ['claude-code', 'cursor', 'vscode'],
    },
    {
      title: 'an argument that is called $schema',
      tool: {
        name: 'validate',
        description: 'Check a document.',
        inputSchema: { type: 'object', properties: { $schema: { type: 'string' } } },
      },
    },
  ],
  *checkTool({ inputSchema, outputSchema }, { hosts }) {
    const found = [inputSchema, outputSchema].flatMap((document) =>
      document === undefined ? [] : declarationIn(document, hosts),
    );
    for (const reason of new Set(found.map((one) => one.reason))) {
      const ofReason = found.filter((one) => one.reason === reason);
      const [first] = ofReason;
      if (first === undefined) continue;
      const places = ofReason.map(({ document }) => [document.field, '$schema']);
      yield {
        reason,
        at: places[0] ?? [],
        places,
        what: first.what,
        hosts: ofReason.flatMap((one, index) =>
          one.verdicts.filter(({ id }) => !ofReason.slice(0, index).some((other) => names(other, id))),
        ),
        patch: places.map((path) => ({ op: 'remove' as const, path: toPointer(path) })),
        isSafe: ofReason.every(({ document, root }) => isSameWithout(document, root)),
      };
    }
  },
};

/** A schema that names its dialect. */
interface Declaration {
  readonly document: SchemaDocument;
  readonly root: JsonObject;
  readonly reason: string;
  readonly what: string;
  readonly verdicts: readonly HostVerdict[];
}

function names({ verdicts }: Declaration, host: string): boolean {
  return verdicts.some(({ id }) => id === host);
}

function declarationIn(document: SchemaDocument, hosts: readonly HostProfile[]): readonly Declaration[] {
  const { root, field } = document;
  const value = own({ value: root }, '$schema');
  if (!isJsonObject(root) || value === undefined) return [];
  const readers = readersOf(field, hosts);
  const isInvalid = (faultsOf(root, DEFAULT_DIALECT) ?? []).length > 0;
  const kind = kindOf(root);
  const ofKind = kind === undefined ? [] : fitting(kind, readers, isInvalid);
  const ofAny = fitting('any', readers, isInvalid).filter(({ id }) => !ofKind.some((one) => one.id === id));
  return [
    {
      document,
      root,
      // Told once: where nobody minds this dialect, because of those who mind any.
      reason: kind === 'unknown' || (kind !== undefined && ofKind.length > 0) ? kind : 'any',
      what: `\`$schema\` with ${quote(typeof value === 'string' ? value : compactJson(value))}`,
      verdicts: [...ofKind, ...ofAny],
    },
  ];
}

function kindOf(root: JsonObject): 'draft-07' | '2020-12' | 'unknown' | undefined {
  const declared = declaredOf(root) ?? '';
  if (declared === '2020-12') return declared;
  if (declared === '2019-09') return undefined;
  return /^draft-0[3467]$/.test(declared) ? 'draft-07' : 'unknown';
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

/** Tell whether a schema means in 2020-12 what it means in the dialect that it names. */
function isSameWithout(document: SchemaDocument, root: JsonObject): boolean {
  const kind = kindOf(root);
  if (kind === DEFAULT_DIALECT) return true;
  const isValid = faultsOf(root, DEFAULT_DIALECT)?.length === 0;
  return kind !== 'unknown' && isValid && !hasOldWords(document, declaredOf(root) ?? '');
}
