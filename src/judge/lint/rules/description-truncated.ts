import type { HostVerdict } from '../../../model/host.ts';
import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { quote } from '../words.ts';

const tool = (chars: number) => ({
  name: 'query',
  description: 'Ask the database. '.repeat(Math.ceil(chars / 18)).slice(0, chars),
  inputSchema: { type: 'object', properties: { sql: { type: 'string', description: 'A query.' } } },
});

export const descriptionTruncated: LintRule = {
  id: 'description-truncated',
  group: 'descriptions',
  severity: 'warning',
  summary: 'A description is longer than a host keeps.',
  why: 'What stands behind the cut never reaches the model, however important it is; some hosts refuse the request instead.',
  reasons: {
    'too-long': {
      summary: 'The description exceeds the limit of the host.',
      suggestion: 'Say what matters first, and shorten the rest.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'anthropics/claude-code#41593', date: '2026-11-30' },
    { text: 'probelabs/probe#9', date: '2025-11' },
  ],
  bad: [
    {
      title: 'more than Claude Code reads',
      reason: 'too-long',
      tool: tool(4097),
      pointers: ['/tools/0/description'],
      severity: 'warning',
      hosts: ['claude-code'],
      severityInHosts: 'warning',
      tokensSaved: 1,
    },
    {
      title: 'more than OpenAI is said to take',
      reason: 'too-long',
      tool: tool(1025),
      pointers: ['/tools/0/description'],
      severity: 'off',
      hosts: ['openai-chat'],
      severityInHosts: 'warning',
    },
  ],
  good: [{ title: 'as long as it may be', tool: tool(1024) }],
  *checkTool({ description = '' }, { hosts, countTokens }) {
    const over = hosts.flatMap(({ id, description: { max, onExceed }, confidence }): readonly HostVerdict[] =>
      max !== undefined && description.length > max
        ? [
            {
              id,
              action: onExceed,
              confidence: confidence.description,
              actual: description.length,
              limit: max,
            },
          ]
        : [],
    );
    if (over.length === 0) return;
    const limit = Math.min(...over.map((one) => one.limit ?? Infinity));
    const lost = description.slice(limit);
    yield {
      reason: 'too-long',
      at: ['description'],
      what: `a description of ${formatCount(description.length)} characters, more than ${formatCount(limit)}; behind that stands ${quote(lost.slice(0, SHOWN_CHARS))}`,
      hosts: over,
      actual: description.length,
      limit,
      unit: 'chars',
      tokensSaved: countTokens(lost),
    };
  },
};

const SHOWN_CHARS = 40;
