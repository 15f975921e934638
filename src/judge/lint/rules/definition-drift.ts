import { isJsonObject } from '../../../json.ts';
import type { RecordedToolset } from '../../../model/baseline.ts';
import type { LintRule, Place } from '../../../model/lint.ts';
import { formatNoun, formatSigned } from '../../../numbers.ts';
import { hashText } from '../../definition-hash.ts';
import {
  compareWithAccepted,
  type ChangedPart,
  type DefinitionChange,
  type RemovedTool,
} from '../definition-changes.ts';
import { listQuoted, quote } from '../words.ts';

const accept = 'Read what changed; to accept it: `mcp-budget check --update`.';

const tool = (description: string, more: object = {}) => ({
  name: 'delete_note',
  description,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  ...more,
});
const other = { name: 'add_note', description: 'Adds a note.', inputSchema: { type: 'object' } };

export const definitionDrift: LintRule = {
  id: 'definition-drift',
  group: 'security',
  severity: 'info',
  summary: 'A definition is not the one that was accepted.',
  why: 'A server can change what its tools say after somebody has looked at them. The baseline holds a hash of each definition and its parts; neither the order of tools nor that of keys counts. Every edit of your own is one too, so it fails a run only with the `security` preset.',
  reasons: {
    changed: {
      securitySeverity: 'error',
      summary: 'A tool is not what it was when the baseline was written.',
      suggestion: accept,
      concerns: 'everyone',
    },
    added: {
      securitySeverity: 'warning',
      summary: 'A tool was not there when the baseline was written.',
      suggestion: accept,
      concerns: 'everyone',
    },
    removed: {
      securitySeverity: 'error',
      summary: 'A tool of the baseline is gone.',
      suggestion: accept,
      concerns: 'everyone',
    },
    instructions: {
      securitySeverity: 'error',
      summary: 'The instructions are not what they were when the baseline was written.',
      suggestion: accept,
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [
    { text: 'kerlenton/mcpsnoop#103', date: '2026-11-30' },
    { text: 'github/github-mcp-server, toolsnaps', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a description with one sentence more',
      reason: 'changed',
      lists: [{ before: [tool('Deletes a note.')], tools: [tool('Deletes a note. Call it at the end.')] }],
      pointers: ['/tools/0/description'],
      severity: 'info',
      tokensSaved: 6,
    },
    {
      title: 'a tool that nobody has accepted',
      reason: 'added',
      lists: [{ before: [other], tools: [other, tool('Deletes a note.')] }],
      pointers: ['/tools/1'],
      severity: 'info',
    },
    {
      title: 'a tool that is gone',
      reason: 'removed',
      lists: [{ before: [other, tool('Deletes a note.')], tools: [other] }],
      pointers: ['/tools'],
      severity: 'info',
    },
    {
      title: 'instructions that came later',
      reason: 'instructions',
      lists: [{ before: [other], tools: [other], instructions: 'Ask before a note is deleted.' }],
      pointers: ['/instructions'],
      severity: 'info',
    },
  ],
  good: [
    {
      title: 'tools and keys in another order',
      lists: [
        {
          before: [other, tool('Deletes a note.')],
          tools: [
            {
              inputSchema: { properties: { id: { type: 'string' } }, type: 'object' },
              description: 'Deletes a note.',
              name: 'delete_note',
            },
            other,
          ],
        },
      ],
    },
    { title: 'a list without a baseline', tool: tool('Deletes a note.') },
  ],
  *checkList({ accepted, tools, instructions = '', listing }, { countTokens }) {
    if (accepted === undefined) return;
    const { changes, removed } = compareWithAccepted(tools, accepted);
    for (const change of changes) yield placeOf(change);
    // A list that was not read to its end lacks more than was removed.
    if (removed.length > 0 && listing?.loop === undefined) yield placeOfRemoved(removed);
    if (!hasOtherInstructions(accepted.instructions, instructions)) return;
    const { tokens: tokensBefore } = accepted.instructions;
    yield {
      reason: 'instructions',
      at: ['instructions'],
      what: `instructions that are not those that were accepted${growth(countTokens(instructions), tokensBefore)}`,
      ...savingOf(countTokens(instructions), tokensBefore),
    };
  },
};

const PART_NAMES: Readonly<Record<ChangedPart, string>> = {
  description: 'description',
  title: 'title',
  inputSchema: 'input schema',
  outputSchema: 'output schema',
  annotations: 'hints',
};

function placeOf({ tool, kind, parts, tokensBefore }: DefinitionChange): Place {
  const whole = ['tools', tool.index];
  // A part that is gone has no place of its own.
  const own = parts.filter((part) => isJsonObject(tool.raw) && Object.hasOwn(tool.raw, part));
  const places = own.length === 0 ? [whole] : own.map((part) => [...whole, part]);
  const name = tool.name === undefined ? `tool ${tool.index + 1}` : quote(tool.name);
  const which = parts.length === 0 ? '' : `: its ${listWords(parts.map((part) => PART_NAMES[part]))}`;
  const state = kind === 'added' ? 'a tool that was not accepted yet' : 'not as it was accepted';
  return {
    reason: kind,
    at: places[0] ?? whole,
    places,
    what: `${name} is ${state}${which}${growth(tool.tokens, tokensBefore)}`,
    ...savingOf(tool.tokens, tokensBefore),
  };
}

function placeOfRemoved(removed: readonly RemovedTool[]): Place {
  const counts = removed.map(({ tokensBefore }) => tokensBefore);
  const before = counts.every((count) => count !== undefined)
    ? counts.reduce((sum, count) => sum + count, 0)
    : undefined;
  const names = listQuoted(removed.map(({ name }) => name));
  return {
    reason: 'removed',
    at: ['tools'],
    what: `${formatNoun(removed.length, 'accepted tool')} gone: ${names}${growth(0, before)}`,
    ...savingOf(0, before),
  };
}

function hasOtherInstructions(before: RecordedToolset['instructions'], text: string): boolean {
  if (before.chars !== text.length) return true;
  return text !== '' && before.sha256 !== undefined && before.sha256 !== hashText(text);
}

function growth(now: number, before: number | undefined): string {
  return before === undefined ? '' : ` (${formatSigned(now - before)} tokens)`;
}

/** What it saves to go back to what was accepted. */
function savingOf(now: number, before: number | undefined): Pick<Place, 'tokensSaved'> {
  return before === undefined ? {} : { tokensSaved: now - before };
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
