import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintContext, LintList, LintRule, LintTool, Place } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { listQuoted } from '../words.ts';

const lists = (count: number) => [
  {
    tools: Array.from({ length: count }, (_, index) => ({
      name: `tool_${index + 1}`,
      description: 'Does one small thing.',
      inputSchema: { type: 'object', properties: {} },
    })),
  },
];

export const toolCount: LintRule = {
  id: 'tool-count',
  group: 'cost',
  severity: 'warning',
  summary: 'There are more tools than a host takes, or than a model chooses well among.',
  why: 'Some hosts refuse a request with more, some leave the rest out without a word. Documentation of two vendors says that choices grow worse from 20 to 50 tools on.',
  reasons: {
    'host-limit': {
      summary: 'All servers together have more tools than the host takes.',
      suggestion: 'Choose a toolset of the server, or switch tools off in the host.',
      concerns: 'hosts',
    },
    near: {
      severity: 'info',
      summary: "With the host's own tools there may be more than it takes.",
      suggestion: 'Choose a toolset of the server, or switch tools off in the host.',
      concerns: 'hosts',
    },
    many: {
      severity: 'info',
      summary: 'There are many tools.',
      suggestion: 'Offer toolsets, so that a user loads what a task needs.',
      concerns: 'everyone',
    },
  },
  options: { many: { type: 'number', default: 40, describe: 'More tools are many.' } },
  fix: 'suggest',
  sources: [
    { text: 'microsoft/vscode-release#11653', date: '2026-11-30' },
    { text: 'homeassistant-ai/ha-mcp#420', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'one more than OpenAI takes',
      reason: 'host-limit',
      lists: lists(129),
      pointers: ['/tools'],
      severity: 'warning',
      hosts: ['vscode', 'openai-chat'],
      severityInHosts: 'error',
      tokensSaved: 26,
    },
    {
      title: 'as many, with those of the editor',
      reason: 'near',
      lists: lists(109),
      pointers: ['/tools'],
      severity: 'info',
      hosts: ['vscode'],
      severityInHosts: 'info',
    },
    {
      title: 'many for one server',
      reason: 'many',
      lists: lists(41),
      pointers: ['/tools'],
      severity: 'info',
    },
  ],
  good: [
    { title: 'few', lists: lists(20) },
    {
      title: 'many, in a host that loads none of them at the start',
      lists: lists(60),
      hosts: ['claude-code'],
    },
  ],
  *checkRun(all, context) {
    const lists = all.filter(({ isInTotal }) => isInTotal);
    const tools = lists.flatMap((list) => list.tools);
    const over = context.hosts.filter(({ tools: { max } }) => max !== undefined && tools.length > max);
    const near = context.hosts.filter((host) => !over.includes(host) && isNear(host, tools.length));
    if (over.length > 0) yield overPlace(lists, { tools, over, context });
    if (near.length > 0) yield nearPlace(lists, tools, near);
    const most = typeof context.options['many'] === 'number' ? context.options['many'] : Infinity;
    const isDeferred = context.isChosen && context.hosts.every(({ deferral }) => deferral.default === 'all');
    if (over.length + near.length > 0 || tools.length <= most || isDeferred) return;
    yield {
      ...whole(lists),
      reason: 'many',
      what: `${formatCount(tools.length)} tools`,
      actual: tools.length,
      limit: most,
    };
  },
};

function isNear({ tools: { max, reserve = 0 } }: HostProfile, count: number): boolean {
  return max !== undefined && reserve > 0 && count > max - reserve;
}

function whole(lists: readonly LintList[]): Pick<Place, 'at' | 'list' | 'unit'> {
  return { at: ['tools'], list: lists.length === 1 ? lists[0] : undefined, unit: 'tools' };
}

interface Over {
  readonly tools: readonly LintTool[];
  readonly over: readonly HostProfile[];
  readonly context: LintContext;
}

function overPlace(lists: readonly LintList[], { tools, over, context }: Over): Place {
  const limitOf = ({ tools: { max = Infinity } }: HostProfile): number => max;
  const lowest = Math.min(...over.map(limitOf));
  const hosts = over.map((host): HostVerdict => ({
    id: host.id,
    // A derived target only tells.
    action: host.tools.onExceed,
    confidence: host.confidence.tools,
    actual: tools.length,
    limit: host.tools.max,
  }));
  // Of hosts that nobody chose, those that are not sure do not say where the cut is.
  const cut = context.isChosen ? lowest : Math.max(...over.map(limitOf));
  const behind = tools.slice(cut);
  return {
    ...whole(lists),
    reason: 'host-limit',
    what: `${formatCount(tools.length)} tools, more than ${formatCount(cut)}; behind that stand ${listQuoted(behind.flatMap(({ name }) => name ?? []))}`,
    hosts,
    actual: tools.length,
    limit: cut,
    tokensSaved: behind.reduce((sum, one) => sum + one.tokens, 0),
  };
}

function nearPlace(
  lists: readonly LintList[],
  tools: readonly LintTool[],
  near: readonly HostProfile[],
): Place {
  const usable = Math.min(...near.map(({ tools: { max = Infinity, reserve = 0 } }) => max - reserve));
  return {
    ...whole(lists),
    reason: 'near',
    what: `${formatCount(tools.length)} tools, more than the ${formatCount(usable)} that are left beside a host's own`,
    most: 'info',
    hosts: near.map(({ id, tools: { max }, confidence }) => ({
      id,
      action: 'unknown' as const,
      confidence: confidence.tools,
      actual: tools.length,
      limit: max,
    })),
    actual: tools.length,
    limit: usable,
  };
}
