/** Replace secrets by value, in whatever form they come back: plain, URL-, JSON-, HTML-, hex- or base64-encoded. */

export const REDACTED = '[redacted]';

export interface Redacted<T> {
  readonly value: T;
  /** Occurrences replaced. */
  readonly count: number;
}

/**
 * Replace every secret in every string of a JSON-like value, keys included. Numbers stay: only text can carry a
 * secret. With no secrets the very same value is returned.
 */
export function redact<T>(value: T, secrets: readonly string[]): Redacted<T> {
  const { all, candidatesIn } = findersOf(secrets);
  if (all.length === 0) return { value, count: 0 };
  let count = 0;
  const replaceIn = (text: string): string => {
    let clean = text;
    const isWrapped = WRAPPED.test(text);
    for (const { pattern, isGapped, needs } of candidatesIn(text)) {
      if ((isGapped && !isWrapped) || !needs.some((part) => clean.includes(part))) continue;
      clean = clean.replaceAll(pattern, () => {
        count += 1;
        return REDACTED;
      });
    }
    return clean;
  };
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return replaceIn(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    // `fromEntries` defines `__proto__` as a property of its own, as JSON.parse does.
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [replaceIn(key), walk(child)]));
  };
  const clean = walk(value);
  return { value: count === 0 ? value : (clean as T), count };
}

interface Form {
  /** Of the plain spelling. */
  readonly chars: number;
  /** Of a regular expression; with `isLiteral` the text to find, of any length. */
  readonly source: string;
  readonly isLiteral?: boolean;
  /** A text without any of these cannot match: told much faster than by the pattern. */
  readonly needs?: readonly string[];
  /** With room for line breaks: slower, and of use only in a text that looks like wrapped base64. */
  readonly isGapped?: boolean;
}

interface Finder extends Required<Pick<Form, 'needs' | 'isGapped'>> {
  readonly pattern: string | RegExp;
}

/** Shorter forms would replace half of any text. */
const MIN_CHARS = 4;
const MIN_LOWERED_CHARS = 8;
const MIN_BASE64_CHARS = 6;
const MAX_PATTERN_CHARS = 2000;

interface Finders {
  readonly all: readonly Finder[];
  /** Those that may match a text, in the same order. */
  readonly candidatesIn: (text: string) => readonly Finder[];
}

/** Made once a list of secrets: it takes longer than most texts take to be searched. */
const made = new WeakMap<readonly string[], Finders>();

function findersOf(secrets: readonly string[]): Finders {
  const known = made.get(secrets);
  if (known !== undefined) return known;
  const all = formsOf(secrets);
  const finders = { all, candidatesIn: all.length > MANY ? indexByStart(all) : () => all };
  made.set(secrets, finders);
  return finders;
}

/** From so many on an index is faster than to look for each: some 20 secrets. */
const MANY = 200;
const START_CHARS = 4;

/** By the first characters of what a text must hold for a match. */
function indexByStart(all: readonly Finder[]): Finders['candidatesIn'] {
  const byStart = new Map<string, number[]>();
  const always: number[] = [];
  const gapped: number[] = [];
  for (const [index, { needs, isGapped }] of all.entries()) {
    if (isGapped) {
      gapped.push(index);
      continue;
    }
    const isIndexed = needs.every((need) => need.length >= START_CHARS);
    if (!isIndexed) always.push(index);
    for (const need of isIndexed ? needs : []) {
      const start = need.slice(0, START_CHARS);
      const same = byStart.get(start);
      if (same === undefined) byStart.set(start, [index]);
      else same.push(index);
    }
  }
  return (text) => {
    const found = new Set(WRAPPED.test(text) ? [...always, ...gapped] : always);
    for (let at = 0; at + START_CHARS <= text.length; at += 1) {
      for (const index of byStart.get(text.slice(at, at + START_CHARS)) ?? []) found.add(index);
    }
    return [...found].sort((a, b) => a - b).flatMap((index) => all[index] ?? []);
  };
}

/** Patterns of the secrets, longest first, so that a secret inside another does not leave half of it. */
function formsOf(secrets: readonly string[]): readonly Finder[] {
  const forms = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_CHARS)
    .flatMap((secret) => [...textForms(secret), ...hexForms(secret), ...base64Forms(secret)]);
  const bySource = new Map(forms.map((form) => [form.source, form]));
  return [...bySource.values()]
    .sort((a, b) => b.chars - a.chars || (a.source < b.source ? -1 : 1))
    .map(({ source, isLiteral = false, isGapped = false, needs = [isLiteral ? source : ''] }) => ({
      pattern: isLiteral ? source : new RegExp(source, 'g'),
      isGapped,
      needs,
    }));
}

