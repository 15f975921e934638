import { isJsonObject } from '../../../json.ts';
import type { LintRule, LintTool } from '../../../model/lint.ts';
import { genericText } from '../subject.ts';
import { andMore, quote } from '../words.ts';

const tool = (name: string) => ({
  name,
  description: 'Create a page.',
  inputSchema: { type: 'object', properties: { title: { type: 'string', description: 'Its title.' } } },
});

export const serverNameRepeated: LintRule = {
  id: 'server-name-repeated',
  group: 'names',
  severity: 'info',
  summary: 'Names of tools begin with that of their server, which hosts put in front anyway.',
  why: 'Where the host writes `mcp__notion__notion_search`, the word is paid for twice with every tool. Other hosts put nothing in front, and vendors disagree (one wants such names, another does not): set `enabled` to false where you want the names as they are.',
  reasons: {
    repeated: {
      summary: "The name of a tool repeats the server's.",
      suggestion:
        'Drop the word from the names of new tools; to rename one that is in use breaks whoever names it.',
      concerns: 'hosts',
    },
  },
  options: {
    enabled: {
      type: 'flag',
      default: true,
      describe: 'False where you want the name of the server in those of the tools: vendors disagree.',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'cloudflare/skills#11', date: '2026-11-30' },
    { text: 'Google MCP Toolbox, style guide', date: '2026-11' },
  ],
  bad: [
    {
      title: 'every tool of a server',
      reason: 'repeated',
      lists: [{ server: 'notion', tools: [tool('notion_create_page'), tool('notion-search')] }],
      pointers: ['/tools/0/name', '/tools/1/name'],
      severity: 'info',
      hosts: ['claude-code', 'cursor'],
      severityInHosts: 'info',
      tokensSaved: 4,
    },
    {
      title: 'one of two',
      reason: 'repeated',
      lists: [{ server: 'notion', tools: [tool('create_page'), tool('notion.create.database')] }],
      pointers: ['/tools/1/name'],
      severity: 'info',
      hosts: ['claude-code', 'cursor'],
      severityInHosts: 'info',
    },
  ],
  good: [
    { title: 'names without it', lists: [{ server: 'notion', tools: [tool('create_page')] }] },
    { title: 'a word that only begins alike', lists: [{ server: 'note', tools: [tool('notes_search')] }] },
    { title: 'a server of two letters', lists: [{ server: 'pg', tools: [tool('pg_query')] }] },
    {
      title: 'names that are wanted so',
      lists: [{ server: 'notion', tools: [tool('notion_create_page')] }],
      options: { enabled: false },
    },
    {
      title: 'a host that puts no server in front',
      lists: [{ server: 'notion', tools: [tool('notion_create_page')] }],
      hosts: ['claude-desktop', 'openai-chat'],
    },
    { title: 'too little left', lists: [{ server: 'notion', tools: [tool('notion_ls')] }] },
  ],
  *checkList({ tools, hostName, server }, { hosts, options, countTokens }) {
    const prefix = `${normalise(hostName ?? server)}_`;
    if (options['enabled'] === false || prefix.length <= SHORTEST_SERVER) return;
    const found = tools.filter(({ name = '' }) => {
      const text = normalise(name);
      return text.startsWith(prefix) && text.length - prefix.length >= SHORTEST_REST;
    });
    const savedBy = ({ raw, name = '', tokens }: LintTool): number =>
      isJsonObject(raw) ? tokens - countTokens(genericText({ ...raw, name: name.slice(prefix.length) })) : 0;
    const isAll = found.length === tools.length;
    for (const group of isAll ? [found] : found.map((one) => [one])) {
      const [first] = group;
      if (first === undefined) continue;
      yield {
        reason: 'repeated',
        at: ['tools', first.index, 'name'],
        places: group.map(({ index }) => ['tools', index, 'name']),
        what: `the name of the server at the beginning of ${quote(first.name ?? '')}${andMore(group)}`,
        hosts: hosts
          .filter(({ name }) => name.prefix.includes('{server}'))
          .map(({ id, confidence }) => ({ id, action: 'unknown', confidence: confidence.name })),
        doing: ['puts it in front anyway', 'put it in front anyway'],
        tokensSaved: group.reduce((sum, one) => sum + savedBy(one), 0),
      };
    }
  },
};

/** With the underscore behind it, which alone is one character. */
const SHORTEST_SERVER = 3;
const SHORTEST_REST = 3;

/** Of the same length as the name. */
function normalise(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[-. ]/g, '_');
}
