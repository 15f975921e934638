/** Numbers of which the lowest comes first. */
export interface NumberQueue {
  readonly add: (value: number) => void;
  /** Remove and return the lowest number; Infinity when there is none. */
  readonly takeLowest: () => number;
}

/** Create a priority queue: a binary heap in an array that grows and is kept. */
export function createNumberQueue(): NumberQueue {
  let heap = new Float64Array(1024);
  let size = 0;

  function add(value: number): void {
    if (size === heap.length) {
      const larger = new Float64Array(2 * size);
      larger.set(heap);
      heap = larger;
    }
    let at = size;
    size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? -Infinity;
      if (above <= value) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = value;
  }

  function takeLowest(): number {
    if (size === 0) return Infinity;
    const lowest = heap[0] ?? Infinity;
    size -= 1;
    const last = heap[size] ?? Infinity;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      const left = heap[child] ?? Infinity;
      const right = child + 1 < size ? (heap[child + 1] ?? Infinity) : Infinity;
      const lower = Math.min(left, right);
      if (lower >= last) break;
      heap[at] = lower;
      at = right < left ? child + 1 : child;
    }
    heap[at] = last;
    return lowest;
  }

  return { add, takeLowest };
}
