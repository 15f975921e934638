import { isJsonObject, type JsonObject } from '../../../json.ts';
import type { LintRule, LintTool } from '../../../model/lint.ts';
import { quote } from '../words.ts';

const CHANGING = new Set(
  'delete remove drop destroy purge wipe revoke uninstall create update write send insert set'.split(' '),
);

const tool = (name: string, annotations: Readonly<Record<string, boolean>>) => ({
  name,
  description: 'Works on the notes of this user.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  annotations,
});

export const annotationContradiction: LintRule = {
  id: 'annotation-contradiction',
  group: 'security',
  severity: 'warning',
  summary: 'The hints of a tool contradict one another, or its name.',
  why: 'Clients let tools run without asking because a hint calls them read-only. A wrong hint lets a call through that the user would have been asked about.',
  reasons: {
    hints: {
      summary: '`readOnlyHint` and `destructiveHint` are both true.',
      suggestion:
        'Set `readOnlyHint` to false where the tool changes anything, else leave `destructiveHint` away.',
      concerns: 'everyone',
    },
    verb: {
      summary: '`readOnlyHint` is true, and the name begins with a verb of change.',
      suggestion:
        'Set `readOnlyHint` to false where the tool changes anything, else choose a verb of reading.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [{ text: 'MCP specification 2025-11-25, ToolAnnotations', date: '2025-11-25' }],
  bad: [
    {
      title: 'a tool that reads only, and destroys',
      reason: 'hints',
      tool: tool('archive_note', { readOnlyHint: true, destructiveHint: true }),
      pointers: ['/tools/0/annotations'],
      severity: 'warning',
    },
    {
      title: 'a tool that deletes, and reads only',
      reason: 'verb',
      tool: tool('deleteNote', { readOnlyHint: true }),
      pointers: ['/tools/0/annotations'],
      severity: 'warning',
    },
  ],
  good: [
    {
      title: 'a verb that is not the first word',
      tool: tool('get_deleted_notes', { readOnlyHint: true, destructiveHint: false }),
    },
    {
      title: 'a tool that deletes and is said to destroy nothing',
      tool: tool('delete_note', { readOnlyHint: false, destructiveHint: false }),
    },
  ],
  *checkTool(one) {
    const { readOnlyHint, destructiveHint } = annotationsOf(one);
    if (readOnlyHint !== true) return;
    const at = ['annotations'];
    if (destructiveHint === true)
      yield { reason: 'hints', at, what: '`readOnlyHint` and `destructiveHint` are both true' };
    const verb = firstWord(one.name ?? '');
    if (CHANGING.has(verb))
      yield {
        reason: 'verb',
        at,
        what: `\`readOnlyHint\` is true, and ${quote(one.name ?? '')} begins with \`${verb}\``,
      };
  },
};

function annotationsOf({ raw }: LintTool): JsonObject {
  const annotations = isJsonObject(raw) && Object.hasOwn(raw, 'annotations') ? raw['annotations'] : undefined;
  return isJsonObject(annotations) ? annotations : {};
}

/** Of `delete_note`, `delete-note`, `delete.note` and `deleteNote`. */
function firstWord(name: string): string {
  const [word = ''] = name.split(/[_\-.]|(?<=[a-z\d])(?=[A-Z])/, 1);
  return word.toLowerCase();
}
