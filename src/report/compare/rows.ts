/** The rows of a comparison, for any format. */
import type { ComparedList, ComparedLists, RecordedToolset } from '../../model/baseline.ts';
import { formatCount, formatPercent, formatSigned } from '../../numbers.ts';

export interface SizeRow {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly change: string;
}

type SizeOf = (recorded: RecordedToolset) => number | undefined;

const SIZES: readonly (readonly [string, SizeOf])[] = [
  ['tools', ({ tools }) => tools],
  ['bytes', ({ bytes }) => bytes],
  ['tokens', ({ tokens }) => tokens],
  ['instructions', ({ instructions }) => instructions.tokens],
  ['prompts', ({ prompts }) => prompts],
  ['resources', ({ resources }) => resources],
];

/** One row a size; those that neither side has are left out. */
export function sizeRows({ before, after }: ComparedList): readonly SizeRow[] {
  return SIZES.flatMap(([label, sizeOf]) => {
    const [old, now] = [before && sizeOf(before), after && sizeOf(after)];
    const isNothing = (old ?? 0) === 0 && (now ?? 0) === 0;
    if (isNothing && label !== 'tools') return [];
    return [{ label, before: describe(old), after: describe(now), change: describeChange(old, now) }];
  });
}

function describe(value: number | undefined): string {
  return value === undefined ? '–' : formatCount(value);
}

function describeChange(old: number | undefined, now: number | undefined): string {
  if (old === undefined || now === undefined) return '';
  if (old === now) return '0';
  const percent = old === 0 ? '' : ` (${now < old ? '−' : '+'}${formatPercent(Math.abs(now - old), old)})`;
  return `${formatSigned(now - old)}${percent}`;
}

/** Tell whether nothing of a list differs: not a definition, not their order, not the instructions. */
export function isUnchanged({ before, after, difference }: ComparedList): boolean {
  return (
    difference !== undefined &&
    difference.tools.length === 0 &&
    !difference.isReordered &&
    before?.instructions.sha256 === after?.instructions.sha256
  );
}

/** Lists of which not every difference is a change, one line each; names as the server gave them. */
export function describeDynamic({ lists }: ComparedLists): readonly string[] {
  return lists
    .filter(({ isDynamic }) => isDynamic)
    .map(
      ({ server, toolset }) =>
        `${server}/${toolset}: two readings of a side differ, so what differs here may be no change`,
    );
}

/** What differs beside tools and sizes, in words. */
export function otherChanges({ before, after, difference }: ComparedList): readonly string[] {
  if (difference === undefined) return [before === undefined ? 'only after' : 'only before'];
  const isReworded = before?.instructions.sha256 !== after?.instructions.sha256;
  return [
    ...(difference.isReordered ? ['the same tools in another order'] : []),
    ...(isReworded ? ['other instructions'] : []),
  ];
}
