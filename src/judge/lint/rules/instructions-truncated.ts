import type { HostVerdict } from '../../../model/host.ts';
import type { LintRule } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { verdictsOf } from '../levels.ts';
import { quote } from '../words.ts';

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
      title: 'one long sentence',
      reason: 'opening',
      lists: lists(text(600, '.')),
      pointers: ['/instructions'],
      severity: 'info',
      hosts: ['codex'],
      severityInHosts: 'info',
    },
  ],
  good: [{ title: 'a sentence to begin with', lists: lists(`Tools for rooms. ${text(600, '.')}`) }],
  *checkList({ instructions = '' }, { hosts, countTokens }) {
    const over = hosts.flatMap(
      ({ id, instructions: { max, onExceed }, confidence }): readonly HostVerdict[] =>
        max !== undefined && instructions.length > max
          ? [
              {
                id,
                action: onExceed,
                confidence: confidence.instructions,
                actual: instructions.length,
                limit: max,
              },
            ]
          : [],
    );
    if (over.length > 0) {
      const limit = Math.min(...over.map((one) => one.limit ?? Infinity));
      const lost = instructions.slice(limit);
      yield {
        reason: 'cut',
        at: ['instructions'],
        what: `instructions of ${formatCount(instructions.length)} characters, more than ${formatCount(limit)}; behind that stands ${quote(lost.slice(0, SHOWN_CHARS))}`,
        hosts: over,
        actual: instructions.length,
        limit,
        unit: 'chars',
        tokensSaved: countTokens(lost),
      };
    }
    if (instructions.length <= OPENING_CHARS || /[.!?。！？:\n]/.test(instructions.slice(0, OPENING_CHARS)))
      return;
    yield {
      reason: 'opening',
      at: ['instructions'],
      what: `instructions whose first ${OPENING_CHARS} characters end no sentence`,
      hosts: verdictsOf('instructions-truncated', 'opening', hosts),
    };
  },
};

const SHOWN_CHARS = 40;
/** What Codex shows of a server before it is searched for; documentation as of 2026-11. */
const OPENING_CHARS = 512;
