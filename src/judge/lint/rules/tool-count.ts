import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintContext, LintRule, LintTool, Place } from '../../../model/lint.ts';
import { formatCount, formatNoun } from '../../../numbers.ts';
import { countingVerdicts } from '../counting-verdicts.ts';
import { limitIn, limitsOf, listLimits, variantOption } from '../host-limits.ts';
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
  options: {
    many: { type: 'number', default: 40, describe: 'More tools are many.' },
    variant: variantOption,
  },
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
    const place = { at: ['tools'], list: lists.length === 1 ? lists[0] : undefined, actual: tools.length };
    const over = verdictsOn(tools.length, context, () => 0);
    const near = verdictsOn(tools.length, context, ({ tools: { reserve = 0 } }) => reserve).filter(
      ({ id }) => !over.some((one) => one.id === id),
    );
    if (over.length > 0) yield { ...place, ...overLimit(tools, over, context) };
    if (near.length > 0) yield { ...place, ...nearLimit(tools, near, context) };
    const many = typeof context.options['many'] === 'number' ? context.options['many'] : Infinity;
    if (over.length + near.length > 0 || tools.length <= many || isAllDeferred(context)) return;
    const what = `${formatCount(tools.length)} tools, over ${formatCount(many)}`;
    yield { ...place, reason: 'many', what, limit: many, unit: 'tools' };
  },
};

interface CountVerdict extends HostVerdict {
  readonly limit: number;
}

/** Hosts whose limit the count exceeds once some slots are kept free. */
function verdictsOn(
  actual: number,
  context: LintContext,
  keptFree: (host: HostProfile) => number,
): readonly CountVerdict[] {
  const found = context.hosts.flatMap((host): readonly CountVerdict[] => {
    const { max, confidence, note } = limitIn(host, 'tools', context.options);
    if (max === undefined || actual <= max - keptFree(host)) return [];
    return [{ id: host.id, action: host.tools.onExceed, confidence, note, actual, limit: max }];
  });
  const counting = new Set(countingVerdicts(found, context));
  return found.filter((one) => counting.has(one));
}

type CountPlace = Omit<Place, 'at'>;

function overLimit(
  tools: readonly LintTool[],
  hosts: readonly CountVerdict[],
  context: LintContext,
): CountPlace {
  const limits = limitsOf(hosts);
  const [lowest = 0] = limits;
  const behind = tools.slice(lowest);
  return {
    reason: 'host-limit',
    what: `${formatCount(tools.length)} tools, over ${listLimits(limits)}; after the first ${formatCount(lowest)} come ${listQuoted(behind.map(({ name = '' }) => name))}`,
    suggestion: `Leave out ${formatNoun(behind.length, 'tool')}: choose a toolset of the server, or switch tools off in the host.${reserveWords(hosts, context)}`,
    hosts,
    limit: lowest,
    unit: 'tools',
    tokensSaved: behind.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function nearLimit(
  tools: readonly LintTool[],
  near: readonly CountVerdict[],
  context: LintContext,
): CountPlace {
  const [first = 0, ...others] = near.map((one) => one.limit - reserveOf(one, context));
  const usable = Math.min(first, ...others);
  return {
    reason: 'near',
    what: `${formatCount(tools.length)} tools, over the ${formatCount(usable)} that are left beside a host's own`,
    most: 'info',
    hosts: near.map((one) => ({ ...one, action: 'unknown' })),
    doing: ['counts its own tools too', 'count their own tools too'],
    limit: usable,
    unit: 'tools',
  };
}

function reserveOf({ id }: HostVerdict, { hosts }: LintContext): number {
  return hosts.find((host) => host.id === id)?.tools.reserve ?? 0;
}

/** Some count their own tools. */
function reserveWords(over: readonly CountVerdict[], context: LintContext): string {
  const counting = over.filter((one) => reserveOf(one, context) > 0);
  if (counting.length === 0) return '';
  const left = Math.min(...counting.map((one) => one.limit - reserveOf(one, context)));
  return ` With the tools of its own that a host counts, more than ${formatCount(left)} may be too many.`;
}

/** None of them is in the context at the start. */
function isAllDeferred({ hosts, isChosen }: LintContext): boolean {
  return isChosen && hosts.every(({ deferral }) => (deferral.setting?.state ?? deferral.default) === 'all');
}
