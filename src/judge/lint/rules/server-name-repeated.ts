import type { LintRule } from '../../../model/lint.ts';
import { genericText } from '../subject.ts';
import { isJsonObject } from '../../../json.ts';
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
  why: 'Where the host writes `mcp__notion__notion_search`, the word is paid for twice with every tool. Other hosts put nothing in front, and vendors disagree: switch the rule off where you want the names as they are.',
  reasons: {
    repeated: {
      summary: "The name of a tool repeats the server's.",
      suggestion:
        'Drop the word from the names of new tools; to rename one that is in use breaks whoever names it.',
      concerns: 'hosts',
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
  ],
  good: [
    { title: 'names without it', lists: [{ server: 'notion', tools: [tool('create_page')] }] },
    { title: 'a word that only begins alike', lists: [{ server: 'note', tools: [tool('notes_search')] }] },
    { title: 'too little left', lists: [{ server: 'notion', tools: [tool('notion_ls')] }] },
  ],
  *checkList({ tools, hostName, server }, { hosts, countTokens }) {
    const prefix = `${normalise(hostName ?? server)}_`;
    if (prefix.length <= SHORTEST_SERVER) return;
    const found = tools.filter(({ name = '' }) => {
      const text = normalise(name);
      return text.startsWith(prefix) && text.length - prefix.length >= SHORTEST_REST;
    });
    const [first] = found;
    if (first === undefined) return;
    const saved = found.map(({ raw, name = '', tokens }) =>
      isJsonObject(raw) ? tokens - countTokens(genericText({ ...raw, name: name.slice(prefix.length) })) : 0,
    );
    yield {
      reason: 'repeated',
      at: ['tools', first.index, 'name'],
      places: found.map(({ index }) => ['tools', index, 'name']),
      what: `the name ${quote(first.name ?? '')}, which begins with that of its server${andMore(found)}`,
      hosts: hosts
        .filter(({ name }) => name.prefix.includes('{server}'))
        .map(({ id, confidence }) => ({ id, action: 'unknown' as const, confidence: confidence.name })),
      tokensSaved: saved.reduce((sum, one) => sum + one, 0),
    };
  },
};

/** With the underscore behind it. */
const SHORTEST_SERVER = 3;
const SHORTEST_REST = 3;

function normalise(name: string): string {
  return name.toLowerCase().replaceAll(/[-. ]/g, '_');
}
