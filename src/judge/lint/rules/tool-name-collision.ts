import { renderName } from '../../../hosts/names.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintContext, LintList, LintRule, LintTool, Place } from '../../../model/lint.ts';
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
    const cleaning = hosts.filter(({ name }) => name.sanitize?.part === 'all');
    const clean = groupBy(cleaning, (host) => host.name.sanitize?.replace ?? '');
    for (const same of clean) {
      const [first] = same;
      if (first === undefined) continue;
      yield* collisions(tools, (name) => renderName('s', name, first)).map(([later, earlier]): Place => ({
        reason: 'sanitised',
        at: ['tools', later.index, 'name'],
        what: `the name ${quote(later.name ?? '')}, which becomes that of ${quote(earlier.name ?? '')}`,
        hosts: same.map(verdictOf),
      }));
    }
    const cases = collisions(tools, (name) => name.toLowerCase());
    const [first] = cases;
    if (first === undefined) return;
    yield {
      reason: 'case',
      at: ['tools', first[0].index, 'name'],
      places: cases.map(([later]) => ['tools', later.index, 'name']),
      what: `the name ${quote(first[0].name ?? '')} beside ${quote(first[1].name ?? '')}${andMore(cases)}`,
    };
  },
  *checkRun(all, context) {
    const servers = new Map<string, LintList>();
    for (const list of all) if (list.isInTotal && !servers.has(list.server)) servers.set(list.server, list);
    const lists = [...servers.values()];
    if (lists.length < 2) return;
    yield* acrossServers(lists, context);
  },
};

/** By full name in each host, but for hosts that write names alike. */
function acrossServers(lists: readonly LintList[], { hosts }: LintContext): readonly Place[] {
  const alike = groupBy(
    hosts.filter(({ kind }) => kind === 'client'),
    ({ name: { prefix, prefixMaxLength, sanitize } }) => JSON.stringify([prefix, prefixMaxLength, sanitize]),
  );
  return alike.flatMap((same) => {
    const [host] = same;
    if (host === undefined) return [];
    const hasServer = host.name.prefix.includes('{server}');
    const seen = new Map<string, { readonly list: LintList; readonly tool: LintTool }>();
    return lists.flatMap((list) =>
      list.tools.flatMap((one): readonly Place[] => {
        const { name = '' } = one;
        const full = renderName(list.hostName ?? list.server, name, host);
        const before = seen.get(full);
        if (before === undefined) seen.set(full, { list, tool: one });
        if (name === '' || before === undefined || before.list === list) return [];
        return [
          {
            reason: hasServer ? 'prefixed' : 'cross-server',
            list,
            at: ['tools', one.index, 'name'],
            what: `the name ${quote(full)}, which ${quote(before.tool.name ?? '')} of server ${quote(before.list.server)} has too`,
            hosts: same.map(verdictOf),
          },
        ];
      }),
    );
  });
}

function verdictOf({ id, confidence }: HostProfile): HostVerdict {
  return { id, action: 'degrade', confidence: confidence.name };
}

/** Tools whose names differ and become equal: the later with the first of them. */
function collisions(
  tools: readonly LintTool[],
  become: (name: string) => string,
): readonly (readonly [later: LintTool, earlier: LintTool])[] {
  const first = new Map<string, LintTool>();
  return tools.flatMap((tool) => {
    if (tool.name === undefined) return [];
    const key = become(tool.name);
    const before = first.get(key);
    if (before === undefined) first.set(key, tool);
    return before === undefined || before.name === tool.name ? [] : [[tool, before] as const];
  });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
