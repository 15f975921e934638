/**
 * JSON-RPC over any connection, without a schema library: requests are matched to answers, answers are kept as
 * received, and requests of the server are answered. Peculiar envelopes are accepted and told, never repaired.
 */
import { CaptureError } from '../errors.ts';
import type { Era, JsonObject, JsonValue, Warning } from '../model.ts';
import type { Connection, ConnectionHandlers, Frame } from './connection.ts';
import { envelopeWarnings, METHOD_NOT_FOUND, readAnswer, type Answer } from './envelope.ts';
import { isMessage } from './message.ts';

export interface Session {
  /**
   * Send a request and wait for its answer.
   * @throws RpcError when the server answers with an error; CaptureError on silence, exit or a broken channel.
   */
  readonly call: (method: string, params: JsonObject, timeoutMs: number) => Promise<Answer>;
  readonly notify: (method: string) => Promise<void>;
  /** Modern requests carry version and capabilities themselves; legacy ones do not. */
  readonly setProtocol: (era: Era, version: string) => void;
  /** How many `notifications/tools/list_changed` have come so far. */
  readonly listChanges: () => number;
  /** Resolve at the next `list_changed`, or after the time. */
  readonly nextListChange: (timeoutMs: number) => Promise<void>;
  readonly warnings: () => readonly Warning[];
  readonly noise: () => { readonly lines: number; readonly samples: readonly string[] };
  readonly warn: (warning: Warning) => void;
}

export interface SessionOptions {
  readonly clientCapabilities: JsonObject;
  readonly clientInfo: JsonObject;
  readonly signal: AbortSignal;
}

interface Pending {
  readonly settle: (frame: Frame, message: JsonObject) => void;
  readonly fail: (error: CaptureError) => void;
}

const NOISE_SAMPLES = 3;
const NOISE_SAMPLE_CHARS = 200;

/**
 * Open a session over a connection that `open` creates with the session's handlers.
 * @throws CaptureError when the connection cannot be opened.
 */
