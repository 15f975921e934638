/** An end in time. With a timer of its own: on Node 20 `AbortSignal.timeout` under `AbortSignal.any` is collected and never fires. */
export interface Deadline {
  /** Ends by then, or with the signal that was given. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Stop the timer. */
  readonly clear: () => void;
}

/** Start one. `reason`: what its abort throws. Keeps the process alive until it is cleared. */
export function startDeadline(
  timeoutMs: number,
  signal: AbortSignal | null | undefined,
  reason?: () => Error,
): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(reason?.()), timeoutMs);
  const both = signal === null || signal === undefined ? [] : [signal];
  return {
    signal: AbortSignal.any([controller.signal, ...both]),
    isOver: () => controller.signal.aborted,
    clear: () => clearTimeout(timer),
  };
}
