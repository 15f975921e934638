/** The forms that a secret may come back in, each with what finds it. */
import { encodings } from './spellings.ts';

export interface SecretForm {
  /** Of the plain spelling. */
  readonly chars: number;
  /** Of a text that can match, any of these is a part. */
  readonly needs: readonly string[];
  /** With room for line breaks; its needs hold once they are taken out. */
  readonly isGapped: boolean;
  /** Made when it is first asked for: of most forms only the needs are looked at. */
  readonly pattern: () => string | RegExp;
}

/** Shorter ones would replace half of any text. */
const MIN_CHARS = 4;
const MIN_LOWERED_CHARS = 8;
const MIN_BASE64_CHARS = 6;
const MAX_PATTERN_CHARS = 2000;

/** All forms of all secrets, longest first, so that a secret inside another does not leave half of it. */
export function secretForms(secrets: readonly string[]): readonly SecretForm[] {
  return [...new Set(secrets)]
    .filter(({ length }) => length >= MIN_CHARS)
    .flatMap((secret) => [...textForms(secret), ...hexForms(secret), ...base64Forms(secret)])
    .toSorted((a, b) => b.chars - a.chars);
}

function patternForm({
  source,
  ...form
}: Omit<SecretForm, 'pattern'> & { source: () => string }): SecretForm {
  let made: RegExp | undefined;
  return { ...form, pattern: () => (made ??= new RegExp(source(), 'g')) };
}

function literalForm(text: string): SecretForm {
  return { chars: text.length, needs: [text], isGapped: false, pattern: () => text };
}

/** The text itself, each character of it in any encoding, also in several at once. */
function textForms(secret: string): readonly SecretForm[] {
  if (secret.length > MAX_PATTERN_CHARS) return longForms(secret);
  const run = longestRun(secret);
  const needs = [run, run.toLowerCase()];
  return [patternForm({ chars: secret.length, needs, isGapped: false, source: () => textSource(secret) })];
}

function textSource(secret: string): string {
  const isLowered = secret.length >= MIN_LOWERED_CHARS;
  const parts = secret.match(/\\+|[^\\]/gsu) ?? [];
  const sources = parts.map((part, index) => {
    const isBare = index === 0 || parts[index - 1]?.startsWith('\\') === true;
    if (!/^[A-Za-z\d]$/.test(part)) return encodings(part, isBare);
    return isLowered && /[A-Z]/.test(part) ? `[${part}${part.toLowerCase()}]` : part;
  });
  return sources.join('');
}

/** A pattern of every encoding would be too large: the usual ones of the whole. */
function longForms(secret: string): readonly SecretForm[] {
  const wellFormed = Buffer.from(secret).toString();
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, secret.toLowerCase(), json, JSON.stringify(json).slice(1, -1)];
  const encoded = [encodeURIComponent(wellFormed), encodeURI(wellFormed)];
  return [...forms, ...encoded].map(literalForm);
}

function hexForms(secret: string): readonly SecretForm[] {
  const plain = Buffer.from(secret).toString('hex');
  return [plain, plain.toUpperCase()].map(literalForm);
}

/** Letters and digits look the same in all encodings of a text. */
function longestRun(text: string): string {
  const runs = text.match(/[A-Za-z\d]+/g) ?? [''];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Line breaks of wrapped base64, with their indent, also escaped; bounded, so that no text takes quadratic time. */
const GAP = String.raw`(?:\s|\\{1,8}[rn]){0,40}`;
const LONG_START_CHARS = 64;

/** Base64 of a secret anywhere inside an encoded text: its middle looks different at each of three offsets. */
function base64Forms(secret: string): readonly SecretForm[] {
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
function base64Pair(plain: string): readonly SecretForm[] {
  const chars = plain.length;
  const padding = '(?:=|%3[dD]){0,2}';
  const tail = String.raw`[\w+/=\\%-]*(?:\s+[\w+/=\\%-]{20,})*`;
  const sourceOf = (text: string, gap: string): string => Array.from(text, base64Char).join(gap);
  if (chars > MAX_PATTERN_CHARS) {
    const start = plain.slice(0, LONG_START_CHARS);
    const source = (): string => sourceOf(start, GAP) + tail;
    return [literalForm(plain), patternForm({ chars, needs: [longestRun(start)], isGapped: true, source })];
  }
  const needs = [longestRun(plain)];
  return ['', GAP].map((gap) =>
    patternForm({ chars, needs, isGapped: gap !== '', source: () => sourceOf(plain, gap) + padding }),
  );
}

function base64Char(char: string): string {
  if (char === '+') return `(?:-|${encodings('+')})`;
  return char === '/' ? `(?:_|${encodings('/')})` : char;
}
