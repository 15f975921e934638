import type { LintRule, LintTool } from '../../../model/lint.ts';
import { genericText } from '../subject.ts';

const tool = (description: string) => ({
  name: 'search',
  description,
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'Words to look for.' } },
  },
});

export const toolNameDuplicate: LintRule = {
  id: 'tool-name-duplicate',
  group: 'names',
  severity: 'error',
  summary: 'Two tools of one list have the same name.',
  why: 'A call names its tool, so that only one of the two can be reached; some clients refuse the whole list.',
  reasons: {
    repeated: {
      summary: 'A name stands in the list a second time.',
      suggestion: 'Give each tool a name of its own, or list it once.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [
    { text: 'MCP specification 2025-11-25, Tools, Tool Names', date: '2025-11-25' },
    { text: 'modelcontextprotocol/ruby-sdk#199', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'two tools called search',
      reason: 'repeated',
      lists: [{ tools: [tool('Search the files.'), tool('Search the issues.')] }],
      pointers: ['/tools/1/name'],
      severity: 'error',
      tokensSaved: 35,
    },
  ],
  good: [
    {
      title: 'names that differ in case only',
      lists: [{ tools: [tool('Search the files.'), { ...tool('Search the issues.'), name: 'Search' }] }],
    },
  ],
  *checkList({ tools, listing }, { countTokens }) {
    // A page that came twice because of its cursor is told of once, as that.
    if (listing?.loop !== undefined) return;
    const first = new Map<string, LintTool>();
    for (const one of tools) {
      if (one.name === undefined) continue;
      const before = first.get(one.name);
      if (before === undefined) {
        first.set(one.name, one);
        continue;
      }
      yield {
        reason: 'repeated',
        at: ['tools', one.index, 'name'],
        what: `the name of tool ${one.index + 1} is that of tool ${before.index + 1} already`,
        tokensSaved: countTokens(genericText(one.raw)),
      };
    }
  },
};