export async function createSession<C extends Connection>(
  open: (handlers: ConnectionHandlers) => Promise<C>,
  options: SessionOptions,
): Promise<{ readonly session: Session; readonly connection: C }> {
  const pending = new Map<string, Pending>();
  const warnings = new Map<string, Warning>();
  const noise = { lines: 0, samples: [] as string[] };
  const changes = { count: 0, wake: () => {} };
  const protocol: { era: Era; version: string } = { era: 'legacy', version: '' };
  let nextId = 0;
  let closed: CaptureError | undefined;

  const warn = (warning: Warning): void => {
    if (!warnings.has(warning.id)) warnings.set(warning.id, warning);
  };

  function end(error: CaptureError): void {
    closed ??= error;
    for (const { fail } of pending.values()) fail(error);
    pending.clear();
    changes.wake();
  }

  function onFrame(frame: Frame): void {
    if (Array.isArray(frame.value)) {
      warn({ id: 'batch', message: 'messages came as a batch, which only protocol 2025-03-26 has' });
      for (const message of frame.value) if (isMessage(message)) onMessage(frame, message);
    } else if (isMessage(frame.value)) onMessage(frame, frame.value);
  }

  function onMessage(frame: Frame, message: JsonObject): void {
    const { method } = message;
    if (typeof method !== 'string') onResponse(frame, message);
    else if ('id' in message && message['id'] !== null) void answer(method, message['id'] ?? null);
    else if (method === 'notifications/tools/list_changed') {
      changes.count += 1;
      changes.wake();
    }
  }

  function onResponse(frame: Frame, message: JsonObject): void {
    // A string id still matches: some servers return every id as text.
    const key = typeof message['id'] === 'number' ? String(message['id']) : message['id'];
    const waiting = typeof key === 'string' ? pending.get(key) : undefined;
    if (waiting === undefined || typeof key !== 'string') {
      warn({
        id: 'stray-response',
        message: 'an answer came whose id was never asked for, or was answered before',
      });
      return;
    }
    pending.delete(key);
    for (const warning of envelopeWarnings(message)) warn(warning);
    waiting.settle(frame, message);
  }

  async function answer(method: string, id: JsonValue): Promise<void> {
    // 2026-07-28: a client never writes a response; what it is asked for comes inside results.
    if (protocol.era === 'modern') return;
    const result = answerFor(method, options.clientCapabilities);
    // The server may ask before `open` has returned.
    const { send } = await opening;
    await send(
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` } }
        : { jsonrpc: '2.0', id, result },
    ).catch(() => {});
  }

  const opening = open({
    onFrame,
    onNoise: (line) => {
      noise.lines += 1;
      if (noise.samples.length < NOISE_SAMPLES) noise.samples.push(line.slice(0, NOISE_SAMPLE_CHARS));
    },
    onWarning: warn,
    onClose: end,
  });
  const connection = await opening;

  function call(method: string, params: JsonObject, timeoutMs: number): Promise<Answer> {
    const id = nextId++;
    const key = String(id);
    const giveUp = new AbortController();
    return new Promise<Answer>((resolve, reject) => {
      const finish = (outcome: () => void): void => {
        clearTimeout(timer);
        options.signal.removeEventListener('abort', onAbort);
        pending.delete(key);
        outcome();
      };
      const fail = (error: CaptureError): void => finish(() => reject(error));
      const cancel = (error: CaptureError): void => {
        fail(error);
        giveUp.abort();
        if (protocol.era === 'legacy' && method !== 'initialize') {
          void notifyCancelled(connection, id);
        }
      };
      const onAbort = (): void => cancel(abortError(options.signal));
      const timer = setTimeout(() => cancel(silent(method, timeoutMs)), timeoutMs);
      const settle = (frame: Frame, message: JsonObject): void =>
        finish(() => {
          try {
            resolve(readAnswer(method, frame, message));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      if (closed !== undefined) return fail(closed);
      if (options.signal.aborted) return onAbort();
      options.signal.addEventListener('abort', onAbort, { once: true });
      pending.set(key, { settle, fail });
      connection
        .send({ jsonrpc: '2.0', id, method, params: withMeta(params) }, giveUp.signal)
        // An answer that arrived as a frame has settled the request already; this then changes nothing.
        .catch((error: unknown) => {
          if (pending.has(key)) fail(toCaptureError(error));
        });
    });
  }

  function withMeta(params: JsonObject): JsonObject {
    if (protocol.era === 'legacy') return params;
    return {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': protocol.version,
        'io.modelcontextprotocol/clientInfo': options.clientInfo,
        'io.modelcontextprotocol/clientCapabilities': options.clientCapabilities,
      },
    };
  }

  const session: Session = {
    call,
    notify: (method) => connection.send({ jsonrpc: '2.0', method }),
    setProtocol: (era, version) => {
      protocol.era = era;
      protocol.version = version;
      connection.setProtocolVersion(version);
    },
    listChanges: () => changes.count,
    nextListChange: (timeoutMs) =>
      new Promise((resolve) => {
        if (closed !== undefined || options.signal.aborted) return resolve();
        const timer = setTimeout(done, timeoutMs);
        changes.wake = done;
        function done(): void {
          clearTimeout(timer);
          changes.wake = () => {};
          resolve();
        }
      }),
    warnings: () => [...warnings.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    noise: () => ({ lines: noise.lines, samples: [...noise.samples] }),
    warn,
  };
  return { session, connection };
}

function answerFor(method: string, capabilities: JsonObject): JsonObject | undefined {
  if (method === 'ping') return {};
  return method === 'roots/list' && capabilities['roots'] !== undefined ? { roots: [] } : undefined;
}

function notifyCancelled(connection: Connection, requestId: number): Promise<void> {
  return connection
    .send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'timeout' } })
    .catch(() => {});
}

function silent(method: string, timeoutMs: number): CaptureError {
  return new CaptureError('timeout', `no answer to ${method} within ${timeoutMs / 1000} s`, {
    hint: 'give it longer with --timeout 2m, or run the command by hand to see what it waits for',
  });
}

function abortError(signal: AbortSignal): CaptureError {
  return signal.reason instanceof CaptureError
    ? signal.reason
    : new CaptureError('start-failed', 'interrupted');
}

function toCaptureError(error: unknown): CaptureError {
  if (error instanceof CaptureError) return error;
  return new CaptureError('protocol-error', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
