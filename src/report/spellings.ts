/** How one character of a secret may be spelled: in URLs, JSON and HTML. As sources of regular expressions. */

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
export function encodings(part: string, isBare = false): string {
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

function literal(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function anyCase(hexDigits: string): string {
  return hexDigits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
