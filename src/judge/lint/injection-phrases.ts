/** Phrases that speak to the model behind the user's back: each kind needs all its parts close together. */

export const PHRASE_KINDS = [
  'override',
  'concealment',
  'tool-order',
  'role-markup',
  'sensitive-path',
] as const;

export type PhraseKind = (typeof PHRASE_KINDS)[number];

/** Characters from the first part of a phrase to its last. */
const MOST_CHARS = 60;

interface Phrase {
  /** Begins it; global. */
  readonly start: RegExp;
  /** Held against the characters from there to the end of the sentence, `MOST_CHARS` at most; all must be found. */
  readonly parts: readonly RegExp[];
  /** Held against the characters before it and itself: then it says the opposite. */
  readonly unless?: RegExp | undefined;
}

/** "Do not forget to tell the user" wants the user told; "do not just tell the user" wants more than that. */
const OPPOSITE =
  'ask|before|call|fail|forget|hesitate|just|merely|miss|neglect|need|omit|only|run|simply|skip|unless|until|use|wait|without';
const NOT = "(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t)";
const TELL = '(?:tell|mention|inform|show|notify|reveal|disclose)';

/** "Never read .env", and "saves them to .env": what is written there was no secret of the user's before. */
const READ = '(?:read|open|echo|print|log|commit|upload|send|share|edit|access|include)';
const WRITE = '(?:save[sd]?|writes?|writing|written|placed?|puts?|adds?|added|stored?|appends?)';
const REST = String.raw`(?:[^.;]|\.(?!\s))*`;
const REST_UNREAD = String.raw`(?:(?!\b(?:read|open|contents?)\b)(?:[^.;]|\.(?!\s)))*`;

const PHRASES: Readonly<Record<PhraseKind, Phrase>> = {
  override: {
    start: /(?<![\w-])(?:ignore|disregard|forget)(?![\w-])/g,
    parts: [
      /(?<![\w-])(?:previous|prior|above|preceding|earlier|all)(?![\w-])/,
      /(?<![\w-])(?:instruction|rule)s?(?![\w-])/,
    ],
    unless: /(?:\bnot|\bnever|n['’]t)(?: [a-z]+)? [a-z]+$/,
  },
  concealment: {
    start: new RegExp(
      `(?<![\\w-])${NOT}(?:,[^,.]{1,30},)?(?: (?!(?:${OPPOSITE})\\b)[a-z]+){0,2} ${TELL}\\b`,
      'g',
    ),
    parts: [/\busers?\b/],
  },
  'tool-order': {
    start: /\bbefore (?:you )?(?:using|calling|invoking|running|use|call|invoke|run) /g,
    parts: [
      /^before (?:you )?\w+ (?:any |all |the |each |every )?(?:of the )?other tools?\b(?! (?:in|of|from|on) )/,
    ],
  },
  'role-markup': {
    start: /<\/?(?:system|important)>|<\|[a-z_ ]{1,30}\|>|\[\/?inst\]|### ?instruction(?!\w)|<!-- ?system\b/g,
    parts: [],
  },
  'sensitive-path': {
    start:
      /~\/\.ssh\b|(?<![\w-])id_(?:rsa|ed25519)(?![\w-])|\/etc\/(?:passwd|shadow)\b|~\/\.aws\/credentials\b|(?<![\w.)\]}*/-])\.env(?![\w-])|claude_desktop_config\.json|\.(?:cursor|vscode)\/mcp\.json|~\/\.claude\.json|(?<![\w-])\.mcp\.json/g,
    parts: [],
    unless: new RegExp(
      `(?:${NOT}|\\b(?:avoid|without)) ${READ}\\b${REST}\\S+$|\\b${WRITE}\\b${REST_UNREAD}\\.env$`,
    ),
  },
};

/** A sentence ends: what comes next belongs to another phrase. */
const SENTENCE_END = /[.!?;](?=\s|$)/;

/** Bring a text into the form in which phrases are looked for. */
export function normalizeProse(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** The first phrase of a kind in a text of that form. */
export function findPhrase(text: string, kind: PhraseKind): string | undefined {
  const { start, parts, unless } = PHRASES[kind];
  for (const { 0: opening, index } of text.matchAll(start)) {
    const before = text.slice(Math.max(0, index - MOST_CHARS), index + opening.length);
    if (unless?.test(before) === true) continue;
    const window = text.slice(index, index + Math.max(MOST_CHARS, opening.length));
    const sentence = window.slice(0, sentenceEnd(window, opening.length));
    const ends = parts.map((part) => endOf(part, sentence));
    if (ends.every((end) => end !== undefined)) return sentence.slice(0, Math.max(opening.length, ...ends));
  }
  return undefined;
}

function sentenceEnd(text: string, from: number): number {
  const end = text.slice(from).search(SENTENCE_END);
  return end === -1 ? text.length : from + end;
}

function endOf(part: RegExp, text: string): number | undefined {
  const found = part.exec(text);
  return found === null ? undefined : found.index + found[0].length;
}
