import { cutAt, renderName } from '../../../hosts/names.ts';
import type { HostProfile } from '../../../model/host.ts';
import type { LintRule, RuleOptions } from '../../../model/lint.ts';
import { countingVerdicts } from '../counting-verdicts.ts';
import { variantOption } from '../host-limits.ts';
import { excessOf, longestIn, type LongName } from '../long-names.ts';
import { quote } from '../words.ts';

const tool = (name: string) => ({
  name,
  description: 'Read the numbers of a sheet.',
  inputSchema: {
    type: 'object',
    properties: { sheet: { type: 'string', description: 'Name of the sheet.' } },
  },
});
const LONG = `read_numbers_${'of_a_sheet_'.repeat(5)}by_name`;

export const toolNameLength: LintRule = {
  id: 'tool-name-length',
  group: 'names',
  severity: 'warning',
  summary: 'The name of a tool is too long for a host, with what the host puts in front.',
  why: 'Hosts put the name of the server before that of the tool, and what is too long is refused, dropped or cut. Half of the common limit of 64 characters can go to the prefix.',
  reasons: {
    'too-long': {
      summary: 'The name as the host writes it exceeds its limit.',
      suggestion: 'Shorten the name of the tool, or that of the server in the config of the host.',
      concerns: 'hosts',
    },
  },
  options: {
    serverName: {
      type: 'text',
      default: undefined,
      describe: 'Name of the server in hosts, where nothing else tells it.',
    },
    pluginName: {
      type: 'text',
      default: undefined,
      describe: 'Name of the plug-in that brings the server, for hosts that put it in front too.',
    },
    variant: variantOption,
  },
  fix: 'suggest',
  sources: [
    { text: 'ComposioHQ/composio#2788', date: '2026-02' },
    { text: 'ChromeDevTools/chrome-devtools-mcp#1169', date: '2026-11-30' },
    { text: 'evoila/meho#2745', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'longer than 64 by itself',
      reason: 'too-long',
      tool: tool(LONG),
      pointers: ['/tools/0/name'],
      severity: 'warning',
      hosts: ['openai-chat', 'gemini-api'],
      severityInHosts: 'error',
    },
    {
      title: 'too long only with the server in front',
      reason: 'too-long',
      lists: [
        { server: 'company-sheets-production', tools: [tool('read_numbers_of_the_current_sheet_by_name')] },
      ],
      pointers: ['/tools/0/name'],
      severity: 'warning',
      hosts: ['cursor', 'kiro'],
      severityInHosts: 'error',
    },
  ],
  good: [
    { title: 'a short name', lists: [{ server: 'sheets', tools: [tool('read_sheet')] }] },
    { title: 'as long as it may be', tool: tool(LONG.slice(0, 64)), hosts: ['openai-chat'] },
  ],
  *checkTool({ name = '' }, context, { hostName }) {
    if (name === '') return;
    const server = hostName ?? textOf(context.options['serverName']);
    const known = { server, plugin: textOf(context.options['pluginName']) };
    const found = context.hosts.flatMap((host) => longestIn(name, { host, known, context }) ?? []);
    const counting = new Set(
      countingVerdicts(
        found.map(({ verdict }) => verdict),
        context,
      ),
    );
    const over = found.filter(({ verdict }) => counting.has(verdict));
    const [worst] = over.toSorted((a, b) => excessOf(b) - excessOf(a));
    if (worst === undefined) return;
    const { actual, limit } = worst.verdict;
    yield {
      reason: 'too-long',
      at: ['name'],
      what: `${describe(name, worst, server)}, ${excessOf(worst)} over ${limit}`,
      suggestion: suggest(name, excessOf(worst), { server, hosts: context.hosts }),
      hosts: over.map(({ verdict }) => verdict),
      // A name that nobody is known to use is no more than a hint.
      most: over.every(({ verdict }) => verdict.action === 'unknown') ? 'info' : undefined,
      doing: ['may refuse it', 'may refuse it'],
      actual,
      limit,
      unit: 'chars',
      tokensSaved:
        context.countTokens(name) - context.countTokens(cutAt(name, name.length - excessOf(worst))),
      isSavingEstimated: true,
    };
  },
};

function describe(name: string, { full, assumed }: LongName, server: string | undefined): string {
  if (assumed > 0) return `a name of ${full.length} characters, ${full.length + assumed} with a usual prefix`;
  if (full === name) return `a name of ${full.length} characters`;
  const by = server === undefined ? ' even without the name of the server' : `, as ${quote(full)}`;
  return `a name of ${full.length} characters${by}`;
}

/** How much to cut, and what that leaves to a server of which the name is not known. */
function suggest(
  name: string,
  excess: number,
  { server, hosts }: { readonly server: string | undefined; readonly hosts: readonly HostProfile[] },
): string {
  const cut = `Cut ${excess} of its ${name.length} characters`;
  if (server !== undefined) return `${cut}, or shorten the name of the server in the config of the host.`;
  const room = hosts.flatMap((host) => {
    const { maxLength, prefix } = host.name;
    if (maxLength === undefined || !prefix.includes('{server}')) return [];
    return maxLength - renderName('', name, host).length + excess;
  });
  if (room.length === 0) return `${cut}.`;
  const left = Math.max(0, Math.min(...room));
  return `${cut}; that leaves ${left} for the name of the server, which some hosts put in front.`;
}

function textOf(option: RuleOptions[string]): string | undefined {
  return typeof option === 'string' && option !== '' ? option : undefined;
}
