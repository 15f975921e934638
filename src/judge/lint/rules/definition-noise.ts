import type { JsonObject } from '../../../json.ts';
import type { LintContext, LintRule, LintTool, Place } from '../../../model/lint.ts';
import { findNoise, type Noise } from '../noise.ts';
import { heaviestOf, listNoise } from '../noise-words.ts';
import { applyPatch } from '../patch.ts';
import { genericText } from '../subject.ts';
import { quotePointer } from '../words.ts';

const tool = (properties: JsonObject, more: JsonObject = {}) => ({
  name: 'find_file',
  description: 'Find files whose path matches.',
  inputSchema: { type: 'object', properties, ...more },
});

export const definitionNoise: LintRule = {
  id: 'definition-noise',
  group: 'cost',
  severity: 'info',
  summary: 'Parts of a definition say nothing that is not said already.',
  why: 'They are mostly left behind by schema generators (pydantic, zod) and by the indentation of source code. The model reads them, and pays for them, on every request.',
  reasons: {
    whitespace: {
      summary:
        'A description has blanks at the ends of lines, several blank lines in a row, or the indentation of its source.',
      suggestion: 'Trim and dedent the text; what stands in code fences stays.',
      concerns: 'everyone',
    },
    'title-restates-key': {
      summary: 'The `title` of a property is its name once more.',
      suggestion: 'Leave these titles out.',
      concerns: 'everyone',
    },
    'restated-param': {
      summary: 'The description of a property has no word that is not in its name.',
      suggestion:
        'Say what the name does not, such as the form, the unit or an example, or leave the description out.',
      concerns: 'everyone',
    },
    'null-default': {
      summary: 'The `default` of a property is null.',
      suggestion: 'Leave it out: to be absent is the same.',
      concerns: 'everyone',
    },
    'safe-integer-bounds': {
      summary: 'An integer is bounded by what JavaScript can hold exactly.',
      suggestion: 'Leave these bounds out, or set the ones that the tool really has.',
      concerns: 'everyone',
    },
    comment: {
      summary: 'A `$comment` is written for authors.',
      suggestion: 'Keep comments in the source.',
      concerns: 'everyone',
    },
    'open-object': {
      summary: '`additionalProperties` is true or `{}`, which is what its absence means.',
      suggestion: 'Leave it out.',
      concerns: 'everyone',
    },
    'unused-defs': {
      summary: 'Nothing leads to a definition under `$defs` or `definitions`.',
      suggestion: 'Leave it out.',
      concerns: 'everyone',
    },
  },
  fix: 'safe',
  sources: [
    { text: 'danielmarbach/mnemonic#221', date: '2026-11-30' },
    { text: 'output of the pydantic and zod schema generators', date: '2026-11-30' },
    { text: 'RFC 8259, section 6: integers on which readers of JSON agree', date: '2017-12' },
  ],
  bad: [
    {
      title: 'a docstring with the indentation of its source',
      reason: 'whitespace',
      tool: {
        name: 'find_file',
        description: 'Find files.\n\n    Matches the whole path.\n    Hidden files count.\n    ',
        inputSchema: { type: 'object', properties: {} },
      },
      pointers: ['/tools/0/description'],
      severity: 'info',
      tokensSaved: 5,
    },
    {
      title: 'titles that pydantic makes of names',
      reason: 'title-restates-key',
      tool: tool({
        file_name: { title: 'File Name', type: 'string' },
        depth: { title: 'Depth', type: 'integer' },
      }),
      pointers: [
        '/tools/0/inputSchema/properties/file_name/title',
        '/tools/0/inputSchema/properties/depth/title',
      ],
      severity: 'info',
      tokensSaved: 9,
    },
    {
      title: 'a description that is the name in other letters',
      reason: 'restated-param',
      tool: tool({ fileName: { type: 'string', description: 'The name of the file.' } }),
      pointers: ['/tools/0/inputSchema/properties/fileName/description'],
      severity: 'info',
      tokensSaved: 9,
    },
    {
      title: 'a default of null',
      reason: 'null-default',
      tool: tool({ root: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null } }),
      pointers: ['/tools/0/inputSchema/properties/root/default'],
      severity: 'info',
      tokensSaved: 3,
    },
    {
      title: 'the bounds of every zod integer',
      reason: 'safe-integer-bounds',
      tool: tool({
        depth: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      }),
      pointers: [
        '/tools/0/inputSchema/properties/depth/minimum',
        '/tools/0/inputSchema/properties/depth/maximum',
      ],
      severity: 'info',
      tokensSaved: 19,
    },
    {
      title: 'a note of the author',
      reason: 'comment',
      tool: tool({ path: { type: 'string', $comment: 'TODO: accept globs too' } }),
      pointers: ['/tools/0/inputSchema/properties/path/$comment'],
      severity: 'info',
      tokensSaved: 10,
    },
    {
      title: 'an object that is open in so many words',
      reason: 'open-object',
      tool: tool({ path: { type: 'string' } }, { additionalProperties: {} }),
      pointers: ['/tools/0/inputSchema/additionalProperties'],
      severity: 'info',
      tokensSaved: 6,
    },
    {
      title: 'a definition that is left over',
      reason: 'unused-defs',
      tool: tool(
        { path: { $ref: '#/$defs/Path' } },
        { $defs: { Path: { type: 'string' }, Glob: { type: 'string', minLength: 1 } } },
      ),
      pointers: ['/tools/0/inputSchema/$defs/Glob'],
      severity: 'info',
      tokensSaved: 12,
    },
  ],
  good: [
    {
      title: 'titles and descriptions that say more than the name, and white space in a code fence',
      tool: {
        ...tool({
          q: { type: 'string', title: 'Query', description: 'The query: words, or a glob.' },
          depth: { type: 'integer', minimum: 0, maximum: 20, default: 3 },
        }),
        description: 'Find files.\n\n```\nroot\n  file   \n\n\n  other\n```',
      },
    },
    {
      title: 'a property that is called title, one called $comment, and data',
      tool: tool({
        title: { type: 'string', description: 'Shown above the page.' },
        $comment: { type: 'string' },
        filter: { type: 'object', default: { title: 'Filter', default: null }, additionalProperties: false },
      }),
    },
    {
      title: 'output schemas and annotations keep their titles',
      tool: {
        ...tool({}),
        annotations: { title: 'find_file' },
        outputSchema: { type: 'object', properties: { path: { title: 'Path', type: 'string' } } },
      },
    },
    {
      title: 'an open object of which unevaluatedProperties depends',
      tool: tool({ path: { type: 'string' } }, { additionalProperties: true, unevaluatedProperties: false }),
    },
  ],
  *checkTool(one, context) {
    const noise = findNoise(one);
    // To drop an author's words, poor as they are, is not for a tool to decide.
    const judged = noise.filter(({ reason }) => reason === 'restated-param');
    for (const parts of [noise.filter((part) => !judged.includes(part)), judged]) {
      const place = toPlace(parts, one, context);
      if (place !== undefined) yield place;
    }
  },
};

function toPlace(parts: readonly Noise[], one: LintTool, { countTokens }: LintContext): Place | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const patch = parts.map(({ step }) => step);
  const tokensSaved = one.tokens - countTokens(genericText(applyPatch(one.raw, patch)));
  if (tokensSaved <= 0) return undefined;
  const reason = heaviestOf(parts);
  const place: Place = {
    reason,
    at: first.at,
    places: parts.map(({ at }) => at),
    what: `parts that say nothing: ${listNoise(parts)}; the first at ${quotePointer(first.at)}`,
    tokensSaved,
  };
  return reason === 'restated-param' ? place : { ...place, patch, isSafe: true };
}
