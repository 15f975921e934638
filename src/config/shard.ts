import { UsageError } from '../errors.ts';

/** One part of a list that several jobs share. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Parse `2/5`. @throws UsageError */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index === undefined || shard.index < 1 || shard.index > shard.count) {
    throw new UsageError(`--shard ${text}: not a part of a whole`, {
      hint: 'write --shard 2/5 for the second of five parts',
    });
  }
  return shard;
}

/** The items that belong to a shard: every so manieth, so that heavy neighbours are spread. */
export function takeShard<T>(items: readonly T[], { index, count }: Shard): readonly T[] {
  return items.filter((_, at) => at % count === index - 1);
}
