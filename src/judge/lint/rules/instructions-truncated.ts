import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { verdictsOf } from '../levels.ts';
import { overLength } from '../over-length.ts';

const lists = (instructions: string) => [
  {
    tools: [
      {
        name: 'ping',
        description: 'Tell whether it answers.',
        inputSchema: { type: 'object', properties: {} },
      },
    ],
    instructions,
  },
];
const text = (chars: number, end: string): string =>
  'Use the tools with care and'.repeat(200).slice(0, chars) + end;

export const instructionsTruncated: LintRule = {
  id: 'instructions-truncated',
  group: 'descriptions',
  severity: 'warning',
  summary: "The server's instructions are longer than a host keeps.",
  why: 'What stands behind the cut never reaches the model. Where servers are found by searching, their beginning is what they are found by.',
  reasons: {
    cut: {
      summary: 'The instructions exceed the limit of the host.',
      suggestion: 'Say what matters first, and shorten the rest.',
      concerns: 'hosts',
    },
    opening: {
      severity: 'info',
      summary: 'No sentence ends within the first 512 characters.',
      suggestion: 'Begin with a sentence that says what the server is for.',
      concerns: 'hosts',
    },
  },
  fix: 'suggest',
  sources: [
    { text: 'nexu-io/open-design#7098', date: '2026-11-30' },
    { text: 'erikdarlingdata/PerformanceMonitor#3898', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'more than Claude Code reads',
      reason: 'cut',
      lists: lists(`Ask before you write. ${text(4096, '.')}`),
      pointers: ['/instructions'],
      severity: 'warning',
      hosts: ['claude-code'],
      severityInHosts: 'warning',
    },
    {
      title: 'one sentence without an end',
      reason: 'opening',
      lists: lists(text(600, '.')),
      pointers: ['/instructions'],
      severity: 'info',
      hosts: ['codex'],
      severityInHosts: 'info',
    },
  ],
  good: [
    { title: 'a sentence to begin with', lists: lists(`Tools for rooms. ${text(600, '.')}`) },
    { title: 'a heading to begin with', lists: lists(`# Rooms\n${text(600, '.')}`) },
  ],
  *checkList({ instructions = '' }, context) {
    const over = overLength({ text: instructions, noun: 'instructions' }, context, (host) => ({
      max: host.instructions.max,
      action: host.instructions.onExceed,
      confidence: host.confidence.instructions,
    }));
    const at = ['instructions'];
    if (over !== undefined) {
      const { kept, ...place } = over;
      const tokensSaved = context.countTokens(instructions) - context.countTokens(kept);
      yield { reason: 'cut', at, ...place, tokensSaved };
    }
    if (instructions.length <= OPENING_CHARS || endsSentence(instructions.slice(0, OPENING_CHARS + 1)))
      return;
    yield {
      reason: 'opening',
      at,
      what: `instructions of ${formatCount(instructions.length)} characters, the first ${OPENING_CHARS} of which end no sentence`,
      hosts: verdictsOf('instructions-truncated', 'opening', context.hosts),
      doing: ['wants them to stand alone', 'want them to stand alone'],
    };
  },
};

/** What must stand alone: documentation of a vendor, as of 2026-11. */
const OPENING_CHARS = 512;

/** A line that ends ends a statement too: a heading, an item. */
function endsSentence(text: string): boolean {
  return /[.!?…]["'”’)\]*_`]*\s|[。！？]|\S\s*\n/u.test(text);
}
