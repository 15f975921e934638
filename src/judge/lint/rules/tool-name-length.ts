import { renderName } from '../../../hosts/names.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintContext, LintRule } from '../../../model/lint.ts';
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
    // No prefix makes a name of these too long.
    if (name.length < 8) return;
    const server = hostName ?? textOf(context.options['serverName']);
    const found = context.hosts.flatMap((host) => {
      const one = tooLongIn(name, host, { server, plugin: textOf(context.options['pluginName']) });
      return one === undefined ? [] : [one];
    });
    const [first, ...others] = found;
    if (first === undefined) return;
    const worst = others.reduce((before, one) => (one.over > before.over ? one : before), first);
    const { full, limit, over } = worst;
    const shown = server === undefined ? 'without the name of the server' : `as ${quote(full)}`;
    yield {
      reason: 'too-long',
      at: ['name'],
      what: `a name of ${full.length} characters ${shown}, ${over} over ${limit}`,
      suggestion: suggest(name, found, server),
      hosts: found.map(({ verdict }) => verdict),
      actual: full.length,
      limit,
      unit: 'chars',
      tokensSaved: Math.max(0, context.countTokens(name) - context.countTokens(name.slice(0, -over))),
      isSavingEstimated: true,
    };
  },
};

interface TooLong {
  readonly full: string;
  readonly limit: number;
  readonly over: number;
  readonly verdict: HostVerdict;
}

interface Known {
  readonly server: string | undefined;
  readonly plugin: string | undefined;
}

function tooLongIn(name: string, host: HostProfile, { server = '', plugin }: Known): TooLong | undefined {
  const {
    maxLength,
    maxLengthUncertainBy = 0,
    onExceed,
    prefixVariants = [],
    assumedPrefixLength = 0,
  } = host.name;
  if (maxLength === undefined) return undefined;
  const prefixes = [
    host.name.prefix,
    ...prefixVariants.flatMap(({ prefix }) =>
      plugin !== undefined && prefix.includes('{plugin}') && !prefix.includes('{uuid}')
        ? [prefix.replace('{plugin}', plugin)]
        : [],
    ),
  ];
  const names = prefixes.map((prefix) =>
    renderName(server, name, { ...host, name: { ...host.name, prefix } }),
  );
  const full = names.reduce((longest, one) => (one.length > longest.length ? one : longest));
  const over = full.length + assumedPrefixLength - maxLength;
  if (over <= 0) return undefined;
  const { id, confidence } = host;
  const verdict: HostVerdict = {
    id,
    action: over <= maxLengthUncertainBy ? 'warn' : onExceed,
    confidence: confidence.name,
    actual: full.length + assumedPrefixLength,
    limit: maxLength,
  };
  return { full, limit: maxLength, over, verdict };
}

function suggest(name: string, found: readonly TooLong[], server: string | undefined): string {
  const most = Math.max(...found.map(({ over }) => over));
  const cut = `Cut ${most} of its ${name.length} characters`;
  return server === undefined
    ? `${cut}; hosts put the name of the server in front of it too.`
    : `${cut}, or shorten the name of the server in the host's config.`;
}

function textOf(option: LintContext['options'][string]): string | undefined {
  return typeof option === 'string' && option !== '' ? option : undefined;
}