/** The text itself, each character of it in any encoding, also in several at once. */
function textForms(secret: string): readonly Form[] {
  const isLowered = secret.length >= MIN_LOWERED_CHARS;
  if (secret.length > MAX_PATTERN_CHARS) return longForms(secret);
  const parts = secret.match(/\\+|[^\\]/gsu) ?? [];
  const source = parts.map((part, index) => {
    const isBare = index === 0 || parts[index - 1]?.startsWith('\\') === true;
    if (!/^[A-Za-z\d]$/.test(part)) return encodings(part, isBare);
    return isLowered && /[A-Z]/.test(part) ? `[${part}${part.toLowerCase()}]` : part;
  });
  const run = longestRun(secret);
  return [{ chars: secret.length, source: source.join(''), needs: [run, run.toLowerCase()] }];
}

/** A pattern of every encoding would be too large: the usual ones of the whole. */
function longForms(secret: string): readonly Form[] {
  const wellFormed = Buffer.from(secret).toString();
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, secret.toLowerCase(), json, JSON.stringify(json).slice(1, -1)];
  const encoded = [encodeURIComponent(wellFormed), encodeURI(wellFormed)];
  return [...forms, ...encoded].map(literalForm);
}

function hexForms(secret: string): readonly Form[] {
  const plain = Buffer.from(secret).toString('hex');
  return [plain, plain.toUpperCase()].map(literalForm);
}

function literalForm(source: string): Form {
  return { chars: source.length, source, isLiteral: true };
}

/** Letters and digits look the same in all encodings of a text. */
function longestRun(text: string): string {
  const runs = text.match(/[A-Za-z\d]+/g) ?? [''];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
const JSON_LETTERS: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
};
/**
 * All spellings of one character that is no ASCII letter or digit, or of a run of backslashes; up to three levels of
 * JSON inside JSON. `isBare` where a pattern starts and behind a run, which takes all backslashes there are: elsewhere
 * their number is bounded. So a text of nothing but backslashes takes no quadratic time.
 */
function encodings(part: string, isBare = false): string {
  const units = [...Array(part.length).keys()].map((index) => part.charCodeAt(index));
  const point = part.codePointAt(0) ?? 0;
  const slashes = isBare ? '\\\\' : '\\\\{1,8}';
  const percent = [...Buffer.from(part)].map((byte) => `%(?:25)?${anyCase(hex(byte, 2))}`).join('');
  const escaped = units.map((unit) => `${slashes}u${anyCase(hex(unit, 4))}`).join('');
  const isRun = part.startsWith('\\');
  const plain = isRun ? `(?<!\\\\)\\\\{${part.length},}` : `${isBare ? '' : '\\\\{0,7}'}${literal(part)}`;
  const count = isRun ? `{${part.length}}` : '';
  const named = HTML_NAMES[part] === undefined ? '' : `${HTML_NAMES[part]}|`;
  const html = `(?:&(?:amp;)?(?:${named}#0{0,4}${point}|#[xX]0{0,4}${anyCase(point.toString(16))});)${count}`;
  const letter = JSON_LETTERS[part] === undefined ? [] : [`${slashes}${JSON_LETTERS[part]}`];
  const plus = part === ' ' ? [String.raw`\+`] : [];
  return `(?:${[plain, percent, escaped, html, ...letter, ...plus].join('|')})`;
}

/** Line breaks of wrapped base64, with their indent, also escaped; bounded as above. */
const WRAPPED = /(?<=[\w+/-]{16})[\r\n\\]/;
const GAP = String.raw`(?:\s|\\{1,8}[rn]){0,40}`;

/** Base64 of a secret anywhere inside an encoded text: its middle looks different at each of three offsets. */
function base64Forms(secret: string): readonly Form[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const skipped = Math.ceil((offset * 4) / 3);
    // The last group depends on what follows; the whole groups before it do not.
    const whole = Math.floor(bytes.length / 3) * 4;
    const middle = bytes.toString('base64').slice(skipped, whole);
    const full = bytes.toString('base64').replace(/=+$/, '');
    const forms = offset === 0 && full !== middle ? [full, middle] : [middle];
    return forms.filter((plain) => plain.length >= MIN_BASE64_CHARS).flatMap(base64Pair);
  });
}

/** A form in one line, and one with line breaks; of a long one only the start is compared, and all lines go. */
function base64Pair(plain: string): readonly Form[] {
  const chars = Array.from(plain, base64Char);
  const padding = '(?:=|%3[dD]){0,2}';
  const isLong = plain.length > MAX_PATTERN_CHARS;
  const tail = String.raw`[\w+/=\\%-]*(?:\s+[\w+/=\\%-]{20,})*`;
  const gapped = chars.slice(0, isLong ? 64 : undefined).join(GAP) + (isLong ? tail : padding);
  return [
    isLong
      ? literalForm(plain)
      : { chars: plain.length, source: chars.join('') + padding, needs: [longestRun(plain)] },
    { chars: plain.length, source: gapped, isGapped: true },
  ];
}

function base64Char(char: string): string {
  if (char === '+') return `(?:-|${encodings('+')})`;
  return char === '/' ? `(?:_|${encodings('/')})` : char;
}

function literal(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function anyCase(hexDigits: string): string {
  return hexDigits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
