import { isJsonObject } from '../../../json.ts';
import type { BadExample, LintList, LintRule } from '../../../model/lint.ts';
import {
  characterFaults,
  judgeServer,
  judgeTool,
  repairName,
  type CharacterFault,
} from '../name-characters.ts';
import { andMore, quote } from '../words.ts';

const tool = (name: string) => ({
  name,
  description: 'Search the files for words.',
  inputSchema: { type: 'object', properties: { words: { type: 'string', description: 'Words.' } } },
});

export const toolNameCharset: LintRule = {
  id: 'tool-name-charset',
  group: 'names',
  severity: 'warning',
  summary: 'The name of a tool has characters that a host refuses.',
  why: 'MCP allows letters, digits, `_`, `-` and `.`; most model APIs allow less, and refuse the request for one such name.',
  reasons: {
    space: {
      summary: 'There is white space in the name.',
      suggestion: 'Put `_` in its place.',
      concerns: 'hosts',
    },
    dot: {
      summary: 'There is a dot in the name, which MCP and Gemini allow.',
      suggestion: 'Put `_` in its place.',
      concerns: 'hosts',
    },
    slash: {
      summary: 'There is a slash in the name.',
      suggestion: 'Put `_` in its place.',
      concerns: 'hosts',
    },
    'first-character': {
      summary: 'The name begins with a character that hosts take only further on.',
      suggestion: 'Put a letter in front, such as `t_`.',
      concerns: 'hosts',
    },
    other: {
      summary: 'There is another character in the name than letters, digits and `_`.',
      suggestion: 'Put `_` in its place.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'microsoft/vscode#308463', date: '2026-11-30' },
    { text: 'cline/cline#7339', date: '2026-11-30' },
    { text: 'MCP specification 2025-11-25, Tools, Tool Names', date: '2025-11-25' },
  ],
  bad: [
    {
      title: 'two words',
      reason: 'space',
      name: 'search files',
      hosts: ['claude-api', 'openai-chat', 'claude-code'],
    },
    { title: 'a group in front', reason: 'dot', name: 'files.search', hosts: ['claude-api', 'openai-chat'] },
    { title: 'a path', reason: 'slash', name: 'files/search', hosts: ['claude-api', 'gemini-api'] },
    {
      title: 'a number in front',
      reason: 'first-character',
      name: '3d_search',
      hosts: ['gemini-api', 'moonshot-api'],
    },
    { title: 'another script', reason: 'other', name: 'søk', hosts: ['claude-api', 'bedrock-converse'] },
    {
      title: 'a dash, which one host alone refuses',
      reason: 'other',
      name: 'search-files',
      severity: 'info' as const,
      hosts: ['bedrock-agents'],
    },
    {
      title: 'a server of two words, in front of a tool of one',
      reason: 'space',
      name: 'search',
      server: 'my files',
      hosts: ['copilot-cli'],
    },
  ].map(({ title, reason, name, hosts, severity = 'warning' as const, server }): BadExample => ({
    title,
    reason,
    lists: [{ server, tools: [tool(name)] }],
    pointers: ['/tools/0/name'],
    severity,
    hosts,
    severityInHosts: 'error',
  })),
  good: [
    { title: 'letters, digits and underscores', tool: tool('search_files_2') },
    {
      title: 'a server of two words, where the host replaces the blank',
      lists: [{ server: 'my files', tools: [tool('search')] }],
      hosts: ['claude-code', 'codex', 'vscode'],
    },
    { title: 'a dot, where it is taken', tool: tool('files.search'), hosts: ['gemini-api'] },
    {
      title: 'a number in front, behind a prefix of the host',
      tool: tool('3d_search'),
      hosts: ['claude-code'],
    },
  ],
  *checkTool(tool, { hosts }, list) {
    const { name = '', raw } = tool;
    // What is no definition is told of as that.
    if (!isJsonObject(raw)) return;
    if (name === '') {
      yield {
        reason: 'other',
        at: Object.hasOwn(raw, 'name') ? ['name'] : [],
        what: name === tool.name ? 'an empty name' : 'no name',
        suggestion: 'Give the tool a name.',
        hosts: hosts.flatMap((host) => {
          const action = judgeTool('', host);
          return action === undefined ? [] : [{ id: host.id, action, confidence: host.confidence.name }];
        }),
      };
      return;
    }
    for (const fault of characterFaults(name, hosts, judgeTool))
      yield {
        reason: fault.reason,
        at: ['name'],
        what: `the name ${quote(name)}, ${describe(fault)}`,
        severity: severityOf(fault),
        suggestion: suggest(name, fault, list),
        hosts: fault.hosts,
      };
  },
  *checkList({ tools, hostName = '' }, { hosts }) {
    const places = tools.map(({ index }) => ['tools', index, 'name']);
    const [at] = places;
    if (hostName === '' || at === undefined) return;
    const before = hosts.filter(({ name }) => name.prefix.includes('{server}'));
    for (const fault of characterFaults(hostName, before, judgeServer))
      yield {
        reason: fault.reason,
        at,
        places,
        what: `the name ${quote(hostName)} of the server, which stands in front of each tool's, ${describe(fault)}`,
        severity: severityOf(fault),
        suggestion: 'Give the server a name of letters, digits, `_` and `-` in the config of the host.',
        hosts: fault.hosts,
      };
  },
};

const MOST_CHARS = 3;

function describe({ reason, chars: [first = '', ...others] }: CharacterFault): string {
  if (reason === 'space') return 'with white space';
  if (reason === 'dot') return 'with a dot';
  if (reason === 'slash') return 'with a slash';
  if (reason === 'first-character') return `which begins with ${/\d/.test(first) ? 'a digit' : quote(first)}`;
  const shown = [first, ...others].slice(0, MOST_CHARS).map(quote).join(', ');
  return `with ${shown}${andMore([first, ...others].slice(MOST_CHARS - 1))}`;
}

/** Names of MCP itself are full of these; where nobody has chosen a host that minds, that is worth no warning. */
function severityOf({ reason, chars }: CharacterFault): 'info' | undefined {
  const isUsual =
    (reason === 'other' && chars.every((char) => char === '-')) ||
    (reason === 'first-character' && chars.every((char) => char === '_'));
  return isUsual ? 'info' : undefined;
}

function suggest(name: string, { chars }: CharacterFault, list: LintList): string {
  const repaired = repairName(name, chars.includes('-'), list);
  return repaired === undefined
    ? 'Give it a name of letters, digits and `_` that no other tool has.'
    : `Call it ${quote(repaired)}.`;
}
