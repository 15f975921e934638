import { isJsonObject, type JsonObject, type JsonValue } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { verdictsOf } from '../levels.ts';
import { genericText } from '../subject.ts';

const RULE = 'schema-root-combinator';

const COMBINATORS = ['anyOf', 'oneOf', 'allOf'];
const CONDITIONALS = ['not', 'if', 'then', 'else'];

export const schemaRootCombinator: LintRule = {
  id: RULE,
  group: 'schemas',
  severity: 'warning',
  summary: 'The root of an input schema is a union or a condition.',
  why: 'MCP allows it since 2026-07-28 (SEP-2106), and most model APIs do not: one such tool can lose the user every tool of the session. Unions below the root are fine.',
  reasons: {
    combinator: {
      summary: '`anyOf`, `oneOf` or `allOf` stands at the root.',
      suggestion:
        'State the either/or in the description and check it in the server, or make a tool of each branch.',
      concerns: 'hosts',
    },
    conditional: {
      severity: 'info',
      summary: '`not`, `if`, `then` or `else` stands at the root.',
      suggestion: 'Say the condition in the description, and check it in the server.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'makenotion/notion-mcp-server#340', date: '2026-11-30' },
    { text: 'kenn-io/kata#365', date: '2026-11-30' },
    { text: 'anthropics/claude-code#95504', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'either of two arguments is required',
      reason: 'combinator',
      tool: {
        name: 'find_file',
        description: 'Find a file by its id or its path.',
        inputSchema: {
          type: 'object',
          properties: { id: { type: 'string' }, path: { type: 'string' } },
          anyOf: [{ required: ['id'] }, { required: ['path'] }],
        },
      },
      pointers: ['/tools/0/inputSchema/anyOf'],
      severity: 'warning',
      hosts: ['claude-api', 'openai-chat'],
      severityInHosts: 'error',
      tokensSaved: 15,
    },
    {
      title: 'one schema that extends another',
      reason: 'combinator',
      tool: {
        name: 'find_file',
        description: 'Find a file by its path.',
        inputSchema: {
          type: 'object',
          allOf: [{ properties: { path: { type: 'string' } }, required: ['path'] }],
        },
      },
      pointers: ['/tools/0/inputSchema/allOf'],
      severity: 'warning',
      hosts: ['claude-api', 'openai-chat'],
      severityInHosts: 'error',
    },
    {
      title: 'two arguments that rule each other out',
      reason: 'conditional',
      tool: {
        name: 'list_files',
        description: 'List all files, or those in one folder.',
        inputSchema: {
          type: 'object',
          properties: { all: { type: 'boolean' }, folder: { type: 'string' } },
          not: { required: ['all', 'folder'] },
        },
      },
      pointers: ['/tools/0/inputSchema/not'],
      severity: 'info',
      hosts: ['vscode'],
      severityInHosts: 'warning',
    },
  ],
  good: [
    {
      title: 'a union below the root, and a property that is called anyOf',
      tool: {
        name: 'find_file',
        description: 'Find a file by its id or its path.',
        inputSchema: {
          type: 'object',
          properties: { by: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, anyOf: { type: 'string' } },
          required: ['by'],
        },
      },
    },
  ],
  *checkTool(given, { hosts, countTokens }) {
    const { inputSchema, raw } = given;
    if (inputSchema === undefined || !isJsonObject(inputSchema.root) || !isJsonObject(raw)) return;
    const { root } = inputSchema;
    for (const [reason, keywords, noun] of [
      ['combinator', COMBINATORS, 'union'],
      ['conditional', CONDITIONALS, 'condition'],
    ] as const) {
      const found = keywords.filter((keyword) => Object.hasOwn(root, keyword));
      const [first] = found;
      if (first === undefined || verdictsOf(RULE, reason, hosts).length === 0) continue;
      const without = withoutConstraints(root, found);
      yield {
        reason,
        at: ['inputSchema', first],
        places: found.map((keyword) => ['inputSchema', keyword]),
        what: `a ${noun} at the root (${found.map((keyword) => `\`${keyword}\``).join(', ')})`,
        suggestion: isOneBranch(root, found) ? 'Merge the only branch of `allOf` into the root.' : undefined,
        ...(without !== undefined && {
          tokensSaved: given.tokens - countTokens(genericText({ ...raw, inputSchema: without })),
          isSavingEstimated: true,
        }),
      };
    }
  },
};

function isOneBranch(root: JsonObject, found: readonly string[]): boolean {
  const branches = root['allOf'];
  return found.length === 1 && Array.isArray(branches) && branches.length === 1 && found[0] === 'allOf';
}

/** The schema without them, where they declare no argument; what they say is a few words of the description then. */
function withoutConstraints(root: JsonObject, found: readonly string[]): JsonObject | undefined {
  const branches = found.flatMap((keyword): readonly JsonValue[] => {
    const value = root[keyword] ?? null;
    return Array.isArray(value) ? value : [value];
  });
  const isConstraint = (branch: JsonValue): boolean =>
    isJsonObject(branch) && Object.keys(branch).every((key) => CONSTRAINTS.has(key));
  if (!branches.every(isConstraint)) return undefined;
  return Object.fromEntries(Object.entries(root).filter(([key]) => !found.includes(key)));
}

const CONSTRAINTS: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'required',
  'dependentRequired',
]);
