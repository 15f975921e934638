/** The sizes of all servers together. */
import type { Measurement, ViewId } from '../model/measurement.ts';
import type { Sizes } from './sizes.ts';

/** Add up lists; a view that one of them has no count for has none. Tools keep their order. */
export function sumSizes(all: readonly Sizes[]): Sizes {
  const add = (numberOf: (sizes: Sizes) => number): number =>
    all.reduce((sum, one) => sum + numberOf(one), 0);
  return {
    measurement: {
      tools: add(({ measurement }) => measurement.tools),
      bytes: add(({ measurement }) => measurement.bytes),
      instructions: {
        chars: add(({ measurement }) => measurement.instructions.chars),
        bytes: add(({ measurement }) => measurement.instructions.bytes),
        tokens: addKnown(all.map(({ measurement }) => measurement.instructions.tokens)),
      },
      views: { ...sumView(all, 'generic'), ...sumView(all, 'wire') },
      wireOnly: [],
      byTool: all.flatMap(({ measurement }) => measurement.byTool),
    },
    prompts: add(({ prompts }) => prompts ?? 0),
    resources: add(({ resources }) => resources ?? 0),
    notRead: all.flatMap(({ notRead = [] }) => notRead),
  };
}

function sumView(all: readonly Sizes[], view: ViewId): Measurement['views'] {
  const counted = all.map(({ measurement }) => measurement.views[view]);
  const [first] = counted;
  if (first === undefined) return {};
  const value = addKnown(counted.map((one) => one?.tokens.value));
  return { [view]: { tokens: { ...first.tokens, value }, parts: {} } };
}

function addKnown(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}
