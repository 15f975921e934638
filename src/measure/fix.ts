/** Which repair brings a list that is over its limit back under it. */
import type { JsonValue } from '../json.ts';
import type { Repair, Tokenizer, ViewId } from '../model/measurement.ts';
import type { Fix } from '../model/report.ts';
import { measureBytes } from './bytes.ts';
import { writeView } from './view-text.ts';

export interface FixOptions {
  readonly metric: 'tokens' | 'bytes';
  readonly view: ViewId;
  readonly limit: number;
  readonly tokenizer: Tokenizer;
  readonly repairs: readonly Repair[];
}

/**
 * The repair that saves least of those that are enough, lossless ones first; where none is enough, the one that saves
 * most. By recount; undefined where none saves anything. Pure.
 */
export function findFix(tools: readonly JsonValue[], options: FixOptions): Fix | undefined {
  const size = (list: readonly JsonValue[]): number => sizeOf(list, options);
  const before = size(tools);
  const tried = options.repairs.flatMap((repair) => {
    const after = repair.apply(tools);
    const touched = after.filter((tool, index) => tool !== tools[index]).length;
    const saved = touched === 0 ? 0 : before - size(after);
    if (saved <= 0) return [];
    const where = `in ${touched} ${touched === 1 ? 'tool' : 'tools'}${repair.lossless ? '' : ', a trade-off'}`;
    return [
      {
        isLossless: repair.lossless,
        fix: {
          message: `${repair.describe} ${where}`,
          saved,
          after: before - saved,
          isEnough: before - saved <= options.limit,
        },
      },
    ];
  });
  const enough = tried
    .filter(({ fix }) => fix.isEnough)
    .toSorted((a, b) => Number(b.isLossless) - Number(a.isLossless) || a.fix.saved - b.fix.saved);
  return (enough[0] ?? tried.toSorted((a, b) => b.fix.saved - a.fix.saved)[0])?.fix;
}

function sizeOf(list: readonly JsonValue[], { metric, view, tokenizer }: FixOptions): number {
  if (metric === 'bytes') return measureBytes(list);
  return list.length === 0 ? 0 : tokenizer.count(writeView(list, view).text);
}
