import { isJsonObject } from '../../../json.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintRule, SchemaNode } from '../../../model/lint.ts';
import { verdictsOf } from '../levels.ts';
import { own } from '../schema-nodes.ts';
import { andMore, listQuoted, nameSchema, quote } from '../words.ts';

const tool = (key: string) => ({
  name: 'add_invoice',
  description: 'Add an invoice to the books.',
  inputSchema: {
    type: 'object',
    properties: { [key]: { type: 'number', description: 'Amount in yen.' } },
    required: [key],
  },
});

export const schemaPropertyKey: LintRule = {
  id: 'schema-property-key',
  group: 'schemas',
  severity: 'warning',
  summary: 'The name of an argument has characters that a host refuses.',
  why: 'JSON allows any text as a key. Some APIs take ASCII names only, up to 64 characters, and refuse the request for any other.',
  reasons: {
    pattern: {
      summary: 'A key of `properties` is not what the host allows.',
      suggestion: 'Use ASCII letters, digits and `_`, and map the name in the server.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'vantage-sh/vantage-mcp-server#43', date: '2026-11-30' },
    { text: 'freee/freee-mcp#35', date: '2026-11-30' },
    { text: 'anthropics/claude-code#34771', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a name in another script',
      reason: 'pattern',
      tool: tool('金額'),
      pointers: ['/tools/0/inputSchema/properties/金額'],
      severity: 'warning',
      hosts: ['claude-api', 'claude-code', 'gemini-api'],
      severityInHosts: 'error',
    },
    {
      title: 'brackets',
      reason: 'pattern',
      tool: tool('settings[credits]'),
      pointers: ['/tools/0/inputSchema/properties/settings[credits]'],
      severity: 'warning',
      hosts: ['claude-api'],
      severityInHosts: 'error',
    },
  ],
  good: [
    { title: 'ASCII letters and digits', tool: tool('amount_1') },
    {
      title: 'a dot or a hyphen, which Gemini alone forbids',
      tool: tool('amount.yen-1'),
      hosts: ['claude-api'],
    },
  ],
  *checkTool({ inputSchema }, { hosts }) {
    const keys = (inputSchema?.nodes ?? []).filter(({ keyword }) => keyword === 'properties');
    if (keys.length === 0) return;
    const bad = new Set<SchemaNode>();
    const verdicts = hosts.flatMap((host): readonly HostVerdict[] => {
      const own = keys.filter((node) => isRefused(node, host));
      for (const node of own) bad.add(node);
      const [row = { id: host.id, action: 'unknown', confidence: host.confidence.schema }] = verdictsOf(
        'schema-property-key',
        'pattern',
        [host],
      );
      // Which of them, where it does not mind all that others do.
      return own.length === 0 ? [] : [{ ...row, note: listQuoted(own.map(({ key }) => String(key))) }];
    });
    const places = keys.filter((node) => bad.has(node));
    const [first] = places;
    if (first === undefined) return;
    const key = String(first.key);
    const where = first.depth > 1 ? ` at ${nameSchema(first.parent?.at() ?? [])}` : '';
    yield {
      reason: 'pattern',
      at: first.at(),
      places: places.map((node) => node.at()),
      what: `the argument ${quote(key)}${spelled(key)}${where}${andMore(places)}`,
      suggestion: renaming(first),
      hosts: verdicts,
    };
  },
};

/** Longest name of an argument that is taken everywhere. */
const MOST_CHARS = 64;

const patterns = new Map<string, RegExp>();

function isRefused({ key, depth }: SchemaNode, { schema }: HostProfile): boolean {
  const { propertyKeyPattern: source, propertyKeyScope: scope } = schema;
  if (source === undefined || (scope === 'root' && depth > 1)) return false;
  const pattern = patterns.get(source) ?? new RegExp(source, 'u');
  patterns.set(source, pattern);
  return !pattern.test(String(key));
}

/** A name that every host takes, where it can be told from this one. */
function renaming({ key, parent }: SchemaNode): string | undefined {
  const name = String(key);
  if (name.length > MOST_CHARS || /[^ -~]/.test(name)) return undefined;
  const plain = name
    .split(/[^a-zA-Z0-9]/)
    .filter((word) => word !== '')
    .join('_');
  const siblings = parent === undefined ? undefined : own(parent, 'properties');
  const isTaken = isJsonObject(siblings) && Object.hasOwn(siblings, plain);
  if (isTaken || !/^[a-zA-Z]/.test(plain)) return undefined;
  return `Call it ${quote(plain)}, and map the name in the server.`;
}

/** Characters that look like others, or like nothing. */
function spelled(key: string): string {
  const escaped = JSON.stringify(key).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped === JSON.stringify(key) ? '' : ` (${quote(escaped.slice(1, -1))})`;
}
