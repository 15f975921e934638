import { renderName } from '../../../hosts/names.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintList, LintRule, LintTool, Place } from '../../../model/lint.ts';
import { collisions, groupBy, sanitisedNames } from '../colliding-names.ts';
import { andMore, quote } from '../words.ts';

const tool = (name: string) => ({
  name,
  description: 'Search for words.',
  inputSchema: { type: 'object', properties: { words: { type: 'string', description: 'Words.' } } },
});

export const toolNameCollision: LintRule = {
  id: 'tool-name-collision',
  group: 'names',
  severity: 'warning',
  summary: 'Names that differ become the same in a host.',
  why: 'A call names its tool. Where two have one name, one of them can no longer be reached, or the host refuses both.',
  reasons: {
    sanitised: {
      summary: 'Two names of a list are equal once the host has replaced characters.',
      suggestion: 'Use names that differ in letters and digits.',
      concerns: 'hosts',
    },
    case: {
      severity: 'info',
      summary: 'Two names of a list differ in case only.',
      suggestion: 'Use names that differ in more: models mix them up.',
      concerns: 'everyone',
    },
    prefixed: {
      summary: 'Two tools of two servers have the same full name in the host.',
      suggestion: 'Give one of the servers another name in the config of the host.',
      concerns: 'hosts',
    },
    'cross-server': {
      summary: 'Two servers have a tool of one name, and the host puts no server in front.',
      suggestion: 'Switch one of the two off in this host, or rename it in its server.',
      concerns: 'hosts',
    },
  },
  fix: 'none',
  sources: [
    { text: 'openai/openai-agents-js#1934', date: '2026-11-30' },
    { text: 'spring-projects/spring-ai#2393', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a dot and an underscore',
      reason: 'sanitised',
      lists: [{ tools: [tool('files.search'), tool('files_search')] }],
      pointers: ['/tools/1/name'],
      severity: 'warning',
      hosts: ['codex', 'vscode'],
      severityInHosts: 'warning',
    },
    {
      title: 'upper and lower case',
      reason: 'case',
      lists: [{ tools: [tool('getUser'), tool('getuser')] }],
      pointers: ['/tools/1/name'],
      severity: 'info',
    },
    {
      title: 'a server whose name ends as a tool begins',
      reason: 'prefixed',
      lists: [
        { server: 'files', tools: [tool('a__search')] },
        { server: 'files__a', tools: [tool('search')] },
      ],
      pointers: ['/servers/1/tools/0/name'],
      severity: 'warning',
      hosts: ['claude-code'],
      severityInHosts: 'warning',
    },
    {
      title: 'the same name on two servers',
      reason: 'cross-server',
      lists: [
        { server: 'files', tools: [tool('search')] },
        { server: 'issues', tools: [tool('search')] },
      ],
      pointers: ['/servers/1/tools/0/name'],
      severity: 'warning',
      hosts: ['claude-desktop'],
      severityInHosts: 'warning',
    },
  ],
  good: [
    {
      title: 'names that differ in letters',
      lists: [{ tools: [tool('search_files'), tool('search_issues')] }],
    },
    {
      title: 'the same name behind the names of two servers',
      lists: [
        { server: 'files', tools: [tool('search')] },
        { server: 'issues', tools: [tool('search')] },
      ],
      hosts: ['claude-code', 'cursor', 'vscode'],
    },
  ],
  *checkList({ tools }, { hosts }) {
    for (const { later, earlier, hosts: own } of sanitisedNames(tools, hosts))
      yield {
        reason: 'sanitised',
        at: ['tools', later.index, 'name'],
        what: `the names ${quote(earlier.name ?? '')} and ${quote(later.name ?? '')}, which become one`,
        hosts: own.map(verdictOf),
      };
    const cases = collisions(tools, (name) => name.toLowerCase());
    const [first] = cases;
    if (first === undefined) return;
    yield {
      reason: 'case',
      at: ['tools', first.later.index, 'name'],
      places: cases.map(({ later }) => ['tools', later.index, 'name']),
      what: `the name ${quote(first.later.name ?? '')} beside ${quote(first.earlier.name ?? '')}${andMore(cases)}`,
    };
  },
  *checkRun(all, { hosts }) {
    // The name of a server tells its lists apart, not its toolsets.
    const lists = all.filter(({ isInTotal }) => isInTotal);
    if (new Set(lists.map(({ server }) => server)).size < 2) return;
    const clients = hosts.filter(({ kind }) => kind === 'client');
    for (const alike of groupBy(clients, ({ name }) => styleOf(name))) yield* acrossServers(lists, alike);
  },
};

/** In hosts that write names alike. */
function* acrossServers(lists: readonly LintList[], alike: readonly HostProfile[]): Generator<Place> {
  const [host] = alike;
  if (host === undefined) return;
  const reason = host.name.prefix.includes('{server}') ? 'prefixed' : 'cross-server';
  const seen = new Map<string, { readonly list: LintList; readonly tool: LintTool }>();
  for (const list of lists)
    for (const tool of list.tools) {
      const { name = '' } = tool;
      if (name === '') continue;
      const full = renderName(list.hostName ?? list.server, name, host);
      const before = seen.get(full);
      if (before === undefined) seen.set(full, { list, tool });
      if (before === undefined || before.list.server === list.server) continue;
      yield {
        reason,
        list,
        at: ['tools', tool.index, 'name'],
        what: `the name ${quote(full)}, which ${quote(before.tool.name ?? '')} of server ${quote(before.list.server)} has too`,
        hosts: alike.map(verdictOf),
      };
    }
}

/** Hosts that write the same names of all tools. */
function styleOf({ prefix, prefixMaxLength, sanitize }: HostProfile['name']): string {
  return prefix.includes('{server}') || sanitize?.part === 'all'
    ? JSON.stringify([prefix, prefixMaxLength, sanitize])
    : '';
}

function verdictOf({ id, confidence }: HostProfile): HostVerdict {
  return { id, action: 'degrade', confidence: confidence.name };
}
