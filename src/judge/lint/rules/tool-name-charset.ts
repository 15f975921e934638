import { renderName } from '../../../hosts/names.ts';
import type { HostProfile, HostVerdict } from '../../../model/host.ts';
import type { LintRule, Place } from '../../../model/lint.ts';
import { quote } from '../words.ts';

const tool = (name: string) => ({
  name,
  description: 'Search the files for words.',
  inputSchema: { type: 'object', properties: { words: { type: 'string', description: 'Words.' } } },
});

const REASONS = ['space', 'dot', 'slash', 'first-character', 'other'] as const;
type Reason = (typeof REASONS)[number];

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
      summary: 'The name begins with what no name may begin with.',
      suggestion: 'Put a letter in front, such as `t_`.',
      concerns: 'hosts',
    },
    other: {
      summary: 'There is another character in the name than letters, digits, `_` and `-`.',
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
  ].map(({ title, reason, name, hosts }) => ({
    title,
    reason,
    tool: tool(name),
    pointers: ['/tools/0/name'],
    severity: 'warning' as const,
    hosts,
    severityInHosts: 'error' as const,
  })),
  good: [
    { title: 'letters, digits and underscores', tool: tool('search_files_2') },
    { title: 'a dot, where it is taken', tool: tool('files.search'), hosts: ['gemini-api'] },
    {
      title: 'a number in front, behind a prefix of the host',
      tool: tool('3d_search'),
      hosts: ['claude-code'],
    },
  ],
  *checkTool({ name = '' }, { hosts }) {
    if (name === '' || /^[A-Za-z]\w*$/.test(name)) return;
    const found = hosts.flatMap((host) =>
      faultsIn(name, host).map((reason) => ({ reason, verdict: verdictOf(host, name) })),
    );
    for (const reason of REASONS) {
      const verdicts = found.filter((one) => one.reason === reason).map(({ verdict }) => verdict);
      if (verdicts.length > 0) yield placeOf(name, reason, verdicts);
    }
  },
};

function placeOf(name: string, reason: Reason, hosts: readonly HostVerdict[]): Place {
  const what: Readonly<Record<Reason, string>> = {
    space: 'with white space',
    dot: 'with a dot',
    slash: 'with a slash',
    'first-character': 'that begins with no letter',
    other: `with ${quote(/[^\w\s./-]/u.exec(name)?.[0] ?? '')}`,
  };
  return { reason, at: ['name'], what: `the name ${quote(name)} ${what[reason]}`, hosts };
}

function verdictOf(host: HostProfile, name: string): HostVerdict {
  const action = isRewritten(host, name) ? 'rewrite' : host.name.onPattern;
  return { id: host.id, action, confidence: host.confidence.name };
}

function isRewritten(host: HostProfile, name: string): boolean {
  return host.name.sanitize?.part === 'all' && !renderName('s', name, host).includes(name);
}

function faultsIn(name: string, host: HostProfile): readonly Reason[] {
  const isRefused = (text: string): boolean => {
    const pattern = patternOf(host);
    return isRewritten(host, text) || (pattern !== undefined && !pattern.test(renderName('s', text, host)));
  };
  const bad = [...new Set(name)].filter((char) => isRefused(`a${char}`));
  const reasons = new Set(bad.map(reasonOf));
  if (bad.length === 0 && isRefused(name)) reasons.add('first-character');
  return REASONS.filter((reason) => reasons.has(reason));
}

function reasonOf(char: string): Reason {
  if (/\s/.test(char)) return 'space';
  if (char === '.') return 'dot';
  return char === '/' || char === '\\' ? 'slash' : 'other';
}

const patterns = new Map<string, RegExp>();

/** Without the length that some patterns state: that is another rule's. */
function patternOf({ name: { pattern } }: HostProfile): RegExp | undefined {
  if (pattern === undefined) return undefined;
  const known = patterns.get(pattern) ?? new RegExp(pattern.replace(/\{\d+,\d+\}\$$/, '*$'), 'u');
  patterns.set(pattern, known);
  return known;
}
