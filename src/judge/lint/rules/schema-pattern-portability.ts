import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { LintRule, Path, Place } from '../../../model/lint.ts';
import { toPointer } from '../patch.ts';
import { compilesWithUnicode, readPattern } from '../pattern-forms.ts';
import { inputNodes, own } from '../schema-nodes.ts';
import { andMore, nameSchema, quote } from '../words.ts';

const ZOD_PATTERN = String.raw`^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`;

const tool = (to: JsonObject) => ({
  name: 'send_mail',
  description: 'Send a mail.',
  inputSchema: { type: 'object', properties: { to: { type: 'string', ...to } }, required: ['to'] },
});

export const schemaPatternPortability: LintRule = {
  id: 'schema-pattern-portability',
  group: 'schemas',
  severity: 'warning',
  summary: 'A regular expression uses what some hosts cannot read.',
  why: 'Hosts that turn schemas into grammars know no lookaround and refuse the request; validators differ in what else they take. The model gains little from a pattern that a sentence would not say.',
  reasons: {
    lookaround: {
      summary: 'A pattern looks ahead or behind.',
      suggestion: 'Drop the pattern and describe the form; check the value in the server.',
      concerns: 'hosts',
    },
    'unicode-flag': {
      summary: 'A pattern does not compile with the flag `u`.',
      suggestion:
        'Escape only what needs it: JSON Schema patterns are Unicode patterns, and LangChain.js refuses others.',
      concerns: 'everyone',
    },
    'not-re2': {
      severity: 'info',
      summary: 'A pattern uses a backreference, or an unescaped `[` in a class.',
      suggestion: 'Validators that are built on RE2 refuse it: write it without, or drop the pattern.',
      concerns: 'everyone',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'anomalyco/opencode#32073', date: '2026-11-30' },
    { text: 'codefuturist/email-mcp#58', date: '2026-11-30' },
    { text: 'langchain-ai/langchainjs#11351', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'an e-mail check',
      reason: 'lookaround',
      tool: tool({ pattern: ZOD_PATTERN }),
      pointers: ['/tools/0/inputSchema/properties/to/pattern'],
      severity: 'warning',
      hosts: ['openai-chat', 'llama-cpp'],
      severityInHosts: 'error',
      tokensSaved: 63,
    },
    {
      title: 'an escape that Unicode patterns do not know',
      reason: 'unicode-flag',
      tool: tool({ pattern: String.raw`^[\w\-]+\@x$` }),
      pointers: ['/tools/0/inputSchema/properties/to/pattern'],
      severity: 'warning',
    },
    {
      title: 'the same word twice',
      reason: 'not-re2',
      tool: tool({ pattern: String.raw`^(\w+) \1$` }),
      pointers: ['/tools/0/inputSchema/properties/to/pattern'],
      severity: 'info',
    },
  ],
  good: [
    { title: 'groups that look like it', tool: tool({ pattern: '^(?:a|b)(?<rest>[(?=]+)$' }) },
    { title: 'an argument that is called pattern', tool: tool({ description: 'As in pattern: (?=x).' }) },
  ],
  *checkTool(given) {
    const found: Found[] = [];
    for (const node of inputNodes(given)) {
      const pattern = own(node, 'pattern');
      if (typeof pattern === 'string')
        found.push({ pattern, path: node.at('pattern'), schema: node.at(), isKey: false });
      const properties = own(node, 'patternProperties');
      if (isJsonObject(properties))
        for (const key of Object.keys(properties))
          found.push({
            pattern: key,
            path: node.at('patternProperties', key),
            schema: node.at(),
            isKey: true,
          });
    }
    if (found.length === 0) return;
    const read = found.map((one) => ({ ...one, form: readPattern(one.pattern) }));
    yield* placeOf(
      'lookaround',
      read.filter(({ form }) => form.hasLookaround),
    );
    yield* placeOf(
      'unicode-flag',
      read.filter(({ pattern }) => !compilesWithUnicode(pattern)),
    );
    yield* placeOf(
      'not-re2',
      read.filter(({ form }) => form.hasBackreference || form.hasNestedBracket),
    );
  },
};

interface Found {
  readonly pattern: string;
  readonly path: Path;
  /** Of the schema that has it. */
  readonly schema: Path;
  /** A key of `patternProperties`: what it says cannot be dropped. */
  readonly isKey: boolean;
}

const WHAT: Readonly<Record<string, string>> = {
  lookaround: 'a pattern that looks ahead or behind',
  'unicode-flag': 'a pattern that does not compile with the flag `u`',
  'not-re2': 'a pattern that RE2 cannot read',
};

/** The start of what `email()` of zod 4.0 writes. */
const ZOD_EMAIL = String.raw`^(?!\.)(?!.*\.\.)(`;
const OF_ZOD =
  'Drop the pattern, which `email()` of zod 4 writes, and describe the form; check the value in the server.';

function placeOf(reason: string, found: readonly Found[]): readonly Place[] {
  const [first] = found;
  if (first === undefined) return [];
  const patch = found
    .filter(({ isKey }) => !isKey)
    .map(({ path }) => ({ op: 'remove' as const, path: toPointer(path) }));
  return [
    {
      reason,
      at: first.path,
      places: found.map(({ path }) => path),
      what: `${WHAT[reason] ?? ''}, ${quote(first.pattern)} at ${nameSchema(first.schema)}${andMore(found)}`,
      ...(reason === 'lookaround' && first.pattern.startsWith(ZOD_EMAIL) && { suggestion: OF_ZOD }),
      ...(patch.length > 0 && { patch }),
    },
  ];
}
