/**
 * Requests sent over HTTP whose answer has not come yet. An answer may come in the body of its own POST, on its
 * event stream, or after a reconnect on another one; whoever sees it settles the request here.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { CaptureError } from '../errors.ts';

export interface Exchange {
  readonly id: JsonValue;
  /** Resolves with the answer, rejects when the event stream ends without it. */
  readonly done: Promise<void>;
  isAnswered: boolean;
  /** The answer comes on an event stream, so that the end of sending is not the end of waiting. */
  isStreaming: boolean;
  readonly settle: () => void;
  readonly fail: (error: CaptureError) => void;
}

export interface Exchanges {
  /** Note a request that is about to be sent; anything else has no answer and gives nothing. */
  readonly start: (message: JsonObject) => Exchange | undefined;
  /** The open request a POST body carries. */
  readonly find: (message: JsonObject) => Exchange | undefined;
  /** Settle the requests whose answers a received message or batch holds. */
  readonly settle: (value: JsonValue) => void;
  readonly end: (exchange: Exchange | undefined) => void;
}

/** Keep the open requests of one connection. */
export function createExchanges(): Exchanges {
  const open = new Map<string, Exchange>();

  function settle(value: JsonValue): void {
    if (Array.isArray(value)) {
      for (const message of value) settle(message);
    } else if (isJsonObject(value) && typeof value['method'] !== 'string') {
      open.get(keyOf(value['id']))?.settle();
    }
  }

  return {
    start(message) {
      if (typeof message['method'] !== 'string' || message['id'] === undefined) return undefined;
      const exchange = createExchange(message['id']);
      open.set(keyOf(message['id']), exchange);
      return exchange;
    },
    find: (message) =>
      typeof message['method'] === 'string' && message['id'] !== undefined
        ? open.get(keyOf(message['id']))
        : undefined,
    settle,
    end(exchange) {
      if (exchange !== undefined) open.delete(keyOf(exchange.id));
    },
  };
}

/** Servers return numbers as strings, so ids are the same when their texts are. */
function keyOf(id: JsonValue | undefined): string {
  return typeof id === 'string' ? id : JSON.stringify(id ?? null);
}

function createExchange(id: JsonValue): Exchange {
  let resolve = (): void => {};
  let reject = (_error: CaptureError): void => {};
  const done = new Promise<void>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  // Nobody may be waiting when a stream ends.
  done.catch(() => {});
  const exchange: Exchange = {
    id,
    done,
    isAnswered: false,
    isStreaming: false,
    settle() {
      exchange.isAnswered = true;
      resolve();
    },
    fail: (error) => reject(error),
  };
  return exchange;
}
