import { compactJson } from '../../../json-text.ts';
import type { LintRule, LintTool, Path } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { heaviestParts } from '../heaviest-parts.ts';
import { quotePointer } from '../words.ts';

const block = {
  name: 'update_block',
  description: 'Update one block of a page.',
  inputSchema: {
    type: 'object',
    properties: {
      block_id: { type: 'string', description: 'Id of the block, as `list_blocks` gives it.' },
      style: {
        type: 'object',
        properties: {
          align: { type: 'string', enum: ['left', 'center', 'right'], description: 'Where the text stands.' },
          folded: { type: 'boolean', description: 'Whether the blocks below it are hidden at first.' },
        },
      },
    },
    required: ['block_id'],
  },
  outputSchema: { type: 'object', properties: { revision: { type: 'integer' } } },
};

export const toolOverBudget: LintRule = {
  id: 'tool-over-budget',
  group: 'cost',
  severity: 'warning',
  summary: 'One tool takes more of the context than a tool should.',
  why: 'A definition stands in every request, whether the tool is called or not. Of 1,310 tools of 43 published servers half needed 112 tokens or fewer, and one in a hundred more than 2,289 (2026-12-01): mostly an API that was handed through as it is.',
  reasons: {
    tool: {
      summary: 'Name, description and input schema together are over the limit.',
      suggestion:
        'Start with its heaviest parts: leave out arguments that a model never sets, or split the tool.',
      concerns: 'everyone',
    },
    description: {
      summary: 'The description is over the limit.',
      suggestion:
        'Keep what decides whether and how the tool is called; move the rest to a resource or to the answer.',
      concerns: 'everyone',
    },
    'input-schema': {
      summary: 'The input schema is over the limit.',
      suggestion:
        'Start with its heaviest parts: leave out arguments that a model never sets, or split the tool.',
      concerns: 'everyone',
    },
    'output-schema': {
      summary: 'The output schema is over the limit.',
      suggestion: 'Describe the fields that callers need; few models ever see this schema.',
      concerns: 'everyone',
    },
  },
  options: {
    maxToolTokens: {
      type: 'number',
      default: 2_000,
      describe: 'Most o200k tokens of compact name, description and input schema.',
    },
    maxDescriptionTokens: {
      type: 'number',
      default: undefined,
      describe: 'Most o200k tokens of the description.',
    },
    maxInputSchemaTokens: {
      type: 'number',
      default: undefined,
      describe: 'Most o200k tokens of the compact input schema.',
    },
    maxOutputSchemaTokens: {
      type: 'number',
      default: undefined,
      describe: 'Most o200k tokens of the compact output schema.',
    },
  },
  fix: 'none',
  sources: [
    { text: 'larksuite/lark-openapi-mcp#63', date: '2026-11-30' },
    { text: 'lvlup-sw/exarchos#1321', date: '2026-11-30' },
    { text: 'o200k tokens of 1,310 tools of 43 published servers', date: '2026-12-01' },
  ],
  bad: [
    {
      title: 'more than a limit that is set low here, so that the example is short',
      reason: 'tool',
      tool: block,
      options: { maxToolTokens: 100 },
      pointers: ['/tools/0'],
      severity: 'warning',
    },
    {
      title: 'a description over its own limit',
      reason: 'description',
      tool: block,
      options: { maxDescriptionTokens: 5 },
      pointers: ['/tools/0/description'],
      severity: 'warning',
    },
    {
      title: 'an input schema over its own limit',
      reason: 'input-schema',
      tool: block,
      options: { maxInputSchemaTokens: 60 },
      pointers: ['/tools/0/inputSchema'],
      severity: 'warning',
    },
    {
      title: 'an output schema over its own limit',
      reason: 'output-schema',
      tool: block,
      options: { maxOutputSchemaTokens: 10 },
      pointers: ['/tools/0/outputSchema'],
      severity: 'warning',
    },
  ],
  good: [{ title: 'a tool of ordinary size', tool: block }],
  *checkTool(tool, { options, countTokens }) {
    for (const { reason, option, at, noun, isSent } of PARTS) {
      const limit = options[option];
      if (typeof limit !== 'number') continue;
      const actual = tokensOf(tool, reason, countTokens);
      if (actual <= limit) continue;
      const heaviest = reason === 'tool' || reason === 'input-schema' ? heaviestOf(tool, countTokens) : '';
      yield {
        reason,
        at,
        what: `${noun} of ${formatCount(actual)} tokens, ${formatCount(actual - limit)} over the limit of ${formatCount(limit)}${heaviest}`,
        actual,
        limit,
        unit: 'tokens',
        // What no model sees saves none.
        tokensSaved: isSent ? actual - limit : undefined,
      };
    }
  },
};

type Reason = 'tool' | 'description' | 'input-schema' | 'output-schema';

const PARTS: readonly {
  readonly reason: Reason;
  readonly option: string;
  readonly at: Path;
  readonly noun: string;
  readonly isSent: boolean;
}[] = [
  { reason: 'tool', option: 'maxToolTokens', at: [], noun: 'a definition', isSent: true },
  {
    reason: 'description',
    option: 'maxDescriptionTokens',
    at: ['description'],
    noun: 'a description',
    isSent: true,
  },
  {
    reason: 'input-schema',
    option: 'maxInputSchemaTokens',
    at: ['inputSchema'],
    noun: 'an input schema',
    isSent: true,
  },
  {
    reason: 'output-schema',
    option: 'maxOutputSchemaTokens',
    at: ['outputSchema'],
    noun: 'an output schema',
    isSent: false,
  },
];

function tokensOf(tool: LintTool, reason: Reason, countTokens: (text: string) => number): number {
  const { description = '', inputSchema, outputSchema } = tool;
  if (reason === 'tool') return tool.tokens;
  if (reason === 'description') return countTokens(description);
  const document = reason === 'input-schema' ? inputSchema : outputSchema;
  return document === undefined ? 0 : countTokens(compactJson(document.root));
}

const SHOWN = 3;

function heaviestOf(tool: LintTool, countTokens: (text: string) => number): string {
  const parts = heaviestParts(tool, SHOWN).map(
    ({ at, text }) => `${quotePointer(at)} ${formatCount(countTokens(text))}`,
  );
  return parts.length === 0 ? '' : `; the heaviest parts are ${parts.join(', ')}`;
}
