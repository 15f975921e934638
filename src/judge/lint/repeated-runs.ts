/** Passages that several texts share, word by word. */

export interface Run {
  /** Words with one blank between them. */
  readonly text: string;
  /** Indexes of the texts that it is in. */
  readonly texts: readonly number[];
}

export interface RunLimits {
  readonly minChars: number;
  readonly minTexts: number;
  /** Runs to look for. */
  readonly mostRuns: number;
}

/**
 * Find the longest run of words that enough texts share, then the longest in what is left. Every stretch that begins
 * with a word and has `minChars` characters is named by its text; stretches are then doubled, pair by pair, as long as
 * enough texts share them: O(n log n) for n words, whatever the texts repeat.
 */
export function repeatedRuns(texts: readonly string[], limits: RunLimits): readonly Run[] {
  const words = texts.flatMap((text, index) => readWords(text, index, Math.max(1, limits.minChars)));
  const runs: Run[] = [];
  let first = nameBy(words, ({ stretch }) => stretch, limits);
  while (runs.length < limits.mostRuns) {
    const found = longest(words, first, limits);
    if (found === undefined) return runs;
    const run = { text: textOf(words, found), texts: textsOf(words, found) };
    // Marks and lines are no passage.
    if (/[\p{L}\p{N}]/u.test(run.text)) runs.push(run);
    cover(words, first, found);
    const left = first;
    first = nameBy(words, (_, at) => (left[at] === 0 ? undefined : left[at]), limits);
  }
  return runs;
}

interface Word {
  readonly text: string;
  readonly index: number;
  /** From here on `minChars` characters, to the end of a word; undefined where the text ends before. */
  readonly stretch: string | undefined;
  /** Words in it. */
  readonly span: number;
}

function readWords(text: string, index: number, minChars: number): readonly Word[] {
  const parts = text.split(/\s+/u).filter((part) => part !== '');
  const whole = parts.join(' ');
  const words: Word[] = [];
  let [start, end, next] = [0, 0, 0];
  for (const [at, part] of parts.entries()) {
    while (next < parts.length && end - start < minChars) {
      end = next === 0 ? (parts[0] ?? '').length : end + 1 + (parts[next] ?? '').length;
      next += 1;
    }
    const isLongEnough = end - start >= minChars;
    words.push({
      text: part,
      index,
      stretch: isLongEnough ? whole.slice(start, end) : undefined,
      span: next - at,
    });
    start += part.length + 1;
  }
  return words;
}

/** A number for each place where something begins that enough texts share; 0 for all others. */
type Names = Uint32Array;

/** Number places by a key, so that equal keys have one number. */
function nameBy(
  words: readonly Word[],
  keyOf: (word: Word, at: number) => string | number | undefined,
  { minTexts }: RunLimits,
): Names {
  const groups = new Map<string | number, { name: number; texts: number; last: number }>();
  const keys = words.map(keyOf);
  for (const [at, key] of keys.entries()) {
    const index = words[at]?.index ?? 0;
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name: groups.size + 1, texts: 1, last: index });
    else if (group.last !== index) {
      group.texts += 1;
      group.last = index;
    }
  }
  return Uint32Array.from(keys, (key) => {
    const group = key === undefined ? undefined : groups.get(key);
    return group === undefined || group.texts < minTexts ? 0 : group.name;
  });
}

interface Found {
  /** Places where it begins. */
  readonly places: readonly number[];
  /** Words. */
  readonly length: number;
}

/** Put two stretches together where both are shared and stand in one text. */
function join(words: readonly Word[], [left, right]: readonly [Names, Names], step: number) {
  return ({ index }: Word, at: number): number | undefined => {
    const [a = 0, b = 0] = [left[at], right[at + step]];
    return a === 0 || b === 0 || words[at + step]?.index !== index ? undefined : a * 2 ** 26 + b;
  };
}

function longest(words: readonly Word[], first: Names, limits: RunLimits): Found | undefined {
  if (first.every((name) => name === 0)) return undefined;
  const doubled = [first];
  for (let level = 1; ; level += 1) {
    const before = doubled[level - 1] ?? first;
    const names = nameBy(words, join(words, [before, before], 2 ** (level - 1)), limits);
    if (names.every((name) => name === 0)) break;
    doubled.push(names);
  }
  // Of the greatest power of two that is shared, add smaller ones as long as the whole is.
  let length = 2 ** (doubled.length - 1);
  let names = doubled.at(-1) ?? first;
  for (let level = doubled.length - 2; level >= 0; level -= 1) {
    const longer = nameBy(words, join(words, [names, doubled[level] ?? first], length), limits);
    if (longer.every((name) => name === 0)) continue;
    names = longer;
    length += 2 ** level;
  }
  return extend(words, startsOf(words, names, length), limits);
}

/** Of all that are as long, those with the most characters. */
function startsOf(words: readonly Word[], names: Names, length: number): Found {
  const groups = new Map<number, number[]>();
  for (const [at, name] of names.entries()) {
    const known = groups.get(name);
    if (name === 0) continue;
    if (known === undefined) groups.set(name, [at]);
    else known.push(at);
  }
  const all = [...groups.values()].map((places) => {
    const last = (places[0] ?? 0) + length - 1;
    const found = { places, length: length - 1 + (words[last]?.span ?? 1) };
    return { found, chars: textOf(words, found).length };
  });
  return all.reduce((most, one) => (one.chars > most.chars ? one : most)).found;
}

/** A stretch ends as soon as it is long enough; some more words may be shared behind it. */
function extend(words: readonly Word[], found: Found, limits: RunLimits): Found {
  let [longest, longer]: [Found, Found | undefined] = [found, found];
  while (longer !== undefined) {
    longest = longer;
    longer = withNextWord(words, longest, limits);
  }
  return longest;
}

function withNextWord(words: readonly Word[], found: Found, { minTexts }: RunLimits): Found | undefined {
  const byWord = new Map<string, number[]>();
  for (const place of found.places) {
    const next = words[place + found.length];
    if (next === undefined || next.index !== words[place]?.index) continue;
    const known = byWord.get(next.text);
    if (known === undefined) byWord.set(next.text, [place]);
    else known.push(place);
  }
  return [...byWord.values()]
    .map((places) => ({ places, length: found.length + 1 }))
    .find((one) => textsOf(words, one).length >= minTexts);
}

function textOf(words: readonly Word[], { places: [place = 0], length }: Found): string {
  return words
    .slice(place, place + length)
    .map(({ text }) => text)
    .join(' ');
}

function textsOf(words: readonly Word[], { places }: Found): readonly number[] {
  return [...new Set(places.map((place) => words[place]?.index ?? 0))];
}

/** Nothing that reaches into the run begins anything else. */
function cover(words: readonly Word[], first: Names, { places, length }: Found): void {
  for (const place of places) {
    for (let at = place; at < place + length; at += 1) first[at] = 0;
    for (let at = place - 1; at >= 0 && at + (words[at]?.span ?? 0) > place; at -= 1) first[at] = 0;
  }
}
