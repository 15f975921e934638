import { isJsonObject } from '../../../json.ts';
import type { HostVerdict } from '../../../model/host.ts';
import type { LintContext, LintRule, LintTool, Place } from '../../../model/lint.ts';
import { countingVerdicts } from '../counting-verdicts.ts';
import { bareName } from '../name-words.ts';
import { quote } from '../words.ts';

const tool = (description?: string) => ({
  name: 'list_files',
  ...(description !== undefined && { description }),
  inputSchema: { type: 'object', properties: {} },
});

export const descriptionMissing: LintRule = {
  id: 'description-missing',
  group: 'descriptions',
  severity: 'warning',
  summary: 'A tool does not say what it does.',
  why: 'The description is what a model chooses by. Some APIs refuse an empty one.',
  reasons: {
    absent: {
      summary: 'There is no description.',
      suggestion: 'Say in a sentence or two what the tool does, and when to use it.',
      concerns: 'everyone',
    },
    empty: {
      summary: 'The description is empty.',
      suggestion: 'Say in a sentence or two what the tool does, or leave the field out.',
      concerns: 'everyone',
    },
    'restates-name': {
      summary: 'The description says no more than the name or title.',
      suggestion: 'Say what the name does not: what comes back, and when to use it.',
      concerns: 'everyone',
    },
    'too-short': {
      severity: 'info',
      summary: 'The description is very short.',
      suggestion: 'Say what comes back, and when to use it.',
      concerns: 'everyone',
    },
  },
  options: {
    minChars: {
      type: 'number',
      default: 20,
      describe: 'Fewer characters are too short; of Chinese, Japanese and Korean a third.',
    },
  },
  fix: 'none',
  sources: [{ text: 'danny-avila/LibreChat#13217', date: '2026-11-30' }],
  bad: [
    { title: 'no description', reason: 'absent', tool: tool(), pointers: ['/tools/0'], severity: 'warning' },
    {
      title: 'an empty one',
      reason: 'empty',
      tool: tool(''),
      pointers: ['/tools/0/description'],
      severity: 'warning',
      hosts: ['bedrock-converse', 'bedrock-agents'],
      severityInHosts: 'error',
    },
    {
      title: 'the name once more',
      reason: 'restates-name',
      tool: tool('List files.'),
      pointers: ['/tools/0/description'],
      severity: 'warning',
    },
    {
      title: 'three words',
      reason: 'too-short',
      tool: tool('Lists your files.'),
      pointers: ['/tools/0/description'],
      severity: 'info',
    },
  ],
  good: [
    {
      title: 'what it does, and what comes back',
      tool: tool('List the files of a folder with their sizes.'),
    },
    { title: 'a short one in Japanese', tool: tool('フォルダの一覧を返す') },
  ],
  *checkTool(given, context) {
    const place = judge(given, context);
    if (place !== undefined) yield place;
  },
};

function judge(given: LintTool, context: LintContext): Place | undefined {
  const { description, name = '', title = '', raw } = given;
  if (description === undefined) {
    const isOther = isJsonObject(raw) && Object.hasOwn(raw, 'description');
    return isOther
      ? { reason: 'absent', at: ['description'], what: 'a description that is no text' }
      : { reason: 'absent', at: [], what: 'no description' };
  }
  const at = ['description'];
  const hosts = tooShortFor(description, context);
  const isBlank = description.trim() === '';
  if (isBlank || hosts.length > 0) {
    const isEmpty = description === '';
    const what = isBlank && !isEmpty ? 'a description of white space alone' : 'an empty description';
    return { reason: 'empty', at, what: isBlank ? what : `the description ${quote(description)}`, hosts };
  }
  const plain = bareName(description);
  const repeated = [name, title].findIndex((one) => bareName(one) === plain);
  if (plain !== '' && repeated >= 0) {
    const what = `the description ${quote(description)}, which is the ${repeated === 0 ? 'name' : 'title'}`;
    return { reason: 'restates-name', at, what };
  }
  return tooShort(description.trim(), context);
}

/** Hosts that want more of it. */
function tooShortFor(description: string, context: LintContext): readonly HostVerdict[] {
  const actual = description.length;
  const found = context.hosts.flatMap(({ id, description: { min, onExceed }, confidence }) =>
    min !== undefined && actual < min
      ? [{ id, action: onExceed, confidence: confidence.description, actual, limit: min }]
      : [],
  );
  return countingVerdicts(found, context);
}

function tooShort(text: string, { options }: LintContext): Place | undefined {
  const asked = typeof options['minChars'] === 'number' ? options['minChars'] : 0;
  const least = CJK.test(text) ? Math.ceil(asked / 3) : asked;
  // A character has two units at most.
  const characters = text.length >= 2 * least ? least : Array.from(text).length;
  if (characters >= least) return undefined;
  return {
    reason: 'too-short',
    at: ['description'],
    what: `a description of ${characters} characters, ${quote(text)}`,
    actual: characters,
    limit: least,
    unit: 'chars',
  };
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
