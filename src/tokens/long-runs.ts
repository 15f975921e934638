/**
 * Runs longer than `MAX_RUN` units are cut and their pieces counted alone: V8's regular expressions overflow the stack
 * on a pre-token of 8 MB. Up to there a count is that of the reference; a line of 280 `=` is none the less exact. The
 * longest run in 108 public lists (5,354 texts, 2026-11) is far below it.
 */
const MAX_RUN = 8192;

/**
 * The three kinds of unbounded pre-token of o200k, with its white space (`\s` differs in U+FEFF and U+0085). Line
 * breaks stand in the third class too because o200k joins punctuation, slashes and line breaks; digits it splits by
 * itself. Each takes whole runs, short ones too: to begin anew at every character of them would take quadratic time.
 * The upper bound is needed: without one V8 overflows its stack on a run of 8 MB.
 */
const RUNS = [
  /[\p{L}\p{M}]{1,16384}/gu,
  /\p{White_Space}{1,16384}/gu,
  /(?:[^\p{White_Space}\p{L}\p{N}]|[\r\n]){1,16384}/gu,
];

const REGEX_BOUND = 16_384;

const LETTER = 1;
const SPACE = 2;
const OTHER = 4;

/** Classes of the ASCII characters as bits; any other character may belong to each class, the regex decides. */
const ASCII_CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === '\r' || character === '\n') return SPACE | OTHER;
  if (/\s/.test(character)) return SPACE;
  if (/\d/.test(character)) return 0;
  return /[a-z]/i.test(character) ? LETTER : OTHER;
});
const ANY_CLASS = LETTER | SPACE | OTHER;

interface Region {
  readonly start: number;
  readonly end: number;
}

/**
 * Split a text so that no piece holds a long run. The pieces in order make up the
 * text; no surrogate pair is cut. A text without long runs comes back whole.
 */
export function cutLongRuns(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const cut of findCuts(text)) {
    pieces.push(text.slice(start, cut));
    start = cut;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

function findCuts(text: string): readonly number[] {
  const cuts: number[] = [];
  for (const { start, end } of findRegions(text)) {
    for (const { start: runStart, end: runEnd, isBounded } of findLongRuns(text.slice(start, end), start)) {
      let at = runStart;
      while (runEnd - at > MAX_RUN) {
        at += MAX_RUN;
        if (isInsideSurrogatePair(text, at)) at -= 1;
        cuts.push(at);
      }
      // The bound may have ended the match, not the run: what follows must not join the last piece.
      if (isBounded) cuts.push(runEnd);
    }
  }
  return cuts;
}

interface Run extends Region {
  /** What follows may be more of it. */
  readonly isBounded: boolean;
}

/** Long runs of every class in the order of the text; a character is in one of them. */
function findLongRuns(text: string, offset: number): readonly Run[] {
  const found = RUNS.flatMap((runs) =>
    [...text.matchAll(runs)].flatMap(({ index, 0: run }) => {
      const characters = run.length > MAX_RUN ? Array.from(run).length : 0;
      const [start, end] = [offset + index, offset + index + run.length];
      return characters > MAX_RUN ? [{ start, end, isBounded: characters === REGEX_BOUND }] : [];
    }),
  ).toSorted((a, b) => a.start - b.start);
  const apart: Run[] = [];
  for (const run of found) {
    const start = Math.max(run.start, apart.at(-1)?.end ?? 0);
    if (run.end - start > MAX_RUN) apart.push({ ...run, start });
  }
  return apart;
}

/**
 * Find where the regex is needed at all; over a whole text it would cost as much as encoding. A run of more than
 * `MAX_RUN` characters covers at least one of the positions looked at, and is followed from there in both directions.
 */
function findRegions(text: string): readonly Region[] {
  const regions: Region[] = [];
  let at = MAX_RUN;
  while (at < text.length) {
    const region = widestRun(text, at);
    if (region.end - region.start > MAX_RUN) {
      addRegion(regions, region);
      at = region.end;
    } else at += MAX_RUN + 1;
  }
  return regions;
}

/** Regions overlap where a character belongs to two classes; the regex must see each stretch once and whole. */
function addRegion(regions: Region[], region: Region): void {
  let { start } = region;
  for (let last = regions.at(-1); last !== undefined && last.end > start; last = regions.at(-1)) {
    start = Math.min(start, last.start);
    regions.pop();
  }
  regions.push({ start, end: region.end });
}

function widestRun(text: string, at: number): Region {
  const classes = classesAt(text, at);
  let start = at;
  let end = at;
  for (const bit of [LETTER, SPACE, OTHER]) {
    if ((classes & bit) === 0) continue;
    let left = at;
    while (left > 0 && (classesAt(text, left - 1) & bit) !== 0) left -= 1;
    let right = at + 1;
    while (right < text.length && (classesAt(text, right) & bit) !== 0) right += 1;
    start = Math.min(start, left);
    end = Math.max(end, right);
  }
  return { start, end };
}

function classesAt(text: string, at: number): number {
  return ASCII_CLASSES[text.charCodeAt(at)] ?? ANY_CLASS;
}

function isInsideSurrogatePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xff_ff;
}
