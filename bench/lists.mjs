// Tool lists to measure, the same in every run.

const WORDS =
  `account archive branch budget calendar channel cluster comment commit contact currency customer dashboard
  dataset deadline delivery deployment directory discount document endpoint environment estimate event export feature
  filter folder forecast gateway header identifier image incident index inventory invoice issue job label language
  ledger license location member merge message metric milestone module network notification object order owner package
  page parent partition password payment permission pipeline policy priority profile project provider query queue
  quota receipt record reference region release report repository request resource response revenue review role route
  rule sample schedule schema scope segment server session setting shipment snapshot source stage status storage
  stream subscription summary table target task team template tenant threshold ticket timeline token topic total
  transaction transfer trigger update upload usage user value variable vendor version volume warehouse webhook window
  workflow workspace zone`.split(/\s+/);
const GLUE = 'of the for with in by when from and or to per only if not each any unless between after'.split(
  ' ',
);
const SYLLABLES =
  'ba cor den fi gal hu ix jor ka lem mo nur op pra qui ros sta tev ul vor wen xi yal zu'.split(' ');
const VERBS = 'get list create update delete search export import archive restore assign validate'.split(' ');

/** About 2 MB in 350 tools: texts of varied words, nested objects, enums, bounds, defaults. */
export function largeList() {
  const random = createRandom(20_260_728);
  const pick = (from) => from[Math.floor(random() * from.length)];
  const number = (from, to) => from + Math.floor(random() * (to - from + 1));
  const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
  // One word in twelve is a name no vocabulary knows.
  const word = () =>
    random() < 1 / 12
      ? many(number(2, 4), () => pick(SYLLABLES)).join('')
      : pick(random() < 0.4 ? GLUE : WORDS);
  const sentence = (words) => {
    const text = many(words, word).join(' ');
    return `${text[0].toUpperCase()}${text.slice(1)}${random() < 0.2 ? ` (e.g. "${pick(WORDS)}-${number(1, 9_999)}")` : ''}.`;
  };
  const text = (sentences) =>
    many(sentences, () => sentence(number(7, 18))).join(random() < 0.15 ? '\n' : ' ');
  const property = (depth) => {
    const description = text(number(1, 3));
    const kind = random();
    if (kind < 0.35) return { type: 'string', description, maxLength: number(1, 40) * 25 };
    if (kind < 0.5) return { type: 'string', description, enum: many(number(3, 8), () => pick(WORDS)) };
    if (kind < 0.65) return { type: 'integer', description, minimum: 0, default: number(1, 100) };
    if (kind < 0.75) return { type: 'boolean', description, default: false };
    if (kind < 0.87 || depth === 0) return { type: 'array', description, items: { type: 'string' } };
    return { ...object(number(2, 4), depth - 1), description };
  };
  const object = (size, depth) => {
    const names = [...new Set(many(size, () => `${pick(WORDS)}_${pick(WORDS)}`))];
    const properties = Object.fromEntries(names.map((name) => [name, property(depth)]));
    return { type: 'object', properties, required: names.slice(0, 2), additionalProperties: false };
  };
  const tools = many(350, (index) => ({
    name: `${pick(VERBS)}_${pick(WORDS)}_${index + 1}`,
    description: text(number(3, 9)),
    inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', ...object(number(8, 17), 2) },
    annotations: { readOnlyHint: random() < 0.5, openWorldHint: true },
  }));
  return { tools };
}

/** Lists of one tool whose description is 8 MB of one short text over and over. */
export const longRuns = { 'one letter': 'a', spaces: ' ', 'slash and line break': '/\n' };

export function longRunList(unit) {
  const description = unit.repeat(8_000_000 / unit.length);
  return { tools: [{ name: 'long_run', description, inputSchema: { type: 'object' } }] };
}

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
