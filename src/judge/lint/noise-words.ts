/** How parts of a definition that say nothing are told of. */
import { formatCount } from '../../numbers.ts';
import type { Noise, NoiseReason } from './noise.ts';

const NOUNS: Readonly<Record<NoiseReason, readonly [one: string, many: string]>> = {
  whitespace: ['description with spare white space', 'descriptions with spare white space'],
  'title-restates-key': ['`title` like its key', '`title`s like their keys'],
  'restated-param': ['description that only repeats its key', 'descriptions that only repeat their keys'],
  'null-default': ['`default` of null', '`default`s of null'],
  'safe-integer-bounds': ['bound at ±9,007,199,254,740,991', 'bounds at ±9,007,199,254,740,991'],
  comment: ['`$comment`', '`$comment`s'],
  'open-object': ['`additionalProperties` that allows all', '`additionalProperties` that allow all'],
  'unused-defs': ['definition that nothing uses', 'definitions that nothing uses'],
};

/** What there is of each kind, in the order of the text. */
export function listNoise(parts: readonly Noise[]): string {
  const phrases = [...groupNoise(parts)].map(
    ([reason, { count }]) => `${formatCount(count)} ${NOUNS[reason][count === 1 ? 0 : 1]}`,
  );
  return phrases.length < 2
    ? phrases.join('')
    : `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1) ?? ''}`;
}

/** A finding has one reason: that of most of its text. */
export function heaviestOf(parts: readonly Noise[]): NoiseReason {
  const sums = [...groupNoise(parts)].toSorted(([, a], [, b]) => b.bytes - a.bytes);
  return sums[0]?.[0] ?? 'whitespace';
}

interface Sum {
  readonly count: number;
  readonly bytes: number;
}

function groupNoise(parts: readonly Noise[]): ReadonlyMap<NoiseReason, Sum> {
  const sums = new Map<NoiseReason, Sum>();
  for (const { reason, bytes } of parts) {
    const before = sums.get(reason) ?? { count: 0, bytes: 0 };
    sums.set(reason, { count: before.count + 1, bytes: before.bytes + bytes });
  }
  return sums;
}
