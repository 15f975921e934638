/**
 * JSON-RPC over any connection, without a schema library: requests are matched to answers, answers are kept as
 * received, and requests of the server are answered. Peculiar envelopes are accepted and told, never repaired.
 */
import { CaptureError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Era, Warning } from '../model/snapshot.ts';
import type { Connection, ConnectionHandlers, Frame } from './connection.ts';
import { envelopeWarnings, METHOD_NOT_FOUND, type Answer } from './envelope.ts';
import { createListChanges, type ListChanges } from './list-changes.ts';
import { isMessage } from './message.ts';
import { findParsingLoss } from './parsing-loss.ts';
import { createPeculiarities, type Peculiarities } from './peculiarities.ts';
import { createRequests } from './requests.ts';

export interface Session {
  /**
   * Send a request and wait for its answer.
   * @throws RpcError when the server answers with an error; CaptureError on silence, exit or a broken channel.
   */
  readonly call: (method: string, params: JsonObject, timeoutMs: number) => Promise<Answer>;
  readonly notify: (method: string) => Promise<void>;
  /** Modern requests carry version and capabilities themselves; legacy ones do not. */
  readonly setProtocol: (era: Era, version: string) => void;
  readonly listChanges: Pick<ListChanges, 'count' | 'next'>;
  readonly peculiarities: Peculiarities;
}

export interface SessionOptions {
  readonly clientCapabilities: JsonObject;
  readonly clientInfo: JsonObject;
  readonly signal: AbortSignal;
}

/**
 * Open a session over a connection that `open` creates with the session's handlers.
 * @throws CaptureError when the connection cannot be opened.
 */
export async function createSession<C extends Connection>(
  open: (handlers: ConnectionHandlers) => Promise<C>,
  options: SessionOptions,
): Promise<{ readonly session: Session; readonly connection: C }> {
  const requests = createRequests(options.signal);
  const listChanges = createListChanges();
  const peculiarities = createPeculiarities();
  const protocol: { era: Era; version: string } = { era: 'legacy', version: '' };
  let nextId = 0;

  function onFrame(frame: Frame): void {
    // Of other answers nothing is measured.
    const loss = frame.text.includes('"tools"') ? findParsingLoss(frame.text, frame.value) : undefined;
    if (loss !== undefined) peculiarities.warn(parsingLoss(loss));
    if (Array.isArray(frame.value)) {
      peculiarities.warn({
        id: 'batch',
        message: 'messages came as a batch, which only protocol 2025-03-26 has',
      });
      for (const message of frame.value) if (isMessage(message)) onMessage(frame, message);
    } else if (isMessage(frame.value)) onMessage(frame, frame.value);
  }

  function onMessage(frame: Frame, message: JsonObject): void {
    const { method, id } = message;
    if (typeof method !== 'string') onResponse(frame, message);
    else if (id !== undefined && id !== null) void answer(method, id);
    else if (method === 'notifications/tools/list_changed') listChanges.note();
  }

  function onResponse(frame: Frame, message: JsonObject): void {
    if (!requests.settle(frame, message)) {
      const text = 'an answer came whose id was never asked for, or was answered before';
      peculiarities.warn({ id: 'stray-response', message: text });
      return;
    }
    for (const warning of envelopeWarnings(message)) peculiarities.warn(warning);
  }

  async function answer(method: string, id: JsonValue): Promise<void> {
    // 2026-07-28: a client never writes a response; what it is asked for comes inside results.
    if (protocol.era === 'modern') return;
    const result = answerFor(method, options.clientCapabilities);
    const error = { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
    try {
      // The server may ask before `open` has returned.
      const { send } = await opening;
      await send(result === undefined ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result });
    } catch {
      // A channel that takes no answer takes no request either, and that is reported there.
    }
  }

  const opening = open({
    onFrame,
    onNoise: peculiarities.noteNoise,
    onWarning: peculiarities.warn,
    onClose: (error) => {
      requests.end(error);
      listChanges.stop();
    },
  });
  const connection = await opening;
  options.signal.addEventListener('abort', listChanges.stop, { once: true });

  function call(method: string, params: JsonObject, timeoutMs: number): Promise<Answer> {
    const id = nextId++;
    const { answer, gaveUp } = requests.wait(id, method, timeoutMs);
    if (requests.isEnded()) return answer;
    gaveUp.addEventListener('abort', () => {
      // The specification forbids to cancel `initialize`; a modern request is cancelled by closing its stream.
      if (protocol.era === 'legacy' && method !== 'initialize') void cancel(connection, id);
    });
    connection
      .send({ jsonrpc: '2.0', id, method, params: withMeta(params) }, gaveUp)
      // An answer that arrived as a frame has settled the request already; this then changes nothing.
      .catch((error: unknown) => requests.fail(id, toCaptureError(error)));
    return answer;
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
      Object.assign(protocol, { era, version });
      connection.setProtocolVersion(version);
    },
    listChanges,
    peculiarities,
  };
  return { session, connection };
}

function parsingLoss(place: string): Warning {
  const message = `parsing changes the list, first at ${place}: a key twice, a number like 1.0 or above 2^53, or keys that are integers; sizes are of the parsed form`;
  return { id: 'parsing-loss', message };
}

function answerFor(method: string, capabilities: JsonObject): JsonObject | undefined {
  if (method === 'ping') return {};
  return method === 'roots/list' && capabilities['roots'] !== undefined ? { roots: [] } : undefined;
}

function cancel(connection: Connection, requestId: number): Promise<void> {
  const params = { requestId, reason: 'no longer waited for' };
  return connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
}

function toCaptureError(error: unknown): CaptureError {
  if (error instanceof CaptureError) return error;
  return new CaptureError('protocol-error', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
