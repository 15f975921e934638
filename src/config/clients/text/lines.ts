/** The line of an offset, from 1; the text is looked through once, however many are asked for. */
export function lineIndex(text: string): (offset: number) => number {
  let ends: readonly number[] | undefined;
  return (offset) => {
    ends ??= [...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length);
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
