/** Requests that wait for their answers: each ends once, by its answer, its deadline, or the end of everything. */
import { CaptureError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { Frame } from './connection.ts';
import { readAnswer, type Answer } from './envelope.ts';

export interface Requests {
  /**
   * Wait for the answer to a request. `gaveUp` is aborted when the waiting ends without one.
   * The promise rejects with an RpcError for an error answer, a CaptureError for all else.
   */
  readonly wait: (
    id: number,
    method: string,
    timeoutMs: number,
  ) => { readonly answer: Promise<Answer>; readonly gaveUp: AbortSignal };
  /** Hand over an answer; false when nobody waits for its id. */
  readonly settle: (frame: Frame, message: JsonObject) => boolean;
  /** End one request; one that has its answer already is left alone. */
  readonly fail: (id: number, error: CaptureError) => void;
  /** End all requests, those to come included. */
  readonly end: (error: CaptureError) => void;
  readonly isEnded: () => boolean;
}

interface Pending {
  readonly settle: (frame: Frame, message: JsonObject) => void;
  readonly fail: (error: CaptureError) => void;
}

/** Create the list of open requests; the signal ends them all. */
export function createRequests(signal: AbortSignal): Requests {
  const pending = new Map<string, Pending>();
  let ended: CaptureError | undefined;

  function end(error: CaptureError): void {
    ended ??= error;
    for (const { fail } of pending.values()) fail(ended);
  }
  signal.addEventListener('abort', () => end(reasonOf(signal)), { once: true });
  if (signal.aborted) end(reasonOf(signal));

  function wait(id: number, method: string, timeoutMs: number): ReturnType<Requests['wait']> {
    const gaveUp = new AbortController();
    const answer = new Promise<Answer>((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        pending.delete(String(id));
      };
      const fail = (error: CaptureError): void => {
        finish();
        reject(error);
        gaveUp.abort();
      };
      const timer = setTimeout(() => fail(silent(method, timeoutMs)), timeoutMs);
      const settle = (frame: Frame, message: JsonObject): void => {
        finish();
        try {
          resolve(readAnswer(method, frame, message));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      pending.set(String(id), { settle, fail });
      if (ended !== undefined) fail(ended);
    });
    return { answer, gaveUp: gaveUp.signal };
  }

  return {
    wait,
    settle: (frame, message) => {
      // Some servers return every id as text.
      const key = typeof message['id'] === 'number' ? String(message['id']) : message['id'];
      const waiting = typeof key === 'string' ? pending.get(key) : undefined;
      waiting?.settle(frame, message);
      return waiting !== undefined;
    },
    fail: (id, error) => pending.get(String(id))?.fail(error),
    end,
    isEnded: () => ended !== undefined,
  };
}

function silent(method: string, timeoutMs: number): CaptureError {
  return new CaptureError('timeout', `no answer to ${method} within ${timeoutMs / 1000} s`, {
    hint:
      method === 'initialize'
        ? 'is it an MCP server? Run it by hand to see what it waits for, or give it longer: --timeout 2m'
        : 'give it longer: --timeout 2m',
  });
}

function reasonOf(signal: AbortSignal): CaptureError {
  return signal.reason instanceof CaptureError
    ? signal.reason
    : new CaptureError('start-failed', 'interrupted');
}
