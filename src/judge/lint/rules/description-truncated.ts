import { isJsonObject } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { limitIn, variantOption } from '../host-limits.ts';
import { overLength } from '../over-length.ts';
import { genericText } from '../subject.ts';

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
  options: { variant: variantOption },
  fix: 'suggest',
  sources: [
    { text: 'anthropics/claude-code#41593', date: '2026-11-30' },
    { text: 'probelabs/probe#9', date: '2025-11' },
  ],
  bad: [
    {
      title: 'more than Claude Code reads',
      reason: 'too-long',
      tool: tool(4200),
      pointers: ['/tools/0/description'],
      severity: 'warning',
      hosts: ['claude-code'],
      severityInHosts: 'warning',
      tokensSaved: 23,
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
    {
      title: 'more than older versions of Claude Code read',
      reason: 'too-long',
      tool: tool(2049),
      options: { variant: ['claude-code: versions up to'] },
      pointers: ['/tools/0/description'],
      severity: 'warning',
      hosts: ['claude-code'],
      severityInHosts: 'warning',
    },
  ],
  good: [
    { title: 'as long as it may be', tool: tool(1024) },
    { title: 'as long as it may be in Claude Code', tool: tool(4096), hosts: ['claude-code', 'vscode'] },
  ],
  *checkTool(tool, context) {
    const { description = '', raw } = tool;
    const over = overLength({ text: description, noun: 'a description' }, context, (host) => ({
      ...limitIn(host, 'description', context.options),
      action: host.description.onExceed,
    }));
    if (over === undefined || !isJsonObject(raw)) return;
    const { kept, ...place } = over;
    const after = context.countTokens(genericText({ ...raw, description: kept }));
    yield { reason: 'too-long', at: ['description'], ...place, tokensSaved: tool.tokens - after };
  },
};
