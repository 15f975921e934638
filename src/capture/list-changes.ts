/** The server's notices that its tool list has changed. */
export interface ListChanges {
  readonly note: () => void;
  /** How many have come so far. */
  readonly count: () => number;
  /** Resolve at the next one, at `stop`, or after the time. */
  readonly next: (timeoutMs: number) => Promise<void>;
  /** None will come any more. */
  readonly stop: () => void;
}

/** Create a counter that can be waited on by one reader at a time. */
export function createListChanges(): ListChanges {
  let count = 0;
  let isStopped = false;
  let wake = (): void => {};
  return {
    note: () => {
      count += 1;
      wake();
    },
    count: () => count,
    next: (timeoutMs) =>
      new Promise((resolve) => {
        if (isStopped) return resolve();
        const timer = setTimeout(done, timeoutMs);
        wake = done;
        function done(): void {
          clearTimeout(timer);
          wake = () => {};
          resolve();
        }
      }),
    stop: () => {
      isStopped = true;
      wake();
    },
  };
}
